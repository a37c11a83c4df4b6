import type { OrderWay, SortChoice } from "#app/lists/order.ts";
import type { ExoFilter } from "./search.ts";

type Sort = NonNullable<ExoFilter["sort"]>;

/** The orders that the list can have (returns#order), as its filter offers them. */
const choices: readonly SortChoice<Sort>[] = [
  { value: undefined, label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "updated", label: "Latest change first" },
  { value: "untouched", label: "Longest unchanged first" },
];

/** The same as headers of its columns. */
const ways: readonly OrderWay<Sort>[] = [
  { column: "at", label: "Updated", descending: "updated", ascending: "untouched" },
  { column: "at", label: "Created At", descending: undefined, ascending: "oldest" },
];

export const exoSorting = { choices, ways };
