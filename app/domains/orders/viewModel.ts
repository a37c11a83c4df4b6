import {
  type Amount,
  formatDollars,
  formatUnits,
  type Moment,
  plural,
  shorten,
  type ValueView,
} from "#app/values/values.ts";
import { type Address, type Order, orderNumber, unitsOf } from "./model.ts";

/** Complete shows the number of shipments; Soft Failure its retries and the next one (orders#status-notes). */
export type StatusNotes = { shipments?: string; retries?: string; nextRetry?: Moment };

const shownLines = 3;
export const maxIdLength = 60;
export const maxTextLength = 120;

/** An amount in dollars; a non-numeric one as sent, and marked. */
export const shownAmount = ({ number, text }: Amount): ValueView =>
  number === undefined ? { text: shorten(text, 40), note: "Not a number" } : formatDollars(number);

/** A quantity; a non-numeric one as sent. */
export const shownQuantity = ({ number, text }: Amount): string =>
  number === undefined ? shorten(text, 20) || "?" : formatUnits(number);

/** The status column's notes (orders#status-notes). */
export function statusNotes(order: Order): StatusNotes {
  if (order.status.code === "COMPLETE") {
    return { shipments: plural(order.shipments.length, "shipment", "shipments") };
  }
  if (order.status.code !== "UNPROCESSABLE_SOFT") return {};
  return {
    retries:
      order.retries === undefined ? "Retry count not known" : `Retry count: ${shownQuantity(order.retries)}`,
    nextRetry: order.nextRetry,
  };
}

/** The ids of an order other than the one it is shown by. */
export const otherIds = (order: Order): string[] => {
  const number = orderNumber(order);
  return [
    ...(order.externalId === "" || order.externalId === number ? [] : [`External ID ${order.externalId}`]),
    ...(order.id === number ? [] : [`Record ID ${order.id}`]),
  ].map((id) => shorten(id, maxIdLength));
};

/** The customer in one line each: AP21 code and index, email. */
export const customerLines = ({ customer }: Order): string[] =>
  customer
    ? [
        [customer.code, customer.idx === "" ? "" : `(${customer.idx})`].filter(Boolean).join(" "),
        customer.email,
      ].filter(Boolean)
    : [];

/** One line as 'LEVELCODE × 2'. */
const shownLine = ({ levelCode, quantity }: Order["lines"][number]): string =>
  `${shorten(levelCode, maxIdLength) || "(no level code)"} × ${shownQuantity(quantity)}`;

/** The first lines, one below the other, and the number of further ones; empty if there are none. */
export function firstLines(lines: Order["lines"]): string {
  const more = lines.length - shownLines;
  return [
    ...lines.slice(0, shownLines).map(shownLine),
    ...(more > 0
      ? [
          `and ${plural(more, "more line", "more lines")}, ${plural(unitsOf(lines).total, "unit", "units")} in all`,
        ]
      : []),
  ].join("\n");
}

/** Lines one below the other; empty if there are none. */
export const shownText = (lines: readonly string[]): string =>
  lines.map((line) => shorten(line, maxTextLength)).join("\n");

/** The recipient and address with separators; undefined if all of it is unknown. */
export const shownAddress = ({ name, streets, town, country, lines }: Address) =>
  lines.length === 0
    ? undefined
    : {
        name: shorten(name, maxTextLength),
        streets: shownText(streets),
        town: shorten(town, maxTextLength),
        country,
      };
