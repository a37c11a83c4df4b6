import type { ReactNode } from "react";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { Marked } from "#app/core/ui/text/LongText.tsx";
import type { ColumnView, PlainValue } from "./columns.ts";

type Cell<Cells, Row> = (cells: Cells, row: Row) => ReactNode;

type RichKey<Cells> = { [Key in keyof Cells]: Cells[Key] extends PlainValue ? never : Key }[keyof Cells];

/**
 * The cell components of a list, by column: required for each column that shows more than a
 * `PlainValue`, optional for others.
 */
export type CellsOf<Cells, Row> = { [Key in RichKey<Cells>]: Cell<Cells[Key], Row> } & {
  [Key in keyof Cells]?: Cell<Cells[Key], Row>;
};

/** The content of a `PlainValue`. */
export function plainCell(value: unknown): ReactNode {
  if (typeof value === "string") return value || "–";
  if (typeof value !== "object" || value === null) return "–";
  if ("at" in value && typeof value.at === "string") return <Age at={value.at} />;
  if ("href" in value && "text" in value)
    return value.href ? <a href={String(value.href)}>{String(value.text)}</a> : String(value.text) || "–";
  if (!("text" in value && "note" in value)) return "–";
  return <Marked value={{ text: String(value.text), note: String(value.note) }} />;
}

/** The table's columns: the server's column data combined with the cell components, and with other widths if given. */
export const toTableColumns = <Cells, Row extends { cells: Partial<Cells> }>(
  columns: readonly ColumnView<keyof Cells>[],
  cells: { [Key in keyof Cells]?: Cell<Cells[Key], Row> },
  widths: { [Key in keyof Cells]?: string } = {},
): Column<Row>[] => {
  const show = <Key extends keyof Cells>(key: Key, row: Row): ReactNode => {
    const value: Cells[Key] | undefined = row.cells[key];
    const cell = cells[key];
    return cell && value !== undefined ? cell(value, row) : plainCell(value);
  };
  return columns.map(({ key, ...column }) => ({
    ...column,
    width: widths[key] ?? column.width,
    key: String(key),
    cell: (row) => show(key, row),
  }));
};
