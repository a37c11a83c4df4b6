import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { askedLines, cancellationIn, changeBehind, deletedLines } from "./askedLines.ts";
import type { WholeEdiOrder } from "./repository.ts";
import { lineAnswer, type Response, type ResponseLine } from "./response.ts";

/** An update record of a change that came too late. */
export const refusedLabel = "CHANGE_REFUSED";

const isRefused = ({ message_label }: StoredUpdateRecord) => message_label === refusedLabel;

type Standing = { lines: readonly StoredOrderLine[]; records: readonly StoredUpdateRecord[] };

/**
 * What the response to an update record says beside its code: which change it answers, why, and of which lines. `lines`
 * are the order's as they stand now.
 */
export function answerTo(
  order: Pick<WholeEdiOrder, "messages">,
  record: StoredUpdateRecord,
  { lines, records }: Standing,
): Partial<Response> {
  if (record.message_label === "CANCELLED") {
    const cancellation = cancellationIn(order);
    const change = cancellation ? headed(cancellation).documentIdentifier : "";
    const wasRefused = records.some((one) => isRefused(one) && one.tags[1] === change);
    const isAsked = cancellation !== undefined && !wasRefused;
    return {
      ...(isAsked && change !== "" && { change }),
      reason: isAsked ? "The order is cancelled as asked" : "The order cannot be delivered",
      lines: lines.map((line) => lineAnswer(line)),
    };
  }
  const message = changeBehind(order, record);
  const change = message ? headed(message).documentIdentifier : "";
  const named = change ? { change } : {};
  if (!isRefused(record)) {
    const deleted = deletedLines(order);
    return { ...named, lines: lines.map((line) => lineAnswer(line, deleted)) };
  }
  const reason = "The order was sent or ended before the change came";
  const asked = message ? askedLines(message) : [];
  // The first of lines with the same number.
  const numbered = new Map(lines.toReversed().map((line) => [line.number, line]));
  const standing = (wanted: StoredOrderLine): ResponseLine => {
    const { accepted = 0, unitPrice = wanted.unitPrice } = numbered.get(wanted.number) ?? {};
    return { line: { ...wanted, accepted, unitPrice }, action: "7", reason };
  };
  return { ...named, reason, lines: (asked.length > 0 ? asked : lines).map(standing) };
}
