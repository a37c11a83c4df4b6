import type { ItemsTab as Items } from "#app/domains/orders/detail.ts";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { Code, Marked } from "#app/ui/text/LongText.tsx";

type Line = Items["lines"][number];

const levelCode: Column<Line> = {
  key: "levelCode",
  header: "Level Code",
  cell: (line) =>
    line.levelCode === "" ? (
      <span className="text-ink-faint">(no level code)</span>
    ) : (
      <Code value={line.levelCode} />
    ),
};
const quantity: Column<Line> = {
  key: "quantity",
  header: "Quantity",
  align: "end",
  cell: (line) => line.quantity,
};

/** The store's current product with each line's code (orders#items). */
const ofProducts: Column<Line>[] = [
  {
    key: "picture",
    header: "Picture",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    cell: ({ product }) => product && <ProductImage src={product.image} alt={product.title} />,
  },
  {
    key: "product",
    header: "Product",
    narrow: "title",
    roomy: true,
    cell: ({ product }) =>
      product ? (
        <a href={product.href}>{product.title}</a>
      ) : (
        <span className="text-ink-faint">No such product</span>
      ),
  },
  levelCode,
  {
    key: "price",
    header: "Price Now",
    align: "end",
    cell: ({ product }) => <Marked value={product?.price} />,
  },
  quantity,
];

export function ItemsTab({ items: { lines, total, withProducts, unread } }: { items: Items }) {
  const shown = withProducts && unread === undefined;
  return (
    <>
      {unread && <p className="text-attention">{unread}</p>}
      <Table
        caption="Items"
        cards={shown}
        columns={shown ? ofProducts : [levelCode, quantity]}
        rows={lines}
        rowKey={(line) => line.key}
        empty={<p>This order has no items.</p>}
      />
      {lines.length > 0 && (
        <p className="flex justify-between px-3 font-semibold">
          <span>Total</span> <span className="tabular-nums">{total}</span>
        </p>
      )}
    </>
  );
}
