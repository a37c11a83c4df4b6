import { BulkBar, type BulkOf, ChooseBox } from "#app/bulk/views/BulkBar.tsx";
import { isFinalAction } from "#app/confirm/finalAction.ts";
import { ListScreen, type ListScreenProps } from "#app/lists/ListScreen.tsx";
import { type ListPage, readableRows } from "#app/lists/listed.ts";
import type { RowMark } from "#app/notes/notes.ts";
import { NoteMarks } from "#app/notes/views/NoteMarks.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";

/** One page of records with their notes, by row key (notes#rows). */
type RecordPage<Row> = ListPage<Row> & { marks?: Readonly<Record<string, RowMark>> };

type RowAction = { label: string; value: string };

/** The bulk actions; absent if no row offers an action. */
type BulkProps<Row> = BulkOf & {
  actionsOf: (row: Row) => readonly RowAction[];
  nameOf: (row: Row) => string;
  /** A row's id in the review, if different from its key. */
  idOf?: (row: Row) => string;
};

type Props<Row> = Omit<ListScreenProps<Row>, "choosing" | "underName"> & {
  bulk?: BulkProps<Row>;
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
  tight: true,
  narrow: "choose",
  aside: true,
  cell: (row) => <ChooseBox id={(idOf ?? rowKey)(row)} name={nameOf(row)} />,
});

/** A list of records with bulk actions, and notes below their names. */
export function RecordListScreen<Row>({ bulk, ...list }: Props<Row>) {
  const rowName = list.rowName ?? bulk?.nameOf;
  return (
    <ListScreen
      {...list}
      rowName={rowName}
      choosing={(page) => {
        const actions = bulk ? likelyFirst(readableRows(page.rows).map(bulk.actionsOf)) : [];
        if (!bulk || actions.length === 0) return undefined;
        return { column: chooseColumn(bulk, list.rowKey), foot: <BulkBar of={bulk} actions={actions} /> };
      }}
      underName={(row, { marks }: RecordPage<Row>) => {
        const mark = marks?.[list.rowKey(row)];
        return mark && <NoteMarks mark={mark} />;
      }}
    />
  );
}
