import type { OrderContent, OutgoingMessage } from "#edifact/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/edi.ts";
import { dateAt, lineAs, messageOf, partiesOf, segment } from "./outgoing.ts";

/** 1225 of a response: accepted as it is, not accepted, or changed. */
export type ResponseCode = "29" | "27" | "4";

/** 1229 of a line: accepted, changed, or not accepted. */
const actionOf = ({ ordered, accepted }: StoredOrderLine): "5" | "3" | "7" =>
  accepted === 0 ? "7" : accepted === ordered ? "5" : "3";

/** What the first response says of an order whose articles are known, or not. */
export function initialCode(lines: readonly StoredOrderLine[]): ResponseCode {
  if (lines.every(({ accepted }) => accepted === 0)) return "27";
  return lines.every(({ ordered, accepted }) => ordered === accepted) ? "29" : "4";
}

const amount = (value: number) => String(Math.round(value * 100) / 100);

/** An ORDRSP (D.01B). Lines stand in it where it is about lines: they are left out of a whole yes or no. */
export function responseMessage(
  order: { documentIdentifier: string; lines: readonly StoredOrderLine[] },
  { parties, currency }: OrderContent,
  response: { identifier: string; code: ResponseCode; preparedAt: string },
): OutgoingMessage {
  const lines = response.code === "4" ? order.lines : [];
  return messageOf("ORDRSP", "EAN009", [
    segment("BGM", "231", response.identifier, response.code),
    dateAt("137", response.preparedAt, "203"),
    segment("RFF", ["ON", order.documentIdentifier]),
    ...partiesOf(parties, false),
    segment("CUX", ["2", currency || "AUD", "9"]),
    ...lines.flatMap((line) => [
      lineAs(line.number, actionOf(line), line),
      segment("QTY", ["21", String(line.ordered)]),
      segment("QTY", ["113", String(line.accepted)]),
      segment("PRI", ["AAA", amount(line.unitPrice)]),
    ]),
    segment("UNS", "S"),
    segment("CNT", ["2", String(lines.length)]),
  ]);
}
