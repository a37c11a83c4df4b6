import { type SheetColumn, sheetColumn } from "#app/sheets/columns.ts";
import type { Column } from "#app/ui/lists/Table.tsx";
import { type Moment, shorten, type ValueView } from "#app/values/values.ts";

/** What every table can show without a component: a text, a marked one, a moment; undefined is a dash. */
export type PlainValue = ValueView | { at: Moment } | undefined;

type Look = Omit<Column<never>, "key" | "header" | "cell">;

/**
 * One column of a list and of its spreadsheet: its header and look in the table, the content of its cells, and its
 * spreadsheet columns. It exists on the server only: `show` returns plain data, which the browser shows directly if
 * it is a `PlainValue`, else by the component of the list's `CellsOf`.
 */
export type ListColumn<Entry, Context, Cells> = Look & {
  header: string;
  show: (entry: Entry, context: Context) => Cells;
  sheet: readonly SheetColumn<Entry>[];
};

/** The columns of a list by key, in order; `Cells` is the type of their content. */
export type ListColumns<Entry, Context, Cells> = {
  [Key in keyof Cells]: ListColumn<Entry, Context, Cells[Key]>;
};

/** Infers the content of each column from its `show`. */
export const defineColumns =
  <Entry, Context>() =>
  <Cells>(columns: ListColumns<Entry, Context, Cells>): ListColumns<Entry, Context, Cells> =>
    columns;

/** A column of one text, `width` wide in the spreadsheet, and cut to `longest` characters in the table. */
export const textColumn = <Entry>(
  header: string,
  width: number,
  of: (entry: Entry) => string,
  { longest = 120, ...look }: Look & { longest?: number } = {},
): ListColumn<Entry, unknown, string> => ({
  ...look,
  header,
  show: (entry) => shorten(of(entry), longest),
  sheet: [sheetColumn(header, width, of)],
});

export type ColumnCells<Columns> =
  Columns extends ListColumns<infer _Entry, infer _Context, infer Cells> ? Cells : never;

export type ColumnView<Key> = Look & { key: Key; header: string };

export const columnKeys = <Cells>(
  columns: ListColumns<never, never, Cells>,
  without: readonly (keyof Cells)[] = [],
): (keyof Cells)[] => {
  const keys: (keyof Cells)[] = [];
  for (const key in columns) if (!without.includes(key)) keys.push(key);
  return keys;
};

export const toColumnViews = <Cells, Key extends keyof Cells>(
  columns: ListColumns<never, never, Cells>,
  keys: readonly Key[],
): ColumnView<Key>[] =>
  keys.map((key) => {
    const { show: _, sheet: __, ...shown } = columns[key];
    return { key, ...shown };
  });

export function showCells<Entry, Context, Cells>(
  columns: ListColumns<Entry, Context, Cells>,
  keys: readonly (keyof Cells)[],
  entry: Entry,
  context: Context,
): Partial<Cells> {
  const cells: Partial<Cells> = {};
  for (const key of keys) cells[key] = columns[key].show(entry, context);
  return cells;
}

export const toSheetColumns = <Entry, Cells>(
  columns: ListColumns<Entry, never, Cells>,
  keys: readonly (keyof Cells)[],
): SheetColumn<Entry>[] => keys.flatMap((key) => columns[key].sheet);
