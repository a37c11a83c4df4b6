import { ediOrderStreams } from "#contract/edi.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { StoredOrderLine, StoredStreams } from "#platform/database/schema/ediStored.ts";
import { type EdiNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { SeedStore } from "#platform/seed/stores.ts";

export type SeedOrder = { id: string; status: string; document: JsonObject };

/** An order of the partner's store, with the fields for its story. */
export type SoldOrder = {
  sourceId: string;
  externalSourceID: string;
  createdAt: string;
  lineItems: { levelCode: string; quantity: number; unitPrice: number; description: string }[];
  addresses: { locationType: string }[];
  shipments: {
    carrierName: string;
    conNote: string;
    despatchDate: string;
    contents: { productCode: string; colourCode: string; sizeCode: string; quantity: number }[];
  }[];
};

/** The EAN of a level code of the seed's catalogue. */
function eanOf(store: SeedStore, levelCode: string): string {
  const number = Number(levelCode.split("_")[0]) - store.id * 10_000_000 - 200_000;
  const article = articleOf(store.id, store.brands, number);
  return article.sizes.find(({ sku }) => sku === levelCode)?.barcode ?? "9300000000000";
}

/** The order's lines as its document stores them, all of them accepted. */
export const storedLines = (store: SeedStore, { lineItems }: SoldOrder): StoredOrderLine[] =>
  lineItems.map(({ levelCode, quantity, unitPrice, description }, index) => ({
    number: String(index + 1),
    item: eanOf(store, levelCode),
    itemType: "SRV",
    description,
    ordered: quantity,
    accepted: quantity,
    unitPrice,
    levelCode,
    isListed: true,
  }));

/** The same in the words of the partner's text. */
export const textLine = ({ number, item, levelCode, description, ordered, unitPrice }: StoredOrderLine) => ({
  number,
  ean: item,
  sku: levelCode,
  title: description.slice(0, 35),
  quantity: ordered,
  price: unitPrice,
});

/** A shipment's content of the lines. */
export const packedOf = (lines: readonly StoredOrderLine[], { contents }: SoldOrder["shipments"][number]) =>
  contents.flatMap(({ productCode, colourCode, sizeCode, quantity }) => {
    const code = [productCode, colourCode, sizeCode].join("_");
    const line = lines.find(({ levelCode }) => levelCode === code);
    return line ? [{ line, quantity }] : [];
  });

const waitingStreams = [
  "order/wait-for-final-order-change-message",
  "order/supply-shipment-notifications",
  "order/supply-update-notifications",
] as const;

/** An order's stream states; some of the newest need a person. */
export function streamsOf(index: number, isFinal: boolean, status: string): StoredStreams {
  const [create, accept] = ediOrderStreams["order/create"];
  if (index === 0) return { "order/create": { state: "manual", step: create } };
  const waiting = isFinal
    ? "completed"
    : status.startsWith("UNPROCESSABLE")
      ? "stalled"
      : index % 9 === 8
        ? "stale"
        : "passive";
  return Object.fromEntries([
    ["order/create", { state: "completed", step: accept }],
    ...waitingStreams.map((stream) => [stream, { state: waiting, step: ediOrderStreams[stream][0] }]),
  ]);
}

export const waitingNotes = (what: "start" | "finish", words: string): EdiNote[] =>
  waitingStreams.map((stream) => stepNote(what, stream, ediOrderStreams[stream][0], words));
