import type { Figure, Ledger, LedgerRow } from "#app/domains/edi/partner/thread/ledger.ts";
import { Icon } from "#app/ui/Icon.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { formatUnits } from "#app/values/values.ts";

type Side = "ordered" | "changed" | "confirmed" | "shipped" | "advised";

function Units({ figure, of }: { figure: Figure | undefined; of: string }) {
  if (!figure) return "–";
  const units = formatUnits(figure.units);
  if (figure.href === undefined) return units;
  return (
    <a href={figure.href}>
      {units}
      <span className="sr-only"> {of}</span>
    </a>
  );
}

const side = (key: Side, header: string): Column<LedgerRow> => ({
  key,
  header,
  align: "end",
  tight: true,
  cell: (row) => <Units figure={row[key]} of={`${header.toLowerCase()} of line ${row.number || row.item}`} />,
});

const columns: Column<LedgerRow>[] = [
  {
    key: "line",
    header: "Line",
    narrow: "title",
    cell: ({ number, item, article, price }) => (
      <div className="wrap-anywhere">
        {[number, item].filter(Boolean).join(" · ") || "No number"}
        {(article || price) && (
          <div className="text-sm font-normal text-ink-soft">
            {[article, price && `at ${price}`].filter(Boolean).join(" · ")}
          </div>
        )}
      </div>
    ),
  },
  side("ordered", "Ordered"),
  side("changed", "Changed to"),
  side("confirmed", "Confirmed"),
  side("shipped", "Shipped"),
  side("advised", "Advised"),
  {
    key: "marks",
    header: "Differences",
    cell: ({ marks }) => (
      <ul className="space-y-0.5 text-sm">
        {marks.map(({ words, tone }) => (
          <li key={words} className="flex gap-1.5">
            <span className={`text-tone tone-${tone}`}>
              <Icon name={tone} />
            </span>
            {words}
          </li>
        ))}
      </ul>
    ),
  },
];

/** The lines of an order as each side has them, side by side (edi#ledger). */
export function LedgerTable({ ledger: { rows, left } }: { ledger: Ledger }) {
  return (
    <div className="space-y-2">
      <Table
        caption="Lines of the order"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={null}
      />
      {left.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p className="text-sm text-ink-soft">
        Each number leads to the segment that says it. Invoices are not exchanged: no line is invoiced here,
        by anybody.
      </p>
    </div>
  );
}
