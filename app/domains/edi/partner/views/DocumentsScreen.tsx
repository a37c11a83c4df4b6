import type { ReactNode } from "react";
import type { ActiveFilter } from "#app/domains/edi/partner/lists/activeFilters.ts";
import type { EdiOffer } from "#app/domains/edi/partner/offers.ts";
import { isEdiDetailPath } from "#app/domains/edi/partner/paths.ts";
import { FollowRows } from "#app/lists/Live.tsx";
import type { LivePage } from "#app/lists/listed.ts";
import { reachWords } from "#app/lists/listed.ts";
import { Opening } from "#app/lists/Opening.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { ListScreen } from "#app/recordPages/ListScreen.tsx";
import type { Search } from "#app/search/search.ts";
import type { SheetChoices } from "#app/sheets/sheetChoices.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import type { EmptyTitles } from "#app/ui/lists/EmptyList.tsx";
import { FilterFold } from "#app/ui/lists/FilterFold.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { ActiveFilters } from "./DocumentFilters.tsx";
import { titleOf } from "./RowCells.tsx";

export type DocumentsProps<Row, Filter> = {
  filter: Filter;
  active: ActiveFilter[];
  list: LivePage<Row> | undefined;
  error: ErrorText | undefined;
  download: SheetChoices | undefined;
  place: ListPlace;
  children: ReactNode;
};

type ActionRow = {
  id: string;
  cells: { actions?: EdiOffer[]; document?: { name: string; numbers: string } };
};

/** A document list: the interchanges or the EDI orders. Children are opened over it. */
export function DocumentsScreen<Row extends ActionRow, Filter extends { page: number }>({
  filter,
  active,
  list,
  error,
  download,
  place,
  children,
  ...kind
}: DocumentsProps<Row, Filter> & {
  title: string;
  noun: string;
  actions?: ReactNode;
  /** The bulk kind in URLs. */
  bulk: string;
  search: Search<Filter>;
  path: (filter?: Filter) => string;
  rowHref: (row: Row) => string;
  fields: ReactNode;
  /** Filters without a field of their own, which stay when others change. */
  keep?: Record<string, string>;
  /** Not sorted, nor filtered by date. */
  unsorted: boolean;
  columns: Column<Row>[];
  empty: EmptyTitles;
  opening: { title: string; words: string };
}) {
  return (
    <ListScreen
      title={kind.title}
      actions={
        (kind.actions || download) && (
          <>
            {download && <DownloadToExcel noun={kind.noun} download={download} />}
            {kind.actions}
          </>
        )
      }
      place={place}
      list={list}
      error={error}
      here={kind.path(filter)}
      live={FollowRows}
      filter={{
        isOn: kind.search.isFiltered(filter),
        clearHref: kind.path(),
        fields: (
          <FilterFold label="Filters" narrow>
            {kind.fields}
          </FilterFold>
        ),
        keep: kind.keep,
        note: <ActiveFilters active={active} />,
      }}
      notice={
        list?.reach && (
          <Notice tone={list.reach.stopped ? "attention" : "background"}>{reachWords(list.reach)}</Notice>
        )
      }
      pages={{
        isNumbered: true,
        current: filter.page,
        hrefFor: (page) => kind.path({ ...filter, page }),
      }}
      dense
      unsorted={kind.unsorted}
      columns={kind.columns}
      rowKey={({ id }) => id}
      rowHref={kind.rowHref}
      rowName={titleOf}
      bulk={{
        kind: kind.bulk,
        alias: undefined,
        list: kind.search.write(filter),
        actionsOf: ({ cells }) =>
          (cells.actions ?? []).filter(({ takesLines, danger }) => !takesLines && !danger),
        nameOf: titleOf,
      }}
      empty={kind.empty}
    >
      <Opening place={place} {...kind.opening} isPath={isEdiDetailPath} />
      {children}
    </ListScreen>
  );
}
