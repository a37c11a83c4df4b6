import type { SheetColumn } from "#app/sheets/columns.ts";
import type { Column } from "#app/ui/lists/Table.tsx";
import type { Moment, ShownValue } from "#app/values/values.ts";

/** What every table can show without a component: a text, a marked one, a moment; undefined is a dash. */
export type PlainValue = ShownValue | { at: Moment } | undefined;

type Look = Omit<Column<never>, "key" | "header" | "cell">;

/**
 * One column of a list and of its spreadsheet: its header and look in the table, the content of its cells, and its
 * spreadsheet columns. It exists on the server only: `show` returns plain data, which the browser shows directly if
 * it is a `PlainValue`, else by the component of the list's `CellsOf`.
 */
export type ListColumn<Entry, Context, Shown> = Look & {
  header: string;
  show: (entry: Entry, context: Context) => Shown;
  sheet: readonly SheetColumn<Entry>[];
};

/** The columns of a list by key, in order; `Shown` is the type of their content. */
export type ListColumns<Entry, Context, Shown> = {
  [Key in keyof Shown]: ListColumn<Entry, Context, Shown[Key]>;
};

/** Infers the content of each column from its `show`. */
export const defineColumns =
  <Entry, Context>() =>
  <Shown>(columns: ListColumns<Entry, Context, Shown>): ListColumns<Entry, Context, Shown> =>
    columns;

export type ShownBy<Columns> =
  Columns extends ListColumns<infer _Entry, infer _Context, infer Shown> ? Shown : never;

export type ShownColumn<Key> = Look & { key: Key; header: string };

export const columnKeys = <Shown>(
  columns: ListColumns<never, never, Shown>,
  without: readonly (keyof Shown)[] = [],
): (keyof Shown)[] => {
  const keys: (keyof Shown)[] = [];
  for (const key in columns) if (!without.includes(key)) keys.push(key);
  return keys;
};

export const toShownColumns = <Shown, Key extends keyof Shown>(
  columns: ListColumns<never, never, Shown>,
  keys: readonly Key[],
): ShownColumn<Key>[] =>
  keys.map((key) => {
    const { show: _, sheet: __, ...shown } = columns[key];
    return { key, ...shown };
  });

export function showCells<Entry, Context, Shown>(
  columns: ListColumns<Entry, Context, Shown>,
  keys: readonly (keyof Shown)[],
  entry: Entry,
  context: Context,
): Partial<Shown> {
  const cells: Partial<Shown> = {};
  for (const key of keys) cells[key] = columns[key].show(entry, context);
  return cells;
}

export const toSheetColumns = <Entry, Shown>(
  columns: ListColumns<Entry, never, Shown>,
  keys: readonly (keyof Shown)[],
): SheetColumn<Entry>[] => keys.flatMap((key) => columns[key].sheet);
