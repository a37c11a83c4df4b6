import {
  type Chunked,
  componentOf,
  isOnlyControl,
  type Message,
  type MessageDocument,
  summarise,
} from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredHeadings } from "#platform/database/schema/ediStored.ts";
import { hasPackages, listOfType } from "#platform/domains/edi/documents/messages.ts";
import { storable, storableJson, toBytes } from "#platform/domains/edi/documents/storable.ts";
import { numberIn, type ReadInterchange } from "./reading.ts";

/** Of a longer text (in UTF-16 units) only message headings are stored, and at most this many. */
const maxStoredLength = 256 * 1024;
export const isStoredWhole = (text: string): boolean => text.length <= maxStoredLength;

const maxHeadings = 1000;
/** Headings of one message list in a list of interchanges. */
const maxListed = 50;
const maxIdentifiers = 5000;
const maxTypes = 100;
const maxTypeLength = 20;

export type InterchangeFacts = ReturnType<typeof factsOf> extends Chunked<infer Facts> ? Facts : never;

export const headingOf = ({ messageHeader, beginningOfMessage }: Readonly<JsonObject>): JsonObject => ({
  ...(messageHeader !== undefined && { messageHeader }),
  ...(beginningOfMessage !== undefined && { beginningOfMessage }),
});

/** A message's own data, from its heading alone: parsing all of a long message takes longer. */
export const headed = (message: Readonly<JsonObject>) => summarise(headingOf(message));

function* inLists<T>(
  read: ReadInterchange,
  inWords: (document: MessageDocument) => T,
): Chunked<Record<string, T[]>> {
  const lists: Record<string, T[]> = {};
  for (const { message, document } of read.messages) {
    yield;
    const list = listOfType(message.type);
    const entries = lists[list] ?? [];
    lists[list] = entries;
    entries.push(inWords(document));
  }
  return lists;
}

const firstOf = <T>(lists: Record<string, T[]>, most: number): Record<string, T[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, entries]) => [name, entries.slice(0, most)]));

function countsOf(read: ReadInterchange) {
  // A partner's type may be the name of anything that an object has, such as 'constructor'.
  const counts = new Map<string, number>();
  for (const { message } of read.messages) {
    const type = storable(message.type, maxTypeLength);
    if (counts.has(type) || counts.size < maxTypes) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const findingCounts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of read.findings) findingCounts[severity] += 1;
  return { messageCounts: Object.fromEntries(counts), findingCounts };
}

function* identifiersOf(
  read: ReadInterchange,
  inWords: (message: ReadInterchange["messages"][number]) => Iterable<string>,
): Chunked<string> {
  const identifiers = new Set<string>();
  for (const message of read.messages) {
    if (identifiers.size === maxIdentifiers) break;
    yield;
    for (const identifier of inWords(message)) {
      if (identifiers.size === maxIdentifiers) break;
      if (identifier) identifiers.add(storable(identifier, 100));
    }
  }
  return [...identifiers].join("\n");
}

/** 7402 in GIN, one by one: a message may have tens of thousands, of which the first are stored. */
function* packageNumbersIn({ segments }: Message): Generator<string> {
  for (const segment of segments) if (segment.tag === "GIN") yield* segment.elements.slice(1).flat();
}

/** 0035: any value but 0 means a test. */
const isTest = (interchange: ReadInterchange["interchange"]): boolean =>
  !["", "0"].includes(componentOf(interchange?.header, 10).trim());

/** Whether UNZ is complete: with its terminator, or without it and with matching counts. */
function isEnded({ interchange, text, findings }: ReadInterchange): boolean {
  if (!interchange?.trailer) return false;
  const end = text.slice(Math.max(0, text.lastIndexOf("UNZ")));
  return (
    end.includes(interchange.separators.terminator) || findings.every(({ severity }) => severity !== "error")
  );
}

/** Everything that is stored of an interchange. Run it with `runCooperatively`: it may have twenty thousand messages. */
export function* factsOf(read: ReadInterchange) {
  const { interchange, text, encoding, digest, findings, segmentCount } = read;
  const content = toBytes(text);
  const isReduced = !isStoredWhole(text);
  const headings = yield* inLists(read, headingOf);
  const messages = isReduced ? firstOf(headings, maxHeadings) : yield* inLists(read, (document) => document);
  const { messageCounts, findingCounts } = countsOf(read);
  const listed: StoredHeadings = storableJson(firstOf(headings, maxListed));
  const documentIdentifiers = yield* identifiersOf(read, ({ message, document }) => [
    numberIn(message, headingOf(document)),
  ]);
  const packageNumbers = yield* identifiersOf(read, ({ message }) =>
    hasPackages(message) ? packageNumbersIn(message) : [],
  );
  return {
    isEnded: isEnded(read),
    row: {
      controlReference: interchange?.header ? storable(interchange.controlReference) : null,
      sender: storable(interchange?.sender.identification ?? ""),
      senderQualifier: storable(interchange?.sender.qualifier ?? ""),
      recipient: storable(interchange?.recipient.identification ?? ""),
      recipientQualifier: storable(interchange?.recipient.qualifier ?? ""),
      senderRouting: storable(interchange?.sender.routing ?? ""),
      recipientRouting: storable(interchange?.recipient.routing ?? ""),
      digest,
      isTest: isTest(interchange),
      preparedAt: interchange?.preparedAt ?? "",
      acknowledgementRequested: interchange?.acknowledgementRequested === true && !isOnlyControl(interchange),
      messageTypes: Object.keys(messageCounts),
      documentIdentifiers,
      packageNumbers,
      headings: listed,
      messageCounts,
      findingCounts,
      segmentCount,
      byteCount: content.length,
    },
    content: {
      encoding,
      content,
      messages: toBytes(JSON.stringify(messages)),
      isReduced,
      findings: toBytes(JSON.stringify(findings)),
    },
  };
}
