import { createHash } from "node:crypto";
import { nothingWritten } from "#edi-orders/index.ts";
import { runSync, summarise } from "#edifact/index.ts";
import type { ediContents, ediFiles, ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type {
  StoredEdiReference,
  StoredOrderLine,
  StoredRefusedMessage,
  StoredStreams,
} from "#platform/database/schema/ediStored.ts";
import { refusedIn } from "#platform/domains/edi/acknowledging.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import {
  documentReference,
  type EdiNote,
  ediNote,
  fileReference,
  inboundFileReference,
  interchangeReference,
  isRunning,
  receiveSteps,
  receiveStream,
  stepNote,
  summaryState,
  written,
} from "#platform/domains/edi/documents/streams.ts";
import { factsOf } from "#platform/domains/edi/interchanges/facts.ts";
import { headsOf } from "#platform/domains/edi/interchanges/inbound.ts";
import { outboundName, sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import { type ReadInterchange, readAll } from "#platform/domains/edi/interchanges/reading.ts";
import { interchangeText, seedPartner } from "./texts.ts";

export type SeedInterchange = {
  /** Its unique key; its id is derived from it. */
  key: string;
  at: Date;
  direction: string;
  fileName?: string;
  /** For another partner's interchange: its store, and its number in that partner's own series. */
  storeId?: number;
  controlReference?: string;
  /** Its bytes, given the control reference that an outbound interchange gets in its turn. */
  write(controlReference: string, messageOf: (key: string) => unknown): Uint8Array;
  streams: StoredStreams;
  references: StoredEdiReference[];
  notes: EdiNote[];
  orderNumbers?: string;
  /** The key of the interchange that answers it, and the answer. */
  answer?: { key: string; at: Date; action: string; error?: string };
};

/** An order document of the seed; its messages are the first ones of interchanges. */
export type SeedEdiOrder = Pick<
  typeof ediOrders.$inferInsert,
  | "documentIdentifier"
  | "utopiaOrderNumber"
  | "orderId"
  | "streams"
  | "lines"
  | "updateRecords"
  | "shipmentsTold"
  | "updatesTold"
> & {
  key: string;
  at: Date;
  updatedAt: Date;
  interchangeKey: string;
  messageKeys: string[];
  references: StoredEdiReference[];
  notes: EdiNote[];
};

export type SeedStory = { interchanges: SeedInterchange[]; orders: SeedEdiOrder[] };

/** A line of an order that is written as it is. */
export const writtenLine = (line: Omit<StoredOrderLine, "codes" | "written">): StoredOrderLine => ({
  ...line,
  codes: [line.levelCode ?? "", line.item].filter(Boolean),
  written: { ...nothingWritten, quantity: String(line.ordered), price: String(line.unitPrice) },
});

export const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

/** The id of a document with a key, always the same: it looks like any other id. */
export const seedIdOf = (key: string): string => {
  const hash = (salt: number) => {
    let state = 0x811c9dc5 ^ salt;
    for (let index = 0; index < key.length; index += 1) {
      state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);
      state ^= state >>> 15;
    }
    return (state >>> 0).toString(16).padStart(8, "0");
  };
  const [one, two, three, four] = [hash(1), hash(2), hash(3), hash(4)];
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-a${three.slice(1, 4)}-${three.slice(4)}${four}`;
};

/** The reference with an id that is always the same. */
const recurring = (reference: StoredEdiReference): StoredEdiReference => ({
  ...reference,
  id: seedIdOf(`${reference.type} ${JSON.stringify(reference.meta)}`),
});

export const toInterchange = (type: string, title: string, key: string, at: Date): StoredEdiReference =>
  recurring(interchangeReference(type, title, seedIdOf(key), at));

export const toDocument = (type: string, title: string, key: string, at: Date): StoredEdiReference =>
  recurring(documentReference(type, title, seedIdOf(key), at));

/** The history of an inbound interchange up to a step, and how that step ended. */
export function receiveNotes(upTo: number, words: readonly string[]): EdiNote[] {
  return [
    ediNote("interchange:received", "Came in with its file"),
    ...receiveSteps
      .slice(0, upTo)
      .flatMap((step, index) => [
        stepNote("start", receiveStream, step, "Begins"),
        stepNote("finish", receiveStream, step, words[index] ?? "Nothing to do"),
      ]),
  ];
}

export const receivedAs = (acknowledged: string, orders: string, changes: string) =>
  receiveNotes(4, [acknowledged, "0 acknowledgements", orders, changes]);
export const notAsked = "No acknowledgement is asked for";

const received: StoredStreams = { [receiveStream]: { state: "completed", step: receiveSteps[3] } };

const sentNotes: EdiNote[] = [
  stepNote("start", sendStream, transmitStep, "Ready to be sent"),
  stepNote("finish", sendStream, transmitStep, "Written to the partner's folder"),
];

type Came = Omit<SeedInterchange, "direction" | "streams">;

/** An interchange of the partner's that went through all steps. */
export const inbound = (event: Came): SeedInterchange => ({
  ...event,
  direction: "inbound",
  streams: received,
});

/** One of ours, with how its sending ended. */
export const outbound = (event: Omit<Came, "notes">, state = "completed"): SeedInterchange => ({
  ...event,
  direction: "outbound",
  streams: { [sendStream]: { state, step: transmitStep } },
  notes: sentNotes,
});

export type Answer = { at: Date; action: "7" | "8" | "4" };

/** An interchange with its functional acknowledgement, which the other side sends. */
export function withAnswer(event: SeedInterchange, { at, action }: Answer): SeedInterchange[] {
  const isOurs = event.direction === "outbound";
  const error = action === "4" ? "29" : undefined;
  const key = `${event.key} contrl`;
  const type = `${isOurs ? "incoming" : "outgoing"}-functional-acknowledgement`;
  const reference = toInterchange(type, "Functional acknowledgement", key, at);
  const answer = {
    key,
    at,
    write: (own: string, messageOf: (key: string) => unknown) => {
      const answered = messageOf(`reference of ${event.key}`);
      const words = { reference: own, at, answered, action: error ? `${action}+${error}` : action };
      return interchangeText("CONTRL", words, { outbound: !isOurs });
    },
    references: [toInterchange("acknowledged-interchange", "Acknowledged interchange", event.key, at)],
  };
  return [
    {
      ...event,
      references: isOurs ? [...event.references, reference] : [reference, ...event.references],
      answer: { key, at, action, ...(error && { error }) },
    },
    isOurs
      ? inbound({ ...answer, notes: receiveNotes(4, [notAsked, "1 acknowledgement"]) })
      : outbound(answer),
  ];
}

/** Whether an answer is still possible: it was sent, or has just come in. */
const isUnderWay = ({ direction, streams }: SeedInterchange): boolean =>
  direction === "outbound"
    ? streams[sendStream]?.state === "completed"
    : isRunning(streams[receiveStream]?.state ?? "");

/** All messages of an outbound interchange that the partner's answer refused. */
const refusedBy = (
  refusal: SeedInterchange["answer"],
  { messages }: ReadInterchange,
): StoredRefusedMessage[] =>
  refusal
    ? messages.map(({ message, document }) => ({
        reference: message.reference,
        message_type: message.type,
        number: summarise(document).documentIdentifier,
        words: `The partner refused the interchange${refusal.error ? ` with error ${refusal.error}` : ""}`,
      }))
    : [];

function referencesOf(event: SeedInterchange, name: string, fileId: string): StoredEdiReference[] {
  const wasSent = event.direction === "outbound" && event.streams[sendStream]?.state !== "failed";
  const sent = { ...fileReference(`edi/out/${name}`, event.at), id: seedIdOf(`${event.key} file`) };
  return [
    ...event.references,
    // A file without an interchange is identified by its name.
    ...(event.direction === "unspecified"
      ? [inboundFileReference(fileId, name, "Inbound folder", 1, event.at)]
      : []),
    ...(wasSent ? [sent] : []),
  ];
}

/** The rows of interchanges, which are in the order of their times. */
export function ledgerOf(events: readonly SeedInterchange[], storeId: number) {
  const files: (typeof ediFiles.$inferInsert)[] = [];
  const interchanges: (typeof ediInterchanges.$inferInsert)[] = [];
  const contents: (typeof ediContents.$inferInsert)[] = [];
  const memo = new Map<string, unknown>();
  const messageOf = (key: string) => memo.get(key);
  const keys = new Set(events.map(({ key }) => key));
  const names = new Set<string>();
  let lastOutbound = 0;
  let lastInbound = 48_000;
  for (const event of events) {
    const isOutbound = event.direction === "outbound";
    if (isOutbound && event.controlReference === undefined) lastOutbound += 1;
    // The partner's numbers have occasional gaps.
    else if (event.controlReference === undefined) lastInbound += lastInbound % 37 === 0 ? 3 : 1;
    const next = isOutbound ? String(lastOutbound).padStart(9, "0") : String(lastInbound);
    const own = event.controlReference ?? next;
    const content = event.write(own, messageOf);
    const [read] = runSync(readAll(content));
    if (!read) throw new Error(`The seed's interchange '${event.key}' cannot be read`);
    const facts = runSync(factsOf(read));
    const reference = facts.row.controlReference ?? own;
    const id = seedIdOf(event.key);
    memo.set(event.key, read.messages[0]?.document);
    memo.set(`reference of ${event.key}`, reference);
    const name =
      event.fileName ??
      (isOutbound
        ? outboundName(seedPartner.identification, reference, facts.row.messageTypes[0] ?? "EDI")
        : `${seedPartner.identification}-${own}.edi`);
    const answer = event.answer && keys.has(event.answer.key) ? event.answer : undefined;
    const isAccepted = answer !== undefined && answer.action !== "4";
    // A file of its own, or the next part of a shared one.
    const fileId = seedIdOf(`file ${name} ${names.has(name) ? id : ""}`);
    names.add(name);
    files.push({
      id: fileId,
      dropKey: `seed/${fileId}`,
      name,
      origin: "seed",
      sha256: createHash("sha256").update(content).digest("hex"),
      content,
      createdAt: event.at,
    });
    interchanges.push({
      ...facts.row,
      id,
      storeId: event.storeId ?? storeId,
      position: interchanges.length + 1,
      fileId,
      cause: isOutbound ? `seed/${event.key}` : null,
      direction: event.direction,
      streams: event.streams,
      state: summaryState(event.streams),
      acknowledged: isAccepted,
      acknowledgedAt: answer && isAccepted ? answer.at : null,
      acknowledgementId: answer ? seedIdOf(answer.key) : null,
      acknowledgementAction: answer?.action ?? null,
      refusedMessages: isOutbound
        ? refusedBy(isAccepted ? undefined : answer, read)
        : refusedIn(headsOf(read)),
      acknowledgementExpected: facts.row.acknowledgementRequested && !answer && isUnderWay(event),
      orderNumbers: event.orderNumbers ?? "",
      createdAt: event.at,
      updatedAt: answer?.at ?? event.at,
      referenceList: storableJson(referencesOf(event, name, fileId)),
      histories: storableJson(written(event.notes, event.at)),
    });
    contents.push({ interchangeId: id, ...facts.content });
  }
  return { files, interchanges, contents, messageOf, lastOutbound };
}
