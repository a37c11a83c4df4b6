import type { ReactNode } from "react";
import type { Days } from "#app/search/days.ts";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import { FilterFold } from "#app/ui/lists/FilterFold.tsx";

/** The choices of 'Older than', in days. */
export const ages = [
  { value: "", label: "Any age" },
  { value: "1", label: "1 day" },
  { value: "3", label: "3 days" },
  { value: "7", label: "1 week" },
  { value: "14", label: "2 weeks" },
  { value: "30", label: "30 days" },
];

type Props = {
  names: { from: string; to: string; older: string; sort: string };
  filter: Days & { sort?: string | undefined };
  sorts: readonly { value: string | undefined; label: string }[];
  isOn?: boolean;
  children?: ReactNode;
};

/**
 * Days, age and order of a list, with `children` between them; collapsed until one of them is in use (screens#order).
 */
export function DayFilters({ names, filter, sorts, isOn = false, children }: Props) {
  const { from = "", to = "", older = "", sort = "" } = filter;
  return (
    <FilterFold label="More filters" open={isOn || [from, to, older].some((one) => one !== "")}>
      <SearchField name={names.from} label="Created from" type="date" value={from} />
      <SearchField name={names.to} label="Created to" type="date" value={to} />
      <ChoiceField name={names.older} label="Older than" value={older} options={ages} />
      {children}
      <ChoiceField
        name={names.sort}
        label="Order"
        value={sort}
        options={sorts.map(({ value = "", label }) => ({ value, label }))}
      />
    </FilterFold>
  );
}
