import type { ShownShipment } from "#app/domains/orders/detail.ts";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { OutsideWay } from "#app/ui/OutsideWay.tsx";
import { CopyField } from "#app/ui/text/CopyField.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

const columns: Column<ShownShipment["contents"][number]>[] = [
  { key: "product", header: "Product", cell: (item) => item.product || "–" },
  { key: "colour", header: "Colour", cell: (item) => item.colour || "–" },
  { key: "size", header: "Size", cell: (item) => item.size || "–" },
  { key: "quantity", header: "Quantity", align: "end", cell: (item) => item.quantity },
];

/** Every shipment of the order: carrier, con note, track link, contents (orders#shipments). */
export function ShipmentsTab({ shipments }: { shipments: ShownShipment[] }) {
  if (shipments.length === 0) return <p>This order has no shipments.</p>;
  return (
    <ol className="space-y-4">
      {shipments.map((shipment, index) => (
        <li key={shipment.key} className="space-y-2 rounded border border-line p-3">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h3 className="font-semibold">
              Shipment {index + 1}: {shipment.carrier || "carrier not known"}
            </h3>
            <OutsideWay
              label="Track"
              about={`shipment ${index + 1}`}
              href={shipment.trackHref}
              refused={shipment.refused}
            />
          </div>
          <p>
            <span className="faint">Despatched</span> <DateTime at={shipment.despatched} />
          </p>
          {shipment.conNote ? <CopyField label="Con Note" value={shipment.conNote} /> : <p>No con note</p>}
          <Table
            caption={`Contents of shipment ${index + 1}`}
            cards={false}
            columns={columns}
            rows={shipment.contents}
            rowKey={(item) => item.key}
            empty={<p className="faint">No contents are listed.</p>}
          />
          {shipment.contents.length > 0 && <p className="px-3 text-end font-semibold">{shipment.total}</p>}
        </li>
      ))}
    </ol>
  );
}
