import type { orders, shipmentLines } from "#platform/database/schema/orders.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { productCount, type SeedSize, type SeedStore } from "#platform/seed/stores.ts";
import type { OrderPlace } from "./timeline.ts";

/** A line of an order, with a docket's additional fields. */
export type SeedLine = {
  levelCode: string;
  quantity: number;
  description: string;
  colour: string;
  /** AUD. */
  unitPrice: number;
};

export type ShipmentLine = typeof shipmentLines.$inferInsert;

type Docket = { store: SeedStore; number: string; orderNumber: string | null; saleDate: Date };

function lineOf({ store, number, orderNumber, saleDate }: Docket, sold: SeedLine): ShipmentLine {
  const [style = "", colour = "", ...size] = sold.levelCode.split("_");
  return {
    storeId: store.id,
    docketNumber: number,
    orderNumber,
    saleDate,
    styleCode: style,
    styleName: sold.description,
    colourCode: colour,
    colourName: sold.colour,
    size: size.join("_"),
    amount: Math.round(sold.unitPrice * sold.quantity * 100) / 100,
    quantity: sold.quantity,
  };
}

// AP21 writes some colours of two parts with a hyphen.
const inAp21 = (line: ShipmentLine): ShipmentLine => ({ ...line, colourCode: `${line.colourCode}-2` });

function counterSale(docket: Docket, size: SeedSize, random: Random): ShipmentLine {
  const { store } = docket;
  const article = articleOf(
    store.id,
    store.brands,
    random.between(1, Math.max(1, productCount(store, size))),
  );
  return lineOf(docket, {
    levelCode: article.sizes[0]?.sku ?? article.styleCode,
    quantity: 1,
    description: article.title,
    colour: article.colour,
    unitPrice: article.rrp,
  });
}

/**
 * The docket lines of an order: those of its own docket once it was sent whole, and occasionally a counter sale, which
 * has no order number. Dated by the sale.
 */
export function shipmentLinesOf(
  { store, ordinal, createdAt }: OrderPlace,
  row: typeof orders.$inferInsert,
  lines: readonly SeedLine[],
  size: SeedSize,
): ShipmentLine[] {
  const random = randomFor(`docket ${row.id}`);
  const { sourceId } = row.document;
  const docket: Docket = {
    store,
    number: String(100_000 + ordinal * 2),
    orderNumber: typeof sourceId === "string" ? sourceId : null,
    saleDate: createdAt,
  };
  const sent = row.status === "COMPLETE" ? lines.map((line) => lineOf(docket, line)) : [];
  const marked = sent.map((line) => (random.chance(0.1) ? inAp21(line) : line));
  if (!random.chance(0.12)) return marked;
  const counter = { ...docket, number: String(100_001 + ordinal * 2), orderNumber: null };
  return [...marked, counterSale(counter, size, random)];
}
