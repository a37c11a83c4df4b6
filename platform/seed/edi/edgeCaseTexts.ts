import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import { ordersText, interchangeText as partnersText, seedTrial, type TextLine } from "./texts.ts";

/** Text as bytes of ISO 8859-1, whatever it says that it is. */
export const latin = (text: string) =>
  Uint8Array.from([...text].map((character) => character.charCodeAt(0) & 0xff));

/** A shop that the odd orders go to. */
export const place = {
  identifier: "9399990000156",
  name: "MYER GEELONG",
  street: "99 MOORABOOL STREET",
  suburb: "GEELONG",
  state: "VIC",
  postcode: "3220",
};

/** An interchange of the trial system, or ours to the partner. */
export const interchangeText: typeof partnersText = (reference, at, messages, options = {}) =>
  partnersText(reference, at, messages, options.outbound ? options : { sender: seedTrial, ...options });

type TextOptions = Parameters<typeof partnersText>[3];

/** What writes interchanges of one order of these lines, by their control reference. */
export const edgeCaseOrders =
  (lines: readonly TextLine[], at: Date) =>
  (reference: string, options: TextOptions = {}): Uint8Array =>
    interchangeText(reference, at, [ordersText(`ODD-${reference}`, at, place, lines)], options);

/** Plain text that was written. */
export const asText = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** Lines that sell articles of the store, as many as are wanted. */
export function someLines(store: SeedStore, count: number): TextLine[] {
  return Array.from({ length: count }, (_, index) => {
    const article = articleOf(store.id, store.brands, (index % 600) + 1);
    const size = article.sizes[index % article.sizes.length];
    return {
      number: String(index + 1),
      ean: size?.barcode ?? "",
      sku: size?.sku ?? "",
      description: article.title,
      quantity: (index % 40) + 1,
      price: article.rrp,
    };
  });
}

/** Separators as another partner's system chooses them. */
export const otherSeparators = { component: ";", element: "*", decimal: ",", release: "!", terminator: "~" };

/** Bytes that are no text at all. */
export function noise(): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: 4096 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  });
}
