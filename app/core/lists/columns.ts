import type { z } from "zod";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { type Moment, shorten, toText, type ValueView } from "#app/core/values/values.ts";
import {
  defineSheetPlan,
  type PlainSheetOptions,
  recordOf,
  type SheetColumn,
  sheetColumn,
} from "./sheetColumns.ts";

/** What every table can show without a component: a text, a marked one, a link, a moment; undefined is a dash. */
export type PlainValue = ValueView | { text: string; href: string | undefined } | { at: Moment } | undefined;

type Look = Omit<Column<never>, "key" | "header" | "head" | "cell">;

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

/** A column of one value as text, `width` wide in the spreadsheet, and cut to `longest` characters in the table. */
export const textColumn = <Entry>(
  header: string,
  width: number,
  of: (entry: Entry) => unknown,
  { longest = 120, ...look }: Look & { longest?: number } = {},
): ListColumn<Entry, unknown, string> => ({
  ...look,
  header,
  show: (entry) => shorten(toText(of(entry)), longest),
  sheet: [sheetColumn(header, width, (entry) => toText(of(entry)))],
});

/** As `textColumn`, with a link to `href` for those who have one. */
export const linkColumn = <Entry, Context>(
  header: string,
  width: number,
  of: (entry: Entry) => string,
  href: (entry: Entry, context: Context) => string | undefined,
): ListColumn<Entry, Context, { text: string; href: string | undefined }> => ({
  header,
  narrow: "title",
  show: (entry, context) => ({ text: shorten(of(entry), 120), href: href(entry, context) }),
  sheet: [sheetColumn(header, width, of)],
});

/** The actions on a record: those offered to the user, and in the spreadsheet all. */
export const actionsColumn = <Offered>(
  look: Look = {},
): ListColumn<{ actions: readonly { text: string }[] }, { actions: Offered }, Offered> => ({
  narrow: "plain",
  ...look,
  header: "Actions",
  onScreenOnly: true,
  show: (_, { actions }) => actions,
  sheet: [sheetColumn("Actions", 32, ({ actions }) => actions.map(({ text }) => text).join("; "))],
});

export type ColumnView<Key> = Look & { key: Key; header: string };

/**
 * A list's columns: the content of each is inferred from its `show`. All that is made of them leaves out the columns
 * `without`.
 */
export const defineColumns =
  <Entry, Context>() =>
  <Cells>(columns: ListColumns<Entry, Context, Cells>) => {
    type Key = keyof Cells;
    function keys(without: readonly Key[] = []): Key[] {
      const all: Key[] = [];
      for (const key in columns) if (!without.includes(key)) all.push(key);
      return all;
    }
    function cellsOf(entry: Entry, context: Context, without?: readonly Key[]): Partial<Cells> {
      const cells: Partial<Cells> = {};
      for (const key of keys(without)) cells[key] = columns[key].show(entry, context);
      return cells;
    }
    const sheetOf = (without?: readonly Key[]): SheetColumn<Entry>[] =>
      keys(without).flatMap((key) => columns[key].sheet);
    return {
      columns,
      keys,
      /** What the table knows of its columns. */
      views: (without?: readonly Key[]): ColumnView<Key>[] =>
        keys(without).map((key) => {
          const { show: _, sheet: __, ...rest } = columns[key];
          return { key, ...rest };
        }),
      /** The cells of a row. */
      cells: cellsOf,
      /** A whole row, by its number on the page. */
      row: (entry: Entry, index: number, context: Context) => ({
        key: String(index),
        cells: cellsOf(entry, context),
      }),
      sheet: sheetOf,
      /** The plan of a spreadsheet of the records themselves; `inPlace` is one by the id and problem of an unreadable row. */
      plan: (record: z.ZodType<Entry>, inPlace: Parameters<typeof recordOf<Entry>>[2]) =>
        defineSheetPlan<PlainSheetOptions, Entry, Entry>({
          columns: sheetOf(),
          toEntries: (rows) => rows.map((row) => recordOf(row, record, inPlace)),
        }),
    };
  };

export type ColumnCells<Columns> = Columns extends {
  columns: ListColumns<infer _Entry, infer _Context, infer Cells>;
}
  ? Cells
  : never;
