import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isFinalAction } from "#app/core/commands/model.ts";
import { plainCell } from "#app/core/lists/cells.tsx";
import type { ColumnView } from "#app/core/lists/columns.ts";
import { orderHeads, type Sorting } from "#app/core/lists/DayFilters.tsx";
import { choosingPath, List, type ListProps } from "#app/core/lists/List.tsx";
import { type ListPage, readableRows } from "#app/core/lists/listed.ts";
import { Opening, type OpeningWords } from "#app/core/lists/Opening.tsx";
import { useListPlace } from "#app/core/lists/useListPlace.ts";
import {
  bulkPath,
  bulkSearch,
  handOverAction,
  type ListRef,
  maxRows,
  workPath,
} from "#app/core/records/listPaths.ts";
import { lookSearch, type Search, searchWithout, workSearch } from "#app/core/search/search.ts";
import type { StoreListPaths } from "#app/core/stores/paths.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { OpenRecordContext } from "#app/core/ui/dialogs/splitView.ts";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import type { EmptyTitles } from "#app/core/ui/lists/EmptyList.tsx";
import { FilterFold } from "#app/core/ui/lists/FilterBar.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { formatUnits } from "#app/core/values/values.ts";
import type { RowMark } from "#app/features/notes/notes.ts";
import type { SheetChoices } from "#app/features/sheets/sheetChoices.ts";
import { DownloadButton, DownloadItems, useDownload } from "#app/features/sheets/views/DownloadToExcel.tsx";
import { newViewPath } from "#app/features/views/paths.ts";
import { SaveView } from "#app/features/views/views/SaveView.tsx";
import { listAt, queuePath } from "#app/features/work/paths.ts";
import { opensOf, useOpenRecord } from "./siblingRecords.ts";

/** One page of records with their notes, by row key (notes#rows). */
type RecordPage<Row> = ListPage<Row> & { marks?: Readonly<Record<string, RowMark>> };

/** A row of a list: `key` identifies it, or else `id`. `cells` are shown where its columns have no components. */
type ListRow = { key?: string; id?: string | undefined; cells?: Readonly<Record<string, unknown>> };

const rowKey = ({ key, id = "" }: ListRow): string => key ?? id;

/** A link of the whole list; `isFirst` for what one does most. */
type ListLink = { label: string; href: string; isFirst?: boolean };

export type ListScreenProps<Row, Filter> = Pick<
  ListProps<Row>,
  "list" | "error" | "refreshHref" | "live" | "unsorted" | "sortIgnored" | "notice" | "rowHref"
> & {
  title: string;
  /** The path parameter with the open row's id. */
  param?: string;
  columns: readonly (Column<Row> | ColumnView<string>)[];
  /** How many records there are, where that is known: beside the title. */
  count?: string | undefined;
  /** A link or two beside the title; on a phone in the menu. */
  links?: readonly ListLink[];
  /** Links that are rarely used: in the menu. */
  menu?: readonly ListLink[];
  search: Search<Filter>;
  /** The search's value here; the list has pages if it has a page. */
  filter: Filter;
  isNumbered?: boolean;
  /** The list's URL with another filter; unfiltered without one. */
  path: (filter?: Filter) => string;
  /** The field of the filter's `query`, before all others, and its placeholder. */
  searchLabel?: string;
  searchHint?: string;
  fields?: ReactNode;
  /** Filters without a field of their own, which stay when others change. */
  keep?: readonly (keyof Filter)[];
  /** What is said of the filters that are on, in place of the chips of the fields. */
  chips?: ReactNode;
  /** Where 'Clear filters' leads, unless to the whole list. */
  clearHref?: string | undefined;
  /** The orders that its column headers offer. */
  sorting?: Sorting<string> | undefined;
  /** Its spreadsheets: in the menu, unless the page has them in sight. */
  download?: SheetChoices | undefined;
  showsDownload?: boolean;
  /** Names the rows. */
  noun: string;
  /** Of a store's list. */
  storeName?: string | undefined;
  /** What is said in place of rows, if not by `noun` alone. */
  empty?: Partial<EmptyTitles>;
  /** The name of a row in its panel, if different from its key. */
  rowName?: (row: Row) => string;
  /** What is said while a row's panel is loading, if not the row's name. */
  opening?: OpeningWords;
  bulk?: BulkProps<Row>;
  children?: ReactNode;
};

/** What a screen has to know of its list's filter: the page, if there are pages, the order, and the text. */
export type Listing = { page?: number; sort?: string | undefined; query?: string };

/** The screen of a list: its title and links, bulk actions if its rows offer any, and notes below their names. */
export function ListScreen<Row extends ListRow, Filter extends Listing>({
  title,
  count,
  param,
  links = [],
  menu = [],
  search,
  filter,
  isNumbered,
  path,
  searchLabel,
  searchHint,
  fields,
  keep = [],
  chips,
  clearHref = path(),
  sorting,
  download,
  showsDownload = false,
  noun,
  storeName,
  empty,
  bulk,
  rowName = bulk?.nameOf ?? rowKey,
  opening,
  columns,
  children,
  ...list
}: ListScreenProps<Row, Filter>) {
  const { rowHref } = list;
  const here = path(filter);
  const place = useListPlace(param);
  const { page, sort, query = "" } = filter;
  // TypeScript does not see that these are fields of the filter.
  const keepFields = Object.fromEntries(keep.map((key) => [key, filter[key]])) as unknown as Partial<Filter>;
  const bulkOf = bulk && { ...bulk, list: search.write(filter) };
  const rows = list.list?.rows ?? [];
  const opens = rowHref && place.currentId !== undefined ? opensOf(rows, { rowKey, rowHref, rowName }) : [];
  const openingAt = (pathname: string): OpeningWords | undefined => {
    const row = readableRows(rows).find((one) => rowHref?.(one)?.split("?", 1)[0] === pathname);
    return row && (opening ?? { title: rowName(row), words: `Loading ${rowName(row)}` });
  };
  const { isChoosing } = lookSearch.read(here);
  const { work } = workSearch.read(here);
  const queue = listAt(here);
  const canWork = bulkOf && queue && readableRows(rows).some((row) => bulkOf.actionsOf(row).length > 0);
  const { onChoice, progress } = useDownload(noun);
  const working: ListLink[] = canWork
    ? [
        work
          ? { label: "Back to the queue", href: queuePath(work), isFirst: true }
          : { label: "Work through", href: workPath(queue.kind, queue), isFirst: true },
      ]
    : [];
  const shownLinks = [...working, ...links];
  const view = searchWithout(here, workSearch.names.work);
  return (
    <Page
      title={title}
      count={count}
      actions={
        <>
          {shownLinks.map(({ label, href, isFirst }) => (
            <LinkButton
              key={href}
              href={href}
              variant={isFirst ? "primary" : "secondary"}
              className="max-sm:hidden"
              data-scroll="keep"
            >
              {label}
            </LinkButton>
          ))}
          <SaveView key={view} list={view} />
          {download && showsDownload && <DownloadButton download={download} onChoice={onChoice} />}
          <details data-popup="" className="relative">
            <summary
              className="btn btn-quiet unmarked"
              aria-label="More of this list"
              title="More of this list"
            >
              <Icon name="more" />
            </summary>
            <div className="popup">
              {shownLinks.map(({ label, href }) => (
                <a key={href} href={href} className="sm:!hidden" data-scroll="keep">
                  {label}
                </a>
              ))}
              {menu.map(({ label, href }) => (
                <a key={href} href={href} data-scroll="keep">
                  {label}
                </a>
              ))}
              <a href={choosingPath(here, !isChoosing)} data-scroll="keep" data-replace="">
                {isChoosing ? "Close columns" : "Columns"}
              </a>
              <a href={newViewPath(view)} className="sm:!hidden">
                Save this view
              </a>
              {download && !showsDownload && <DownloadItems download={download} onChoice={onChoice} />}
            </div>
          </details>
        </>
      }
    >
      {download && progress}
      <List
        caption={title}
        looks
        {...list}
        empty={{
          match: `No ${noun} match`,
          all: storeName === undefined ? `There are no ${noun}` : `This store has no ${noun}`,
          ...empty,
        }}
        place={place}
        rowKey={rowKey}
        rowName={rowName}
        columns={columns.map((column) =>
          "cell" in column ? column : { ...column, cell: ({ cells }: Row) => plainCell(cells?.[column.key]) },
        )}
        here={here}
        filter={{
          isOn: search.isFiltered(filter),
          clearHref,
          fields: (
            <FilterFold label="Filters" narrow>
              {searchLabel && (
                <SearchField
                  name={search.names.query}
                  label={searchLabel}
                  hint={searchHint}
                  value={query}
                  wide
                />
              )}
              {fields}
            </FilterFold>
          ),
          keep: Object.fromEntries(search.entries(keepFields)),
          chips,
        }}
        pages={
          page === undefined
            ? undefined
            : { isNumbered, current: page, hrefFor: (to) => path({ ...filter, page: to }) }
        }
        heads={sorting && orderHeads(sorting, sort, (to) => path({ ...filter, sort: to, page: 1 }))}
        choosing={(loaded) => {
          const all = bulkOf ? likelyFirst(readableRows(loaded.rows).map(bulkOf.actionsOf)) : [];
          if (!bulkOf || all.length === 0) return undefined;
          const foot = <BulkBar of={bulkOf} actions={all} queue={queue} />;
          return { column: chooseColumn(bulkOf, rowKey), foot };
        }}
        underName={(row, { marks }: RecordPage<Row>) => {
          const mark = marks?.[rowKey(row)];
          return mark && <NoteMarks mark={mark} />;
        }}
      />
      {param !== undefined && <Opening param={param} wordsOf={openingAt} />}
      <OpenRecordContext.Provider value={useOpenRecord(place.currentId, opens)}>
        {children}
      </OpenRecordContext.Provider>
    </Page>
  );
}

type StoreListProps<Row, Filter extends object> = Omit<ListScreenProps<Row, Filter>, "search" | "path"> & {
  alias: string;
  paths: StoreListPaths<Filter>;
};

/** The screen of a store's list. */
export const StoreList = <Row extends ListRow, Filter extends Listing>({
  alias,
  paths,
  ...screen
}: StoreListProps<Row, Filter>) => (
  <ListScreen {...screen} search={paths.search} path={(filter) => paths.list(alias, filter)} />
);

/** The list that rows are chosen from: its kind, store and search. */
type BulkOf = {
  kind: string;
  alias: string | undefined;
  list: string;
  /** The list has no pages, so that more rows can be chosen than an address holds. */
  isUnpaged?: boolean;
};

const formId = "bulk";
const line = "flex flex-wrap items-center gap-x-3 gap-y-2";

/** The box that chooses a row; it belongs to the bar's form. */
function ChooseBox({ id, name }: { id: string; name: string }) {
  return (
    <label className="choose">
      <input
        type="checkbox"
        form={formId}
        name={bulkSearch.names.ids}
        value={id}
        aria-label={`Choose ${name}`}
      />
    </label>
  );
}

/** Chooses all rows of the page; it has no name, since it is not sent. */
const allBox = { type: "checkbox", form: formId, "data-all": "" } as const;

const allBoxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.dataset.all !== undefined,
  );

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name === bulkSearch.names.ids,
  );

/**
 * What is done to the chosen rows: each action is the way to its review (bulk#choosing). With scripting the actions
 * appear with the first tick.
 */
function BulkBar({
  of: { kind, alias, list, isUnpaged = false },
  actions,
  queue,
}: {
  of: BulkOf;
  /** The likeliest first. */
  actions: readonly { label: string; value: string }[];
  /** The list, if its records can be worked through: they can be handed over, too. */
  queue: ListRef | undefined;
}) {
  const [first, ...others] = actions;
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => {
      const boxes = boxesOf(form.current);
      const chosen = boxes.filter(({ checked }) => checked).length;
      setCount(chosen);
      for (const all of allBoxesOf(form.current)) {
        all.checked = chosen > 0 && chosen === boxes.length;
        all.indeterminate = chosen > 0 && chosen < boxes.length;
      }
    };
    look();
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.form !== form.current) return;
      if (target.dataset.all !== undefined)
        for (const box of boxesOf(form.current)) box.checked = target.checked;
      look();
    };
    document.addEventListener("change", onChange);
    return () => document.removeEventListener("change", onChange);
  });
  return (
    <Form
      ref={form}
      id={formId}
      method={isUnpaged ? "post" : "get"}
      action={bulkPath(kind)}
      className={`bulk-bar ${line} rounded-lg border border-line bg-surface px-3 py-2 print:hidden`}
      autoComplete="off"
      aria-label="Several at once"
    >
      {alias !== undefined && <input type="hidden" name={bulkSearch.names.alias} value={alias} />}
      <input type="hidden" name={bulkSearch.names.list} value={list} />
      {/* A table has the box in its head. */}
      <label className="check with-scripting min-[1001px]:hidden">
        <input {...allBox} />
        <span>All on this page</span>
      </label>
      <label className="check">
        <input type="checkbox" name={bulkSearch.names.all} value="1" />
        <span>{`All that match (up to ${maxRows})`}</span>
      </label>
      <div className={line}>
        {count > 0 && <span className="text-ink-soft">{formatUnits(count)} chosen on this page only</span>}
        {first && (
          <Button type="submit" variant="primary" name={bulkSearch.names.action} value={first.value}>
            {first.label}
          </Button>
        )}
        {queue && (
          <Button type="submit" name={bulkSearch.names.action} value={handOverAction}>
            Hand over
          </Button>
        )}
        {others.length > 0 && (
          <details className={line}>
            <summary className="btn btn-secondary">More</summary>
            {others.map(({ label, value }) => (
              <Button
                key={value}
                type="submit"
                variant={isFinalAction(value) ? "danger" : "secondary"}
                name={bulkSearch.names.action}
                value={value}
              >
                {label}
              </Button>
            ))}
          </details>
        )}
      </div>
    </Form>
  );
}

type RowAction = { label: string; value: string };

/** The bulk actions; absent if no row offers an action. */
type BulkProps<Row> = Omit<BulkOf, "list"> & {
  actionsOf: (row: Row) => readonly RowAction[];
  nameOf: (row: Row) => string;
  /** A row's id in the review, if different from its key. */
  idOf?: (row: Row) => string;
};

/** The actions of a page's rows, the likeliest first: that of most rows, in their own order, and no final one. */
export function likelyFirst(rows: readonly (readonly RowAction[])[]): RowAction[] {
  const all = rows.flat();
  const countOf = ({ value }: RowAction) => all.filter((one) => one.value === value).length;
  return [...new Map(all.map((action) => [action.value, action])).values()].sort(
    (one, other) =>
      Number(isFinalAction(one.value)) - Number(isFinalAction(other.value)) || countOf(other) - countOf(one),
  );
}

const chooseColumn = <Row,>({ nameOf, idOf }: BulkProps<Row>, rowKey: (row: Row) => string): Column<Row> => ({
  key: "choose",
  header: "Choose",
  headerHidden: true,
  head: (
    <label className="choose with-scripting">
      <input {...allBox} aria-label="All on this page" />
    </label>
  ),
  tight: true,
  narrow: "choose",
  aside: true,
  cell: (row) => <ChooseBox id={(idOf ?? rowKey)(row)} name={nameOf(row)} />,
});

/** How many notes a row's record has, whether it is handled, and who has it (notes#rows). */
function NoteMarks({ mark: { takenBy, notes, isHandled } }: { mark: RowMark }) {
  const words = notes === 1 ? "1 note" : `${notes} notes`;
  return (
    <div className="note-marks flex items-center gap-x-3 text-xs text-ink-soft cut:-mt-1 cut:h-3.5">
      {notes > 0 && (
        <span title={words} className="flex-none whitespace-nowrap">
          <Icon name="note" />
          <span aria-hidden="true"> {notes}</span>
          <span className="sr-only">{words}</span>
        </span>
      )}
      {isHandled && (
        <span className="flex-none whitespace-nowrap">
          <Icon name="check" /> Handled
        </span>
      )}
      {takenBy !== undefined && (
        <span className="min-w-0 truncate" title={`${takenBy} has it`}>
          <Icon name="user" /> {takenBy} has it
        </span>
      )}
    </div>
  );
}
