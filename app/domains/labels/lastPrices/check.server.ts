import { randomUUID } from "node:crypto";
import type { User } from "#app/auth/guard.server.ts";
import { nameOf } from "#app/auth/user.ts";
import { readWithin } from "#app/http/api.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { readableRows } from "#app/lists/listed.ts";
import { listStores } from "#app/stores/guard.server.ts";
import { readableStores } from "#app/stores/model.ts";
import type { TodayLine } from "#app/today/lines.ts";
import type { TodaySource } from "#app/today/today.server.ts";
import { formatCents, shorten } from "#app/values/values.ts";
import { readCents } from "#contract/numbers.ts";
import { labelProductPageSize } from "#contract/priceBooks.ts";
import type { Store } from "#contract/stores.ts";
import { maxBatchLines } from "../batchChanges.ts";
import type { FoundProduct } from "../batchRecord.ts";
import { toLabel, wasPrice } from "../jobs.ts";
import { copiesLimits, designChoices, type LabelDesign } from "../label.ts";
import { sizeOfBarcode, toProductList } from "../model.ts";
import { labelBatchPath, labelsPath, wrongLabelsPath } from "../paths.ts";
import { labelFilterSearch } from "../search.ts";
import { listLabelProducts, productsOf, type Workstation } from "../workstation.server.ts";
import { isWrong, keyOf, type LastPrice, lastPrices, reportOf } from "./lastPrices.server.ts";

const timeoutMs = 20_000;
/** Up to so many barcodes are looked up one by one; more are read with the list's pages, five at a time. */
const fewBarcodes = 5;
const sideBySide = 5;
const shownAtMost = 100;

/** The products of these labels as they are now: one call for each page of the product list, as far as needed. */
async function productsNow(
  workstation: Workstation,
  labels: readonly LastPrice[],
): Promise<Readonly<Record<string, FoundProduct>>> {
  const { user, store } = workstation;
  const found: Record<string, FoundProduct> = {};
  const missing = () => [...new Set(labels.map(({ barcode }) => barcode))].filter((code) => !found[code]);
  for (let page = 1; missing().length > fewBarcodes; page += sideBySide) {
    const pages = await Promise.all(
      Array.from({ length: sideBySide }, (_, next) =>
        listLabelProducts(user, store.storeName, { filter: labelFilterSearch.every, page: page + next }),
      ),
    );
    for (const rows of pages) {
      const products = readableRows(toProductList(rows, store.storeName).rows).map(({ product }) => product);
      // Of several products with a barcode the first counts, as in Print Label.
      for (const product of products) for (const { barcode } of product.sizes) found[barcode] ??= product;
    }
    if (pages.some((rows) => rows.length < labelProductPageSize)) return found;
  }
  return { ...found, ...(await productsOf(workstation, missing())) };
}

/** Always signed, so that increases and decreases are easy to tell apart. */
const differenceOf = (was: string, now: string): string => {
  const cents = (readCents(now) ?? 0) - (readCents(was) ?? 0);
  return cents === 0 ? "" : `${cents < 0 ? "−" : "+"}${formatCents(Math.abs(cents))}`;
};

/** What Print Label would print now, or why there is nothing. */
export type PriceNow =
  | { is: "known"; price: string; book: string; was: string; difference: string }
  | { is: "unpriced" | "unread"; why: string };

/** What Print Label would print now; undefined if the label is right. */
function priceNow(label: LastPrice, product: FoundProduct): PriceNow | undefined {
  if (!product) return { is: "unpriced", why: "No product has this barcode any more" };
  if ("unread" in product) return { is: "unread", why: product.unread };
  if (!isWrong(label, product)) return undefined;
  const { text: price, book = "" } = product.price;
  if (price === "") return { is: "unpriced", why: "No price book has a price any more" };
  const was = wasPrice(product, label.wasBook, price) ?? "";
  return { is: "known", price, book, was, difference: differenceOf(label.price, price) };
}

function bookOf({ price, book, bookPrice }: LastPrice): string {
  if (price === bookPrice) return book;
  return bookPrice === "" ? "Typed" : `Typed; ${book} had ${formatCents(readCents(bookPrice) ?? 0)}`;
}

type Checked = { label: LastPrice; product: FoundProduct; now: PriceNow };

/** The labels that are wrong, or could not be checked, those with another price first. */
async function wrongOf(workstation: Workstation, labels: readonly LastPrice[]): Promise<Checked[]> {
  const products = await productsNow(workstation, labels);
  const checked = labels.flatMap((label): Checked[] => {
    const product = products[label.barcode];
    const now = priceNow(label, product);
    return now ? [{ label, product, now }] : [];
  });
  const isKnown = ({ now }: Checked) => Number(now.is === "known");
  return checked.sort((one, other) => isKnown(other) - isKnown(one) || one.label.at - other.label.at);
}

/** Labels of one design with former prices from one book: what one batch prints. */
type Batch = Pick<LastPrice, "design" | "wasBook"> & { of: Checked[] };

function batchesOf(wrong: readonly Checked[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const one of wrong) {
    const { design, wasBook } = one.label;
    const batch = batches.get(`${design} ${wasBook}`) ?? { design, wasBook, of: [] };
    batches.set(`${design} ${wasBook}`, { ...batch, of: [...batch.of, one].slice(0, maxBatchLines) });
  }
  return [...batches.values()];
}

/** The name of a design where a store has a choice of them. */
const designName = ({ storeName }: Store, design: LabelDesign): string =>
  designChoices(storeName).find(({ value }) => value === design)?.label ?? "";

const lookOf = ({ storeName }: Store, { design, wasBook }: Pick<LastPrice, "design" | "wasBook">) => ({
  was: wasBook,
  ...(designChoices(storeName).length > 0 ? { design } : {}),
});

/** Print Label with these labels as a batch, as many as hang, and the report that they were printed. */
function toBatch({ user, store }: Workstation, { design, wasBook, of }: Batch, at: number) {
  const look = lookOf(store, { design, wasBook });
  const copies = new Map<string, number>();
  for (const { label } of of) copies.set(label.barcode, (copies.get(label.barcode) ?? 0) + label.copies);
  const fill = [...copies].map(([barcode, count]) => ({
    barcode,
    count: Math.min(count, copiesLimits.highest),
  }));
  const name = designName(store, design);
  const printed = of.flatMap(({ label: { barcode, copies }, product }) => {
    if (!product || "unread" in product) return [];
    const size = sizeOfBarcode(product, barcode);
    const job = toLabel({ design, was: wasBook }, { product, size, price: product.price.text, copies });
    return { ...reportOf(job, { at, by: nameOf(user) }), barcode };
  });
  return {
    label: [name, wasBook && `was price from ${wasBook}`].filter(Boolean).join(", "),
    count: of.length,
    action: labelBatchPath(store.storeAlias, { gather: true, ...look }),
    fill: JSON.stringify(fill),
    token: randomUUID(),
    printed: JSON.stringify(printed),
  };
}

/**
 * Compares a store's labels with what Print Label would print now (labels#wrong-labels); the calls of `productsNow`
 * and no other.
 */
export async function checkLabels(workstation: Workstation, find: string) {
  const { store } = workstation;
  const alias = store.storeAlias;
  const all = await lastPrices.list(alias);
  const wanted = find.toLowerCase();
  const labels = all.filter(
    ({ barcode, title }) => barcode.includes(wanted) || title.toLowerCase().includes(wanted),
  );
  const read = await readWithin(workstation.user, timeoutMs, "page", (user) =>
    wrongOf({ ...workstation, user }, labels),
  );
  const found = read.ok ? read.value : [];
  const rows = found.slice(0, shownAtMost).map(({ label, now }) => {
    const { barcode, title, design, price, was, copies, at, by } = label;
    const filter = { ...labelFilterSearch.every, barcode };
    return {
      ...{ key: keyOf(label), title, barcode, price, was, copies, from: bookOf(label), at, by, now },
      design: designName(store, design),
      printHref: now.is === "known" ? labelsPath(alias, { filter, ...lookOf(store, label) }) : undefined,
    };
  });
  const wrong = found.filter(({ now }) => now.is === "known");
  const unread = found.flatMap(({ now }) => (now.is === "unread" ? [now.why] : []));
  const at = Date.now();
  return {
    /** The first of them, those with another price first. */
    rows,
    total: labels.length,
    wrong: wrong.length,
    // Their product has gone or has no price now.
    unpriced: found.length - wrong.length - unread.length,
    unread: read.ok ? unread.length : labels.length,
    at,
    failure: read.ok
      ? unread.length === labels.length
        ? unread[0]
        : undefined
      : `Not read: ${read.error.message}`,
    isAny: all.length > 0,
    /** The wrong labels to print, by design and former price's book. */
    batches: batchesOf(wrong).map((batch) => toBatch(workstation, batch, at)),
  };
}

async function wrongToday(user: User, store: Store): Promise<TodayLine[]> {
  const labels = await lastPrices.list(store.storeAlias);
  const found = await wrongOf({ user, store }, labels);
  const wrong = found.filter(({ now }) => now.is === "known");
  if (wrong.length === 0) return [];
  return [
    {
      key: `labels:${store.storeAlias}`,
      words: `with another price on the shelf than now (${shorten(store.storeName, 60)})`,
      costsMoney: true,
      count: wrong.length,
      orMore: found.some(({ now }) => now.is === "unread"),
      href: wrongLabelsPath(store.storeAlias),
      revision: hashOf(wrong.map(({ label, now }) => [keyOf(label), now])),
    },
  ];
}

/** The wrong labels of each store (today#labels). */
export const labelsTodaySource: TodaySource = {
  key: "labels",
  title: "Wrong labels",
  commands: ["store/printlabel"],
  // One call for each page of the product list of a store with labels.
  keepForMs: 10 * 60_000,
  async read(user) {
    const stores = readableStores(await listStores(user));
    return (await Promise.all(stores.map((store) => wrongToday(user, store)))).flat();
  },
};
