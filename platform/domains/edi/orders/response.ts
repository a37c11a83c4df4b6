import type { OutgoingMessage, OutgoingSegment } from "#edifact/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { OrderHead } from "./message.ts";
import { dateAt, lineAs, messageOf, partiesOf, segment } from "./outgoing.ts";

/** 1225 of a response: accepted as it is, not accepted, or changed. */
export type ResponseCode = "29" | "27" | "4";

/** A line of a response: 1229 says deleted, changed, accepted, or not accepted, and why where it is not as ordered. */
export type ResponseLine = { line: StoredOrderLine; action: "2" | "3" | "5" | "7"; reason?: string };

export type Response = {
  /** 1004. */
  identifier: string;
  code: ResponseCode;
  /** Local time. */
  preparedAt: string;
  /** 1004 of the ORDCHG that it answers. */
  change?: string;
  /** Why, of the order as a whole. */
  reason?: string;
  /** The lines of a `4`; without them those of the order as they are accepted. */
  lines?: readonly ResponseLine[];
};

/** How a line is answered as it is accepted; `deleted` are the numbers of lines that the partner took back. */
export function lineAnswer(line: StoredOrderLine, deleted: ReadonlySet<string> = new Set()): ResponseLine {
  const { number, ordered, accepted, levelCode } = line;
  if (deleted.has(number) && ordered === 0) return { line, action: "2" };
  if (levelCode === null) return { line, action: "7", reason: "The line names no article" };
  if (ordered === 0) return { line, action: "7", reason: "The line orders no quantity" };
  if (accepted === 0) return { line, action: "7", reason: "The article cannot be delivered" };
  if (accepted === ordered) return { line, action: "5" };
  return { line, action: "3", reason: "Not all units can be delivered" };
}

/** What the first response says of an order: it is accepted as it is only where every line is, in full. */
export function initialCode(lines: readonly StoredOrderLine[]): ResponseCode {
  if (lines.every(({ accepted }) => accepted === 0)) return "27";
  return lines.every((line) => lineAnswer(line).action === "5") ? "29" : "4";
}

const amount = (value: number) => String(Math.round(value * 100) / 100);

const reasonOf = (reason: string | undefined): OutgoingSegment[] =>
  reason ? [segment("FTX", "ACD", "", "", reason)] : [];

/**
 * An ORDRSP (D.01B). Lines stand in it where it is about lines, and are counted then: they are left out of a whole yes
 * or no. One that answers an ORDCHG refers to it.
 */
export function responseMessage(
  order: { documentIdentifier: string; lines: readonly StoredOrderLine[] },
  { parties, currency }: OrderHead,
  { identifier, code, preparedAt, change, reason, lines }: Response,
): OutgoingMessage {
  const answered = code === "4" ? (lines ?? order.lines.map((line) => lineAnswer(line))) : [];
  return messageOf("ORDRSP", "EAN009", [
    segment("BGM", "231", identifier, code),
    dateAt("137", preparedAt, "203"),
    ...reasonOf(reason),
    segment("RFF", ["ON", order.documentIdentifier]),
    ...(change ? [segment("RFF", ["PP", change])] : []),
    ...partiesOf(parties, false),
    segment("CUX", ["2", currency || "AUD", "9"]),
    ...answered.flatMap(({ line, action, reason: why }) => [
      lineAs(line.number, action, line),
      segment("QTY", ["21", String(line.ordered)]),
      segment("QTY", ["113", String(line.accepted)]),
      ...reasonOf(why),
      segment("PRI", ["AAA", amount(line.unitPrice)]),
    ]),
    segment("UNS", "S"),
    ...(answered.length > 0 ? [segment("CNT", ["2", String(answered.length)])] : []),
  ]);
}
