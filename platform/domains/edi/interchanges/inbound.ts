import { acknowledge, type MessageDocument, runCooperatively, summarise } from "#edifact/index.ts";
import { hasPackages } from "#platform/domains/edi/documents/messages.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { factsOf, headingOf, type InterchangeFacts, isStoredWhole } from "./facts.ts";
import {
  isOfUnreadType,
  numberIn,
  type ReadInterchange,
  type ReadMessage,
  readAll,
  type Wanted,
} from "./reading.ts";

/** Exit code of a process that reads a file and may not take longer. */
export const tookTooLong = 3;

/** A file as it arrived, or, with its `findings` from then, the stored text of one interchange. */
export type InboundBytes = { content: Uint8Array; findings?: Uint8Array };

/** No warehouse could pack an order or change with more segments: a person has to check it. */
export const maxSegments = 20_000;

export const isTooLarge = ({ type, segmentCount }: Pick<MessageHead, "type" | "segmentCount">): boolean =>
  (type === "ORDERS" || type === "ORDCHG") && segmentCount > maxSegments;

/** The part of a message that the steps need before its document. */
function headOf({ message, document, error }: ReadMessage, index: number) {
  const heading = headingOf(document);
  const { documentIdentifier, messageFunction } = summarise(heading);
  return {
    index,
    type: message.type,
    messageFunction,
    reference: message.reference,
    /** 1004, from the parsed structure, or from BGM where the structure is unknown. */
    documentIdentifier,
    number: numberIn(message, heading),
    segmentCount: message.segments.length,
    /** As its interchange declares it (UNA). */
    decimalMark: message.segments[0]?.separators.decimal === "," ? ("," as const) : ("." as const),
    /** Why it is refused; undefined when it isn't. */
    error,
  };
}
export type MessageHead = ReturnType<typeof headOf>;

/** What of an interchange is refused, and what is not. */
export const headsOf = ({ isRefused, messages, refusedGroups }: ReadInterchange) => ({
  isRefused,
  messages: messages.map(headOf),
  refusedGroups: refusedGroups.map(({ group, error }) => ({
    reference: group.reference,
    type: group.type,
    error,
  })),
});

/** The CONTRL that answers an interchange, without its number and time; undefined for one that must not be answered. */
const answerOf = ({ interchange, errors }: ReadInterchange, refusedFor?: string) =>
  interchange && acknowledge(interchange, errors, { controlReference: "", preparedAt: "", refusedFor });

function inboundOf(read: ReadInterchange) {
  const heads = headsOf(read);
  return {
    ...heads,
    findings: read.findings,
    messages: heads.messages.map((head) => {
      const document = read.messages[head.index]?.document;
      // As a text it crosses to another thread at once, and each is parsed when its turn comes.
      return { ...head, document: isTooLarge(head) ? "" : JSON.stringify(document) };
    }),
    answers: {
      usual: answerOf(read),
      /** Of one that a person accepts although it was refused. */
      lifted: answerOf({ ...read, errors: read.errors.filter(isOfUnreadType) }),
      duplicate: answerOf(read, "26"),
    },
  };
}
export type Inbound = ReturnType<typeof inboundOf>;

export const documentOf = ({ document }: Inbound["messages"][number]): MessageDocument =>
  JSON.parse(document);

const readParts = ({ content, findings }: InboundBytes, wanted: Wanted): Promise<ReadInterchange[]> =>
  runCooperatively(
    findings
      ? readAll(fromBytes(content), wanted, JSON.parse(fromBytes(findings)))
      : readAll(content, wanted),
  );

const wantedForFacts: Wanted = (message, { text }) =>
  isStoredWhole(text) || hasPackages(message) ? "document" : "heading and findings";

// What was found is stored with the text.
const wantedForSteps: Wanted = ({ type, segments }) =>
  isTooLarge({ type, segmentCount: segments.length }) ? "heading" : "document";

const wantedForBoth: Wanted = (message, interchange) =>
  wantedForSteps(message, interchange) === "document" ? "document" : wantedForFacts(message, interchange);

/** What is read of the interchanges of a file, one in all for a file without any: their rows, what steps need, or both. */
export type Readings = {
  facts: InterchangeFacts[];
  steps: Inbound[];
  both: { facts: InterchangeFacts; steps: Inbound }[];
};

export const readings: { [What in keyof Readings]: (bytes: InboundBytes) => Promise<Readings[What]> } = {
  facts: async (bytes) => (await readParts(bytes, wantedForFacts)).map(factsOf),
  steps: async (bytes) => (await readParts(bytes, wantedForSteps)).map(inboundOf),
  both: async (bytes) =>
    (await readParts(bytes, wantedForBoth)).map((read) => ({ facts: factsOf(read), steps: inboundOf(read) })),
};
