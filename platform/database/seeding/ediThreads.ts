import { z } from "zod";
import { summarise } from "#edifact/summary/message.ts";
import { preparedAt } from "#platform/api/edi/outbound.ts";
import { orderReference } from "#platform/api/edi/references.ts";
import { note, stepNote } from "#platform/api/edi/streams.ts";
import { cartonsOf, despatchMessage, type PackedLine } from "#platform/api/ediorders/despatch.ts";
import { dialect } from "#platform/api/ediorders/outgoing.ts";
import { initialCode, type ResponseCode, responseMessage } from "#platform/api/ediorders/response.ts";
import type { StoredOrderLine, StoredStreams, StoredUpdateRecord } from "#platform/database/ediSchema.ts";
import type { JsonObject } from "#platform/database/schema.ts";
import { articleOf } from "./catalogue.ts";
import {
  received,
  receiveNotes,
  type SeedInterchange,
  type SeedStory,
  seedIdOf,
  sent,
  sentNotes,
  toDocument,
  toInterchange,
} from "./ediEvents.ts";
import { changeText, controlText, interchangeText, ordersText, type TextLine } from "./ediTexts.ts";
import { randomFor } from "./random.ts";
import type { SeedStore } from "./stores.ts";

const minute = 60_000;
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute);

/** An order of the partner's store, as far as a story needs it. */
const toldOrder = z.object({
  sourceId: z.string().regex(/^MYR\d+$/),
  externalSourceID: z.string().min(1),
  createdAt: z.string(),
  lineItems: z
    .array(
      z.object({
        levelCode: z.string(),
        quantity: z.number(),
        unitPrice: z.number(),
        description: z.string(),
      }),
    )
    .min(1)
    .max(50),
  addresses: z.array(
    z.looseObject({
      locationType: z.string(),
      name: z.string(),
      street1: z.string(),
      suburb: z.string(),
      state: z.string(),
      postcode: z.string(),
    }),
  ),
  shipments: z.array(
    z.object({
      carrierName: z.string(),
      conNote: z.string(),
      despatchDate: z.string(),
      contents: z.array(
        z.object({
          productCode: z.string(),
          colourCode: z.string(),
          sizeCode: z.string(),
          quantity: z.number(),
        }),
      ),
    }),
  ),
});
type ToldOrder = z.output<typeof toldOrder>;

export type SeedOrder = { id: string; status: string; document: JsonObject };

/** The EAN behind a level code of the seed's catalogue. */
function eanOf(store: SeedStore, levelCode: string): string {
  const number = Number(levelCode.split("_")[0]) - store.id * 10_000_000 - 200_000;
  const article = articleOf(store.id, store.brands, number);
  return article.sizes.find(({ sku }) => sku === levelCode)?.barcode ?? "9300000000000";
}

const textLines = (store: SeedStore, { lineItems }: ToldOrder): TextLine[] =>
  lineItems.map(({ levelCode, quantity, unitPrice, description }, index) => ({
    number: String(index + 1),
    ean: eanOf(store, levelCode),
    sku: levelCode,
    description,
    quantity,
    price: unitPrice,
  }));

const storedLines = (lines: readonly TextLine[]): StoredOrderLine[] =>
  lines.map(({ number, ean, sku, description, quantity, price }) => ({
    number,
    item: ean,
    itemType: "SRV",
    description,
    ordered: quantity,
    accepted: quantity,
    unitPrice: price,
    levelCode: sku,
  }));

function packedOf(lines: readonly StoredOrderLine[], shipment: ToldOrder["shipments"][number]): PackedLine[] {
  return shipment.contents.flatMap(({ productCode, colourCode, sizeCode, quantity }) => {
    const code = [productCode, colourCode, sizeCode].join("_");
    const line = lines.find(({ levelCode }) => levelCode === code);
    return line ? [{ line, quantity }] : [];
  });
}

/** How the partner answers what we send: nine in ten times with a yes. */
type AnswerPlan = "accepted" | "received" | "rejected" | "awaiting";

/**
 * What came and went for one order of the partner's store; undefined for an order that no partner could have sent.
 * `index` counts from the newest: stories differ by it.
 */
export function threadOf(
  store: SeedStore,
  order: SeedOrder,
  index: number,
  anchor: Date,
): SeedStory | undefined {
  const parsed = toldOrder.safeParse(order.document);
  if (!parsed.success) return undefined;
  const told = parsed.data;
  const random = randomFor(`edi thread ${told.sourceId}`);
  const key = `edi ${told.sourceId}`;
  const orderKey = `${key} document`;
  const ordersKey = `${key} orders`;
  const arrival = new Date(new Date(told.createdAt).getTime() - minute);
  const lines = textLines(store, told);
  const stored = storedLines(lines);
  const number = told.externalSourceID;
  const delivery = told.addresses.find(({ locationType }) => locationType === "delivery");
  const place = {
    identifier: `93999900${String(10_000 + (index % 60)).slice(1)}0`,
    name: `MYER STORE ${100 + (index % 60)}`,
    street: delivery?.street1 ?? "",
    suburb: delivery?.suburb ?? "",
    state: delivery?.state ?? "",
    postcode: delivery?.postcode ?? "",
  };
  const interchanges: SeedInterchange[] = [];
  // Each one that the partner acknowledges brings the acknowledgement as an interchange of its own.
  const addSent = (sentOne: Omit<SeedInterchange, "direction" | "streams" | "notes">, plan: AnswerPlan) => {
    const answerKey = `${sentOne.key} contrl`;
    const answerAt = later(sentOne.at, random.between(4, 90));
    const isAnswered = plan !== "awaiting" && answerAt < anchor;
    const action = plan === "rejected" ? "4" : plan === "received" ? "8" : "7";
    const isRejected = isAnswered && plan === "rejected";
    interchanges.push({
      ...sentOne,
      direction: "outbound",
      streams: sent(isRejected ? "rejected" : "completed"),
      notes: sentNotes,
      ...(isAnswered && { answer: { key: answerKey, at: answerAt, action } }),
    });
    if (!isAnswered) return;
    interchanges.push({
      key: answerKey,
      at: answerAt,
      direction: "inbound",
      write: (controlReference, messageOf) =>
        interchangeText(controlReference, answerAt, [
          controlText(String(messageOf(`reference of ${sentOne.key}`)), {
            toPartner: false,
            action,
            ...(isRejected ? { error: "29" } : {}),
          }),
        ]),
      streams: received(),
      references: [
        toInterchange("acknowledged-interchange", "Acknowledged interchange", sentOne.key, answerAt),
      ],
      notes: receiveNotes(4, ["No acknowledgement is asked for", "1 acknowledgement"]),
    });
  };
  const planAt = (turn: number): AnswerPlan =>
    index < 3 && turn > 0
      ? "awaiting"
      : index === 5
        ? "rejected"
        : index % 11 === 7
          ? "received"
          : "accepted";

  // The order comes in, and is acknowledged where the partner asks for it.
  const asks = index % 7 !== 4;
  const contrlKey = `${ordersKey} contrl`;
  const contrlAt = later(arrival, 1);
  interchanges.push({
    key: ordersKey,
    at: arrival,
    direction: "inbound",
    write: (controlReference) =>
      interchangeText(controlReference, arrival, [ordersText(number, arrival, place, lines)], {
        acknowledgementRequested: asks,
        lineBreaks: index % 3 === 0,
      }),
    streams: received(),
    references: [
      ...(asks
        ? [
            toInterchange(
              "outgoing-functional-acknowledgement",
              "Functional acknowledgement",
              contrlKey,
              contrlAt,
            ),
          ]
        : []),
      toDocument("created-myer-edi-order-document", `EDI order ${number}`, orderKey, arrival),
    ],
    notes: receiveNotes(4, [
      asks ? "Acknowledged with action 7" : "No acknowledgement is asked for",
      "0 acknowledgements",
      "1 order document",
    ]),
    orderNumbers: told.sourceId,
    ...(asks && { answer: { key: contrlKey, at: contrlAt, action: "7" } }),
  });
  if (asks) {
    interchanges.push({
      key: contrlKey,
      at: contrlAt,
      direction: "outbound",
      write: (controlReference, messageOf) =>
        interchangeText(
          controlReference,
          contrlAt,
          [controlText(String(messageOf(`reference of ${ordersKey}`)), { toPartner: true, action: "7" })],
          { outbound: true },
        ),
      streams: sent(),
      references: [
        toInterchange("acknowledged-interchange", "Acknowledged interchange", ordersKey, contrlAt),
      ],
      notes: sentNotes,
    });
  }

  const source = toDocument("source-myer-edi-order-document", `EDI order ${number}`, orderKey, arrival);
  const respond = (
    responseKey: string,
    at: Date,
    code: ResponseCode,
    ordinal: number,
    answeredLines: readonly StoredOrderLine[],
    plan: AnswerPlan,
  ) =>
    addSent(
      {
        key: responseKey,
        at,
        write: (controlReference, messageOf) => {
          const summary = summarise(messageOf(ordersKey));
          if (summary.kind !== "ORDERS") throw new Error(`The seed's order ${number} cannot be read`);
          const response = { identifier: `OR-${number}-${ordinal}`, code, preparedAt: preparedAt(at) };
          const answer = responseMessage(
            { documentIdentifier: number, lines: answeredLines },
            summary.order,
            response,
          );
          const options = { ...dialect, outbound: true, acknowledgementRequested: true };
          return interchangeText(controlReference, at, [answer], options);
        },
        references: [source],
        orderNumbers: told.sourceId,
      },
      plan,
    );

  // We answer.
  const initialKey = `${key} ordrsp`;
  const initialAt = later(arrival, 2);
  const isNew = index === 0;
  const isPartial = index % 13 === 6 && stored.length > 1;
  const initialLines = isPartial
    ? stored.map((line, at) => (at === 0 ? { ...line, accepted: 0, levelCode: null } : line))
    : stored;
  const references = [
    toInterchange("interchange:orders", `Order ${number}`, ordersKey, arrival),
    ...(isNew ? [] : [orderReference(told.sourceId, order.id, arrival)]),
  ];
  const messageKeys = [ordersKey];
  const notes = [note("order:received", `Order ${number} came in`)];
  if (!isNew) {
    respond(initialKey, initialAt, initialCode(initialLines), 1, initialLines, planAt(0));
    references.push(
      toInterchange("interchange:ordrsp+initial", "Order Response (Initial)", initialKey, initialAt),
    );
    messageKeys.push(initialKey);
    notes.push(
      stepNote("start", "order/create", "create-utopia-order", "Begins"),
      stepNote("finish", "order/create", "create-utopia-order", `Made ${told.sourceId}`),
      stepNote("start", "order/create", "send-order-accepted-notification", "Begins"),
      stepNote("finish", "order/create", "send-order-accepted-notification", "Response sent"),
      stepNote(
        "start",
        "order/wait-for-final-order-change-message",
        "wait-for-final-order-change-message",
        "Waits",
      ),
      stepNote("start", "order/supply-shipment-notifications", "send-order-shipments-notification", "Waits"),
      stepNote("start", "order/supply-update-notifications", "send-order-changed-notification", "Waits"),
    );
  }

  // Every eighth order was changed before it was sent.
  const isChanged = index % 8 === 2 && !isNew;
  const updateRecords: StoredUpdateRecord[] = [];
  if (isChanged) {
    const changeKey = `${key} ordchg`;
    const changeAt = later(arrival, 6);
    const [first] = lines;
    interchanges.push({
      key: changeKey,
      at: changeAt,
      direction: "inbound",
      write: (controlReference) =>
        interchangeText(controlReference, changeAt, [
          changeText(`PC-${number}-1`, number, changeAt, "4", first ? [{ ...first, action: "3" }] : []),
        ]),
      streams: received(),
      references: [toDocument("changed-myer-edi-order-document", `EDI order ${number}`, orderKey, changeAt)],
      notes: receiveNotes(4, ["No acknowledgement is asked for", "", "", "1 order change"]),
      orderNumbers: told.sourceId,
    });
    updateRecords.push({
      id: seedIdOf(`${changeKey} record`),
      created_at: changeAt.toISOString(),
      message_label: "CHANGED",
      tags: ["partner", `PC-${number}-1`],
      order_update_message: { lines: stored.map(({ number: line, ordered }) => ({ number: line, ordered })) },
    });
    const updateKey = `${key} ordrsp update`;
    respond(updateKey, later(changeAt, 2), "4", 2, stored, planAt(1));
    references.push(toInterchange("interchange:ordchg", `Order change PC-${number}-1`, changeKey, changeAt));
    references.push(
      toInterchange("interchange:ordrsp+update", "Order Response (Update)", updateKey, later(changeAt, 2)),
    );
    messageKeys.push(changeKey, updateKey);
  }

  // What was sent is advised.
  let updatedAt = initialAt;
  for (const [turn, shipment] of told.shipments.entries()) {
    const packed = packedOf(stored, shipment);
    const at = later(new Date(shipment.despatchDate), 3 + turn);
    if (packed.length === 0 || at >= anchor || isNew) continue;
    const adviceKey = `${key} desadv ${turn + 1}`;
    const cartons = cartonsOf(packed);
    const serial = 1_000_000 + (Number(told.sourceId.slice(-6)) % 100_000) * 100 + turn * 20;
    addSent(
      {
        key: adviceKey,
        at,
        write: (controlReference, messageOf) => {
          const summary = summarise(messageOf(ordersKey));
          if (summary.kind !== "ORDERS") throw new Error(`The seed's order ${number} cannot be read`);
          const advice = despatchMessage(number, summary.order, {
            identifier: `DA-${told.sourceId}-${turn + 1}`,
            preparedAt: preparedAt(at),
            despatchedAt: preparedAt(new Date(shipment.despatchDate)),
            carrier: shipment.carrierName,
            conNote: shipment.conNote,
            cartons,
            serial,
          });
          const options = { ...dialect, outbound: true, acknowledgementRequested: true };
          return interchangeText(controlReference, at, [advice], options);
        },
        references: [source],
        orderNumbers: told.sourceId,
      },
      planAt(turn + 1),
    );
    references.push(toInterchange("interchange:desadv", "Shipment Despatch Advice", adviceKey, at));
    messageKeys.push(adviceKey);
    notes.push(note("order:shipment-notified", `Shipment ${turn + 1} was advised`));
    updatedAt = at;
  }

  const finalLabel =
    order.status === "COMPLETE"
      ? "COMPLETE"
      : ["INVALID", "REJECTED_FRAUD"].includes(order.status)
        ? "CANCELLED"
        : undefined;
  if (finalLabel && !isNew) {
    const at = later(updatedAt, 1);
    updateRecords.push({
      id: seedIdOf(`${key} final`),
      created_at: at.toISOString(),
      message_label: finalLabel,
      tags: ["final"],
      order_update_message: { orderId: order.id, status: order.status },
    });
    if (finalLabel === "CANCELLED") {
      const updateKey = `${key} ordrsp cancelled`;
      respond(updateKey, later(at, 1), "27", 3, stored, planAt(1));
      references.push(
        toInterchange("interchange:ordrsp+update", "Order Response (Cancellation)", updateKey, later(at, 1)),
      );
      messageKeys.push(updateKey);
    }
    notes.push(
      stepNote(
        "finish",
        "order/wait-for-final-order-change-message",
        "wait-for-final-order-change-message",
        finalLabel,
      ),
      stepNote(
        "finish",
        "order/supply-shipment-notifications",
        "send-order-shipments-notification",
        finalLabel,
      ),
      stepNote("finish", "order/supply-update-notifications", "send-order-changed-notification", finalLabel),
    );
    updatedAt = later(at, 1);
  }

  const streams = streamsOf(index, finalLabel !== undefined, order.status);
  return {
    interchanges,
    orders: [
      {
        key: orderKey,
        at: arrival,
        updatedAt,
        interchangeKey: ordersKey,
        messageKeys,
        documentIdentifier: number,
        utopiaOrderNumber: isNew ? null : told.sourceId,
        orderId: isNew ? null : order.id,
        streams,
        lines: initialLines,
        updateRecords,
        shipmentsTold: told.shipments.length,
        updatesTold: updateRecords.length,
        references,
        notes,
      },
    ],
  };
}

/** Where an order's streams stand; some of the newest stand where a person has to look. */
function streamsOf(index: number, isFinal: boolean, status: string): StoredStreams {
  if (index === 0) return { "order/create": { state: "manual", step: "create-utopia-order" } };
  const waiting = isFinal
    ? "completed"
    : status.startsWith("UNPROCESSABLE")
      ? "stalled"
      : index % 9 === 8
        ? "stale"
        : "passive";
  return {
    "order/create": { state: "completed", step: "send-order-accepted-notification" },
    "order/wait-for-final-order-change-message": {
      state: waiting,
      step: "wait-for-final-order-change-message",
    },
    "order/supply-shipment-notifications": { state: waiting, step: "send-order-shipments-notification" },
    "order/supply-update-notifications": { state: waiting, step: "send-order-changed-notification" },
  };
}
