import type { Comparison } from "#app/domains/edi/partner/detail/review.ts";
import { Card } from "#app/ui/Card.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";

const columns: Column<Comparison["lines"][number]>[] = [
  { key: "line", header: "Line", narrow: "title", cell: ({ name }) => name },
  { key: "living", header: "Living order", align: "end", tight: true, cell: ({ living }) => living },
  { key: "this", header: "This one", align: "end", tight: true, cell: ({ wanted }) => wanted },
  { key: "words", header: "Difference", cell: ({ words }) => words || "–" },
];

/** A held duplicate beside the living order of its number (edi#review-duplicate). */
export const ComparisonTable = ({ comparison: { name, href, lines } }: { comparison: Comparison }) => (
  <Card title="Compared with the living order">
    <p>
      <a href={href}>{name}</a>
    </p>
    <Table
      caption="Compared with the living order"
      columns={columns}
      rows={lines}
      rowKey={({ key }) => key}
      empty={<p>No line differs.</p>}
    />
  </Card>
);
