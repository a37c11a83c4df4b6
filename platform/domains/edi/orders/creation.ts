import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import {
  deliveryOf,
  type Head,
  type HeaderCase,
  judgeOrderHeader,
  lineName,
  partnerLines,
} from "#edi-orders/index.ts";
import { runCooperatively } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredDifference, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { nextOrderNumber } from "#platform/domains/edi/documents/counters.ts";
import {
  atState,
  type EdiNote,
  ediNote,
  orderReference,
  stepNote,
} from "#platform/domains/edi/documents/streams.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import { addOrder } from "#platform/domains/orders/repository.ts";
import { answerOf, isOpen, type Judging, judgeLines, placesOf } from "./judging.ts";
import { orderedIn, ordersMessageOf, storedLine } from "./message.ts";
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
import {
  cancellationIn,
  changesAnsweredFirst,
  changesOf,
  initialCode,
  nextResponseNumber,
  notCarriedOut,
  responseMessage,
} from "./response.ts";
import { utopiaOrderOf } from "./utopiaOrder.ts";

/** The base of a store's order numbers, so that a number identifies the store. */
const numberBase = 10_000_000;

/** The lines of the partner's message, to which its control totals apply. */
async function ownLines(order: WholeEdiOrder): Promise<readonly StoredOrderLine[]> {
  if (changesOf(order).length === 0) return order.lines;
  const { message = {}, decimalMark } = ordersMessageOf(order) ?? {};
  return (await runCooperatively(partnerLines(message, decimalMark))).map(storedLine);
}

function asAnswered(cases: readonly HeaderCase[], before: readonly StoredDifference[]): StoredDifference[] {
  const answers = new Map(before.map(({ kind, words, answer }) => [`${kind} ${words}`, answer]));
  return cases.map(({ decision, kind, words }) => {
    const answer = answers.get(`${kind} ${words}`) ?? (decision === "refuse" ? "refused" : undefined);
    return { kind, words, ...(answer && { answer }) };
  });
}

const isUnanswered = ({ answer }: StoredDifference): boolean => answer === undefined;

/** Differences for which a person refuses an order as a whole. */
export const refusedKind = "refused";

const refusalIn = (differences: readonly StoredDifference[]): string | undefined =>
  differences.find(({ answer }) => answer === "refused")?.words;

/**
 * `create-utopia-order`, ready to be written: an order that differs from the terms waits to be confirmed
 * (edi#differences); without an accepted line there is no order, and the partner gets a refusal.
 */
export async function createUtopiaOrder(
  database: Database,
  order: WholeEdiOrder,
  at: Date,
): Promise<PreparedStep> {
  const content = orderedIn(order);
  const [store] = await database.select().from(stores).where(eq(stores.id, order.storeId));
  if (!store) throw new Error(`The store ${order.storeId} is gone`);
  if (cancellationIn(order, order.lines))
    return async () => withoutOrder(order, order.lines, "The partner cancelled the order", at);
  const judging = await judgingOf(database, order.partner, at);
  const lines = await judgeLines(database, order.storeId, order.lines, judging);
  const differences = await judgeWhole(order, content, lines, judging);
  const refusal = refusalIn(differences);
  if (refusal !== undefined) {
    const none = lines.map((line) => ({ ...line, accepted: 0 }));
    return async () => ({ ...withoutOrder(order, none, refusal, at), differences });
  }
  if (differences.some(isUnanswered) || lines.some(isOpen))
    return async () => toConfirm(order, lines, differences);
  const made = { content, lines, store, judging };
  return async (transaction) => ({ ...(await writeUtopiaOrder(transaction, order, made, at)), differences });
}

async function judgeWhole(
  order: WholeEdiOrder,
  content: Head,
  lines: StoredOrderLine[],
  judging: Judging,
): Promise<StoredDifference[]> {
  const written = await ownLines(order);
  const cases = judgeOrderHeader(content, { written, lines }, placesOf(judging), judging);
  // A person, or the partner's terms, have decided about these before.
  const decided = order.differences.filter(
    ({ kind, answer }) => answer && ["number=repeated", refusedKind].includes(kind),
  );
  return [...decided, ...asAnswered(cases, order.differences)];
}

const maxListed = 5;

function toConfirm(
  order: WholeEdiOrder,
  lines: StoredOrderLine[],
  differences: StoredDifference[],
): EdiOrderChange {
  const open = lines.filter(isOpen);
  const messages = [
    ...differences.filter(isUnanswered).map(({ words }) => words),
    ...open.map((line) => `${lineName(line)}: ${line.differences?.map(({ words }) => words).join(", ")}`),
  ];
  const more = messages.length > maxListed ? [`${messages.length - maxListed} more`] : [];
  const words = `To confirm: ${[...messages.slice(0, maxListed), ...more].join("; ")}`;
  return {
    lines,
    differences,
    heldFor: "confirmation",
    streams: atState(order.streams, createStream, "hold", createStep),
    stepAt: null,
    handledAt: null,
    notes: [ediNote("order:to-confirm", words), stepNote("waiting", createStream, createStep, words)],
  };
}

/** An order document after its first step, which ended with these words: the response follows. */
const created = (
  { streams }: WholeEdiOrder,
  lines: StoredOrderLine[],
  words: string,
  at: Date,
  notes: readonly EdiNote[] = [],
): EdiOrderChange => ({
  lines,
  streams: atState(streams, createStream, "active", acceptStep),
  stepAt: at,
  notes: [
    stepNote("start", createStream, createStep, "Begins"),
    ...notes,
    stepNote("finish", createStream, createStep, words),
  ],
});

/** No Utopia order is created: the response says so. */
const withoutOrder = (order: WholeEdiOrder, lines: StoredOrderLine[], words: string, at: Date) =>
  created(order, lines, `No Utopia order is made. ${words}`, at);

const lineNotes = (lines: readonly StoredOrderLine[]): EdiNote[] =>
  lines.flatMap((line) => {
    const { accepted, ordered } = line;
    const answer = answerOf(line);
    if (!answer) return [];
    const result = answer.answer === "refuse" ? "refused" : `accepted: ${accepted} of ${ordered}`;
    const why = answer.reason ? `, because: ${answer.reason}` : "";
    return [ediNote("order:line-answered", `${lineName(line)}: ${result}, by ${answer.by}${why}`)];
  });

type Making = {
  content: Head;
  judging: Judging;
  lines: StoredOrderLine[];
  store: typeof stores.$inferSelect;
};

async function writeUtopiaOrder(
  transaction: Database,
  order: WholeEdiOrder,
  { content, lines, store, judging }: Making,
  at: Date,
): Promise<EdiOrderChange> {
  if (initialCode(lines) === "27") {
    const words = lines.length === 0 ? "The order names no lines" : "Nothing of the order is accepted";
    return withoutOrder(order, lines, words, at);
  }
  const { lookedUp, address } = deliveryOf(content.parties, placesOf(judging).locations);
  const notes = [
    ...lineNotes(lines),
    ...(lookedUp && address
      ? [
          ediNote(
            "order:location-looked-up",
            `It goes to the location ${lookedUp}, which the partner's record has at ${address.street1}, ${address.suburb}`,
          ),
        ]
      : []),
  ];
  if (order.isTest) {
    const words = "No Utopia order is made of a test: it reaches neither stock nor warehouse nor carrier";
    return created(order, lines, words, at, notes);
  }
  const orderId = randomUUID();
  const message = `The order came in as EDI order ${order.documentIdentifier}`;
  const number = store.id * numberBase + 100_000 + (await nextOrderNumber(transaction, store.id));
  const utopiaOrderNumber = `${store.alias}${number}`;
  const document = utopiaOrderOf(
    { ...order, lines },
    content,
    { store, places: placesOf(judging) },
    utopiaOrderNumber,
    at,
  );
  await addOrder(transaction, { id: orderId, storeId: store.id, message, document }, at);
  return {
    ...created(order, lines, `Made ${utopiaOrderNumber}`, at, notes),
    orderId,
    utopiaOrderNumber,
    references: [orderReference(utopiaOrderNumber, orderId, at)],
  };
}

function reasonOf(order: WholeEdiOrder): string {
  if (cancellationIn(order, order.lines)) return "The order is cancelled as asked";
  return refusalIn(order.differences) ?? "No line of the order can be delivered";
}

/** `send-order-accepted-notification`: the first response, and the start of the other streams. */
export async function sendAccepted(
  transaction: Database,
  order: WholeEdiOrder,
  at: Date,
): Promise<EdiOrderChange> {
  const code = initialCode(order.lines, order.differences);
  const identifier = await nextResponseNumber(transaction, order);
  const sent = await sendToPartner(
    transaction,
    order,
    {
      cause: `${order.id}/ordrsp+initial`,
      type: "interchange:ordrsp+initial",
      title: "Order Response (Initial)",
      build: (preparedAt, content, directory) => {
        const changes = changesAnsweredFirst(order);
        const reason = code === "27" ? reasonOf(order) : notCarriedOut(order.differences);
        return responseMessage(order, content, { identifier, code, preparedAt, changes, reason }, directory);
      },
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
      atState(order.streams, createStream, created, acceptStep),
    ),
    // The order's changes in the meantime are processed right away.
    stepAt: code === "27" ? null : at,
    responseOwedSince: null,
    despatchOwedSince: code === "27" || order.isTest ? null : order.createdAt,
    references: [sent.reference],
    notes: [
      stepNote("start", createStream, acceptStep, "Begins"),
      stepNote("finish", createStream, acceptStep, `Response ${sent.controlReference}: ${answers[code]}`),
      ...following.map(({ stream, step, starts }) => stepNote("start", stream, step, starts)),
    ],
  };
}
