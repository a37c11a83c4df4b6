import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getAllProducts, type LabelProduct } from "#contract/labels.ts";
import { labelProductPageSize, priceBookOf } from "#contract/priceBooks.ts";
import type { Store } from "#contract/stores.ts";
import { spellingsOf } from "./entry.ts";
import { choiceOf, previewLabels, printSets } from "./jobs.ts";
import type { Picture, PicturesOf, Printer } from "./labelSchemas.ts";
import {
  chosenProduct,
  type LabelProductView,
  type ProductList,
  toLabelProduct,
  toProductList,
} from "./model.ts";
import { labelPicturesPath } from "./paths.ts";
import { picturesOf } from "./picture.server.ts";
import { type LabelFilter, type LabelState, labelFilterSearch } from "./search.ts";
import type { ReadPrices } from "./stations/queue.ts";

/**
 * One page of 20 products of a store, by the store's price book if it has one (calls#label-products). The call compares
 * barcodes by their letters: one that has no products is asked for as it is written otherwise (labels#one-number).
 * Throws ApiError.
 */
export async function listLabelProducts(
  user: User,
  storeName: string,
  { filter, page }: { filter: LabelFilter; page: number },
): Promise<WireRow<LabelProduct>[]> {
  const pricebook = priceBookOf(storeName);
  const list = (barcode: string) =>
    callPortalApi(user, getAllProducts, {
      query: {
        page,
        pagesize: labelProductPageSize,
        ...(pricebook === undefined ? {} : { pricebook }),
        ...Object.fromEntries(labelFilterSearch.entries({ ...filter, barcode })),
      },
    });
  return firstFound(filter.barcode, list);
}

/** What the first spelling of a barcode finds that finds anything. */
export async function firstFound<Row>(
  barcode: string,
  read: (spelling: string) => Promise<Row[]>,
): Promise<Row[]> {
  const [first, ...others] = spellingsOf(barcode);
  let found = await read(first);
  for (const spelling of others) if (found.length === 0) found = await read(spelling);
  return found;
}

/**
 * The products of a barcode in a store, by both, kept for a minute in the session: the page after a scan into the batch
 * shows what the scan read. Throws ApiError.
 */
const productsOfBarcode = keepPerSession<WireRow<LabelProduct>[]>({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: (user, key) => {
    const [barcode = "", ...storeName] = key.split(" ");
    return listLabelProducts(user, storeName.join(" "), {
      filter: { ...labelFilterSearch.every, barcode },
      page: 1,
    });
  },
});

const concurrency = 6;

export type Workstation = { user: User; store: Store };

/** Whether a filter is a scan: a barcode and nothing else. */
const isScan = ({ filter, page }: LabelState): boolean =>
  page === 1 && filter.barcode !== "" && !labelFilterSearch.isFiltered({ ...filter, barcode: "" });

/** The products of the page: one call, shared with a scan that the portal was sent before. Throws ApiError. */
export async function listedProducts({ user, store }: Workstation, state: LabelState): Promise<ProductList> {
  const { storeName } = store;
  const isShared = isScan(state) && (state.gather || (state.each && state.station !== ""));
  const rows = isShared
    ? productsOfBarcode(user, `${state.filter.barcode} ${storeName}`)
    : listLabelProducts(user, storeName, state);
  return toProductList(await rows, storeName);
}

/** The current product of an address, and the labels of both buttons. Throws ApiError. */
export async function labelsAt(workstation: Workstation, state: LabelState) {
  const product = chosenProduct(await listedProducts(workstation, state), state);
  return { product, sets: printSets(product, choiceOf(workstation.store.storeName, state)) };
}

/** A product as it is now; undefined if none has the barcode, the error text if it could not be read. */
type ProductNow = LabelProductView | { unread: string } | undefined;

async function productOf({ user, store }: Workstation, barcode: string): Promise<ProductNow> {
  const key = `${barcode} ${store.storeName}`;
  const read = await attempt(productsOfBarcode(user, key, { refresh: true }));
  if (!read.ok) return { unread: read.error.message };
  const first = read.value.find((row) => row.readable) ?? read.value[0];
  if (!first?.readable) return first && { unread: first.problem };
  return toLabelProduct(first.row, store.storeName);
}

/** The prices of a product's labels, read now, or why they can't be. */
export async function readPrices(
  workstation: Workstation,
  barcode: string,
): Promise<{ prices: ReadPrices } | { problem: string }> {
  const product = await productOf(workstation, barcode);
  if (product && "unread" in product) return { problem: `The prices can't be read: ${product.unread}` };
  return { prices: { barcodes: [barcode, ...(product?.sizes.map((size) => size.barcode) ?? [])], product } };
}

/** The product of each barcode, read now, or why it could not be read. */
export async function productsOf(
  workstation: Workstation,
  barcodes: readonly string[],
): Promise<Readonly<Record<string, ProductNow>>> {
  const found: Record<string, ProductNow> = {};
  const waiting = new Set(barcodes);
  const worker = async () => {
    for (const barcode of waiting) {
      waiting.delete(barcode);
      const product = await productOf(workstation, barcode);
      const isUnread = product && "unread" in product;
      found[barcode] = isUnread ? { unread: `Not read: ${product.unread}` } : product;
      // One call tells all sizes of a product.
      const codes = product && !isUnread ? product.sizes.flatMap((size) => spellingsOf(size.barcode)) : [];
      for (const code of codes) if (waiting.delete(code)) found[code] = product;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return found;
}

/** The pictures of the preview as the page opens, and their address. */
export function firstPictures(
  { store }: Workstation,
  state: LabelState,
  list: ProductList | undefined,
  printer: Printer,
): { src: string; pictures: Picture[] } {
  const product = chosenProduct(list, state);
  const previews = product ? previewLabels(product, choiceOf(store.storeName, state)) : [];
  const labels = previews.map(({ label }) => label);
  const of: PicturesOf = { labels, language: printer.language, media: printer.media };
  return { src: labelPicturesPath(store.storeAlias, of), pictures: picturesOf(of) };
}
