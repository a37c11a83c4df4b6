import {
  acknowledge,
  type Finding,
  type MessageDocument,
  type OutgoingInterchange,
  summarise,
} from "#edifact/index.ts";
import { fromBytes } from "#platform/domains/edi/documents/storable.ts";
import { factsOf, headingOf, type InterchangeFacts } from "./facts.ts";
import { isOfUnreadType, numberIn, type ReadInterchange, readFileContent, readStored } from "./reading.ts";

/** A file as it arrived, or, with its `findings` from then, the stored text of one interchange. */
export type InboundBytes = { content: Uint8Array; findings?: Uint8Array };

/** The part of a message that the steps need before its document. */
export type MessageHead = {
  index: number;
  type: string;
  /** 1225. */
  messageFunction: string;
  reference: string;
  /** 1004, from the parsed structure, or from BGM where the structure is unknown. */
  documentIdentifier: string;
  number: string;
  segmentCount: number;
  isRefused: boolean;
  error?: Finding;
};

/** `messages` is the number of messages of the interchange. */
export type InboundHead = { isRefused: boolean; findings: Finding[]; messages: number };

/** How an interchange is acknowledged: refused with a code, or accepted by a person although it was refused. */
export type AnswerOptions = { refusedFor?: string; isLifted: boolean };

/** A file that was read: queried call by call, by the number of the interchange from 0. */
export type InboundFile = {
  /** How many interchanges it has: 1 for a file without any. */
  count(): Promise<number>;
  /** The stored form of some of its interchanges, starting at one; none after the last. */
  facts(from: number): Promise<InterchangeFacts[]>;
  head(part: number): Promise<InboundHead>;
  /** Some of the messages, starting at one; none after the last. */
  messages(part: number, from: number): Promise<MessageHead[]>;
  document(part: number, index: number): Promise<MessageDocument>;
  /** The CONTRL that answers it, without its number and time; undefined for one that must not be answered. */
  answer(part: number, options: AnswerOptions): Promise<OutgoingInterchange | undefined>;
  /** To be called at the end: it releases what was read. */
  close(): void;
};

/** In batches: the platform serves other calls in between. */
const factsAtATime = 100;
const messagesAtATime = 500;

/** The headers of messages from one place up to another. */
export const headsOf = ({ messages }: ReadInterchange, from = 0, to = messages.length): MessageHead[] =>
  messages.slice(from, to).map(({ message, document, isRefused, error }, at) => {
    const heading = headingOf(document);
    const { documentIdentifier, messageFunction } = summarise(heading);
    return {
      index: from + at,
      type: message.type,
      messageFunction,
      reference: message.reference,
      documentIdentifier,
      number: numberIn(message, heading),
      segmentCount: message.segments.length,
      isRefused,
      ...(error && { error }),
    };
  });

function inboundOf(parts: readonly ReadInterchange[]): InboundFile {
  const partAt = (part: number): ReadInterchange => {
    const read = parts[part];
    if (!read) throw new Error(`The file has no interchange ${part + 1}`);
    return read;
  };
  return {
    count: async () => parts.length,
    facts: async (from) => parts.slice(from, from + factsAtATime).map(factsOf),
    head: async (part) => {
      const { isRefused, findings, messages } = partAt(part);
      return { isRefused, findings, messages: messages.length };
    },
    messages: async (part, from) => headsOf(partAt(part), from, from + messagesAtATime),
    document: async (part, index) => {
      const message = partAt(part).messages[index];
      if (!message) throw new Error(`The interchange has no message ${index + 1}`);
      return message.document;
    },
    answer: async (part, { refusedFor, isLifted }) => {
      const { interchange, findings } = partAt(part);
      const counted = isLifted ? findings.filter(isOfUnreadType) : findings;
      const options = { controlReference: "", preparedAt: "", ...(refusedFor && { refusedFor }) };
      return interchange && acknowledge(interchange, counted, options);
    },
    close: () => undefined,
  };
}

/** Reads a file in this thread. */
export async function readInbound({ content, findings }: InboundBytes): Promise<InboundFile> {
  if (!findings) return inboundOf(await readFileContent(content));
  return inboundOf([await readStored(fromBytes(content), JSON.parse(fromBytes(findings)))]);
}

/** One interchange of a file, for the steps of its stream: documents are read one by one. */
export type Inbound = {
  isRefused: boolean;
  findings: readonly Finding[];
  messages: readonly MessageHead[];
  document(index: number): Promise<MessageDocument>;
  answer(options: AnswerOptions): Promise<OutgoingInterchange | undefined>;
};

/** An interchange of a file, by its number from 0. */
export async function inboundAt(file: InboundFile, part: number): Promise<Inbound> {
  const { isRefused, findings, messages: count } = await file.head(part);
  const messages: MessageHead[] = [];
  while (messages.length < count) messages.push(...(await file.messages(part, messages.length)));
  return {
    isRefused,
    findings,
    messages,
    document: (index) => file.document(part, index),
    answer: (options) => file.answer(part, options),
  };
}
