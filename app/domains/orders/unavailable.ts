import type { ErrorView } from "#app/http/errorView.ts";
import type { StoreAlias } from "#app/stores/paths.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { type OrderFilter, orderPath, ordersPath } from "./paths.ts";

export type OrderMissing =
  | { why: "failed"; error: ErrorView }
  | { why: "unreadable"; problem: string }
  | { why: "several"; orders: OrderRecord[] }
  | { why: "tooMany" }
  | { why: "none" };

export type OrderUnavailable = {
  shown: false;
  title: string;
  explanation?: string;
  error?: ErrorView;
  choices: { label: string; href: string }[];
  searchHref?: string;
  closeTo: string;
  retryHref: string;
};

const named = (record: OrderRecord): string =>
  [toText(record.order?.sourceId) || record.id, toText(record.order?.sourceStore), record.id]
    .filter((part, index, parts) => part !== "" && parts.indexOf(part) === index)
    .map((part) => shorten(part, 60))
    .join(" · ");

/** The panel of an order that cannot be shown: what was searched for, and links (orders#find). */
export function toOrderUnavailable(
  alias: StoreAlias,
  filter: OrderFilter,
  wanted: string,
  missing: OrderMissing,
): OrderUnavailable {
  const number = shorten(wanted, 80);
  const common = {
    shown: false as const,
    title: `Order Details - ${number}`,
    choices: [],
    closeTo: ordersPath(alias, filter),
    retryHref: orderPath(alias, filter, { id: wanted }),
  };
  const searchHref = ordersPath(alias, { query: wanted });
  switch (missing.why) {
    case "failed":
      return { ...common, error: missing.error };
    case "unreadable":
      return { ...common, explanation: `The order ${number} could not be read: ${missing.problem}` };
    case "several":
      return {
        ...common,
        explanation: `${missing.orders.length} orders carry the number ${number}:`,
        choices: missing.orders.map((record) => ({
          label: named(record),
          href: orderPath(alias, filter, { id: record.id }),
        })),
      };
    case "tooMany":
      return {
        ...common,
        explanation: `Too many orders match ${number}: the first pages of the search do not hold one with exactly this number.`,
        searchHref,
      };
    case "none":
      return {
        ...common,
        explanation: `The order ${number} was not found${alias === undefined ? "" : " in this store"}. It is looked up by its id, its source id and its external id.`,
        searchHref,
      };
  }
}
