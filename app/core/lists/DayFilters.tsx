import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Days, entriesOf, searchOf } from "#app/core/search/search.ts";
import { ChoiceField, SearchField } from "#app/core/ui/fields/fields.tsx";
import { FilterFold } from "#app/core/ui/lists/FilterBar.tsx";
import { useIsChips } from "#app/core/ui/lists/FilterChips.tsx";
import type { ColumnOrder } from "#app/core/ui/lists/Table.tsx";
import { useTimeZone } from "#app/core/ui/text/DateTime.tsx";
import { toWallTime } from "#app/core/values/wallClock.ts";

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
  /** Before the days. */
  first?: ReactNode;
  children?: ReactNode;
};

const dayMs = 24 * 3600_000;

/** Monday and Sunday of the week before, by the calendar of the zone. */
export function lastWeek(now: number, timeZone: string): { from: string; to: string } {
  const today = Date.parse(toWallTime(now, timeZone).date);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: dayOf(monday - 7 * dayMs), to: dayOf(monday - dayMs) };
}

/** The list of the last week, with its other filters; its pages are numbered anew. */
function LastWeek({ names }: Pick<Props, "names">) {
  const { pathname, search } = useLocation();
  const { from, to } = lastWeek(Date.now(), useTimeZone());
  const replaced = [names.from, names.to, names.older, "page"];
  const rest = entriesOf(search).filter(([name]) => !replaced.includes(name));
  if (useIsChips()) return null;
  return (
    <a
      className="shortcut"
      href={`${pathname}${searchOf(rest, [
        [names.from, from],
        [names.to, to],
      ])}`}
    >
      Last week
    </a>
  );
}

/**
 * Days, age and order of a list, with `children` between them; collapsed until one of them is in use (screens#order).
 */
export function DayFilters({ names, filter, sorts, isOn = false, first, children }: Props) {
  const { from = "", to = "", older = "", sort = "" } = filter;
  const isChips = useIsChips();
  const fields = (
    <>
      <LastWeek names={names} />
      <FilterFold label="More filters" open={isOn || [from, to, older].some((one) => one !== "")}>
        {first}
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
    </>
  );
  return isChips ? fields : <div className="more-filters flex min-w-0 flex-col">{fields}</div>;
}

/** A sort order of a list in its filter; undefined is the default order. */
type SortChoice<Sort> = { value: Sort | undefined; label: string };

/** A sort order by column: the column's key, its header or the part between slashes, and both directions. */
type OrderWay<Sort> = {
  column: string;
  label: string;
  descending: Sort | undefined;
  ascending: Sort | undefined;
  /** The direction of the first press; names start at A, times with the latest. */
  first?: "ascending";
};

/** The sort orders of a list, as its filter offers them, and those that are column headers. */
export type Sorting<Sort> = { choices: readonly SortChoice<Sort>[]; ways: readonly OrderWay<Sort>[] };

/** The sort orders of each column's header, by key: the active one, and the target of the next press. */
export function orderHeads<Sort extends string>(
  { ways, choices }: Sorting<Sort>,
  current: Sort | undefined,
  hrefFor: (sort: Sort | undefined) => string,
): Record<string, ColumnOrder[]> {
  const heads: Record<string, ColumnOrder[]> = {};
  for (const { column, label, descending, ascending, first } of ways) {
    const direction = current === descending ? "descending" : current === ascending ? "ascending" : undefined;
    const isUpNext = direction === undefined ? first === "ascending" : direction === "descending";
    const next = isUpNext ? ascending : descending;
    const words = choices.find(({ value }) => value === next)?.label ?? "";
    const head: ColumnOrder = {
      label,
      words,
      href: hrefFor(next),
      direction,
    };
    heads[column] = [...(heads[column] ?? []), head];
  }
  return heads;
}
