import type { Changes, Inventory, ProductDetail } from "#app/domains/metaproducts/detail.ts";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";
import { CopyField } from "#app/ui/text/CopyField.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { Marked } from "#app/ui/text/Marked.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";
import { ChangeText } from "./ChangeText.tsx";

/** 'Product Data - {groupId}' (products#detail): Inventory, Changes, Raw Data. */
export function ProductDetailPanel({ detail }: { detail: ProductDetail }) {
  const [first] = detail.actions;
  return (
    <RouteDialog title={detail.title} closeTo={detail.closeTo} kind="wide-panel">
      <div className="space-y-3">
        <div className="flex flex-wrap items-start gap-3">
          <ProductImage src={detail.image} alt={detail.code || detail.id} />
          <div className="min-w-0 flex-1 basis-40 font-medium">
            <LongText value={detail.name || "No title"} />
          </div>
          <ActionMenu
            label={`Actions for ${detail.code || detail.id}`}
            {...(first ? { primary: first } : {})}
            items={detail.actions}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <CopyField label="Code" value={detail.code} />
          <CopyField label="Id" value={detail.id} />
        </div>
        <Tabs label="Product data" tabs={detail.tabs} current={detail.tab} />
        <OpenTab detail={detail} />
      </div>
    </RouteDialog>
  );
}

function OpenTab({ detail }: { detail: ProductDetail }) {
  switch (detail.tab) {
    case "inventory":
      return <InventoryTable inventory={detail.inventory} />;
    case "changes":
      return <ChangeFeed changes={detail.changes} />;
    case "raw":
      return <RawData text={detail.rawText} label="Product" />;
  }
}

type InventoryLine = Inventory["rows"][number];

const inventoryColumns: Column<InventoryLine>[] = [
  {
    key: "sku",
    header: "SKU",
    narrow: "title",
    cell: (row) => row.sku || <span className="faint">(no SKU)</span>,
  },
  {
    key: "quantity",
    header: "Quantity",
    align: "end",
    cell: (row) => <Marked value={row.note ? { text: row.quantity, note: row.note } : row.quantity} />,
  },
];

function InventoryTable({ inventory }: { inventory: Inventory }) {
  return (
    <>
      <Table
        caption="Inventory by SKU"
        cards={false}
        columns={inventoryColumns}
        rows={inventory.rows}
        rowKey={(row) => row.key}
        empty={<p>This product has no variants.</p>}
      />
      <p className="flex justify-between px-3 font-semibold">
        <span>Total</span> <span className="number">{inventory.total}</span>
      </p>
      {inventory.unreadable > 0 && (
        <p className="text-attention">
          {inventory.unreadable === 1
            ? "1 variant has no readable quantity and is not in the total."
            : `${inventory.unreadable} variants have no readable quantity and are not in the total.`}
        </p>
      )}
    </>
  );
}

function ChangeFeed({ changes }: { changes: Changes }) {
  return (
    <>
      <ActivityFeed
        entries={changes.entries.map((change) => ({
          key: change.key,
          title: [change.code, change.attribute].filter(Boolean).join(" · ") || "Change",
          body: <ChangeText oldValue={change.oldValue} newValue={change.newValue} />,
          ...(change.at === undefined ? {} : { at: change.at }),
        }))}
        empty={<p>This product has no recorded changes.</p>}
      />
      {changes.older > 0 && <p className="faint">{changes.older} older changes are in Raw Data.</p>}
    </>
  );
}
