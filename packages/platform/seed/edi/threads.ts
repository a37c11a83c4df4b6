import {
  desadv,
  directoryOf,
  fold,
  headOf,
  type Order,
  type OrderMessage,
  ordrsp,
  packageCount,
  type Since,
} from "#edi-orders/index.ts";
import { type OutgoingMessage, writeInterchange } from "#edifact/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredEdiReference,
  StoredOrderLine,
  StoredStreams,
  StoredUpdateRecord,
} from "#platform/database/schema/ediStored.ts";
import { type EdiNote, ediNote, orderReference, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { lineOf } from "#platform/domains/edi/orders/facts.ts";
import { dialect } from "#platform/domains/edi/orders/outgoing.ts";
import {
  acceptStep,
  createStep,
  createStream,
  followingStreams,
} from "#platform/domains/edi/orders/repository.ts";
import { finalLabelOf, parcelOf } from "#platform/domains/edi/orders/steps.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import {
  type Answer,
  inbound,
  later,
  notAsked,
  outbound,
  receivedAs,
  type SeedInterchange,
  type SeedStory,
  seedIdOf,
  toDocument,
  toInterchange,
  withAnswer,
  writtenLine,
} from "./ledger.ts";
import { interchangeText, seedPartner, seedSelf, seedTime } from "./texts.ts";

export type SeedOrder = { id: string; status: string; document: JsonObject };

/** An order of the partner's store, with the fields for its story. */
export type SoldOrder = {
  sourceId: string;
  externalSourceID: string;
  createdAt: string;
  lineItems: { levelCode: string; quantity: number; unitPrice: number; description: string }[];
  addresses: { locationType: string }[];
  shipments: {
    carrierName: string;
    conNote: string;
    despatchDate: string;
    contents: { productCode: string; colourCode: string; sizeCode: string; quantity: number }[];
  }[];
};

/** The EAN of a level code of the seed's catalogue. */
function eanOf(store: SeedStore, levelCode: string): string {
  const number = Number(levelCode.split("_")[0]) - store.id * 10_000_000 - 200_000;
  const article = articleOf(store.id, store.brands, number);
  return article.sizes.find(({ sku }) => sku === levelCode)?.barcode ?? "9300000000000";
}

/** The order's lines as its document stores them, all of them accepted. */
const storedLines = (store: SeedStore, { lineItems }: SoldOrder): StoredOrderLine[] =>
  lineItems.map(({ levelCode, quantity, unitPrice, description }, index) =>
    writtenLine({
      number: String(index + 1),
      item: eanOf(store, levelCode),
      itemType: "SRV",
      description,
      ordered: quantity,
      accepted: quantity,
      unitPrice,
      levelCode,
    }),
  );

/** The same in the words of the partner's text. */
const textLine = ({ number, item, levelCode, description, ordered, unitPrice }: StoredOrderLine) => ({
  number,
  ean: item,
  sku: levelCode,
  title: description.slice(0, 35),
  quantity: ordered,
  price: unitPrice,
});

/** A message of the seed, as it is known to its interchange. */
const documentOf = (document: unknown): Record<string, unknown> =>
  typeof document === "object" && document !== null ? Object.fromEntries(Object.entries(document)) : {};

const directory = directoryOf("01B");

/** An order's stream states; some of the newest need a person. */
function streamsOf(index: number, isFinal: boolean, status: string): StoredStreams {
  if (index === 0) return { [createStream]: { state: "manual", step: createStep } };
  const waiting = status.startsWith("UNPROCESSABLE") ? "stalled" : index % 9 === 8 ? "stale" : "passive";
  const state = isFinal ? "completed" : waiting;
  return Object.fromEntries([
    [createStream, { state: "completed", step: acceptStep }],
    ...followingStreams.map(({ stream, step }) => [stream, { state, step }]),
  ]);
}

const waitingNotes = (what: "start" | "finish", words: string): EdiNote[] =>
  followingStreams.map(({ stream, step }) => stepNote(what, stream, step, words));

const responseTitles = {
  "ordrsp+initial": "Order Response (Initial)",
  "ordrsp+update": "Order Response (Update/Cancellation)",
} as const;

/** The story of one order of the partner's store, step by step. */
class Thread {
  readonly interchanges: SeedInterchange[] = [];
  readonly references: StoredEdiReference[] = [];
  readonly messageKeys: string[] = [];
  readonly notes: EdiNote[] = [];
  readonly records: StoredUpdateRecord[] = [];
  readonly arrival: Date;
  /** Our accepted lines: in some orders the first article is discontinued. */
  readonly accepted: StoredOrderLine[];
  readonly key: string;
  readonly number: string;
  updatedAt: Date;
  private readonly lines: StoredOrderLine[];
  private readonly changeKey: string;
  private ended: Order["end"];
  private readonly random: Random;
  private sentCount = 0;

  constructor(
    private readonly order: SeedOrder,
    private readonly sold: SoldOrder,
    private readonly index: number,
    private readonly anchor: Date,
    store: SeedStore,
  ) {
    this.key = `edi ${sold.sourceId}`;
    this.changeKey = `${this.key} ordchg`;
    this.number = sold.externalSourceID;
    this.random = randomFor(`edi thread ${sold.sourceId}`);
    this.arrival = later(new Date(sold.createdAt), -1);
    this.updatedAt = this.arrival;
    this.lines = storedLines(store, sold);
    const isPartial = index % 13 === 6 && this.lines.length > 1;
    this.accepted = this.lines.map((line, at) => (isPartial && at === 0 ? { ...line, accepted: 0 } : line));
  }

  private refer(type: string, at: Date): StoredEdiReference {
    const title = `EDI order ${this.number}`;
    return toDocument(`${type}-myer-edi-order-document`, title, `${this.key} document`, at);
  }

  private keep(key: string, type: string, title: string, at: Date): void {
    this.references.push(toInterchange(type, title, key, at));
    this.messageKeys.push(key);
    this.updatedAt = at;
  }

  /** The partner's answer to our next message; undefined when it never comes. */
  private nextAnswer(): Answer["action"] | undefined {
    this.sentCount += 1;
    const { index } = this;
    if (index < 3 && this.sentCount > 1) return undefined;
    if (index === 5) return "4";
    return index % 11 === 7 ? "8" : "7";
  }

  /** Sends the partner a message about its order. */
  private send(
    key: string,
    [type, title]: readonly [type: string, title: string],
    at: Date,
    build: (order: Order) => OutgoingMessage,
  ): void {
    const action = this.nextAnswer();
    const answer = { at: later(at, this.random.between(4, 90)), action };
    const event = outbound(
      {
        key,
        at,
        write: (controlReference, messageOf) => {
          const order = this.foldedFrom(messageOf(`${this.key} orders`), messageOf(this.changeKey));
          return writeInterchange({
            ...dialect,
            sender: seedSelf,
            recipient: seedPartner,
            preparedAt: seedTime(at),
            controlReference,
            acknowledgementRequested: true,
            messages: [build(order)],
          }).bytes;
        },
        references: [this.refer("source", this.arrival)],
        orderNumbers: this.sold.sourceId,
      },
      action === "4" && answer.at < this.anchor ? "rejected" : "completed",
    );
    const isAnswered = action !== undefined && answer.at < this.anchor;
    this.interchanges.push(...(isAnswered ? withAnswer(event, { at: answer.at, action }) : [event]));
    this.keep(key, type, title, at);
  }

  /** The order as it follows from its ORDERS message, its change, if any, and its shipments. */
  private foldedFrom(document: unknown, change?: unknown): Order {
    const messageOf = (id: string, from: unknown): OrderMessage => ({
      ...{ id, head: headOf(documentOf(from)), lines: [] },
      sent: { preparedAt: "", controlReference: null, position: 0, place: 0 },
      facts: { made: this.accepted.map(lineOf) },
    });
    const order = messageOf(`${this.key} orders`, document);
    return fold(change === undefined ? [order] : [order, messageOf(this.changeKey, change)], [], {
      parcels: this.sold.shipments.map(parcelOf),
      end: this.ended,
    });
  }

  private respond(key: string, what: keyof typeof responseTitles, at: Date, since: Since, ordinal: number) {
    const form = { identifier: `OR-${this.number}-${ordinal}`, preparedAt: seedTime(at), directory };
    this.send(`${this.key} ${key}`, [`interchange:${what}`, responseTitles[what]], at, (order) =>
      ordrsp(order, since, form),
    );
  }

  arrive(): void {
    const key = `${this.key} orders`;
    const at = this.arrival;
    const asks = this.index % 7 !== 4;
    const words = {
      at,
      number: this.number,
      // The partner delivers to one of its stores.
      place: 100 + (this.index % 60),
      delivery: this.sold.addresses.find(({ locationType }) => locationType === "delivery"),
      lines: this.lines.map(textLine),
    };
    const event = inbound({
      key,
      at,
      write: (reference) =>
        interchangeText("ORDERS", { reference, ...words }, { asks, lineBreaks: this.index % 3 === 0 }),
      references: [this.refer("created", at)],
      notes: receivedAs(
        asks ? "Acknowledged with action 7" : notAsked,
        "1 order document",
        "0 order changes",
      ),
      orderNumbers: this.sold.sourceId,
    });
    this.interchanges.push(...(asks ? withAnswer(event, { at: later(at, 1), action: "7" }) : [event]));
    this.keep(key, "interchange:orders", `Order ${this.number}`, at);
    this.notes.push(ediNote("order:received", `Order ${this.number} came in`));
  }

  accept(): void {
    this.references.push(orderReference(this.sold.sourceId, this.order.id, this.arrival));
    this.respond("ordrsp", "ordrsp+initial", later(this.arrival, 2), "opening", 1);
    this.notes.push(
      stepNote("start", createStream, createStep, "Begins"),
      stepNote("finish", createStream, createStep, `Made ${this.sold.sourceId}`),
      stepNote("start", createStream, acceptStep, "Begins"),
      stepNote("finish", createStream, acceptStep, "Response sent"),
      ...waitingNotes("start", "Waits"),
    );
  }

  change(): void {
    const key = this.changeKey;
    const at = later(this.arrival, 6);
    const change = `PC-${this.number}-1`;
    const words = { at, change, number: this.number, lines: this.lines.slice(0, 1).map(textLine) };
    this.interchanges.push(
      inbound({
        key,
        at,
        write: (reference) => interchangeText("ORDCHG", { reference, ...words }),
        references: [this.refer("changed", at)],
        notes: receivedAs(notAsked, "0 order documents", "1 order change"),
        orderNumbers: this.sold.sourceId,
      }),
    );
    this.record("CHANGED", ["partner", change], at);
    this.keep(key, "interchange:ordchg", `Order change ${change}`, at);
    this.respond("ordrsp update", "ordrsp+update", later(at, 2), { change: key }, 2);
  }

  despatch(): void {
    for (const [turn, shipment] of this.sold.shipments.entries()) {
      const despatchedAt = new Date(shipment.despatchDate);
      const at = later(despatchedAt, 3 + turn);
      const isPacked = packageCount(this.foldedFrom(undefined), turn) > 0;
      if (!isPacked || at >= this.anchor) continue;
      const key = `${this.key} desadv ${turn + 1}`;
      const place = Number(this.sold.sourceId.slice(-6)) % 100_000;
      this.send(key, ["interchange:desadv", "Shipment Despatch Advice"], at, (order) =>
        desadv(order, turn, {
          identifier: `DA-${this.sold.sourceId}-${turn + 1}`,
          preparedAt: seedTime(at),
          despatchedAt: seedTime(despatchedAt),
          carrier: shipment.carrierName,
          conNote: shipment.conNote,
          serial: 1_000_000 + place * 100 + turn * 20,
          directory,
        }),
      );
      this.notes.push(ediNote("order:shipment-notified", `Shipment ${turn + 1} was advised`));
    }
  }

  end(label: "COMPLETE" | "CANCELLED"): void {
    const at = later(this.updatedAt, 1);
    this.ended = label;
    this.record(label, ["final"], at);
    if (label === "CANCELLED") this.respond("ordrsp cancelled", "ordrsp+update", later(at, 1), "end", 3);
    this.notes.push(...waitingNotes("finish", `The order is ${label}`));
  }

  private record(label: string, tags: string[], at: Date): void {
    this.records.push({
      id: seedIdOf(`${this.key} ${label}`),
      created_at: at.toISOString(),
      message_label: label,
      tags,
      order_update_message: {
        orderId: this.order.id,
        status: this.order.status,
        lines: this.lines.map(({ number, ordered, accepted }) => ({ number, ordered, accepted })),
      },
    });
  }
}

/**
 * The documents of one order of the partner's store; undefined for an order that no partner could have sent. `index`
 * counts from the newest: stories differ by it, and the newest one is not an order yet.
 */
export function threadOf(
  store: SeedStore,
  order: SeedOrder,
  index: number,
  anchor: Date,
): SeedStory | undefined {
  const sold: SoldOrder = Object(order.document);
  if (!/^MYR\d+$/.test(sold.sourceId)) return undefined;
  const thread = new Thread(order, sold, index, anchor, store);
  const isNew = index === 0;
  const label = finalLabelOf(order.status);
  thread.arrive();
  if (!isNew) {
    thread.accept();
    if (index % 8 === 2) thread.change();
    thread.despatch();
    if (label) thread.end(label);
  }
  return {
    interchanges: thread.interchanges,
    orders: [
      {
        key: `${thread.key} document`,
        at: thread.arrival,
        updatedAt: thread.updatedAt,
        interchangeKey: `${thread.key} orders`,
        messageKeys: thread.messageKeys,
        documentIdentifier: sold.externalSourceID,
        utopiaOrderNumber: isNew ? null : sold.sourceId,
        orderId: isNew ? null : order.id,
        streams: streamsOf(index, label !== undefined, order.status),
        lines: thread.accepted,
        updateRecords: thread.records,
        shipmentsTold: sold.shipments.length,
        updatesTold: thread.records.length,
        references: thread.references,
        notes: thread.notes,
      },
    ],
  };
}
