import type { OrderWay, SortChoice } from "#app/lists/order.ts";
import type { OrderFilter } from "./search.ts";

type Sort = NonNullable<OrderFilter["sort"]>;

/** The orders that the list can have (orders#order), as its filter offers them. */
const choices: readonly SortChoice<Sort>[] = [
  { value: undefined, label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "highest", label: "Highest amount first" },
  { value: "lowest", label: "Lowest amount first" },
];

/** Those that are headers of its columns. */
const ways: readonly OrderWay<Sort>[] = [
  { column: "details", label: "Order Details", descending: undefined, ascending: "oldest" },
];

export const orderSorting = { choices, ways };
