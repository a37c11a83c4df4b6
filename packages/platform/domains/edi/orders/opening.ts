import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import {
  differences,
  type Facts,
  lineName,
  type Order,
  type OrderLine,
  ordrsp,
  refusalOf,
  responseCode,
  utopiaOrder,
} from "#edi-orders/index.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { nextDocumentNumber, nextOrderNumber } from "#platform/domains/edi/documents/counters.ts";
import {
  atState,
  type EdiNote,
  ediNote,
  orderReference,
  stepNote,
} from "#platform/domains/edi/documents/streams.ts";
import { addOrder } from "#platform/domains/orders/repository.ts";
import { factsNow, storedFacts, storedLine } from "./facts.ts";
import { foldOf, judgedBy, type ReadEdiOrder } from "./folded.ts";
import { sendToPartner } from "./outgoing.ts";
import {
  acceptStep,
  createStep,
  createStream,
  type EdiOrderChange,
  followingStreams,
  type PreparedStep,
  type WholeEdiOrder,
} from "./repository.ts";

/** The base of a store's order numbers, so that a number identifies the store. */
const numberBase = 10_000_000;

const partnersCustomer = { ap21CustomerCode: "MYER", ap21CustomerIdx: "900001" };

/** The order as it is stored for lists and reviews. */
const storedOrder = ({ lines, differences }: Order): Pick<EdiOrderChange, "lines" | "differences"> => ({
  lines: lines.map(storedLine),
  differences: [...differences],
});

/**
 * `create-utopia-order`, ready to be written: an order that differs from the terms waits to be confirmed
 * (edi#differences); without a promised line there is no order, and the partner gets a refusal.
 */
export async function createUtopiaOrder(
  database: Database,
  document: WholeEdiOrder,
  read: ReadEdiOrder,
  at: Date,
): Promise<PreparedStep> {
  const [store] = await database.select().from(stores).where(eq(stores.id, document.storeId));
  if (!store) throw new Error(`The store ${document.storeId} is gone`);
  const codes = foldOf(read).lines.flatMap(({ asked }) => asked.codes);
  const facts = await factsNow(database, document, codes, at);
  const order = foldOf(judgedBy(read, facts));
  const refusal = order.cancelledBy ? "The partner cancelled the order" : refusalOf(order);
  if (refusal === undefined && differences(order).length > 0) return async () => toConfirm(document, order);
  const last = document.messages.findLast(({ list }) => ["Orders", "OrderChangeRequests"].includes(list));
  const judged = last ? [{ ordinal: last.ordinal, facts: storedFacts(facts) }] : [];
  const opened = { ...storedOrder(order), judged };
  if (refusal !== undefined) return async () => ({ ...withoutOrder(document, refusal, at), ...opened });
  return async (transaction) => ({
    ...(await writeUtopiaOrder(transaction, { document, order, facts, store }, at)),
    ...opened,
  });
}

const maxListed = 5;

function toConfirm({ streams }: WholeEdiOrder, order: Order): EdiOrderChange {
  const open = differences(order);
  const more = open.length > maxListed ? [`${open.length - maxListed} more`] : [];
  const words = `To confirm: ${[...open.slice(0, maxListed), ...more].join("; ")}`;
  return {
    ...storedOrder(order),
    heldFor: "confirmation",
    streams: atState(streams, createStream, "hold", createStep),
    stepAt: null,
    handledAt: null,
    notes: [ediNote("order:to-confirm", words), stepNote("waiting", createStream, createStep, words)],
  };
}

/** An order document after its first step, which ended with these words: the response follows. */
const opened = (
  { streams }: WholeEdiOrder,
  words: string,
  at: Date,
  notes: readonly EdiNote[] = [],
): EdiOrderChange => ({
  streams: atState(streams, createStream, "active", acceptStep),
  stepAt: at,
  notes: [
    stepNote("start", createStream, createStep, "Begins"),
    ...notes,
    stepNote("finish", createStream, createStep, words),
  ],
});

/** No Utopia order is created: the response says so. */
const withoutOrder = (document: WholeEdiOrder, words: string, at: Date) =>
  opened(document, `No Utopia order is made. ${words}`, at);

const decidedNotes = (lines: readonly OrderLine[]): EdiNote[] =>
  lines.flatMap(({ asked, decided, promised }) => {
    if (!decided) return [];
    const result =
      decided.answer === "refuse" ? "refused" : `accepted: ${promised.quantity} of ${asked.quantity}`;
    const why = decided.reason ? `, because: ${decided.reason}` : "";
    return [ediNote("order:line-answered", `${lineName(asked)}: ${result}, by ${decided.by}${why}`)];
  });

type Making = { document: WholeEdiOrder; order: Order; facts: Facts; store: typeof stores.$inferSelect };

async function writeUtopiaOrder(
  transaction: Database,
  { document, order, facts, store }: Making,
  at: Date,
): Promise<EdiOrderChange> {
  if (responseCode(order, "opening") === "27") {
    const words = order.lines.length === 0 ? "The order names no lines" : "Nothing of the order is accepted";
    return withoutOrder(document, words, at);
  }
  const { lineItems, amount, delivery, lookedUp } = utopiaOrder(order, facts.locations);
  const notes = [
    ...decidedNotes(order.lines),
    ...(lookedUp
      ? [
          ediNote(
            "order:location-looked-up",
            `It goes to the location ${lookedUp.location}, which the partner's record has at ${lookedUp.address.street1}, ${lookedUp.address.suburb}`,
          ),
        ]
      : []),
  ];
  if (document.isTest) {
    const words = "No Utopia order is made of a test: it reaches neither stock nor warehouse nor carrier";
    return opened(document, words, at, notes);
  }
  const orderId = randomUUID();
  const message = `The order came in as EDI order ${document.documentIdentifier}`;
  const number = store.id * numberBase + 100_000 + (await nextOrderNumber(transaction, store.id));
  const utopiaOrderNumber = `${store.alias}${number}`;
  const content = {
    sourceId: utopiaOrderNumber,
    externalSourceID: document.documentIdentifier,
    sourceStore: store.name,
    sourceType: store.type,
    createdAt: at.toISOString(),
    amountPaid: amount,
    lineItems,
    paymentDetails: [{ accountType: "edi", amount }],
    ...delivery,
    shipments: [],
    customer: partnersCustomer,
  };
  await addOrder(transaction, { id: orderId, storeId: store.id, message, document: content }, at);
  return {
    ...opened(document, `Made ${utopiaOrderNumber}`, at, notes),
    orderId,
    utopiaOrderNumber,
    references: [orderReference(utopiaOrderNumber, orderId, at)],
  };
}

/** 1004 has 35 characters at most; the counter takes up to 6 of them. */
const maxBaseLength = 29;

/** The next document number (1004) of a response: unique for the partner. */
export async function nextResponseNumber(
  transaction: Database,
  { documentIdentifier, partner }: Pick<WholeEdiOrder, "documentIdentifier" | "partner">,
): Promise<string> {
  const base = `OR-${documentIdentifier}`.slice(0, maxBaseLength);
  return `${base}-${await nextDocumentNumber(transaction, partner, base)}`;
}

/** `send-order-accepted-notification`: the first response, and the start of the other streams. */
export async function sendAccepted(
  transaction: Database,
  document: WholeEdiOrder,
  read: ReadEdiOrder,
  at: Date,
): Promise<EdiOrderChange> {
  const order = foldOf(read);
  const code = responseCode(order, "opening");
  const identifier = await nextResponseNumber(transaction, document);
  const sent = await sendToPartner(
    transaction,
    document,
    {
      cause: `${document.id}/ordrsp+initial`,
      type: "interchange:ordrsp+initial",
      title: "Order Response (Initial)",
      build: (preparedAt, directory) => ordrsp(order, "opening", { identifier, preparedAt, directory }),
    },
    at,
  );
  const answers = { "29": "accepted as it is", "4": "accepted with changes", "27": "not accepted" };
  const created = code === "27" ? "rejected" : "completed";
  const following = code === "27" ? [] : followingStreams;
  return {
    messages: [sent.message],
    streams: following.reduce(
      (streams, { stream, step }) => atState(streams, stream, "passive", step),
      atState(document.streams, createStream, created, acceptStep),
    ),
    // The order's changes in the meantime are processed right away.
    stepAt: code === "27" ? null : at,
    responseOwedSince: null,
    despatchOwedSince: code === "27" || document.isTest ? null : document.createdAt,
    references: [sent.reference],
    notes: [
      stepNote("start", createStream, acceptStep, "Begins"),
      stepNote("finish", createStream, acceptStep, `Response ${sent.controlReference}: ${answers[code]}`),
      ...following.map(({ stream, step, starts }) => stepNote("start", stream, step, starts)),
    ],
  };
}
