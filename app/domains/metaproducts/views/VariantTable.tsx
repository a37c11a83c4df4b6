import type { VariantRow, Variants } from "#app/domains/metaproducts/variants.ts";
import { toneOfState } from "#app/domains/metaproducts/viewModel.ts";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { Code, Marked } from "#app/ui/text/LongText.tsx";

const sku: Column<VariantRow> = {
  key: "sku",
  header: "SKU",
  narrow: "title",
  cell: (row) => (
    <>
      {row.sku ? <Code value={row.sku} /> : <span className="text-ink-faint">(no SKU)</span>}
      {row.refusals.map((message) => (
        <span key={message} className="block text-sm font-normal text-attention">
          <Icon name="attention" /> {message}
        </span>
      ))}
    </>
  ),
};

const others: { [Key in keyof Variants["shows"]]: Column<VariantRow>[] } = {
  barcode: [
    { key: "barcode", header: "Barcode", cell: ({ barcode }) => (barcode ? <Code value={barcode} /> : "–") },
  ],
  prices: [
    { key: "rrp", header: "RRP", align: "end", tight: true, cell: ({ rrp }) => <Marked value={rrp} /> },
    { key: "sale", header: "Sale", align: "end", tight: true, cell: ({ sale }) => <Marked value={sale} /> },
  ],
  status: [
    {
      key: "status",
      header: "Status",
      cell: ({ status }) =>
        status === "" ? (
          "–"
        ) : (
          <span>
            <StatusBadge tone={toneOfState(status)}>{status}</StatusBadge>
          </span>
        ),
    },
  ],
  quantity: [
    {
      key: "quantity",
      header: "Quantity",
      align: "end",
      tight: true,
      cell: ({ quantity }) => <Marked value={quantity} />,
    },
  ],
};

/** The variants; below them the total units if the type has them. */
export function VariantTable({ caption, variants }: { caption: string; variants: Variants }) {
  const { rows, shows, total, unreadable } = variants;
  const columns = [
    sku,
    ...(shows.barcode ? others.barcode : []),
    ...(shows.prices ? others.prices : []),
    ...(shows.status ? others.status : []),
    ...(shows.quantity ? others.quantity : []),
  ];
  return (
    <>
      <Table
        caption={caption}
        cards={columns.length > 2}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        empty={<p>This product has no variants.</p>}
      />
      {total !== undefined && (
        <p className="flex justify-between px-3 font-semibold">
          <span>Total</span> <span className="tabular-nums">{total}</span>
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-attention">
          {unreadable === 1
            ? "1 variant has no readable quantity and is not in the total."
            : `${unreadable} variants have no readable quantity and are not in the total.`}
        </p>
      )}
    </>
  );
}
