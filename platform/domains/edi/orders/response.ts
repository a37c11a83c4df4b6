import {
  isAsAsked,
  LinePlaces,
  lineActions,
  nothingWritten,
  numberOf,
  partnerLines,
} from "#edi-orders/index.ts";
import { type OrderContent, type OutgoingMessage, type OutgoingSegment, runSync } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type {
  StoredDifference,
  StoredOrderLine,
  StoredRefusedLine,
  StoredUpdateRecord,
} from "#platform/database/schema/ediStored.ts";
import { nextDocumentNumber } from "#platform/domains/edi/documents/counters.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { cancellation, storedLine } from "./message.ts";
import { type Directory, dateAt, lineAs, messageOf, partiesOf, segment, textIn } from "./outgoing.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** 1004 has 35 characters at most; the counter takes up to 6 of them. */
const maxBaseLength = 29;

/** The next document number (1004) of a response: unique for the partner. */
export async function nextResponseNumber(transaction: Database, order: WholeEdiOrder): Promise<string> {
  const base = `OR-${order.documentIdentifier}`.slice(0, maxBaseLength);
  return `${base}-${await nextDocumentNumber(transaction, order.partner, base)}`;
}

/** 1225 of a response: accepted as it is, not accepted, or changed. */
export type ResponseCode = "29" | "27" | "4";

/** 1229 is deleted, changed, accepted, or not accepted, with the reason where it is not as ordered. */
export type ResponseLine = {
  line: StoredOrderLine;
  action: "2" | "3" | "5" | "7";
  reason?: string;
  /** The partner's line is none of the order's: nothing can be said of its quantity. */
  isUnknown?: boolean;
};

export type Response = {
  identifier: string;
  code: ResponseCode;
  preparedAt: string;
  /** 1004 of each ORDCHG that it answers. */
  changes?: readonly string[];
  reason?: string;
  /** The lines of a `4`; by default the order's lines as accepted. */
  lines?: readonly ResponseLine[];
};

/** The longest reason that fits in every directory (FTX, 4440). */
const maxReasonLength = 350;

function lineAnswer(line: StoredOrderLine): ResponseLine {
  const { ordered, accepted, levelCode, answer, isDeleted, differences = [] } = line;
  if (isDeleted) return { line, action: "2" };
  const given = answer?.reason || (answer ? differences.map(({ words }) => words).join("; ") : "");
  const reason = (usual: string) => ({ reason: (given || usual).slice(0, maxReasonLength) });
  if (levelCode === null) return { line, action: "7", ...reason("The line names no article") };
  if (accepted === 0) return { line, action: "7", ...reason("The article cannot be delivered") };
  const isRead = !differences.some(({ kind }) => kind === "unread");
  if (isAsAsked(line) && isRead) return { line, action: "5" };
  return {
    line,
    action: "3",
    ...reason(accepted < ordered ? "Not all units can be delivered" : "It is delivered at another price"),
  };
}

/** Header cases of segments that nobody reads. */
const unreadKind = "segment=";

/** The first response to an order: accepted as it is only if all of it was read, and every line is accepted in full. */
export function initialCode(
  lines: readonly StoredOrderLine[],
  differences: readonly StoredDifference[] = [],
): ResponseCode {
  if (lines.every(({ accepted }) => accepted === 0)) return "27";
  const isRead = differences.every(({ kind }) => !kind.startsWith(unreadKind));
  return isRead && lines.every((line) => ["5", "2"].includes(lineAnswer(line).action)) ? "29" : "4";
}

/** What a person confirmed although nobody reads it: the partner is told. */
export const notCarriedOut = (differences: readonly StoredDifference[]): string | undefined =>
  differences
    .filter(({ kind }) => kind.startsWith(unreadKind))
    .map(({ words }) => words)
    .join("; ")
    .slice(0, maxReasonLength) || undefined;

const reasonOf = (reason: string | undefined, directory: Directory): OutgoingSegment[] =>
  reason ? [segment("FTX", "ACD", "", "", textIn(reason, directory))] : [];

/** The partner's QTY, and its accepted part, if that is known: in its unit where that is a whole number, else in pieces. */
function quantitiesOf({ line: { written, ordered, accepted }, isUnknown }: ResponseLine): OutgoingSegment[] {
  const { quantity, unit } = written;
  const each = ordered / Number(quantity.replace(",", "."));
  const inUnit = accepted / each;
  const isWhole = Number.isInteger(inUnit) || unit === "";
  const asAccepted = isWhole ? [String(unit === "" ? accepted : inUnit), unit] : [String(accepted), "PCE"];
  return [
    ...(numberOf(quantity) === undefined ? [] : [segment("QTY", ["21", quantity, unit])]),
    ...(isUnknown ? [] : [segment("QTY", ["113", ...asAccepted])]),
  ];
}

/** PRI as the partner wrote it, or the price that was agreed instead; none without a price, or where nothing is accepted at it. */
function pricesOf({
  written,
  accepted,
  unitPrice,
  askedPrice = unitPrice,
}: StoredOrderLine): OutgoingSegment[] {
  if (accepted === 0) return [];
  if (unitPrice !== askedPrice) return [segment("PRI", ["AAA", String(unitPrice)])];
  const { price, per, priceUnit } = written;
  if (numberOf(price) === undefined) return [];
  const basis = per || priceUnit ? ["", "", per, priceUnit] : [];
  return [segment("PRI", ["AAA", price, ...basis])];
}

/**
 * An ORDRSP in the directory of the order. It has lines only if it is about lines, and counts them then: they are left
 * out when the whole order is accepted or refused. It contains only what the partner or a person has entered.
 */
export function responseMessage(
  order: { documentIdentifier: string; lines: readonly StoredOrderLine[] },
  { parties, currency }: Pick<OrderContent, "parties" | "currency">,
  { identifier, code, preparedAt, changes = [], reason, lines }: Response,
  directory: Directory = "01B",
): OutgoingMessage {
  const answered = code === "4" ? (lines ?? order.lines.map(lineAnswer)) : [];
  return messageOf("ORDRSP", directory, [
    segment("BGM", "231", identifier, code),
    dateAt("137", preparedAt, "203"),
    ...reasonOf(reason, directory),
    segment("RFF", ["ON", order.documentIdentifier]),
    ...changes.map((change) => segment("RFF", ["PP", change])),
    ...partiesOf(parties, false),
    ...(currency ? [segment("CUX", ["2", currency, "9"])] : []),
    ...answered.flatMap((one) => [
      lineAs(one.line.number, one.action, one.line),
      ...quantitiesOf(one),
      ...reasonOf(one.reason, directory),
      ...pricesOf(one.line),
    ]),
    segment("UNS", "S"),
    ...(answered.length > 0 ? [segment("CNT", ["2", String(answered.length)])] : []),
  ]);
}

export const refusedLabel = "CHANGE_REFUSED";

const isRefused = ({ message_label }: StoredUpdateRecord) => message_label === refusedLabel;

/** The tag of a change without a number (1004). */
export const unnumbered = "without identifier";

type Messages = Pick<WholeEdiOrder, "messages">;

/** The messages that changed or cancelled an order, in order of arrival; its first ORDERS message created it. */
export function changesOf({ messages }: Messages) {
  const first = messages.find(({ list }) => list === "Orders");
  return messages
    .filter((one) => one.list === "OrderChangeRequests" || (one.list === "Orders" && one !== first))
    .map((one) => ({ ...headed(one.message), ...one }));
}

/** The message by which the partner cancelled the whole order, or all of its lines; undefined without one. */
export function cancellationIn(order: Messages, lines: readonly StoredOrderLine[] = []) {
  const changes = changesOf(order);
  const isEmptied = lines.length > 0 && lines.every(({ isDeleted }) => isDeleted);
  return (
    changes.findLast(({ messageFunction }) => messageFunction === cancellation) ??
    (isEmptied ? changes.at(-1) : undefined)
  );
}

/** The numbers (1004) of the changes received before the first response, which answers them. */
export const changesAnsweredFirst = ({
  updateRecords,
  updatesTold,
}: Pick<WholeEdiOrder, "updateRecords" | "updatesTold">): string[] =>
  updateRecords.slice(0, updatesTold).flatMap(({ tags }) => (tags[1] === unnumbered ? [] : (tags[1] ?? [])));

/** The ORDCHG of an update record; undefined without one. */
function changeBehind(order: Messages, { tags }: StoredUpdateRecord) {
  const [origin, identifier] = tags;
  if (origin !== "partner") return undefined;
  const changes = changesOf(order);
  const found =
    changes.findLast(({ documentIdentifier }) => documentIdentifier === identifier) ?? changes.at(-1);
  return found;
}

/** The number in a response's RFF+PP: that of the ORDCHG. */
function changeNumber(
  change: { type: string; documentIdentifier: string } | undefined,
): Pick<Response, "changes"> {
  const { type = "", documentIdentifier = "" } = change ?? {};
  return type === "ORDCHG" && documentIdentifier !== "" ? { changes: [documentIdentifier] } : {};
}

/** The order's current lines; lines that were not changed as requested are replaced by the refusal. */
function answeredLines(
  lines: readonly StoredOrderLine[],
  { order_update_message: { refused = [] } }: StoredUpdateRecord,
): ResponseLine[] {
  const places = new Map(refused.map((one) => [one.place, one]));
  const answers = lines.map((line, place): ResponseLine => {
    const one = places.get(place);
    return one ? refusal(one, line) : lineAnswer(line);
  });
  return [...answers, ...refused.filter(({ place }) => place === null).map((one) => refusal(one))];
}

/** A line that was not changed as requested, with its current values. */
function refusal(
  { line, reason }: Omit<StoredRefusedLine, "place">,
  standing?: StoredOrderLine,
): ResponseLine {
  const { price, per, priceUnit } = standing?.written ?? nothingWritten;
  const written = { ...line.written, price, per, priceUnit };
  const { accepted = 0, unitPrice = 0, askedPrice = unitPrice } = standing ?? {};
  return { line: { ...line, written, accepted, unitPrice, askedPrice }, action: "7", reason };
}

type Standing = { lines: readonly StoredOrderLine[]; records: readonly StoredUpdateRecord[] };

/** The response to an update record, apart from its code; `lines` are the order's current ones. */
export function answerTo(
  order: Messages,
  record: StoredUpdateRecord,
  { lines, records }: Standing,
): Partial<Response> {
  if (record.message_label === "CANCELLED") {
    const called = cancellationIn(order, lines);
    const change = called?.documentIdentifier ?? "";
    const wasRefused = records.some((one) => isRefused(one) && one.tags[1] === (change || unnumbered));
    const isRequested = called !== undefined && !wasRefused;
    return {
      ...(isRequested && changeNumber(called)),
      reason: isRequested ? "The order is cancelled as asked" : "The order cannot be delivered",
      lines: lines.map(lineAnswer),
    };
  }
  const change = changeBehind(order, record);
  const named = changeNumber(change);
  if (!isRefused(record)) return { ...named, lines: answeredLines(lines, record) };
  const reason = "The order was sent or ended before the change came";
  const requestedLines = change ? runSync(partnerLines(change.message, change.decimalMark)) : [];
  if (requestedLines.length === 0)
    return { ...named, reason, lines: lines.map((line) => refusal({ line, reason }, line)) };
  const places = new LinePlaces(lines);
  return {
    ...named,
    reason,
    lines: requestedLines.map((line) => {
      const place = places.of(line);
      const standing = typeof place === "number" ? lines[place] : undefined;
      const isUnknown = standing === undefined && line.action !== lineActions.added;
      return { ...refusal({ line: storedLine(line), reason }, standing), isUnknown };
    }),
  };
}
