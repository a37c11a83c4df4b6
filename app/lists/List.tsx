import type { Key, ReactNode } from "react";
import { EmptyList, type EmptyTitles } from "#app/ui/EmptyList.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { PageSelector } from "#app/ui/PageSelector.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";
import { hasMarkedText, isAtRows } from "./inUse.ts";
import { Live } from "./Live.tsx";
import type { Listed, ListPage, LivePage } from "./listed.ts";
import type { ListPlace } from "./useListPlace.ts";
import { useNewest } from "./useNewest.ts";

/** A list that is longer than this has its pages below it, too. */
const rowsInSight = 5;

export type ListProps<Row> = {
  /** Names the table for assistive technology. */
  caption: string;
  place: ListPlace;
  /** Missing when it could not be read: `error` says why. */
  list: ListPage<Row> | undefined;
  error: ShownError | undefined;
  /** This list as it is, to be read again. */
  here: string;
  filter: {
    fields: ReactNode;
    /** Whether anything differs from the list as it opens. */
    isOn: boolean;
    clearHref: string;
    /** Where the fields are sent; `clearHref` unless something else of the URL stays. */
    action?: string;
    keep?: Record<string, string>;
    /** The page before a change stays in the history: something on it would be lost. */
    leavesEntry?: boolean;
    /** Another one makes the fields start afresh. */
    key?: Key;
    /** Stands beneath the fields. */
    note?: ReactNode;
  };
  /** The number of the page, from 1, and the way to others; a list that is always whole has none. */
  pages?: { kind: "numbered" | "open"; current: number; hrefFor: (page: number) => string } | undefined;
  /** Asks for what is new; ends where the version that is shown belongs. Lists that have one are `LivePage`s. */
  liveHref?: string;
  /** What to know of this page, above its rows. */
  notice?: ReactNode;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  empty: EmptyTitles;
};

const keyOf = <Row,>(one: Listed<Row>, rowKey: (row: Row) => string): string =>
  "row" in one ? rowKey(one.row) : one.unreadable.key;

const isLive = <Row,>(list: ListPage<Row>): list is LivePage<Row> => "version" in list;

/**
 * A list with all that belongs to it, the same everywhere: its filters, why it could not be read, the pages with
 * Refresh above and, once the list is long, below it, its rows or what stands in their place, and how many they
 * are. With a `liveHref` the rows follow what happens.
 */
export function List<Row>(props: ListProps<Row>) {
  const { caption, place, error, here, filter, pages, columns, rowKey, rowHref, liveHref } = props;
  const [list, tell] = useNewest(props.list);
  const count = list?.rows.length ?? 0;
  const refresh = (
    <LinkButton href={here} icon="refresh" data-scroll="keep" data-replace="">
      Refresh
    </LinkButton>
  );
  return (
    <>
      <FilterBar
        key={filter.key}
        action={filter.action ?? filter.clearHref}
        keep={filter.keep ?? {}}
        leavesEntry={filter.leavesEntry ?? false}
        {...(filter.isOn ? { resetHref: filter.clearHref } : {})}
      >
        {filter.fields}
      </FilterBar>
      {filter.note}
      {error && <ErrorBar error={error} retryHref={here} dismissible />}
      <div className="toolbar">
        <Pages label="Pages" list={list} pages={pages} isLoading={place.isLoading} refresh={refresh} />
        {liveHref && list && isLive(list) && (
          <Live
            href={`${liveHref}${list.version}`}
            moves={list.moves}
            paused={place.currentId !== undefined || place.isLoading}
            here={here}
            onNews={tell}
            disturbs={(newer: ListPage<Row>) =>
              hasMarkedText() || (isAtRows() && !hasSameOrder(newer, list, rowKey))
            }
          />
        )}
      </div>
      {props.notice}
      {list && (
        <>
          <Table
            caption={caption}
            columns={columns.map((column) => ({
              ...column,
              cell: (one: Listed<Row>) => ("row" in one ? column.cell(one.row) : null),
            }))}
            rows={list.rows}
            rowKey={(one) => keyOf(one, rowKey)}
            rowHref={(one) => ("row" in one ? rowHref?.(one.row) : undefined)}
            unreadable={(one) => ("unreadable" in one ? one.unreadable : undefined)}
            currentKey={place.currentId}
            empty={
              <EmptyList
                titles={props.empty}
                isFiltered={filter.isOn}
                clearHref={filter.clearHref}
                {...(pages && pages.current > 1
                  ? { previousHref: pages.hrefFor(Math.min(pages.current - 1, list.pages ?? pages.current)) }
                  : {})}
              />
            }
          />
          <div className="toolbar">
            <span className="list-foot">
              {count === 1 ? "1 record on this page" : `${count} records on this page`}
            </span>
            {pages && count > rowsInSight && (
              <Pages
                label="Pages, below the list"
                list={list}
                pages={pages}
                isLoading={place.isLoading}
                refresh={refresh}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

const hasSameOrder = <Row,>(
  one: ListPage<Row>,
  other: ListPage<Row>,
  rowKey: (row: Row) => string,
): boolean =>
  one.rows.length === other.rows.length &&
  one.rows.every((row, index) => {
    const beside = other.rows[index];
    return beside !== undefined && keyOf(row, rowKey) === keyOf(beside, rowKey);
  });

/** The way to the other pages, and Refresh. */
function Pages<Row>({
  label,
  list,
  pages,
  isLoading,
  refresh,
}: {
  /** Tells the pages above the list from those below it. */
  label: string;
  list: ListPage<Row> | undefined;
  pages: ListProps<Row>["pages"];
  isLoading: boolean;
  refresh: ReactNode;
}) {
  if (pages?.kind === "open") {
    const { current, hrefFor } = pages;
    const hasNext = list?.hasNext ?? current < (list?.pages ?? 1);
    return (
      <Pager label={label} page={current} hasNext={hasNext} hrefFor={hrefFor} loading={isLoading}>
        {refresh}
      </Pager>
    );
  }
  return (
    <span className="pager">
      {pages && list && (
        <PageSelector label={label} current={pages.current} total={list.pages ?? 1} hrefFor={pages.hrefFor} />
      )}
      {refresh}
    </span>
  );
}
