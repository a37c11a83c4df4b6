import type { OutgoingMessage, OutgoingSegment } from "#edifact/index.ts";
import { lineActions } from "./actions.ts";
import { refusalOf } from "./differences.ts";
import { placesIn } from "./merge.ts";
import { askedLine, type Change, flat, type Order, type OrderLine, type RefusedLine } from "./order.ts";
import { isAsAsked } from "./promise.ts";
import { type Directory, dateAt, lineAs, messageOf, partiesOf, segment, textIn } from "./segments.ts";
import { nothingWritten, numberOf } from "./values.ts";

/** 1225 of a response: accepted as it is, not accepted, or changed. */
export type ResponseCode = "29" | "27" | "4";

/** What has happened since the partner had its last answer: the first promise, a change, or the end of the order. */
export type Since = "opening" | "end" | { change: string };

/** 1229 is deleted, changed, accepted, or not accepted, with the reason where it is not as ordered. */
type LineAnswer = {
  line: OrderLine;
  action: "2" | "3" | "5" | "7";
  reason?: string;
  /** The partner's line is not clearly one of the order's, nor a new one: nothing can be said of its quantity. */
  isUnknown?: boolean;
};

type Answer = {
  code: ResponseCode;
  /** Numbers (1004) of the changes that it answers. */
  changes?: readonly string[];
  reason?: string | undefined;
  lines?: readonly LineAnswer[];
};

/** The longest reason that fits in every directory (FTX, 4440). */
const maxReasonLength = 350;

function lineAnswer(line: OrderLine): LineAnswer {
  const { asked, promised, levelCode, decided, differences = [] } = line;
  if (asked.isDeleted) return { line, action: "2" };
  const given = decided?.reason || (decided ? differences.map(({ words }) => words).join("; ") : "");
  const reason = (usual: string) => ({ reason: (given || usual).slice(0, maxReasonLength) });
  if (levelCode === null) return { line, action: "7", ...reason("The line names no article") };
  if (promised.quantity === 0) return { line, action: "7", ...reason("The article cannot be delivered") };
  const isRead = !differences.some(({ kind }) => kind === "unread");
  if (isAsAsked(flat(line)) && isRead) return { line, action: "5" };
  const isShort = promised.quantity < asked.quantity;
  return {
    line,
    action: "3",
    ...reason(isShort ? "Not all units can be delivered" : "It is delivered at another price"),
  };
}

/** Differences of segments that nobody reads. */
const unreadKind = "segment=";

/** The first answer to an order: accepted as it is only if all of it was read, and every line is promised in full. */
function openingCode({ lines, differences }: Pick<Order, "lines" | "differences">): ResponseCode {
  if (lines.every(({ promised }) => promised.quantity === 0)) return "27";
  const isRead = differences.every(({ kind }) => !kind.startsWith(unreadKind));
  return isRead && lines.every((line) => ["5", "2"].includes(lineAnswer(line).action)) ? "29" : "4";
}

/** What a person confirmed although nobody reads it: the partner is told. */
const notCarriedOut = ({ differences }: Order): string | undefined =>
  differences
    .filter(({ kind }) => kind.startsWith(unreadKind))
    .map(({ words }) => words)
    .join("; ")
    .slice(0, maxReasonLength) || undefined;

const cancelled = "The order is cancelled as asked";

function openingAnswer(order: Order): Answer {
  const code = openingCode(order);
  const none = order.cancelledBy ? cancelled : (refusalOf(order) ?? "No line of the order can be delivered");
  return {
    code,
    changes: order.changes.flatMap(({ isBeforeOpening, number }) =>
      isBeforeOpening && number !== "" ? [number] : [],
    ),
    reason: code === "27" ? none : notCarriedOut(order),
    lines: order.lines.map(lineAnswer),
  };
}

/** A line that was not changed as requested, with its current values. */
function refusal({ line, reason }: Omit<RefusedLine, "place">, standing?: OrderLine): LineAnswer {
  const { price, per, priceUnit } = standing?.asked.written ?? nothingWritten;
  const written = { ...line.asked.written, price, per, priceUnit };
  const promised = standing?.promised ?? { quantity: 0, price: 0 };
  const asked = { ...line.asked, written, price: standing?.asked.price ?? promised.price };
  return { line: { ...line, asked, promised }, action: "7", reason };
}

/** The order's lines; those that were not changed as requested are replaced by the refusal. */
function changedLines({ lines }: Order, { refused }: Change): LineAnswer[] {
  const places = new Map(refused.map((one) => [one.place, one]));
  const answers = lines.map((line, place) => {
    const one = places.get(place);
    return one ? refusal(one, line) : lineAnswer(line);
  });
  return [...answers, ...refused.filter(({ place }) => place === null).map((one) => refusal(one))];
}

/** What became of the lines of a change that came too late, whichever way it names them. */
function lateLines({ lines }: Order, { message }: Change, reason: string): LineAnswer[] {
  if (message.lines.length === 0) return lines.map((line) => refusal({ line, reason }, line));
  const places = placesIn(lines);
  return message.lines.map((line) => {
    const isAdded = line.action === lineActions.added;
    const place = isAdded ? undefined : places.of(line);
    const standing = typeof place === "number" ? lines[place] : undefined;
    // None is promised of an added line, unless its number or article is another line's already.
    const isNew = isAdded && !places.numbered(line.number) && places.named(line).length === 0;
    const isUnknown = standing === undefined && !isNew;
    return { ...refusal({ line: askedLine(line), reason }, standing), isUnknown };
  });
}

const numberedBy = (change: Change | undefined): Pick<Answer, "changes"> =>
  change && change.number !== "" ? { changes: [change.number] } : {};

function answerTo(order: Order, since: Since): Answer {
  if (since === "opening") return openingAnswer(order);
  if (since === "end") {
    const lines = order.lines.map(lineAnswer);
    if (order.end !== "CANCELLED") return { code: "4", lines };
    return {
      code: order.lines.some(({ promised }) => promised.quantity > 0) ? "4" : "27",
      ...numberedBy(order.cancelledBy),
      reason: order.cancelledBy ? cancelled : "The order cannot be delivered",
      lines,
    };
  }
  const change = order.changes.find(({ message }) => message.id === since.change);
  if (!change) throw new Error(`The order has no change '${since.change}'`);
  const reason = "The order was sent or ended before the change came";
  return change.isTooLate
    ? { code: "4", ...numberedBy(change), reason, lines: lateLines(order, change, reason) }
    : { code: "4", ...numberedBy(change), lines: changedLines(order, change) };
}

export const responseCode = (order: Order, since: Since): ResponseCode => answerTo(order, since).code;

const reasonOf = (reason: string | undefined, directory: Directory): OutgoingSegment[] =>
  reason ? [segment("FTX", "ACD", "", "", textIn(reason, directory))] : [];

/** The partner's QTY, and its promised part, if that is known: in its unit where that is a whole number, else in pieces. */
function quantitiesOf({ line: { asked, promised }, isUnknown }: LineAnswer): OutgoingSegment[] {
  const { quantity, unit } = asked.written;
  const each = asked.quantity / Number(quantity.replace(",", "."));
  const inUnit = promised.quantity / each;
  const isWhole = Number.isInteger(inUnit) || unit === "";
  const pieces = isWhole
    ? [String(unit === "" ? promised.quantity : inUnit), unit]
    : [String(promised.quantity), "PCE"];
  return [
    ...(numberOf(quantity) === undefined ? [] : [segment("QTY", ["21", quantity, unit])]),
    ...(isUnknown ? [] : [segment("QTY", ["113", ...pieces])]),
  ];
}

/** PRI as the partner wrote it, or the price that was agreed instead; none without a price, or where nothing is promised. */
function pricesOf({ asked, promised }: OrderLine): OutgoingSegment[] {
  if (promised.quantity === 0) return [];
  if (promised.price !== asked.price) return [segment("PRI", ["AAA", String(promised.price)])];
  const { price, per, priceUnit } = asked.written;
  if (numberOf(price) === undefined) return [];
  const basis = per || priceUnit ? ["", "", per, priceUnit] : [];
  return [segment("PRI", ["AAA", price, ...basis])];
}

/**
 * The response (D.01B or D.96A) to what has happened since the last one. It has lines only if it is about lines, and
 * counts them then: they are left out when the whole order is accepted or refused. It contains only what the partner or
 * a person has entered.
 */
export function ordrsp(
  order: Order,
  since: Since,
  { identifier, preparedAt, directory }: { identifier: string; preparedAt: string; directory: Directory },
): OutgoingMessage {
  const { code, changes = [], reason, lines = [] } = answerTo(order, since);
  const answered = code === "4" ? lines : [];
  const { parties, currency } = order.head;
  return messageOf("ORDRSP", directory, [
    segment("BGM", "231", identifier, code),
    dateAt("137", preparedAt, "203"),
    ...reasonOf(reason, directory),
    segment("RFF", ["ON", order.ordered.documentIdentifier.trim()]),
    ...changes.map((change) => segment("RFF", ["PP", change])),
    ...partiesOf(parties, false),
    ...(currency ? [segment("CUX", ["2", currency, "9"])] : []),
    ...answered.flatMap((one) => [
      lineAs(one.line.asked.number, one.action, one.line.asked),
      ...quantitiesOf(one),
      ...reasonOf(one.reason, directory),
      ...pricesOf(one.line),
    ]),
    segment("UNS", "S"),
    ...(answered.length > 0 ? [segment("CNT", ["2", String(answered.length)])] : []),
  ]);
}
