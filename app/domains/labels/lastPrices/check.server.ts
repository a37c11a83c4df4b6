import { randomUUID } from "node:crypto";
import { readWithin } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { readable, unreadableRows } from "#app/core/lists/listed.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { readableStores } from "#app/core/stores/model.ts";
import { formatCents, shorten } from "#app/core/values/values.ts";
import type { TodaySource } from "#app/features/today/parts.server.ts";
import { readCents } from "#contract/numbers.ts";
import { labelProductPageSize } from "#contract/priceBooks.ts";
import type { Store } from "#contract/stores.ts";
import { containsText } from "#contract/typedText.ts";
import { maxBatchLines } from "../batchChanges.ts";
import type { FoundProduct } from "../batchRecord.ts";
import { toLabel } from "../jobs.ts";
import { copiesIn, copiesLimits, designChoices } from "../label.ts";
import { sizeOfBarcode, toLabelProduct } from "../model.ts";
import { labelBatchPath, labelsPath, wrongLabelsPath } from "../paths.ts";
import { labelFilterSearch } from "../search.ts";
import { listLabelProducts, productsOf, type Workstation } from "../workstation.server.ts";
import { isWrong, keyOf, type LastPrice, lastPrices, toLastPrice, toReport } from "./lastPrices.server.ts";

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
  let unread: string | undefined;
  const missing = () => [...new Set(labels.map(({ barcode }) => barcode))].filter((code) => !found[code]);
  for (let page = 1; missing().length > fewBarcodes; page += sideBySide) {
    const pages = await Promise.all(
      Array.from({ length: sideBySide }, (_, next) =>
        listLabelProducts(user, store.storeName, { filter: labelFilterSearch.every, page: page + next }),
      ),
    );
    const rows = pages.flat();
    for (const row of readable(rows)) {
      const product = toLabelProduct(row, store.storeName);
      // Of several products with a barcode the first counts, as in Print Label.
      for (const { barcode } of product.sizes) found[barcode] ??= product;
    }
    // A label whose product isn't found may be that of a row that can't be read.
    unread ??= unreadableRows(rows)[0]?.unreadable.problem;
    if (rows.length < sideBySide * labelProductPageSize) {
      const others = unread === undefined ? [] : missing();
      for (const code of others) found[code] = { unread: `Not read: ${unread}` };
      return found;
    }
  }
  return { ...found, ...(await productsOf(workstation, missing())) };
}

/** A label that hangs and the one that Print Label would print now; or why there is none, or nobody knows. */
type Checked = { label: LastPrice; now?: LastPrice; why?: string; isUnread?: true };

/** The labels that are wrong, or could not be checked, those with another price first. */
async function wrongOf(workstation: Workstation, labels: readonly LastPrice[]): Promise<Checked[]> {
  const products = await productsNow(workstation, labels);
  const printed = { at: Date.now(), by: nameOf(workstation.user) };
  const checked = labels.flatMap((label): Checked[] => {
    const { barcode, design, copies, wasBook } = label;
    const product = products[barcode];
    if (!product) return [{ label, why: "No product has this barcode any more" }];
    if ("unread" in product) return [{ label, why: product.unread, isUnread: true }];
    if (!isWrong(label, product)) return [];
    const size = sizeOfBarcode(product, barcode);
    const job = toLabel({ design, was: wasBook }, { product, size, price: product.price.text, copies });
    const now = toLastPrice({ ...job, priced: job.priced && { ...job.priced, barcode } }, printed);
    return [now ? { label, now } : { label, why: "No price book has a price any more" }];
  });
  const rank = ({ now }: Checked) => (now ? 0 : 1);
  return checked.sort((one, other) => rank(one) - rank(other) || one.label.at - other.label.at);
}

type Changed = Checked & { now: LastPrice };
/** Whether a label has another price, or former price, now. */
const isChanged = (checked: Checked): checked is Changed => checked.now !== undefined;

/** Always signed, so that increases and decreases are easy to tell apart. */
function differenceOf(before: LastPrice, now: LastPrice): string {
  const cents = (readCents(now.price) ?? 0) - (readCents(before.price) ?? 0);
  return cents === 0 ? "" : `${cents < 0 ? "−" : "+"}${formatCents(Math.abs(cents))}`;
}

function bookOf({ price, book, bookPrice }: LastPrice): string {
  if (price === bookPrice) return book;
  return bookPrice === "" ? "Typed" : `Typed; ${book} had ${formatCents(readCents(bookPrice) ?? 0)}`;
}

/** The look of a label in an address of Print Label, and the name of its design where a store has a choice of them. */
function lookOf({ storeName }: Store, { design, wasBook: was }: LastPrice) {
  const name = designChoices(storeName).find(({ value }) => value === design)?.label;
  return name === undefined ? { look: { was }, name: "" } : { look: { was, design }, name };
}

/**
 * The wrong labels to print: of each design and former price's book Print Label's batch of them, as many as hang, and
 * the report that they were printed.
 */
function batchesOf({ store }: Workstation, wrong: readonly Changed[]) {
  const keyOfLook = ({ label: { design, wasBook } }: Changed) => `${design} ${wasBook}`;
  const looks = new Map(wrong.map((one) => [keyOfLook(one), one.label]));
  return [...looks].map(([key, first]) => {
    const labels = wrong.filter((one) => keyOfLook(one) === key).slice(0, maxBatchLines);
    const { look, name } = lookOf(store, first);
    const fill = labels.map(({ label: { barcode, copies } }) => ({
      ...{ barcode, count: Math.min(copies, copiesLimits.highest) },
    }));
    return {
      label: [name, look.was && `was price from ${look.was}`].filter(Boolean).join(", "),
      action: labelBatchPath(store.storeAlias, { gather: true, ...look }),
      ...{ count: copiesIn(labels), fill: JSON.stringify(fill), token: randomUUID() },
      printed: toReport(labels.map(({ now }) => now)),
    };
  });
}

/**
 * Compares a store's labels with what Print Label would print now (labels#wrong-labels); the calls of `productsNow`
 * and no other. Numbers count every copy.
 */
export async function checkLabels(workstation: Workstation, find: string) {
  const { store } = workstation;
  const all = await lastPrices.list(store.storeAlias);
  const labels = all.filter(({ barcode, title }) => containsText(`${barcode}\n${title}`, find));
  const read = await readWithin(workstation.user, timeoutMs, "page", (user) =>
    wrongOf({ ...workstation, user }, labels),
  );
  const found = read.ok ? read.value : [];
  const wrong = found.filter(isChanged);
  const rows = found.slice(0, shownAtMost).map(({ label, now, why }) => {
    const filter = { ...labelFilterSearch.every, barcode: label.barcode };
    const { look, name } = lookOf(store, label);
    return {
      ...{ ...label, key: keyOf(label), from: bookOf(label), design: name, why },
      now: now && { ...now, difference: differenceOf(label, now) },
      printHref: now && labelsPath(store.storeAlias, { filter, ...look }),
    };
  });
  const unread = found.filter(({ isUnread }) => isUnread);
  const isNoneRead = unread.length === labels.length;
  const total = copiesIn(labels.map((label) => ({ label })));
  return {
    /** The first of them, those with another price first. */
    rows,
    isCut: found.length > rows.length,
    total,
    wrong: copiesIn(wrong),
    // Their product has gone or has no price now.
    unpriced: copiesIn(found) - copiesIn(wrong) - copiesIn(unread),
    unread: read.ok ? copiesIn(unread) : total,
    at: Date.now(),
    failure: read.ok ? (isNoneRead ? unread[0]?.why : undefined) : `Not read: ${read.error.message}`,
    isAny: all.length > 0,
    batches: batchesOf(workstation, wrong),
  };
}

async function wrongToday(user: User, store: Store): Promise<TodayLine[]> {
  const found = await wrongOf({ user, store }, await lastPrices.list(store.storeAlias));
  const wrong = found.filter(isChanged);
  if (wrong.length === 0) return [];
  return [
    {
      key: `labels:${store.storeAlias}`,
      words: `with another price on the shelf than now (${shorten(store.storeName, 60)})`,
      costsMoney: true,
      count: copiesIn(wrong),
      orMore: found.some(({ isUnread }) => isUnread),
      href: wrongLabelsPath(store.storeAlias),
      revision: hashOf(wrong.map(({ label, now }) => [keyOf(label), keyOf(now)])),
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
