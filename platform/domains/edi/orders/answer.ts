import { z } from "zod";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { linesIn, nothingWritten, storedLine } from "./lines.ts";
import type { WholeEdiOrder } from "./repository.ts";
import { lineAnswer, type Response, type ResponseLine } from "./response.ts";

/** 1225: the whole order is cancelled. */
export const cancellation = "1";

/** The update record of a late change. */
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
    .map(({ message }) => ({ ...headed(message), message }));
}

/** The message by which the partner cancelled the whole order; undefined without one. */
export const cancellationIn = (order: Messages) =>
  changesOf(order).findLast(({ messageFunction }) => messageFunction === cancellation);

/** The numbers (1004) of the changes received before the first response, which answers them. */
export const changesAnsweredFirst = ({
  updateRecords,
  updatesTold,
}: Pick<WholeEdiOrder, "updateRecords" | "updatesTold">): string[] =>
  updateRecords.slice(0, updatesTold).flatMap(({ tags }) => (tags[1] === unnumbered ? [] : (tags[1] ?? [])));

/** The ORDCHG of an update record; undefined without one. */
function changeBehind(order: Messages, { tags }: StoredUpdateRecord): JsonObject | undefined {
  const [origin, identifier] = tags;
  if (origin !== "partner") return undefined;
  const changes = changesOf(order);
  const found =
    changes.findLast(({ documentIdentifier }) => documentIdentifier === identifier) ?? changes.at(-1);
  return found?.message;
}

/** The number in a response's RFF+PP: that of the ORDCHG. */
function changeNumber(message: JsonObject | undefined): Pick<Response, "changes"> {
  const { type = "", documentIdentifier = "" } = message ? headed(message) : {};
  return type === "ORDCHG" && documentIdentifier !== "" ? { changes: [documentIdentifier] } : {};
}

/** A refused part of a change, as its record stores it: the order's line, if any, and the reason. */
export type RefusedLine = { place: number | null; line: StoredOrderLine; reason: string };

const refusedLines = z.object({
  refused: z
    .array(
      z.object({
        place: z.number().nullable(),
        line: z.custom<StoredOrderLine>((value) => typeof value === "object" && value !== null),
        reason: z.string(),
      }),
    )
    .default([]),
});

const refusedBy = ({ order_update_message }: StoredUpdateRecord): RefusedLine[] =>
  refusedLines.safeParse(order_update_message).data?.refused ?? [];

/** The order's current lines; lines that were not changed as requested are replaced by the refusal. */
function answeredLines(lines: readonly StoredOrderLine[], refused: readonly RefusedLine[]): ResponseLine[] {
  const places = new Map(refused.map((one) => [one.place, one]));
  const answers = lines.map((line, place): ResponseLine => {
    const one = places.get(place);
    return one ? refusal(one, line) : lineAnswer(line);
  });
  return [...answers, ...refused.filter(({ place }) => place === null).map((one) => refusal(one))];
}

/** A line that was not changed as requested, with its current values. */
function refusal({ line, reason }: Omit<RefusedLine, "place">, standing?: StoredOrderLine): ResponseLine {
  const { price, per, priceUnit } = standing?.written ?? nothingWritten;
  const written = { ...(line.written ?? nothingWritten), price, per, priceUnit };
  const { accepted = 0, unitPrice = 0 } = standing ?? {};
  return { line: { ...line, written, accepted, unitPrice }, action: "7", reason };
}

type Standing = { lines: readonly StoredOrderLine[]; records: readonly StoredUpdateRecord[] };

/** The response to an update record, apart from its code; `lines` are the order's current ones. */
export function answerTo(
  order: Messages,
  record: StoredUpdateRecord,
  { lines, records }: Standing,
): Partial<Response> {
  if (record.message_label === "CANCELLED") {
    const called = cancellationIn(order);
    const change = called?.documentIdentifier ?? "";
    const wasRefused = records.some((one) => isRefused(one) && one.tags[1] === (change || unnumbered));
    const isRequested = called !== undefined && !wasRefused;
    return {
      ...(isRequested && changeNumber(called.message)),
      reason: isRequested ? "The order is cancelled as asked" : "The order cannot be delivered",
      lines: lines.map(lineAnswer),
    };
  }
  const message = changeBehind(order, record);
  const named = changeNumber(message);
  if (!isRefused(record)) return { ...named, lines: answeredLines(lines, refusedBy(record)) };
  const reason = "The order was sent or ended before the change came";
  const requestedLines = message ? linesIn(message) : [];
  if (requestedLines.length === 0)
    return { ...named, reason, lines: lines.map((line) => refusal({ line, reason }, line)) };
  const standing = (number: string, item: string) =>
    lines.find((line) => line.number === number && line.item === item);
  return {
    ...named,
    reason,
    lines: requestedLines.map((line) =>
      refusal({ line: storedLine(line), reason }, standing(line.number, line.item)),
    ),
  };
}
