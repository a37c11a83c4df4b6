import { type ComponentType, type Key, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { entriesOf, type ListLook, lookSearch, searchOf } from "#app/core/search/search.ts";
import { recordsOnPage } from "#app/core/specification/screens.ts";
import { LinkButton, ToggleLink } from "#app/core/ui/Button.tsx";
import { ErrorBar, type ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { ChoiceField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { EmptyList, type EmptyTitles } from "#app/core/ui/lists/EmptyList.tsx";
import { FilterBar } from "#app/core/ui/lists/FilterBar.tsx";
import { FieldChips } from "#app/core/ui/lists/FilterChips.tsx";
import { Pager, PageSelector } from "#app/core/ui/lists/Pager.tsx";
import { type Column, type ColumnOrder, CurrentRow, Table } from "#app/core/ui/lists/Table.tsx";
import { keyOf, type Listed, type ListPage } from "./listed.ts";
import { type ListPlace, useNewest } from "./useListPlace.ts";

type LookColumn = { key: string; narrow?: string | undefined; width?: string | undefined };

/** The column that names the rows of a list and can't be hidden. */
const titleOf = <Some extends LookColumn>(columns: readonly Some[]): Some | undefined =>
  columns.find(({ narrow }) => narrow === "title") ?? columns[0];

/** The columns of a list that can be hidden: all but the one that names its rows (screens#look). */
const hideableColumns = <Some extends LookColumn>(columns: readonly Some[]): Some[] => {
  const title = titleOf(columns);
  return columns.filter((column) => column !== title);
};

/** The visible columns of a list: without the hidden ones; the one that names its rows takes their room. */
export function shownColumns<Some extends LookColumn>(
  columns: readonly Some[],
  { hidden = [] }: Pick<ListLook, "hidden">,
): Some[] {
  const title = titleOf(columns);
  const visible = columns.filter((column) => column === title || !hidden.includes(column.key));
  if (visible.length === columns.length) return visible;
  return visible.map((column) => (column === title ? { ...column, width: undefined } : column));
}

/** A list's URL without its filters, in its current look. */
export const withLook = (href: string, look: ListLook): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), lookSearch.entries(look))}`;

/** The same list with one more column, or one less. */
export function withColumn(here: string, key: string, isSeen: boolean): string {
  const { names } = lookSearch;
  const others = entriesOf(here).filter(([name, value]) => name !== names.hidden || value !== key);
  return `${here.split("?", 1)[0]}${searchOf(others, isSeen ? [] : [[names.hidden, key]])}`;
}

/** The same list while its look is being chosen, or afterwards. */
export function choosingPath(here: string, isChoosing: boolean): string {
  const entries = entriesOf(here).filter(([name]) => name !== lookSearch.names.isChoosing);
  return `${here.split("?", 1)[0]}${searchOf(entries, lookSearch.entries({ isChoosing }))}`;
}

const { names } = lookSearch;

const densities = [
  { value: "", label: "As in your preferences" },
  { value: "close", label: "Close together" },
  { value: "roomy", label: "Roomy" },
];

type Props = {
  here: string;
  columns: readonly { key: string; header: string; narrow?: string | undefined }[];
  look: ListLook;
};

/** The look of a list as hidden fields of its filters; while it is being chosen, what can be (screens#look). */
function LookFields({ look, ...list }: Props) {
  return (
    <>
      {lookSearch.entries(look.isChoosing ? { ...look, density: undefined } : look).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {look.isChoosing && <Choosing look={look} {...list} />}
    </>
  );
}

function Choosing({ here, columns, look: { hidden = [], density } }: Props) {
  return (
    <>
      <fieldset className="filters-fold">
        <legend className="field-label">Columns</legend>
        <div>
          {hideableColumns(columns).map(({ key, header }) => (
            <ToggleLink
              key={key}
              label={header}
              on={!hidden.includes(key)}
              href={withColumn(here, key, hidden.includes(key))}
            />
          ))}
        </div>
      </fieldset>
      <ChoiceField name={names.density} label="Rows" value={density ?? ""} options={densities} />
    </>
  );
}

/**
 * How many rows there are, said to those who don't see them change (screens#result): where another list is as long, the
 * text differs by a blank at its end, as a status is read out only if it changes.
 */
function Result({ here, count }: { here: string; count: number }) {
  const [announced, setAnnounced] = useState({ here, isTurned: false });
  if (announced.here !== here) setAnnounced({ here, isTurned: !announced.isTurned });
  return (
    // Where there is nothing, the list says so itself.
    <span role="status" className={count === 0 ? "sr-only" : "px-1 text-xs text-ink-faint"}>
      {recordsOnPage(count)}
      {announced.isTurned && "\u00a0"}
    </span>
  );
}

/** A list that is longer than this has its pages below it, too. */
const rowsInSight = 5;

/** What following a list takes; it says what it does beside the pages. */
export type FollowProps<Row> = {
  list: ListPage<Row>;
  place: ListPlace;
  here: string;
  rowKey: (row: Row) => string;
  onNews: (newer: ListPage<Row>) => void;
};

export type ListProps<Row> = {
  /** Names the table for assistive technology. */
  caption: string;
  place: ListPlace;
  /** Missing when it could not be read: `error` says why. */
  list: ListPage<Row> | undefined;
  error: ErrorText | undefined;
  /** This list as it is. */
  here: string;
  /** Where Refresh and 'Try again' lead, if not `here`: the list is cached. */
  refreshHref?: string | undefined;
  filter: {
    fields: ReactNode;
    /** Whether anything differs from the list as it opens. */
    isOn: boolean;
    clearHref: string;
    /** Where the fields are sent; `clearHref` unless something else of the URL stays. */
    action?: string;
    keep?: Record<string, string> | undefined;
    /** The page before a change stays in the history: something on it would be lost. */
    leavesEntry?: boolean;
    /** Another one makes the fields start afresh. */
    key?: Key;
    /** What is said of the filters that are on, in place of the chips of the fields. */
    chips?: ReactNode;
  };
  /** The number of the page, from 1, and the way to others; a list that is always whole has none. */
  pages?: { isNumbered?: boolean; current: number; hrefFor: (page: number) => string } | undefined;
  /** Follows what happens to the rows of a `LivePage`. */
  live?: ComponentType<FollowProps<Row>>;
  /** Its address says which columns are left out, and how close its rows stand. */
  looks?: boolean;
  /** Its service neither sorts it nor narrows it by date, and the list says so. */
  unsorted?: boolean;
  /** The address asks for days or an order all the same. */
  sortIgnored?: boolean;
  /** The orders that it can have, by the keys of the columns whose headers they are. */
  heads?: Readonly<Record<string, readonly ColumnOrder[]>> | undefined;
  /** What to know of this page, above its rows. */
  notice?: ReactNode;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  /** Names a row to those who expand it. */
  rowName?: ((row: Row) => string) | undefined;
  /** The content below an expanded row. */
  rowDetail?: (row: Row) => ReactNode;
  /** A column before the others, and what belongs to it below the table; undefined where this page needs neither. */
  choosing?: (page: ListPage<Row>) => { column: Column<Row>; foot: ReactNode } | undefined;
  underName?: (row: Row, page: ListPage<Row>) => ReactNode;
  empty: EmptyTitles;
};

function withOrders<Row>(column: Column<Row>, heads: ListProps<Row>["heads"]): Column<Row> {
  const orders = heads?.[column.key];
  return orders ? { ...column, orders } : column;
}

/**
 * The column below whose content there is room in every row, so that none grows: in a table whose columns keep their
 * width that of the ids, which have one line; else the name's.
 */
const columnWithRoom = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ key, share }) => key === "id" && share !== undefined) ??
  columns.find(({ narrow }) => narrow === "title");

/** The columns with content below that of one of them. */
function withBelow<Row>(columns: readonly Column<Row>[], below: (row: Row) => ReactNode): Column<Row>[] {
  const roomy = columnWithRoom(columns);
  return columns.map((column) =>
    column === roomy
      ? {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              {below(row)}
            </>
          ),
        }
      : column,
  );
}

/**
 * A list: filters, error, pages with Refresh above and, if it is long, below it, rows or their empty state, and their
 * number. With `live` the rows follow changes.
 */
export function List<Row>(props: ListProps<Row>) {
  const {
    caption,
    place,
    error,
    here,
    refreshHref = here,
    filter,
    pages,
    rowKey,
    rowHref,
    rowName,
    rowDetail,
    live: Follow,
    looks,
  } = props;
  const { underName } = props;
  const [list, tell] = useNewest(props.list);
  const look = lookSearch.read(here);
  const clearHref = withLook(filter.clearHref, look);
  const count = list?.rows.length ?? 0;
  const refresh = (
    <LinkButton
      href={place.openAt ?? refreshHref}
      variant="quiet"
      icon="refresh"
      title="Refresh"
      data-scroll="keep"
      data-replace=""
    >
      <span className="sr-only">Refresh</span>
    </LinkButton>
  );
  // Beside a panel the filters that are on have the room that all of them had: the pressed row stays under the pointer.
  const filters = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = filters.current;
    if (!box) return;
    const observer = new ResizeObserver(() => box.style.setProperty("--room", `${box.offsetHeight}px`));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const steps = (label: string) => {
    if (!pages) return refresh;
    const { current, hrefFor } = pages;
    const total = list?.pages;
    if (!pages.isNumbered)
      return (
        <Pager
          label={label}
          page={current}
          hasNext={list?.hasNext ?? current < (total ?? 1)}
          hrefFor={hrefFor}
          loading={place.isLoading}
        >
          {refresh}
        </Pager>
      );
    return (
      <div className="pager">
        {total !== undefined && (
          <PageSelector label={label} current={current} total={total} hrefFor={hrefFor} />
        )}
        {refresh}
      </div>
    );
  };
  // A navigation renders a page two or three times, and the fields and rows take most of that time. They depend on the
  // list and its URL only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else they name comes with the list
  const bar = useMemo(
    () => (
      <FilterBar
        key={filter.key}
        action={filter.action ?? filter.clearHref}
        keep={filter.keep ?? {}}
        leavesEntry={filter.leavesEntry ?? false}
      >
        {filter.fields}
        {looks && <LookFields here={here} columns={props.columns} look={look} />}
      </FilterBar>
    ),
    [props.list, error, here, filter.key],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else they name comes with the list
  const chips = useMemo(
    () => (
      <div className="chips flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {filter.chips ?? <FieldChips here={here} fields={filter.fields} />}
        {filter.isOn && (
          <LinkButton href={clearHref} variant="quiet" className="min-h-6 py-0 text-xs">
            Clear filters
          </LinkButton>
        )}
      </div>
    ),
    [props.list, here],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else they name comes with the list
  const rows = useMemo(() => {
    if (!list) return null;
    const choosing = props.choosing?.(list);
    const ordered = shownColumns(props.columns, look).map((column) => withOrders(column, props.heads));
    const ordinary = underName ? withBelow(ordered, (row) => underName(row, list)) : ordered;
    const columns = choosing ? [choosing.column, ...ordinary] : ordinary;
    return (
      <>
        <Table
          caption={caption}
          dense
          rowName={rowName && ((one) => ("row" in one ? rowName(one.row) : ""))}
          columns={columns.map((column) => ({
            ...column,
            cell: (one: Listed<Row>) => ("row" in one ? column.cell(one.row) : null),
          }))}
          rows={list.rows}
          rowKey={(one) => keyOf(one, rowKey)}
          rowHref={(one) => ("row" in one ? rowHref?.(one.row) : undefined)}
          detail={rowDetail && ((one) => ("row" in one ? rowDetail(one.row) : null))}
          unreadable={(one) => ("unreadable" in one ? one.unreadable : undefined)}
          empty={
            <EmptyList
              titles={props.empty}
              isFiltered={filter.isOn}
              clearHref={clearHref}
              previousHref={
                pages && pages.current > 1
                  ? pages.hrefFor(Math.min(pages.current - 1, list.pages ?? pages.current))
                  : undefined
              }
            />
          }
        />
        {choosing?.foot}
      </>
    );
  }, [list, here]);
  return (
    <>
      <div ref={filters} className="filtering -mt-1 flex flex-col gap-2">
        {bar}
        <div className="on hidden">
          <a href={here} className="flex-none" data-scroll="keep">
            Change filters
          </a>
          {chips}
        </div>
      </div>
      {error && <ErrorBar error={error} retryHref={place.openAt ?? refreshHref} dismissible />}
      <div className="list-line -my-1">
        {steps("Pages")}
        {chips}
        {Follow && list && <Follow list={list} place={place} here={here} rowKey={rowKey} onNews={tell} />}
      </div>
      {props.sortIgnored && (
        <p className="notice tone-background">
          <Icon name="background" />
          This list cannot be sorted or narrowed by date: it is shown in its default order.
        </p>
      )}
      {props.notice}
      {list && (
        <>
          <CurrentRow.Provider value={place.currentId}>{rows}</CurrentRow.Provider>
          <div className="toolbar">
            <Result here={here} count={count} />
            {props.unsorted && (
              <span className="px-1 text-xs text-ink-faint">
                This list cannot be sorted or narrowed by date.
              </span>
            )}
            {pages && count > rowsInSight && steps("Pages, below the list")}
          </div>
        </>
      )}
    </>
  );
}
