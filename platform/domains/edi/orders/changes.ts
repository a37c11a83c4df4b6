import { randomUUID } from "node:crypto";
import {
  actionProblem,
  addressCases,
  buyerProblem,
  changedHead,
  changedPromise,
  type DecimalMark,
  headDifferences,
  headOf,
  judgeChangeHeader,
  lineName,
  type PartnerLine,
  partnerLines,
  unreadDifferences,
} from "#edi-orders/index.ts";
import { runSync } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredOrderLine,
  StoredOrderMessage,
  StoredRefusedLine,
  StoredUpdateRecord,
} from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { atState, ediNote, interchangeReference } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { findInterchange, type StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import type { EdiTerms } from "#platform/domains/edi/partners/terms.ts";
import { changedByPartner } from "#platform/domains/orders/actions.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { compared, linesToCompare, requestedLines } from "./comparison.ts";
import { documentChangedBy, numberChangedBy } from "./duplicates.ts";
import { isOpen, type Judging, judgeLines, placesOf } from "./judging.ts";
import {
  type Arrived,
  cancellation,
  orderedIn,
  orderMessage,
  placeOfMessage,
  storedLine,
} from "./message.ts";
import {
  acceptStep,
  createStep,
  createStream,
  type EdiOrderChange,
  findByMessage,
  findLater,
  lockWithLines,
  readOrderMessages,
  type StoredEdiOrder,
  saveEdiOrder,
} from "./repository.ts";
import { refusedLabel, unnumbered } from "./response.ts";
import { deliveryIn, lineItemsOf, totalOf } from "./utopiaOrder.ts";

/** The result of a change: `words` say what a person has to check, if anything. */
export type Changed =
  | { kind: "changed"; id: string; documentIdentifier: string; words?: string }
  | { kind: "uncertain"; words: string };

type Wanted = { isCancelled: boolean; lines: StoredOrderLine[]; refused: StoredRefusedLine[] };

const reasonsOf = ({ differences = [] }: StoredOrderLine): string =>
  differences.map(({ words }) => words).join("; ");

/**
 * An order's lines merged with those of a change, which are compared with the terms like those of an order: one that
 * differs is not changed, and its refusal says why. Words where lines are ambiguous.
 */
async function withChanges(
  database: Database,
  order: { storeId: number; lines: StoredOrderLine[] },
  wanted: readonly PartnerLine[],
  judging: Judging,
): Promise<Omit<Wanted, "isCancelled"> | string> {
  const requested = requestedLines(order.lines, wanted);
  if (typeof requested === "string") return requested;
  const named = requested.places.flatMap((place) => requested.lines[place] ?? []);
  const judged = new Map<number, StoredOrderLine>();
  for (const [index, line] of (await judgeLines(database, order.storeId, named, judging)).entries())
    judged.set(requested.places[index] ?? -1, line);
  const refused: StoredRefusedLine[] = [];
  const lines: StoredOrderLine[] = [];
  for (const [place, line] of requested.lines.entries()) {
    const before = order.lines[place];
    const found = judged.get(place);
    const now = found && before ? asChanged(found, before) : (found ?? line);
    const isRefused = found !== undefined && !now.isDeleted && isBrought(now, before);
    if (!isRefused) {
      lines.push(now);
      continue;
    }
    refused.push({ place: before ? place : null, line: now, reason: reasonsOf(now) });
    if (before) lines.push(before);
  }
  return { lines, refused };
}

/** Whether a named line has differences that nobody has accepted. */
const isBrought = (now: StoredOrderLine, before: StoredOrderLine | undefined): boolean =>
  before ? now.differences !== before.differences && (now.differences ?? []).length > 0 : isOpen(now);

/** A changed line, as far as it is promised; a line with the differences that the change brings is refused for them. */
function asChanged(now: StoredOrderLine, before: StoredOrderLine): StoredOrderLine {
  if (now.isDeleted) return now;
  const result = changedPromise(before, now);
  return "brought" in result
    ? { ...now, answer: undefined, differences: result.brought, accepted: 0 }
    : { ...now, ...result, answer: before.answer, differences: before.differences ?? [] };
}

const changesWords = (count: number): string => `changes ${count === 1 ? "1 line" : `${count} lines`}`;

type Locked = NonNullable<Awaited<ReturnType<typeof lockWithLines>>>;

/** The order is not created yet: it is compared again as a whole, and the first response answers the change. */
function ofUnmade(order: Locked, { isCancelled, lines }: Wanted, record: StoredUpdateRecord): EdiOrderChange {
  const { state = "" } = order.streams[createStream] ?? {};
  return {
    lines,
    updateRecords: [...order.updateRecords, record],
    updatesTold: order.updatesTold + 1,
    ...(state === "hold" && { streams: atState(order.streams, createStream, "active", createStep) }),
    notes: isCancelled ? [ediNote("order:cancelled", "The partner cancelled it before it was made")] : [],
  };
}

type ChangeOfOrder = {
  interchange: Pick<StoredInterchange, "id" | "controlReference">;
  arrived: Pick<StoredOrderMessage, "message" | "decimalMark"> & { place: number };
  /** The requested lines of the order; undefined: it is cancelled. */
  wanted(lines: readonly StoredOrderLine[]): readonly PartnerLine[] | undefined;
};

const cancelledLines = (lines: readonly StoredOrderLine[]): StoredOrderLine[] =>
  lines.map((line) => ({ ...line, ordered: 0, accepted: 0 }));

/** Applies a change to an order document and, as long as nothing of it was sent, to its Utopia order. */
async function changeOrderDocument(
  transaction: Database,
  known: Pick<StoredEdiOrder, "id" | "orderId">,
  { interchange, arrived: { message, place, decimalMark }, ...change }: ChangeOfOrder,
  at: Date,
): Promise<Changed> {
  const behind = known.orderId === null ? undefined : await findOrder(transaction, known.orderId, true);
  const order = await lockWithLines(transaction, known.id);
  if (!order) throw new Error(`The order document ${known.id} is gone`);
  const { type, documentIdentifier } = headed(message);
  const judging = await judgingOf(transaction, order.partner, at);
  const before = orderedIn({ ...order, messages: await readOrderMessages(transaction, order.id) });
  const head = headOf(message, decimalMark);
  const after = head.messageFunction === cancellation ? before : changedHead(before, head);
  const moved = headDifferences(before, after);
  const problems = [
    ...buyerProblem(before, head),
    ...(moved.length > 0 ? addressCases(after, placesOf(judging), judging).map(({ words }) => words) : []),
  ];
  if (problems.length > 0)
    return {
      kind: "uncertain",
      words: `A change of '${order.documentIdentifier}' was not applied: ${problems.join("; ")}`,
    };
  const wanted = change.wanted(order.lines);
  const { state, step } = order.streams[createStream] ?? {};
  const isMade = state === "completed" || step === acceptStep;
  const requested =
    wanted &&
    (isMade ? await withChanges(transaction, order, wanted, judging) : requestedLines(order.lines, wanted));
  if (typeof requested === "string") {
    const words = `A change of '${order.documentIdentifier}' was not applied: ${requested}`;
    return { kind: "uncertain", words };
  }
  const lines = requested?.lines ?? cancelledLines(order.lines);
  const isCancelled = requested === undefined || lines.every(({ isDeleted }) => isDeleted);
  const refused = requested && "refused" in requested ? requested.refused : [];
  const number = type === "ORDCHG" ? documentIdentifier : "";
  const effect =
    behind &&
    changedByPartner(
      behind.order,
      isCancelled,
      {
        lineItems: lineItemsOf(lines),
        amountPaid: totalOf(lines),
        ...(moved.length > 0 && deliveryIn(after, placesOf(judging))),
      },
      number,
      at,
    );
  const isTooLate = behind !== undefined && effect === undefined;
  // A cancellation may come as an ORDERS, whose number is the order's own.
  const bearer = interchange.controlReference
    ? `Interchange ${interchange.controlReference}`
    : "Order change by a second order";
  const title = number ? `Order change ${number}` : bearer;
  const what = isCancelled
    ? "cancels the order"
    : [
        ...(moved.length > 0 && wanted?.length === 0 ? [] : [changesWords(wanted?.length ?? 0)]),
        ...moved,
      ].join("; ");
  const tooLate = `${title} ${what}, and came too late: ${behind?.order.status === "COMPLETE" ? "everything was sent" : "the order was sent in part, or ended,"} before. It stays as it is, and the partner is told so`;
  const standing = isTooLate ? order.lines : lines;
  const record: StoredUpdateRecord = {
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: isTooLate ? refusedLabel : "CHANGED",
    tags: ["partner", number || unnumbered].map((tag) => storable(tag)),
    order_update_message: {
      lines: standing.map(({ number, ordered, accepted }) => ({ number, ordered, accepted })),
      refused,
      ...(isTooLate && { message: placeOfMessage({ interchangeId: interchange.id, place }) }),
    },
  };
  const { notes = [], ...effects } = isTooLate
    ? { updateRecords: [...order.updateRecords, record] }
    : isMade
      ? // What a cancellation leads to is the order system's last word on the order, which follows.
        { lines, updateRecords: isCancelled ? order.updateRecords : [...order.updateRecords, record] }
      : ofUnmade(order, { isCancelled, lines, refused }, record);
  await saveEdiOrder(
    transaction,
    order,
    {
      ...effects,
      messages: [orderMessage(interchange.id, { document: message, place, decimalMark })],
      stepAt: at,
      references: [interchangeReference("interchange:ordchg", title, interchange.id, at)],
      notes: [
        ediNote("order:change-requested", `${title} ${what}`),
        ...refused.map(({ line, reason }) =>
          ediNote("order:change-refused", `${lineName(line)} is not changed: ${reason}`),
        ),
        ...notes,
        ...(isTooLate ? [ediNote("order:change-too-late", tooLate)] : []),
      ],
    },
    at,
  );
  if (behind && effect) await saveMovedOrder(transaction, behind.order, effect, at);
  const stored = { kind: "changed", id: order.id, documentIdentifier: order.documentIdentifier } as const;
  return isTooLate && (isCancelled || moved.length > 0) ? { ...stored, words: tooLate } : stored;
}

/** Changes the living order of a number to the lines of a second document. */
export async function changeIntoSecond(
  transaction: Database,
  living: StoredEdiOrder,
  second: Pick<StoredEdiOrder, "id" | "partner" | "interchangeId">,
  at: Date,
): Promise<Changed> {
  const [first] = await readOrderMessages(transaction, second.id, "Orders");
  if (!first) throw new Error(`The order document ${second.id} has no message`);
  const source = await findInterchange(transaction, second.interchangeId);
  const later = source && (await findLater(transaction, living.id, source.position));
  if (later) {
    const words = `It is older than what the partner sent in ${later.controlReference}, which the order follows`;
    return { kind: "uncertain", words };
  }
  const judging = await judgingOf(transaction, second.partner, at);
  const arrived = { ...first, place: first.place ?? 1 };
  const problem = changeProblem({ ...arrived, document: first.message }, judging);
  if (problem) return { kind: "uncertain", words: problem };
  const own = await linesToCompare(transaction, second.id);
  const change: ChangeOfOrder = {
    interchange: { id: second.interchangeId, controlReference: null },
    arrived,
    wanted: (lines) => compared(lines, own, judging.terms).change,
  };
  return changeOrderDocument(transaction, living, change, at);
}

/** 1225 of a change that replaces the whole order. */
const replacement = "5";

/** The change that a message requests: the lines, or undefined where it cancels the order. */
function wantedBy({ document, decimalMark }: Arrived, lines: readonly StoredOrderLine[], judging: Judging) {
  const { messageFunction } = headed(document);
  if (messageFunction === cancellation) return undefined;
  const own = runSync(partnerLines(document, decimalMark));
  return messageFunction === replacement ? compared(lines, own.map(storedLine), judging.terms).change : own;
}

/** What a change asks for and is not carried out here, in words. */
const notCarriedOut = (lines: readonly PartnerLine[], terms: EdiTerms): string[] =>
  lines.flatMap((line) => [
    ...unreadDifferences(line.unread, terms).map(({ words }) => `${lineName(line)}: ${words}`),
    ...actionProblem(line),
  ]);

/** Why a message is no applicable change, in words; undefined when it is one. */
export function changeProblem(
  { document, decimalMark }: { document: Readonly<JsonObject>; decimalMark: DecimalMark },
  judging: Judging,
): string | undefined {
  const { type, documentIdentifier, messageFunction } = headed(document);
  const number = numberChangedBy(document) || "an order without a number";
  const isKnown = [cancellation, "4", replacement].includes(messageFunction);
  const lines = runSync(partnerLines(document, decimalMark));
  const head = headOf(document, decimalMark);
  const cases = judgeChangeHeader(head, lines, judging);
  const words = [
    ...(type === "ORDCHG" && !isKnown ? [`its function (1225) is '${messageFunction}'`] : []),
    ...(messageFunction === replacement && lines.length === 0 ? ["it replaces all lines with none"] : []),
    ...(messageFunction === cancellation
      ? []
      : [...cases.map((one) => one.words), ...notCarriedOut(lines, judging.terms)]),
  ];
  const name = [type, documentIdentifier].filter(Boolean).join(" ");
  return words.length > 0
    ? `${name}, a change of '${number}', was not applied: ${words.join("; ")}`
    : undefined;
}

/** Applies a message to the order that it changes or cancels, once; `place` is its place in the interchange, from 1. */
export async function changeEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  arrived: Arrived,
  at: Date,
): Promise<Changed> {
  const { document, place } = arrived;
  const earlier = await findByMessage(transaction, interchange.id, place);
  if (earlier) return { kind: "changed", ...earlier };
  const judging = await judgingOf(transaction, interchange.sender, at);
  const problem = changeProblem(arrived, judging);
  if (problem) return { kind: "uncertain", words: problem };
  const known = await documentChangedBy(transaction, interchange, document);
  if (typeof known === "string") return { kind: "uncertain", words: known };
  const wanted = (lines: readonly StoredOrderLine[]) => wantedBy(arrived, lines, judging);
  return changeOrderDocument(
    transaction,
    known,
    { interchange, arrived: { ...arrived, message: { ...document } }, wanted },
    at,
  );
}
