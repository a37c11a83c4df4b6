import type { ReactNode } from "react";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { Marked } from "#app/ui/text/LongText.tsx";
import type { PlainValue, ShownColumn } from "./columns.ts";

type Cell<Shown, Row> = (shown: Shown, row: Row) => ReactNode;

type RichKey<Shown> = { [Key in keyof Shown]: Shown[Key] extends PlainValue ? never : Key }[keyof Shown];

/**
 * The cell components of a list, by column: required for each column that shows more than a
 * `PlainValue`, optional for others.
 */
export type CellsOf<Shown, Row> = { [Key in RichKey<Shown>]: Cell<Shown[Key], Row> } & {
  [Key in keyof Shown]?: Cell<Shown[Key], Row>;
};

function plain(value: unknown): ReactNode {
  if (typeof value === "string") return value || "–";
  if (typeof value !== "object" || value === null) return "–";
  if ("at" in value && typeof value.at === "string") return <DateTime at={value.at} />;
  if (!("text" in value && "note" in value)) return "–";
  return <Marked value={{ text: String(value.text), note: String(value.note) }} />;
}

/** The table's columns: the server's column data combined with the cell components. */
export const toTableColumns = <Shown, Row extends { cells: Partial<Shown> }>(
  columns: readonly ShownColumn<keyof Shown>[],
  cells: { [Key in keyof Shown]?: Cell<Shown[Key], Row> },
): Column<Row>[] => {
  const show = <Key extends keyof Shown>(key: Key, row: Row): ReactNode => {
    const shown: Shown[Key] | undefined = row.cells[key];
    const cell = cells[key];
    return cell && shown !== undefined ? cell(shown, row) : plain(shown);
  };
  return columns.map(({ key, ...column }) => ({
    ...column,
    key: String(key),
    cell: (row) => show(key, row),
  }));
};
