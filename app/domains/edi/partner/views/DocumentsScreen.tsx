import type { ActiveFilter } from "#app/domains/edi/partner/lists/filters.ts";
import type { EdiOffer } from "#app/domains/edi/partner/offers.ts";
import {
  type EdiOrderFilter,
  type InterchangeFilter,
  isEdiDetailPath,
} from "#app/domains/edi/partner/paths.ts";
import { FollowRows } from "#app/lists/Live.tsx";
import { reachWords } from "#app/lists/listed.ts";
import { Opening } from "#app/lists/Opening.tsx";
import { type Listing, ListScreen, type ListScreenProps } from "#app/recordPages/ListScreen.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import { MultiSelect } from "#app/ui/fields/MultiSelect.tsx";
import { FilterFold } from "#app/ui/lists/FilterBar.tsx";
import { Chip, Chips } from "#app/ui/lists/FilterChips.tsx";
import { titleOf } from "./RowCells.tsx";

type ActionRow = {
  id: string;
  cells: { actions?: EdiOffer[]; document?: { name: string; numbers: string } };
};

type Props<Row, Filter> = Omit<ListScreenProps<Row, Filter>, "bulk" | "rowKey" | "rowName"> & {
  active: ActiveFilter[];
  /** The bulk kind in URLs. */
  bulk: string;
  opening: { title: string; words: string };
};

/** A document list: the interchanges or the EDI orders. Children are opened over it. */
export function DocumentsScreen<Row extends ActionRow, Filter extends Listing>({
  active,
  bulk,
  opening,
  fields,
  children,
  ...screen
}: Props<Row, Filter>) {
  const { list, place } = screen;
  return (
    <ListScreen
      {...screen}
      isNumbered
      live={FollowRows}
      fields={
        <FilterFold label="Filters" narrow>
          {fields}
        </FilterFold>
      }
      note={<ActiveFilters active={active} />}
      notice={
        list?.reach && (
          <Notice tone={list.reach.stopped ? "attention" : "background"}>{reachWords(list.reach)}</Notice>
        )
      }
      dense
      rowKey={({ id }) => id}
      rowName={titleOf}
      bulk={{
        kind: bulk,
        alias: undefined,
        actionsOf: ({ cells }) =>
          (cells.actions ?? []).filter(({ takesLines, danger }) => !takesLines && !danger),
        nameOf: titleOf,
      }}
    >
      <Opening place={place} {...opening} isPath={isEdiDetailPath} />
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
  /** Whether the service knows what is late and due soon (edi#due-filter). */
  hasDues: boolean;
};

type Names = { states: string; partner: string; due: string };
type Shared = Pick<InterchangeFilter | EdiOrderFilter, keyof Names>;

const dues = [
  { value: "", label: "All" },
  { value: "late", label: "Late" },
  { value: "hour", label: "In the next hour" },
];

export function FirstFilters({ names, filter, more }: { names: Names; filter: Shared; more: MoreChoices }) {
  return (
    <>
      <MultiSelect
        name={names.states}
        label="State"
        options={more.states}
        selected={filter.states}
        none="All"
      />
      {more.partners ? (
        <ChoiceField
          name={names.partner}
          label="Partner"
          value={filter.partner}
          options={[{ value: "", label: "All" }, ...more.partners]}
        />
      ) : (
        <SearchField
          name={names.partner}
          label="Partner"
          hint="Its identification, whole"
          value={filter.partner}
        />
      )}
      {more.hasDues && <ChoiceField name={names.due} label="Due" value={filter.due} options={dues} />}
    </>
  );
}

const traffics = [
  { value: "", label: "All" },
  { value: "live", label: "Only live" },
  { value: "test", label: "Only test" },
];

/** Whether to include tests, or show only tests (edi#test). */
export const TrafficFilter = ({ name, value }: { name: string; value: string }) => (
  <ChoiceField name={name} label="Test or live" value={value} options={traffics} />
);

export const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

const ActiveFilters = ({ active }: { active: ActiveFilter[] }) =>
  active.length === 0 ? null : (
    <Chips>
      {active.map((one) => (
        <Chip key={one.label} {...one} />
      ))}
    </Chips>
  );
