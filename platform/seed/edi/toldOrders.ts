import { z } from "zod";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import type { PackedLine } from "#platform/domains/edi/orders/despatch.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import type { TextLine } from "./texts.ts";

/** An order of the partner's store, with the fields for its story. */
const toldOrder = z.object({
  sourceId: z.string().regex(/^MYR\d+$/),
  externalSourceID: z.string().min(1),
  createdAt: z.string(),
  lineItems: z
    .array(
      z.object({
        levelCode: z.string(),
        quantity: z.number(),
        unitPrice: z.number(),
        description: z.string(),
      }),
    )
    .min(1)
    .max(50),
  addresses: z.array(
    z.looseObject({
      locationType: z.string(),
      street1: z.string(),
      suburb: z.string(),
      state: z.string(),
      postcode: z.string(),
    }),
  ),
  shipments: z.array(
    z.object({
      carrierName: z.string(),
      conNote: z.string(),
      despatchDate: z.string(),
      contents: z.array(
        z.object({
          productCode: z.string(),
          colourCode: z.string(),
          sizeCode: z.string(),
          quantity: z.number(),
        }),
      ),
    }),
  ),
});
export type ToldOrder = z.output<typeof toldOrder>;

export type SeedOrder = { id: string; status: string; document: JsonObject };

/** An order's fields for a story; undefined for an order that no partner could have sent. */
export function toldOf({ document }: SeedOrder): ToldOrder | undefined {
  const parsed = toldOrder.safeParse(document);
  return parsed.success ? parsed.data : undefined;
}

/** The EAN of a level code of the seed's catalogue. */
function eanOf(store: SeedStore, levelCode: string): string {
  const number = Number(levelCode.split("_")[0]) - store.id * 10_000_000 - 200_000;
  const article = articleOf(store.id, store.brands, number);
  return article.sizes.find(({ sku }) => sku === levelCode)?.barcode ?? "9300000000000";
}

/** The order's lines in the partner's form. */
export const textLines = (store: SeedStore, { lineItems }: ToldOrder): TextLine[] =>
  lineItems.map(({ levelCode, quantity, unitPrice, description }, index) => ({
    number: String(index + 1),
    ean: eanOf(store, levelCode),
    sku: levelCode,
    description,
    quantity,
    price: unitPrice,
  }));

/** The partner's lines as an order document stores them, all of them accepted. */
export const storedLines = (lines: readonly TextLine[]): StoredOrderLine[] =>
  lines.map(({ number, ean, sku, description, quantity, price }) => ({
    number,
    item: ean,
    itemType: "SRV",
    description,
    ordered: quantity,
    accepted: quantity,
    unitPrice: price,
    levelCode: sku,
    isListed: true,
  }));

/** A shipment's content of the lines. */
export const packedOf = (
  lines: readonly StoredOrderLine[],
  { contents }: ToldOrder["shipments"][number],
): PackedLine[] =>
  contents.flatMap(({ productCode, colourCode, sizeCode, quantity }) => {
    const code = [productCode, colourCode, sizeCode].join("_");
    const line = lines.find(({ levelCode }) => levelCode === code);
    return line ? [{ line, quantity }] : [];
  });

/** The partner's delivery address: one of its stores. */
export function placeOf({ addresses }: ToldOrder, index: number) {
  const delivery = addresses.find(({ locationType }) => locationType === "delivery");
  const number = 100 + (index % 60);
  return {
    identifier: `9399990000${number}`,
    name: `MYER STORE ${number}`,
    street: delivery?.street1 ?? "",
    suburb: delivery?.suburb ?? "",
    state: delivery?.state ?? "",
    postcode: delivery?.postcode ?? "",
  };
}
