import type { Database } from "#platform/database/connect.ts";
import { stores } from "#platform/database/schema/schema.ts";
import { ediCount, loadEdi } from "./edi/load.ts";
import { exoCount } from "./exos/exos.ts";
import { loadExos } from "./exos/load.ts";
import { batchSize, insertRows } from "./insertRows.ts";
import { labelProductBatches, labelProductCount } from "./labels/products.ts";
import { orderAt } from "./orders/orders.ts";
import { type ShipmentLine, shipmentLinesOf } from "./orders/shipmentLines.ts";
import { orderTimeline, orderTotal } from "./orders/timeline.ts";
import { masterProductAt, masterProductCount } from "./products/masterProducts.ts";
import { productAt } from "./products/products.ts";
import { customRuleRows } from "./rules.ts";
import { productCount, type SeedSize, seedStores } from "./stores.ts";
import { voucherCount, voucherRows } from "./vouchers.ts";

export type SeedContext = {
  database: Database;
  size: SeedSize;
  /** Times in the data count back from here. */
  anchor: Date;
  /** Is told of so many more rows. */
  report(rows: number): void;
};

/** A part of the seed, loaded whole or not at all. */
export type SeedPart = {
  name: string;
  tables: readonly string[];
  rows(size: SeedSize): number;
  load(context: SeedContext): Promise<void>;
};

async function loadProducts({ database, size, anchor, report }: SeedContext): Promise<void> {
  const rows = seedStores.map(({ id, name, alias, type, managementBaseUrl }) => ({
    id,
    name,
    alias,
    type,
    managementBaseUrl,
  }));
  await database.insert(stores).values(rows);
  for (const store of seedStores) {
    const count = productCount(store, size);
    for (let start = 1; start <= count; start += batchSize) {
      const length = Math.min(batchSize, count - start + 1);
      const products = Array.from({ length }, (_, index) => productAt(store, start + index, count, anchor));
      await insertRows(database, "meta_products", products);
      report(length);
    }
  }
}

async function loadOrders({ database, size, anchor, report }: SeedContext): Promise<void> {
  const newest = new Map<number, number>();
  const placed = (line: ShipmentLine) => {
    const position = (newest.get(line.store_id) ?? 0) + 1;
    newest.set(line.store_id, position);
    return { ...line, position };
  };
  let orders: object[] = [];
  let lines: object[] = [];
  const flush = async () => {
    await insertRows(database, "orders", orders);
    await insertRows(database, "shipment_lines", lines);
    report(orders.length);
    orders = [];
    lines = [];
  };
  for (const place of orderTimeline(size, anchor)) {
    const { row, sold } = orderAt(place, size, anchor);
    orders.push(row);
    lines.push(...shipmentLinesOf(place.store, row, sold, place.createdAt, size).map(placed));
    if (orders.length === batchSize) await flush();
  }
  await flush();
}

async function loadMasterProducts({ database, size, anchor, report }: SeedContext): Promise<void> {
  const count = masterProductCount(size);
  const rows = Array.from({ length: count }, (_, index) => masterProductAt(index, size, anchor));
  await insertRows(database, "master_products", rows);
  report(count);
}

async function loadCustomRules({ database, anchor, report }: SeedContext): Promise<void> {
  const rows = customRuleRows(anchor);
  await insertRows(database, "custom_rules", rows);
  report(rows.length);
}

async function loadVouchers({ database, anchor, report }: SeedContext): Promise<void> {
  await insertRows(database, "vouchers", voucherRows(anchor));
  report(voucherCount);
}

async function loadLabelProducts({ database, size, report }: SeedContext): Promise<void> {
  for (const rows of labelProductBatches(size, batchSize)) {
    await insertRows(database, "label_products", rows);
    report(rows.length);
  }
}

const productTotal = (size: SeedSize) =>
  seedStores.reduce((sum, store) => sum + productCount(store, size), 0);

/** The seed's parts; later ones may refer to earlier ones. */
export const seedPartsInOrder: readonly SeedPart[] = [
  { name: "products", tables: ["meta_products"], rows: productTotal, load: loadProducts },
  {
    name: "orders",
    tables: ["orders", "order_tallies", "shipment_lines"],
    rows: orderTotal,
    load: loadOrders,
  },
  {
    name: "master products",
    tables: ["master_products"],
    rows: masterProductCount,
    load: loadMasterProducts,
  },
  {
    name: "custom rules",
    tables: ["custom_rules"],
    rows: () => customRuleRows(new Date(0)).length,
    load: loadCustomRules,
  },
  { name: "vouchers", tables: ["vouchers"], rows: () => voucherCount, load: loadVouchers },
  { name: "returns", tables: ["exos", "blobs"], rows: exoCount, load: loadExos },
  {
    name: "interchanges",
    tables: ["edi_files", "edi_interchanges", "edi_contents", "edi_orders"],
    rows: ediCount,
    load: loadEdi,
  },
  {
    name: "label products",
    tables: ["label_products"],
    rows: labelProductCount,
    load: loadLabelProducts,
  },
];
