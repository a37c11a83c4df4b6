import { z } from "zod";
import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { linesIn, storedLine } from "./lines.ts";
import type { WholeEdiOrder } from "./repository.ts";
import { lineAnswer, type Response, type ResponseLine } from "./response.ts";
import { nothingWritten } from "./written.ts";

/** 1225: the whole order is called off. */
export const cancellation = "1";

/** An update record of a change that came too late. */
export const refusedLabel = "CHANGE_REFUSED";

const isRefused = ({ message_label }: StoredUpdateRecord) => message_label === refusedLabel;

/** The tag of a change without a number (1004). */
export const unnumbered = "without identifier";

type Messages = Pick<WholeEdiOrder, "messages">;

/** The messages that changed or cancelled an order, in the order in which they came; its first ORDERS message made it. */
export function changesOf({ messages }: Messages) {
  const first = messages.find(({ list }) => list === "Orders");
  return messages
    .filter((one) => one.list === "OrderChangeRequests" || (one.list === "Orders" && one !== first))
    .map(({ message }) => ({ ...headed(message), message }));
}

/** The message by which the partner called the whole order off; undefined where it didn't. */
export const cancellationIn = (order: Messages) =>
  changesOf(order).findLast(({ messageFunction }) => messageFunction === cancellation);

/** The numbers (1004) of the changes that came before the first response, which answers them. */
export const changesAnsweredFirst = ({
  updateRecords,
  updatesTold,
}: Pick<WholeEdiOrder, "updateRecords" | "updatesTold">): string[] =>
  updateRecords.slice(0, updatesTold).flatMap(({ tags }) => (tags[1] === unnumbered ? [] : (tags[1] ?? [])));

/** The ORDCHG that an update record tells of; undefined where it tells of none. */
function changeBehind(order: Messages, { tags }: StoredUpdateRecord): JsonObject | undefined {
  const [origin, identifier] = tags;
  if (origin !== "partner") return undefined;
  const changes = changesOf(order);
  const found =
    changes.findLast(({ documentIdentifier }) => documentIdentifier === identifier) ?? changes.at(-1);
  return found?.message;
}

/** The number that a response refers to as the change that it answers (RFF+PP): an ORDCHG's. */
function changeNumber(message: JsonObject | undefined): Pick<Response, "changes"> {
  const { type = "", documentIdentifier = "" } = message ? headed(message) : {};
  return type === "ORDCHG" && documentIdentifier !== "" ? { changes: [documentIdentifier] } : {};
}

/** What of a change was refused, as its record keeps it: which line of the order it named, if one, and why. */
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

/** The lines of an order as they stand, and in the place of those that were not changed as asked why they were not. */
function answeredLines(lines: readonly StoredOrderLine[], refused: readonly RefusedLine[]): ResponseLine[] {
  const places = new Map(refused.map((one) => [one.place, one]));
  const answers = lines.map((line, place): ResponseLine => {
    const one = places.get(place);
    return one ? refusal(one, line) : lineAnswer(line);
  });
  return [...answers, ...refused.filter(({ place }) => place === null).map((one) => refusal(one))];
}

/** A line that is not as the partner asked, with what stands instead. */
function refusal({ line, reason }: Omit<RefusedLine, "place">, standing?: StoredOrderLine): ResponseLine {
  const { price, per, priceUnit } = standing?.written ?? nothingWritten;
  const written = { ...(line.written ?? nothingWritten), price, per, priceUnit };
  const { accepted = 0, unitPrice = 0 } = standing ?? {};
  return { line: { ...line, written, accepted, unitPrice }, action: "7", reason };
}

type Standing = { lines: readonly StoredOrderLine[]; records: readonly StoredUpdateRecord[] };

/**
 * What the response to an update record says beside its code: which change it answers, why, and of which lines. `lines`
 * are the order's as they stand now.
 */
export function answerTo(
  order: Messages,
  record: StoredUpdateRecord,
  { lines, records }: Standing,
): Partial<Response> {
  if (record.message_label === "CANCELLED") {
    const called = cancellationIn(order);
    const change = called?.documentIdentifier ?? "";
    const wasRefused = records.some((one) => isRefused(one) && one.tags[1] === (change || unnumbered));
    const isAsked = called !== undefined && !wasRefused;
    return {
      ...(isAsked && changeNumber(called.message)),
      reason: isAsked ? "The order is cancelled as asked" : "The order cannot be delivered",
      lines: lines.map(lineAnswer),
    };
  }
  const message = changeBehind(order, record);
  const named = changeNumber(message);
  if (!isRefused(record)) return { ...named, lines: answeredLines(lines, refusedBy(record)) };
  const reason = "The order was sent or ended before the change came";
  const asked = message ? linesIn(message) : [];
  if (asked.length === 0)
    return { ...named, reason, lines: lines.map((line) => refusal({ line, reason }, line)) };
  const standing = (number: string, item: string) =>
    lines.find((line) => line.number === number && line.item === item);
  return {
    ...named,
    reason,
    lines: asked.map((line) => refusal({ line: storedLine(line), reason }, standing(line.number, line.item))),
  };
}
