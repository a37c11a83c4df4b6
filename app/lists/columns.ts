import type { SheetColumn } from "#app/sheets/columns.ts";
import type { Column } from "#app/ui/lists/Table.tsx";
import type { Moment } from "#app/values/moment.ts";
import type { ShownValue } from "#app/values/show.ts";

/** What every table can show without a component: a text, a marked one, a moment; nothing is a dash. */
export type PlainValue = ShownValue | { at: Moment } | undefined;

type Look = Omit<Column<never>, "key" | "header" | "cell">;

/**
 * One column of a list that is a spreadsheet, too: its header and how it stands in the table, what its cells show,
 * and the columns of the spreadsheet that it becomes. It lives on the server: `show` gives plain data, which the
 * browser shows as it is where it is a `PlainValue`, and else by the component of the list's `CellsOf`.
 */
export type ListColumn<Entry, Context, Shown> = Look & {
  header: string;
  show: (entry: Entry, context: Context) => Shown;
  sheet: readonly SheetColumn<Entry>[];
};

/** The columns of a list by their keys, in order; `Shown` is what each shows. */
export type ListColumns<Entry, Context, Shown> = {
  [Key in keyof Shown]: ListColumn<Entry, Context, Shown[Key]>;
};

/** Lets each column say by its `show` what it shows. */
export const defineColumns =
  <Entry, Context>() =>
  <Shown>(columns: ListColumns<Entry, Context, Shown>): ListColumns<Entry, Context, Shown> =>
    columns;

/** What the columns of a list show. */
export type ShownBy<Columns> =
  Columns extends ListColumns<infer _Entry, infer _Context, infer Shown> ? Shown : never;

/** A column as the browser is told of it. */
export type ShownColumn<Key> = Look & { key: Key; header: string };

/** The columns that a list has, but for some. */
export const columnKeys = <Shown>(
  columns: ListColumns<never, never, Shown>,
  without: readonly (keyof Shown)[] = [],
): (keyof Shown)[] => {
  const keys: (keyof Shown)[] = [];
  for (const key in columns) if (!without.includes(key)) keys.push(key);
  return keys;
};

/** The headers of these columns, and how they stand in the table. */
export const toShownColumns = <Shown, Key extends keyof Shown>(
  columns: ListColumns<never, never, Shown>,
  keys: readonly Key[],
): ShownColumn<Key>[] =>
  keys.map((key) => {
    const { show: _, sheet: __, ...shown } = columns[key];
    return { key, ...shown };
  });

/** What these columns show of one entry. */
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

/** The columns of the spreadsheet that these columns become. */
export const toSheetColumns = <Entry, Shown>(
  columns: ListColumns<Entry, never, Shown>,
  keys: readonly (keyof Shown)[],
): SheetColumn<Entry>[] => keys.flatMap((key) => columns[key].sheet);
