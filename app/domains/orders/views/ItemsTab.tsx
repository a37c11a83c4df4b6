import type { ItemsTab as Items } from "#app/domains/orders/detail.ts";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

const columns: Column<Items["lines"][number]>[] = [
  {
    key: "levelCode",
    header: "Level Code",
    cell: (line) =>
      line.levelCode === "" ? (
        <span className="faint">(no level code)</span>
      ) : (
        <LongText value={line.levelCode} />
      ),
  },
  { key: "quantity", header: "Quantity", align: "end", cell: (line) => line.quantity },
];

/** Every line of the order. */
export function ItemsTab({ items }: { items: Items }) {
  return (
    <>
      <Table
        caption="Items"
        cards={false}
        columns={columns}
        rows={items.lines}
        rowKey={(line) => line.key}
        empty={<p>This order has no items.</p>}
      />
      {items.lines.length > 0 && (
        <p className="flex justify-between px-3 font-semibold">
          <span>Total</span> <span className="number">{items.total}</span>
        </p>
      )}
    </>
  );
}
