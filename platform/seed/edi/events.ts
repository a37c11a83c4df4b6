import type { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference, StoredStreams } from "#platform/database/schema/ediStored.ts";
import type { EdiNote } from "#platform/domains/edi/documents/streams.ts";
import { ediNote, receiveSteps, receiveStream, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import { platformName } from "#platform/domains/history.ts";
import { interchangeText } from "./texts.ts";

/** An interchange of the seed before it is written. */
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

const at = (type: string, title: string, meta: Record<string, string>, time: Date): StoredEdiReference => ({
  id: seedIdOf(`${type} ${JSON.stringify(meta)}`),
  type,
  title,
  source: platformName,
  uri: null,
  created_at: time.toISOString(),
  meta,
});

export const toInterchange = (type: string, title: string, key: string, time: Date): StoredEdiReference =>
  at(type, title, { "interchange-document-id": seedIdOf(key) }, time);

export const toDocument = (type: string, title: string, key: string, time: Date): StoredEdiReference =>
  at(type, title, { "order-document-id": seedIdOf(key) }, time);

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
  const title = "Functional acknowledgement";
  const reference = toInterchange(
    `${isOurs ? "incoming" : "outgoing"}-functional-acknowledgement`,
    title,
    key,
    at,
  );
  const answer = {
    key,
    at,
    write: (own: string, messageOf: (key: string) => unknown) =>
      interchangeText(
        "CONTRL",
        {
          reference: own,
          at,
          answered: messageOf(`reference of ${event.key}`),
          action: error ? `${action}+${error}` : action,
        },
        { outbound: !isOurs },
      ),
    references: [toInterchange("acknowledged-interchange", "Acknowledged interchange", event.key, at)],
  };
  return [
    {
      ...event,
      references: isOurs ? [...event.references, reference] : [reference, ...event.references],
      answer: { key, at, action, ...(error && { error }) },
    },
    isOurs
      ? inbound({
          ...answer,
          notes: receiveNotes(4, [notAsked, "1 acknowledgement"]),
        })
      : outbound(answer),
  ];
}
