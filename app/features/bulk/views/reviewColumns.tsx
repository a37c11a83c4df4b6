import { unbrokenName } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { factOf, type WillRow } from "#app/features/bulk/rows.ts";

export const nameColumn: Column<{ name: string; href: string }> = {
  key: "name",
  header: "Record",
  narrow: "title",
  cell: ({ name, href }) => (
    <a href={href} className={name.length > unbrokenName ? undefined : "whitespace-nowrap"}>
      {name}
    </a>
  ),
};

const isAmounts = (rows: readonly WillRow[], label: string): boolean =>
  rows.every((row) => /^-?\$/.test(factOf(row, label) ?? "$"));

/** A row whose address is to be typed is included by that. */
export const hasTick = ({ correction }: Pick<WillRow, "correction">): boolean =>
  !correction || !!correction.proposed;

export const tickColumn = (isTicked: (id: string) => boolean): Column<WillRow> => ({
  key: "tick",
  header: "Include",
  headerHidden: true,
  tight: true,
  narrow: "choose",
  cell: ({ id, name, correction }) =>
    hasTick({ correction }) && (
      <label className="choose">
        <input
          type="checkbox"
          name="id"
          value={id}
          defaultChecked={isTicked(id)}
          aria-label={`Include ${name}`}
        />
      </label>
    ),
});

export const factColumns = (rows: readonly WillRow[], labels: readonly string[]): Column<WillRow>[] => [
  nameColumn,
  ...labels.map(
    (label): Column<WillRow> => ({
      key: label,
      header: label,
      align: isAmounts(rows, label) ? "end" : undefined,
      cell: (row) => <span className="wrap-anywhere">{factOf(row, label) ?? "–"}</span>,
    }),
  ),
];

export const earlierColumn = (header: string): Column<WillRow> => ({
  key: "earlier",
  header,
  cell: ({ earlier }) =>
    earlier && (
      <>
        {earlier.what}, <DateTime at={earlier.at} />, by {earlier.by ?? "you"}
      </>
    ),
});
