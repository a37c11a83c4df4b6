import { DayFilters, type Sorting } from "#app/core/lists/DayFilters.tsx";
import { returnFilters as words } from "#app/core/specification/returns.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import type { Option } from "#app/core/ui/fields/multiSelectChoice.ts";
import { type ExoFilter, exoSearch } from "#app/domains/exos/paths.ts";

type Sort = NonNullable<ExoFilter["sort"]>;

/** The sort orders of the list (returns#order), as its filter offers them. */
export const exoSorting: Sorting<Sort> = {
  choices: [
    { value: undefined, label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "updated", label: "Latest change first" },
    { value: "untouched", label: "Longest unchanged first" },
  ],
  ways: [
    { column: "at", label: "Updated", descending: "updated", ascending: "untouched" },
    { column: "at", label: "Created At", descending: undefined, ascending: "oldest" },
  ],
};

type Props = {
  alias: StoreAlias;
  filter: ExoFilter;
  hasOrders: boolean;
  statusChoices: Option[];
  storeChoices: Option[];
};

/** The filters of returns and exchanges: Status and, over all stores, Store and the rest (returns#filters). */
export function ExoFilters({ alias, filter, hasOrders, statusChoices, storeChoices }: Props) {
  return (
    <>
      {alias !== undefined && <SearchField name={exoSearch.names.term} label="Search" value={filter.term} />}
      <MultiSelect
        name={exoSearch.names.statuses}
        label={words.statuses}
        options={statusChoices}
        selected={filter.statuses}
        selectAll
      />
      {alias === undefined && (
        <>
          <MultiSelect
            name={exoSearch.names.stores}
            label={words.stores}
            options={storeChoices}
            selected={filter.stores}
            selectAll
          />
          <SearchField name={exoSearch.names.orderId} label={words.orderId} value={filter.orderId} />
          <SearchField name={exoSearch.names.raNumber} label={words.raNumber} value={filter.raNumber} />
          <SearchField
            name={exoSearch.names.email}
            label={words.email}
            value={filter.email}
            inputMode="email"
            wide
          />
        </>
      )}
      {hasOrders && <DayFilters names={exoSearch.names} filter={filter} sorts={exoSorting.choices} />}
    </>
  );
}
