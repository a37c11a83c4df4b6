import type { ReactNode } from "react";
import { DayFilters } from "#app/core/lists/DayFilters.tsx";
import { FollowRows } from "#app/core/lists/Live.tsx";
import { missingWords, reachCount } from "#app/core/lists/listed.ts";
import { ChoiceField, SearchField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { Chip, Chips } from "#app/core/ui/lists/FilterChips.tsx";
import type { ActiveFilter } from "#app/domains/edi/partner/lists/filters.ts";
import type { EdiOffer } from "#app/domains/edi/partner/offers.ts";
import type { InterchangeFilter, ListPaths } from "#app/domains/edi/partner/paths.ts";
import { type Listing, ListScreen, type ListScreenProps } from "#app/screens/ListScreen.tsx";
import { type NamedRow, titleOf } from "./RowCells.tsx";

/** A longer name of a field needs two columns for one line. */
const maxNarrowLabel = 30;

type ActionRow = NamedRow & { cells: { actions?: EdiOffer[] } };

type Props<Row, Filter> = Omit<
  ListScreenProps<Row, Filter>,
  "bulk" | "rowName" | "search" | "path" | "rowHref"
> & {
  paths: ListPaths<Filter>;
  param: string;
  active: ActiveFilter[];
  /** The bulk kind in URLs. */
  bulk: string;
};

/** A document list: the interchanges or the EDI orders. Children are opened over it. */
export function DocumentsScreen<Row extends ActionRow, Filter extends Listing>({
  paths,
  active,
  bulk,
  fields,
  children,
  ...screen
}: Props<Row, Filter>) {
  const { list, filter } = screen;
  return (
    <ListScreen
      {...screen}
      search={paths.search}
      path={paths.list}
      rowHref={({ id }) => paths.one({ id }, filter)}
      isNumbered
      live={FollowRows}
      count={list?.reach && reachCount(list.reach)}
      fields={fields}
      chips={<ActiveFilters active={active} />}
      notice={
        list?.reach && missingWords(list.reach) && <p className="text-ink-soft">{missingWords(list.reach)}</p>
      }
      rowName={titleOf}
      bulk={{
        kind: bulk,
        alias: undefined,
        actionsOf: ({ cells }) =>
          (cells.actions ?? []).filter(({ takesLines, danger }) => !takesLines && !danger),
        nameOf: titleOf,
      }}
    >
      {children}
    </ListScreen>
  );
}

export type Choice = { value: string; label: string };

/** Choices of the additional filters; absent if the service has none (edi#more-filters). */
export type MoreChoices = {
  states: Choice[];
  /** Absent if the service doesn't list its partners: then one is typed. */
  partners?: Choice[] | undefined;
};

/** The fields of a filter's texts and choices, by its keys. */
export function fieldsOf<Filter extends object>(
  names: Readonly<Record<keyof Filter, string>>,
  filter: Filter,
) {
  type Key = { [Name in keyof Filter]: Filter[Name] extends string ? Name : never }[keyof Filter];
  const own = (key: Key, label: string) => ({ name: names[key], label, value: String(filter[key]) });
  return {
    text: (key: Key, label: string, hint?: string) => (
      <SearchField {...own(key, label)} {...(hint && { hint })} wide={label.length > maxNarrowLabel} />
    ),
    /** One of these, or all. */
    choice: (key: Key, label: string, words: Readonly<Record<string, string>>) => (
      <ChoiceField
        {...own(key, label)}
        options={Object.entries({ "": "All", ...words }).map(([value, label]) => ({ value, label }))}
      />
    ),
  };
}

type More = Pick<InterchangeFilter, "states" | "partner" | "due" | "from" | "to" | "older" | "sort">;

const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

/** The filters beyond those of the specification, after them; `children` are a list's own (edi#more-filters). */
export function MoreFilters({
  names,
  filter,
  more: { states, partners },
  isOn,
  children,
}: {
  names: Readonly<Record<keyof More, string>>;
  filter: More;
  more: MoreChoices;
  /** Whether one of the list's own is in use. */
  isOn: boolean;
  children: ReactNode;
}) {
  const { text, choice } = fieldsOf(names, filter);
  const isFirstOn = filter.states.length > 0 || filter.partner !== "" || filter.due !== "";
  return (
    <DayFilters
      names={names}
      sorts={sorts}
      filter={filter}
      isOn={isOn || isFirstOn}
      first={
        <>
          <MultiSelect
            name={names.states}
            label="State"
            options={states}
            selected={filter.states}
            none="All"
          />
          {partners
            ? choice(
                "partner",
                "Partner",
                Object.fromEntries(partners.map(({ value, label }) => [value, label])),
              )
            : text("partner", "Partner", "Its identification, whole")}
          {choice("due", "Due", { late: "Late", hour: "In the next hour" })}
        </>
      }
    >
      {children}
    </DayFilters>
  );
}

const ActiveFilters = ({ active }: { active: ActiveFilter[] }) =>
  active.length === 0 ? null : (
    <Chips>
      {active.map((one) => (
        <Chip key={one.label} {...one} />
      ))}
    </Chips>
  );
