import type { AttributeRow } from "#app/domains/metaproducts/attributes.ts";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

const columns: Column<AttributeRow>[] = [
  { key: "name", header: "Attribute", narrow: "title", cell: ({ name }) => name },
  { key: "whose", header: "Of", tight: true, cell: ({ whose }) => whose },
  {
    key: "value",
    header: "Value",
    roomy: true,
    lines: true,
    cell: ({ value }) => (value === "" ? <span className="faint">(empty)</span> : <LongText value={value} />),
  },
];

/** Every attribute that the channel holds, folded away until it is wanted (products#attribute-table). */
export function AttributeTable({ attributes }: { attributes: AttributeRow[] }) {
  if (attributes.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm font-semibold">
        Attributes ({attributes.length})
      </summary>
      <Table
        caption="Attributes"
        dense
        columns={columns}
        rows={attributes}
        rowKey={({ key }) => key}
        empty={null}
      />
    </details>
  );
}
