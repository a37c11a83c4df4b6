import type { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference, StoredStreams } from "#platform/database/schema/ediStored.ts";
import type { EdiNote } from "#platform/domains/edi/documents/streams.ts";
import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { receiveSteps, receiveStream } from "#platform/domains/edi/interchanges/arrivals.ts";
import { sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import { platformName } from "#platform/domains/history.ts";

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

/** The result of a story of the seed. */
export type SeedStory = { interchanges: SeedInterchange[]; orders: SeedEdiOrder[] };

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

export const received = (state = "completed", step: string = receiveSteps[3]): StoredStreams => ({
  [receiveStream]: { state, step },
});

export const sent = (state = "completed"): StoredStreams => ({ [sendStream]: { state, step: transmitStep } });

export const sentNotes: EdiNote[] = [
  stepNote("start", sendStream, transmitStep, "Ready to be sent"),
  stepNote("finish", sendStream, transmitStep, "Written to the partner's folder"),
];
