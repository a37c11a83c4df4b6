import type { ActiveFilter } from "#app/domains/edi/partner/lists/filters.ts";
import type { EdiOffer } from "#app/domains/edi/partner/offers.ts";
import { isEdiDetailPath } from "#app/domains/edi/partner/paths.ts";
import { FollowRows } from "#app/lists/Live.tsx";
import { reachWords } from "#app/lists/listed.ts";
import { Opening } from "#app/lists/Opening.tsx";
import { type Listing, ListScreen, type ListScreenProps } from "#app/recordPages/ListScreen.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { FilterFold } from "#app/ui/lists/FilterFold.tsx";
import { ActiveFilters } from "./DocumentFilters.tsx";
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
