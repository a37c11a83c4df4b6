import { changedHead, headDifferences } from "./head.ts";
import { type HeaderCase, judgeOrderHeader } from "./header.ts";
import { compareLine, type StockLeft } from "./lines.ts";
import { merged, replacement } from "./merge.ts";
import type { Head, PartnerLine } from "./message.ts";
import {
  askedLine,
  type Change,
  type Decision,
  decisionsIn,
  type Facts,
  flat,
  type Made,
  type Order,
  type OrderDecision,
  type OrderDifference,
  type OrderLine,
  type OrderMessage,
  type RefusedLine,
  type Shipped,
} from "./order.ts";
import { changedPromise } from "./promise.ts";
import { compareSent } from "./sent.ts";
import type { Units } from "./values.ts";

/** 1225 of a message that cancels the order, changes it, or replaces all of its lines. */
const cancellation = "1";
const amendment = "4";
const replacing = "5";

export const isCancelling = ({ messageFunction }: Pick<Head, "messageFunction">): boolean =>
  messageFunction === cancellation;

/** Whether a message has all lines of the order; an ORDERS that is applied as a change has, too. */
export const isReplacing = ({ type, messageFunction }: Pick<Head, "type" | "messageFunction">): boolean =>
  messageFunction === replacing ||
  (type !== "ORDCHG" && ![cancellation, amendment].includes(messageFunction));

/** The lines that a message wants of an order, as a change of its lines. */
const wantedOf = (
  lines: readonly OrderLine[],
  message: OrderMessage,
  units: Units,
): readonly PartnerLine[] =>
  isReplacing(message.head) ? replacement(lines, message.lines.map(askedLine), units).change : message.lines;

const isMade = (facts: OrderMessage["facts"]): facts is Made => facts !== undefined && "made" in facts;
const judgedWith = ({ facts }: OrderMessage): Facts | undefined =>
  facts && !("made" in facts) ? facts : undefined;

/** The article codes of the lines that a message names, as the order has them then. */
export function namedCodes(order: Order, message: OrderMessage, units: Units): string[] {
  if (isCancelling(message.head)) return [];
  const requested = merged(order.lines, wantedOf(order.lines, message, units));
  return typeof requested === "string"
    ? []
    : requested.places.flatMap((place) => requested.lines[place]?.asked.codes ?? []);
}

/** A line beside our articles and what is agreed. */
function withFacts(line: OrderLine, facts: Facts, left: StockLeft): OrderLine {
  const { asked, levelCode: _, stock: __, ourPrice: ___, ...rest } = line;
  const { description, ordered, unitPrice, ...found } = compareLine(asked, facts.articles, left, facts);
  return { ...rest, ...found, asked: { ...asked, description, quantity: ordered, price: unitPrice } };
}

const withoutLines = (lines: readonly OrderLine[]): OrderLine[] =>
  lines.map((line) => ({
    ...line,
    asked: { ...line.asked, quantity: 0 },
    promised: { ...line.promised, quantity: 0 },
  }));

const promisedNone = (lines: readonly OrderLine[]): OrderLine[] =>
  lines.map((line) => ({ ...line, promised: { ...line.promised, quantity: 0 } }));

/** What is promised of a line without anybody being asked, or as a person decided. */
function promisedFirst(line: OrderLine): OrderLine["promised"] {
  const { asked, differences = [], decided } = line;
  if (!decided) return { quantity: differences.length === 0 ? asked.quantity : 0, price: asked.price };
  if (decided.answer === "refuse") return { quantity: 0, price: asked.price };
  return { quantity: decided.quantity ?? asked.quantity, price: decided.unit_price ?? asked.price };
}

/** Differences of the header with what was decided about each. */
function withDecisions(cases: readonly HeaderCase[], decisions: readonly OrderDecision[]): OrderDifference[] {
  const answers = new Map(decisions.map(({ kind, words, answer }) => [`${kind} ${words}`, answer]));
  return cases.map(({ decision, kind, words }) => {
    const answer = answers.get(`${kind} ${words}`) ?? (decision === "refuse" ? "refused" : undefined);
    return { kind, words, ...(answer && { answer }) };
  });
}

/** Kinds of decisions about an order that stand without a difference of its header. */
export const refusedKind = "refused";
const repeatedKind = "number=repeated";

/** The first promise: all that was asked so far is compared as a whole. */
function opened(order: Order, written: readonly PartnerLine[], decisions: readonly Decision[], facts: Facts) {
  if (order.cancelledBy) return { ...order, isOpened: true, lines: promisedNone(order.lines) };
  const left: StockLeft = new Map();
  const decisionOn = decisionsIn(decisions);
  const lines = order.lines.map((line, place) => {
    if (line.asked.isDeleted) return line;
    const compared = withFacts(line, facts, left);
    const decided = decisionOn(place, flat(compared));
    const common = { ...compared, decided };
    return { ...common, promised: promisedFirst(common) };
  });
  const valued = lines.map(({ asked }) => ({ ordered: asked.quantity, unitPrice: asked.price }));
  const cases = judgeOrderHeader(order.head, { written, lines: valued }, facts, facts);
  const decided = decisions.filter((one) => one.about === "order");
  const differences = [
    ...decided.filter(({ kind }) => [refusedKind, repeatedKind].includes(kind)).map(withoutSubject),
    ...withDecisions(cases, decided),
  ];
  const isRefused = differences.some(({ answer }) => answer === "refused");
  return { ...order, isOpened: true, differences, lines: isRefused ? promisedNone(lines) : lines };
}

const withoutSubject = ({ kind, words, answer }: OrderDecision): OrderDecision => ({ kind, words, answer });

/** The lines after a change of an order of which something was promised, and what of it is refused. */
function judged(
  before: readonly OrderLine[],
  { lines: after, places }: { lines: readonly OrderLine[]; places: readonly number[] },
  facts: Facts,
): { lines: OrderLine[]; refused: RefusedLine[] } {
  const left: StockLeft = new Map();
  const compared = new Map(
    places.flatMap((place) => {
      const line = after[place];
      return line && !line.asked.isDeleted ? [[place, withFacts(line, facts, left)] as const] : [];
    }),
  );
  const lines: OrderLine[] = [];
  const refused: RefusedLine[] = [];
  for (const [place, line] of after.entries()) {
    const now = compared.get(place);
    const own = before[place];
    if (!now) {
      lines.push(line);
      continue;
    }
    const result = own ? changedPromise(flat(own), flat(now)) : addedPromise(now);
    if ("brought" in result) {
      const reason = result.brought.map(({ words }) => words).join("; ");
      refused.push({ place: own ? place : null, line: { ...now, differences: result.brought }, reason });
      if (own) lines.push(own);
      continue;
    }
    const promised = { quantity: result.accepted, price: result.unitPrice };
    lines.push({ ...now, promised, decided: own?.decided, differences: own?.differences ?? [] });
  }
  return { lines, refused };
}

const addedPromise = ({ asked, differences = [] }: OrderLine): ReturnType<typeof changedPromise> =>
  differences.length > 0
    ? { brought: [...differences] }
    : { accepted: asked.quantity, unitPrice: asked.price };

const isEmptied = (lines: readonly OrderLine[]): boolean =>
  lines.length > 0 && lines.every(({ asked }) => asked.isDeleted);

/** The order after a message that changes it; before the first promise `facts` only say which units are agreed. */
function changed(order: Order, message: OrderMessage, facts: Facts | undefined): Order {
  const { head } = message;
  const isOver = facts?.closed !== undefined || order.cancelledBy !== undefined;
  const isTooLate = order.isOpened && isOver;
  const after = isCancelling(head) ? order.head : changedHead(order.head, head);
  const wanted = isCancelling(head) ? [] : wantedOf(order.lines, message, facts?.terms.units ?? {});
  const requested = merged(order.lines, wanted);
  const isDeletion = wanted.length > 0 && typeof requested !== "string" && isEmptied(requested.lines);
  const isCancellation = isCancelling(head) || isDeletion;
  const change: Change = {
    message,
    number: head.type === "ORDCHG" ? head.documentIdentifier : "",
    ...{ isCancellation, isTooLate, isBeforeOpening: !order.isOpened },
    ...{ named: wanted.length, moved: headDifferences(order.head, after), refused: [] },
  };
  const without = (more: Partial<Change>): Order => ({
    ...order,
    changes: [...order.changes, { ...change, ...more }],
  });
  if (isTooLate || (order.cancelledBy && !order.isOpened)) return without({});
  if (isCancelling(head))
    return {
      ...order,
      lines: withoutLines(order.lines),
      changes: [...order.changes, change],
      cancelledBy: change,
    };
  if (typeof requested === "string") return without({ problem: requested });
  if (order.isOpened && !facts) return without({ problem: "nobody has compared it with what is agreed" });
  const { lines, refused } =
    order.isOpened && facts ? judged(order.lines, requested, facts) : { lines: requested.lines, refused: [] };
  const outcome = { ...change, refused };
  return {
    ...order,
    ...{ head: after, lines, changes: [...order.changes, outcome] },
    ...(isCancellation && { cancelledBy: outcome }),
  };
}

/** Shares the units of each shipment among the lines of its articles, as far as they are promised. */
function shipped(order: Order, { parcels, end }: Shipped): Order {
  const sent = order.lines.map(() => 0);
  const packed = parcels.map((parcel) => {
    const units = new Map(parcel);
    const pieces = new Map<number, number>();
    for (const [place, { levelCode, promised }] of order.lines.entries()) {
      const available = levelCode === null ? 0 : (units.get(levelCode) ?? 0);
      const quantity = Math.min(available, promised.quantity - (sent[place] ?? 0));
      if (levelCode === null || quantity <= 0) continue;
      units.set(levelCode, available - quantity);
      sent[place] = (sent[place] ?? 0) + quantity;
      pieces.set(place, quantity);
    }
    return pieces;
  });
  const lines = order.lines.map((line, place) => {
    const pieces = sent[place] ?? 0;
    const quantity = end ? Math.min(line.promised.quantity, pieces) : line.promised.quantity;
    return { ...line, shipped: pieces, promised: { ...line.promised, quantity } };
  });
  return { ...order, lines, parcels: packed, end };
}

const nothingShipped: Shipped = { parcels: [] };

/**
 * An order as it follows from everything that was said, decided and shipped: the ORDERS message first, then its changes
 * in the sender's order (`compareSent`), however they were released. Up to the first message with facts all are judged
 * together; each later one by itself, and it moves only what it names.
 */
export function fold(
  messages: readonly [OrderMessage, ...OrderMessage[]],
  decisions: readonly Decision[],
  whatShipped: Shipped = nothingShipped,
): Order {
  const [first, ...others] = messages;
  const ordered = [first, ...others.sort((one, other) => compareSent(one.sent, other.sent))];
  let order: Order = {
    ...{ ordered: first.head, head: first.head, isOpened: false, differences: [], changes: [], parcels: [] },
    lines: first.lines.map(askedLine),
  };
  for (const [index, message] of ordered.entries()) {
    const facts = judgedWith(message);
    if (index > 0) order = changed(order, message, facts);
    if (order.isOpened) continue;
    if (isMade(message.facts)) order = { ...order, isOpened: true, lines: message.facts.made };
    else if (facts) order = opened(order, first.lines, decisions, facts);
  }
  return shipped(order, whatShipped);
}

/**
 * A message of an order that was sent after another one, by the sender's order; undefined without one. In one
 * interchange an order comes before all changes.
 */
export const laterThan = (
  [first, ...changes]: readonly OrderMessage[],
  { sent }: Pick<OrderMessage, "sent">,
): OrderMessage | undefined =>
  [...(first && first.sent.position !== sent.position ? [first] : []), ...changes].findLast(
    (one) => compareSent(one.sent, sent) > 0,
  );
