import { redirect } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { readableRows } from "#app/lists/listed.ts";
import type { Store } from "#contract/stores.ts";
import { listLabelProducts, productsOfBarcode } from "./api.server.ts";
import { type BatchProducts, lineNotices, refusedText, toBatchLines, withScanned } from "./batch.ts";
import { isBarcode } from "./entry.ts";
import { glyphsOf } from "./glyphs.server.ts";
import { choiceOf, previewLabels, printSets, sizeRangeOf, typedEntry } from "./jobs.ts";
import {
  chosenProduct,
  type LabelProductView,
  type ProductList,
  toLabelProduct,
  toProductList,
} from "./model.ts";
import { labelsPath } from "./paths.ts";
import { type PreviewSaid, saidOf } from "./render/render.ts";
import { type LabelState, labelFilterSearch, shownState, withOpenBatch } from "./search.ts";
import { fileLanguage, type LabelSettings, mediaFor } from "./settings.ts";

/** Barcodes of a batch requested in parallel. */
const concurrency = 6;

/** The user and the store that labels are printed for. */
export type Workstation = { user: User; store: Store };

type Listed = { list: ProductList | undefined; error: ErrorView | undefined };

/** Whether a filter is a scan: a barcode and nothing else. */
const isScan = ({ filter, page }: LabelState): boolean =>
  page === 1 && filter.barcode !== "" && !labelFilterSearch.isFiltered({ ...filter, barcode: "" });

/** The products of the page: one call, shared with a scan into the batch. */
export async function listedProducts({ user, store }: Workstation, state: LabelState): Promise<Listed> {
  const { storeName } = store;
  const read = await attempt(
    state.gather && isScan(state)
      ? productsOfBarcode(user, storeName, state.filter.barcode)
      : listLabelProducts(user, storeName, state),
  );
  if (!read.ok) return { list: undefined, error: read.error };
  const list = toProductList(read.value, storeName);
  for (const row of readableRows(list.rows)) row.product = drawnProduct(row.product);
  return { list, error: undefined };
}

/** A product with the glyphs of its labels. */
function drawnProduct(product: LabelProductView): LabelProductView {
  const { name, colour, sizing, sizes } = product;
  const glyphs = glyphsOf([name, colour, ...sizes.map((size) => sizeRangeOf({ sizing }, size))]);
  return glyphs ? { ...product, glyphs } : product;
}

/** The product of a barcode; `refresh` bypasses the cache. Throws ApiError. */
export async function productOf(
  { user, store }: Workstation,
  barcode: string,
  { refresh = false } = {},
): Promise<LabelProductView | undefined> {
  const rows = await productsOfBarcode(user, store.storeName, barcode, { refresh });
  const first = rows.find((row) => row.readable);
  return first?.readable ? drawnProduct(toLabelProduct(first.row, store.storeName)) : undefined;
}

/** The product of each barcode in the batch; read errors are shown in its line. `refresh` bypasses the cache. */
export async function batchProducts(
  workstation: Workstation,
  { batch }: { batch: readonly { barcode: string }[] },
  { refresh = false } = {},
): Promise<BatchProducts> {
  const found: Record<string, LabelProductView | { unread: string } | undefined> = {};
  const waiting = [...new Set(batch.map(({ barcode }) => barcode))];
  const worker = async () => {
    for (let barcode = waiting.shift(); barcode !== undefined; barcode = waiting.shift()) {
      if (found[barcode]) continue;
      const read = await attempt(productOf(workstation, barcode, { refresh }));
      found[barcode] = read.ok ? read.value : { unread: `Not read: ${read.error.message}` };
      // One call tells all sizes of a product.
      for (const size of read.ok && read.value ? read.value.sizes : [])
        if (waiting.includes(size.barcode)) found[size.barcode] ??= found[barcode];
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return found;
}

/** Why a scan or an addition was not added to the batch; undefined where the page already says it. */
export type Refusal = string | undefined;

/**
 * Adds a scan to the batch: redirects to the page with the new batch, so that a reload adds
 * nothing. Leaves the batch unchanged if the barcode has no product or the batch has no room.
 */
export async function takeScan(workstation: Workstation, state: LabelState): Promise<Refusal> {
  const { scan } = state;
  const read = await attempt(productOf(workstation, scan, { refresh: true }));
  if (!read.ok || !read.value) return undefined;
  const { batch, refused } = withScanned(state.batch, [{ barcode: scan, count: 1 }]);
  if (refused.length > 0) return refusedText(state.batch, scan);
  throw redirect(
    labelsPath(workstation.store.storeAlias, {
      ...shownState(withOpenBatch(state)),
      gather: true,
      quantities: {},
      price: undefined,
      batch,
    }),
  );
}

/** Adds the typed quantities of the product to the batch, likewise. */
export function takeEntry(
  workstation: Workstation,
  state: LabelState,
  list: ProductList | undefined,
): Refusal {
  const { storeName, storeAlias } = workstation.store;
  const choice = choiceOf(storeName, state);
  const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode: choice.barcode });
  const { jobs, missing } = printSets(product, state, choice).barcode;
  const [problem] = missing;
  if (!product || problem !== undefined) return problem;
  const odd = jobs.find(({ label }) => !isBarcode(label.barcode));
  if (odd?.label.barcode === "")
    return `A batch takes barcodes: print ${odd.title}, which has none, with Print Barcode.`;
  if (odd)
    return `A batch takes barcodes of 13 digits at most: print ${odd.label.barcode} with Print Barcode.`;
  const { price } = typedEntry(product, state, choice);
  const scanned = jobs.map(({ label }) => ({
    barcode: label.barcode,
    count: label.copies,
    // The price next to the button also applies to labels added before.
    price: price === undefined ? undefined : label.price,
  }));
  const { batch, refused } = withScanned(state.batch, scanned);
  if (refused[0] !== undefined) return refusedText(state.batch, refused[0]);
  throw redirect(
    labelsPath(storeAlias, {
      ...withOpenBatch(state),
      gather: true,
      batch,
      quantities: {},
      price: undefined,
      free: false,
    }),
  );
}

/** Notices on the labels in the preview and on those of the batch. */
export function noticesOf(
  { store }: Workstation,
  state: LabelState,
  list: ProductList | undefined,
  products: BatchProducts,
  settings: LabelSettings,
): { said: PreviewSaid; lineNotices: Readonly<Record<string, string[]>> } {
  const choice = choiceOf(store.storeName, state);
  const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode: choice.barcode });
  const printer = { language: fileLanguage(settings), media: mediaFor(settings) };
  const labels = product ? previewLabels(product, state, choice) : [];
  const lines = toBatchLines(state.batch, products, state.rowPrices);
  return {
    said: saidOf(
      labels.map(({ label }) => label),
      printer,
    ),
    lineNotices: lineNotices(lines, choice, (label) => saidOf([label], printer).notices),
  };
}
