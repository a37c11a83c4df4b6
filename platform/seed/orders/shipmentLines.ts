import { articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { productCount, type SeedSize, type SeedStore } from "#platform/seed/stores.ts";
import type { OrderRow, SeedLine } from "./orders.ts";
import type { OrderPlace } from "./timeline.ts";

/** A row of `shipment_lines` under its column names, without its position. */
export type ShipmentLine = {
  store_id: number;
  docket_number: string;
  order_number: string | null;
  sale_date: string;
  style_code: string;
  style_name: string;
  colour_code: string;
  colour_name: string;
  size: string;
  amount: number;
  quantity: number;
};

type Docket = { store: SeedStore; number: string; orderNumber: string | null; saleDate: string };

function lineOf({ store, number, orderNumber, saleDate }: Docket, sold: SeedLine): ShipmentLine {
  const [style = "", colour = "", ...size] = sold.levelCode.split("_");
  return {
    store_id: store.id,
    docket_number: number,
    order_number: orderNumber,
    sale_date: saleDate,
    style_code: style,
    style_name: sold.description,
    colour_code: colour,
    colour_name: sold.colour,
    size: size.join("_"),
    amount: Math.round(sold.unitPrice * sold.quantity * 100) / 100,
    quantity: sold.quantity,
  };
}

// AP21 writes some colours of two parts with a hyphen.
const inAp21 = (line: ShipmentLine): ShipmentLine => ({ ...line, colour_code: `${line.colour_code}-2` });

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
  row: OrderRow,
  lines: readonly SeedLine[],
  size: SeedSize,
): ShipmentLine[] {
  const random = randomFor(`docket ${row.id}`);
  const { sourceId } = row.document;
  const docket: Docket = {
    store,
    number: String(100_000 + ordinal * 2),
    orderNumber: typeof sourceId === "string" ? sourceId : null,
    saleDate: createdAt.toISOString(),
  };
  const sent = row.status === "COMPLETE" ? lines.map((line) => lineOf(docket, line)) : [];
  const marked = sent.map((line) => (random.chance(0.1) ? inAp21(line) : line));
  if (!random.chance(0.12)) return marked;
  const counter = { ...docket, number: String(100_001 + ordinal * 2), orderNumber: null };
  return [...marked, counterSale(counter, size, random)];
}
