import {
  acknowledge,
  type Chunked,
  type MessageDocument,
  runCooperatively,
  summarise,
} from "#edifact/index.ts";
import { isProcessed } from "#platform/domains/edi/documents/messages.ts";
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

/** A file as it arrived, or, with its `findings` from then, the stored text of one interchange. */
type InboundBytes = { content: Uint8Array; findings?: Uint8Array };

/** No warehouse could pack an order or change with more segments: a person has to check it. */
export const maxSegments = 20_000;

export const isTooLarge = ({ type, segmentCount }: Pick<MessageHead, "type" | "segmentCount">): boolean =>
  (type === "ORDERS" || type === "ORDCHG") && segmentCount > maxSegments;

/** Whether the steps need a message's document, and not only its heading. */
const isForSteps = (head: Pick<MessageHead, "type" | "segmentCount">): boolean =>
  isProcessed(head.type) && !isTooLarge(head);

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

const toRefusedGroup = ({ group, error }: ReadInterchange["refusedGroups"][number]) => ({
  reference: group.reference,
  type: group.type,
  error,
});

/** What of an interchange is refused, and what is not. */
export const headsOf = ({ isRefused, messages, refusedGroups }: ReadInterchange) => ({
  isRefused,
  messages: messages.map(headOf),
  refusedGroups: refusedGroups.map(toRefusedGroup),
});

/** The CONTRL that answers an interchange, without its number and time; undefined for one that must not be answered. */
const answerOf = ({ interchange, errors }: ReadInterchange, refusedFor?: string) =>
  interchange && acknowledge(interchange, errors, { controlReference: "", preparedAt: "", refusedFor });

function* inboundOf(read: ReadInterchange) {
  const { isRefused, refusedGroups, findings } = read;
  const messages: (MessageHead & { document: string })[] = [];
  for (const [index, message] of read.messages.entries()) {
    yield;
    const head = headOf(message, index);
    // As a text it takes a sixth of the memory, and each is parsed when its turn comes.
    messages.push({ ...head, document: isForSteps(head) ? JSON.stringify(message.document) : "" });
  }
  const usual = answerOf(read);
  yield;
  /** Of one that a person accepts although it was refused. */
  const lifted = answerOf({ ...read, errors: read.errors.filter(isOfUnreadType) });
  yield;
  return {
    isRefused,
    messages,
    refusedGroups: refusedGroups.map(toRefusedGroup),
    findings,
    answers: { usual, lifted, duplicate: answerOf(read, "26") },
  };
}
export type Inbound = ReturnType<typeof inboundOf> extends Chunked<infer Read> ? Read : never;

export const documentOf = ({ document }: Inbound["messages"][number]): MessageDocument =>
  JSON.parse(document);

/** What is made of each interchange, in pieces between which the platform serves others (edi#reading). */
function readEach<T>(
  { content, findings }: InboundBytes,
  wanted: Wanted,
  make: (read: ReadInterchange) => Chunked<T>,
): Promise<T[]> {
  function* work(): Chunked<T[]> {
    const parts = yield* findings
      ? readAll(fromBytes(content), wanted, JSON.parse(fromBytes(findings)))
      : readAll(content, wanted);
    const made: T[] = [];
    for (const part of parts) made.push(yield* make(part));
    return made;
  }
  return runCooperatively(work());
}

const wantedForFacts: Wanted = (_message, { text }) =>
  isStoredWhole(text) ? "document" : "heading and findings";

// What was found is stored with the text.
const wantedForSteps: Wanted = ({ type, segments }) =>
  isForSteps({ type, segmentCount: segments.length }) ? "document" : "heading";

const wantedForBoth: Wanted = (message, interchange) =>
  wantedForSteps(message, interchange) === "document" ? "document" : wantedForFacts(message, interchange);

/** What is read of the interchanges of a file, one in all for a file without any: their rows, what steps need, or both. */
export type Readings = {
  facts: InterchangeFacts[];
  steps: Inbound[];
  both: { facts: InterchangeFacts; steps: Inbound }[];
};

export const readings: { [What in keyof Readings]: (bytes: InboundBytes) => Promise<Readings[What]> } = {
  facts: (bytes) => readEach(bytes, wantedForFacts, factsOf),
  steps: (bytes) => readEach(bytes, wantedForSteps, inboundOf),
  both: (bytes) =>
    readEach(bytes, wantedForBoth, function* (read) {
      return { facts: yield* factsOf(read), steps: yield* inboundOf(read) };
    }),
};
