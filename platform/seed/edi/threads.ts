import { ediOrderStreams } from "#contract/edi.ts";
import { type OrderContent, type OutgoingMessage, summarise } from "#edifact/index.ts";
import type {
  StoredEdiReference,
  StoredOrderLine,
  StoredStreams,
  StoredUpdateRecord,
} from "#platform/database/schema/ediStored.ts";
import { orderReference } from "#platform/domains/edi/documents/references.ts";
import { type EdiNote, ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { cartonsOf, despatchMessage } from "#platform/domains/edi/orders/despatch.ts";
import { dialect } from "#platform/domains/edi/orders/outgoing.ts";
import { initialCode, type ResponseCode, responseMessage } from "#platform/domains/edi/orders/response.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import { type SeedInterchange, type SeedStory, seedIdOf, toDocument, toInterchange } from "./events.ts";
import { interchangeText, seedTime, type TextLine } from "./texts.ts";
import {
  packedOf,
  placeOf,
  type SeedOrder,
  storedLines,
  type ToldOrder,
  textLines,
  toldOf,
} from "./toldOrders.ts";
import { type AnswerPlan, arrived, changed, later, sentAndAnswered } from "./traffic.ts";

const waitingStreams = [
  "order/wait-for-final-order-change-message",
  "order/supply-shipment-notifications",
  "order/supply-update-notifications",
] as const;

const cancelled = ["INVALID", "REJECTED_FRAUD"];

/** An order's stream states; some of the newest need a person. */
function streamsOf(index: number, isFinal: boolean, status: string): StoredStreams {
  const [create, accept] = ediOrderStreams["order/create"];
  if (index === 0) return { "order/create": { state: "manual", step: create } };
  const waiting = isFinal
    ? "completed"
    : status.startsWith("UNPROCESSABLE")
      ? "stalled"
      : index % 9 === 8
        ? "stale"
        : "passive";
  return Object.fromEntries([
    ["order/create", { state: "completed", step: accept }],
    ...waitingStreams.map((stream) => [stream, { state: waiting, step: ediOrderStreams[stream][0] }]),
  ]);
}

const waitingNotes = (what: "start" | "finish", words: string): EdiNote[] =>
  waitingStreams.map((stream) => stepNote(what, stream, ediOrderStreams[stream][0], words));

/** The story of one order of the partner's store, step by step. */
class Thread {
  readonly interchanges: SeedInterchange[] = [];
  readonly references: StoredEdiReference[] = [];
  readonly messageKeys: string[] = [];
  readonly notes: EdiNote[] = [];
  readonly records: StoredUpdateRecord[] = [];
  readonly arrival: Date;
  readonly lines: TextLine[];
  readonly stored: StoredOrderLine[];
  readonly key: string;
  updatedAt: Date;
  private readonly random: Random;
  private sentCount = 0;

  constructor(
    private readonly order: SeedOrder,
    private readonly told: ToldOrder,
    private readonly index: number,
    private readonly anchor: Date,
    store: SeedStore,
  ) {
    this.key = `edi ${told.sourceId}`;
    this.random = randomFor(`edi thread ${told.sourceId}`);
    this.arrival = later(new Date(told.createdAt), -1);
    this.updatedAt = this.arrival;
    this.lines = textLines(store, told);
    this.stored = storedLines(this.lines);
  }

  get number(): string {
    return this.told.externalSourceID;
  }

  /** Our accepted lines: in some orders the first article is discontinued. */
  get acceptedLines(): StoredOrderLine[] {
    const isPartial = this.index % 13 === 6 && this.stored.length > 1;
    return this.stored.map((line, at) => (isPartial && at === 0 ? { ...line, accepted: 0 } : line));
  }

  private get arriving() {
    return {
      orderKey: `${this.key} document`,
      number: this.number,
      orderNumber: this.told.sourceId,
    };
  }

  private keep(key: string, type: string, title: string, at: Date): void {
    this.references.push(toInterchange(type, title, key, at));
    this.messageKeys.push(key);
    this.updatedAt = at;
  }

  private nextPlan(): AnswerPlan {
    this.sentCount += 1;
    const isLater = this.sentCount > 1;
    const { index } = this;
    const word =
      index < 3 && isLater
        ? "awaiting"
        : index === 5
          ? "rejected"
          : index % 11 === 7
            ? "received"
            : "accepted";
    return { word, afterMinutes: this.random.between(4, 90) };
  }

  /** Sends the partner a message about its order. */
  private send(key: string, at: Date, build: (content: OrderContent) => OutgoingMessage): void {
    const ordersKey = `${this.key} orders`;
    const document = `${this.key} document`;
    const sending = {
      key,
      at,
      write: (controlReference: string, messageOf: (key: string) => unknown) => {
        const summary = summarise(messageOf(ordersKey));
        if (summary.kind !== "ORDERS") throw new Error(`The seed's order ${this.number} cannot be read`);
        const options = { ...dialect, outbound: true, acknowledgementRequested: true };
        return interchangeText(controlReference, at, [build(summary.order)], options);
      },
      references: [
        toDocument("source-myer-edi-order-document", `EDI order ${this.number}`, document, this.arrival),
      ],
      orderNumbers: this.told.sourceId,
    };
    this.interchanges.push(...sentAndAnswered(sending, this.nextPlan(), this.anchor));
  }

  private respond(key: string, at: Date, code: ResponseCode, ordinal: number): void {
    const order = { documentIdentifier: this.number, lines: this.acceptedLines };
    const response = { identifier: `OR-${this.number}-${ordinal}`, code, preparedAt: seedTime(at) };
    this.send(key, at, (content) => responseMessage(order, content, response));
  }

  arrive(): void {
    const key = `${this.key} orders`;
    const options = { asks: this.index % 7 !== 4, lineBreaks: this.index % 3 === 0 };
    const place = placeOf(this.told, this.index);
    this.interchanges.push(
      ...arrived({ ...this.arriving, key, at: this.arrival }, place, this.lines, options),
    );
    this.keep(key, "interchange:orders", `Order ${this.number}`, this.arrival);
    this.notes.push(ediNote("order:received", `Order ${this.number} came in`));
  }

  accept(): void {
    const at = later(this.arrival, 2);
    const key = `${this.key} ordrsp`;
    this.respond(key, at, initialCode(this.acceptedLines), 1);
    this.references.push(orderReference(this.told.sourceId, this.order.id, this.arrival));
    this.keep(key, "interchange:ordrsp+initial", "Order Response (Initial)", at);
    const [create, accept] = ediOrderStreams["order/create"];
    this.notes.push(
      stepNote("start", "order/create", create, "Begins"),
      stepNote("finish", "order/create", create, `Made ${this.told.sourceId}`),
      stepNote("start", "order/create", accept, "Begins"),
      stepNote("finish", "order/create", accept, "Response sent"),
      ...waitingNotes("start", "Waits"),
    );
  }

  change(): void {
    const [line] = this.lines;
    if (!line) return;
    const key = `${this.key} ordchg`;
    const at = later(this.arrival, 6);
    const identifier = `PC-${this.number}-1`;
    this.interchanges.push(changed({ ...this.arriving, key, at }, identifier, line));
    this.record("CHANGED", ["partner", identifier], at);
    this.keep(key, "interchange:ordchg", `Order change ${identifier}`, at);
    const answerAt = later(at, 2);
    const answerKey = `${this.key} ordrsp update`;
    this.respond(answerKey, answerAt, "4", 2);
    this.keep(answerKey, "interchange:ordrsp+update", "Order Response (Update/Cancellation)", answerAt);
  }

  despatch(): void {
    for (const [turn, shipment] of this.told.shipments.entries()) {
      const despatchedAt = new Date(shipment.despatchDate);
      const at = later(despatchedAt, 3 + turn);
      const packed = packedOf(this.stored, shipment);
      if (packed.length === 0 || at >= this.anchor) continue;
      const key = `${this.key} desadv ${turn + 1}`;
      const place = Number(this.told.sourceId.slice(-6)) % 100_000;
      this.send(key, at, (content) =>
        despatchMessage(this.number, content, {
          identifier: `DA-${this.told.sourceId}-${turn + 1}`,
          preparedAt: seedTime(at),
          despatchedAt: seedTime(despatchedAt),
          carrier: shipment.carrierName,
          conNote: shipment.conNote,
          cartons: cartonsOf(packed),
          serial: 1_000_000 + place * 100 + turn * 20,
        }),
      );
      this.keep(key, "interchange:desadv", "Shipment Despatch Advice", at);
      this.notes.push(ediNote("order:shipment-notified", `Shipment ${turn + 1} was advised`));
    }
  }

  end(label: "COMPLETE" | "CANCELLED"): void {
    const at = later(this.updatedAt, 1);
    this.record(label, ["final"], at);
    if (label === "CANCELLED") {
      const key = `${this.key} ordrsp cancelled`;
      this.respond(key, later(at, 1), "27", 3);
      this.keep(key, "interchange:ordrsp+update", "Order Response (Update/Cancellation)", later(at, 1));
    }
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
        lines: this.stored.map(({ number, ordered, accepted }) => ({ number, ordered, accepted })),
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
  const told = toldOf(order);
  if (!told) return undefined;
  const thread = new Thread(order, told, index, anchor, store);
  const isNew = index === 0;
  const label =
    order.status === "COMPLETE" ? "COMPLETE" : cancelled.includes(order.status) ? "CANCELLED" : undefined;
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
        documentIdentifier: told.externalSourceID,
        utopiaOrderNumber: isNew ? null : told.sourceId,
        orderId: isNew ? null : order.id,
        streams: streamsOf(index, label !== undefined, order.status),
        lines: thread.acceptedLines,
        updateRecords: thread.records,
        shipmentsTold: told.shipments.length,
        updatesTold: thread.records.length,
        references: thread.references,
        notes: thread.notes,
      },
    ],
  };
}
