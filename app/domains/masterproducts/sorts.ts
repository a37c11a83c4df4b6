import type { OrderWay, SortChoice } from "#app/lists/order.ts";
import type { MasterFilter } from "./search.ts";

type Sort = NonNullable<MasterFilter["sort"]>;

/** The orders that the list can have (product-master#order), as its filter offers them. */
const choices: readonly SortChoice<Sort>[] = [
  { value: undefined, label: "Default order" },
  { value: "updated", label: "Latest update first" },
  { value: "untouched", label: "Longest not updated first" },
  { value: "code", label: "Style code, A to Z" },
  { value: "code-down", label: "Style code, Z to A" },
  { value: "name", label: "Name, A to Z" },
  { value: "name-down", label: "Name, Z to A" },
];

/** The same as headers of its columns. */
const ways: readonly OrderWay<Sort>[] = [
  {
    column: "styleCode",
    label: "Style Code",
    descending: "code-down",
    ascending: "code",
    first: "ascending",
  },
  { column: "name", label: "Name", descending: "name-down", ascending: "name", first: "ascending" },
  { column: "updatedAt", label: "Last Updated", descending: "updated", ascending: "untouched" },
];

export const masterSorting = { choices, ways };
