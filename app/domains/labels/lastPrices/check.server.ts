import { batchProducts, type Workstation } from "#app/domains/labels/workstation.server.ts";
import { readWithin } from "#app/http/readWithin.server.ts";
import { formatCents } from "#app/values/values.ts";
import { readCents } from "#contract/numbers.ts";
import type { BatchProducts } from "../batch.ts";
import { designChoices } from "../design.ts";
import { labelsPath } from "../paths.ts";
import { labelFilterSearch } from "../search.ts";
import { isWrong, keyOf, type LastPrice } from "./lastPrice.ts";
import { lastPrices } from "./lastPrices.server.ts";
import type { CheckedLabels, PriceNow, WrongLabel, WrongLabelFilter } from "./paths.ts";

/** Labels per page: each costs at most one call. */
const labelsAtOnce = 50;
/** Time limit for reading the prices of a page, in milliseconds. */
const timeoutMs = 20_000;

/** Always signed, so that increases and decreases are easy to tell apart. */
const differenceOf = (was: string, now: string): string => {
  const cents = (readCents(now) ?? 0) - (readCents(was) ?? 0);
  return `${cents < 0 ? "−" : "+"}${formatCents(Math.abs(cents))}`;
};

/** Today's price of a label; undefined if the label is right. */
function priceNow(label: LastPrice, product: BatchProducts[string]): PriceNow | undefined {
  if (!product) return { is: "gone" };
  if ("unread" in product) return { is: "unread", why: product.unread };
  const { text: price, book = "" } = product.price;
  if (!isWrong(label, price)) return undefined;
  if (price === "") return { is: "unpriced" };
  return { is: "known", price, book, difference: differenceOf(label.price, price) };
}

function bookOf({ price, book, bookPrice }: LastPrice): string {
  if (price === bookPrice) return book;
  return bookPrice === "" ? "Typed" : `Typed; ${book} had ${formatCents(readCents(bookPrice) ?? 0)}`;
}

/**
 * Compares one page of a store's stored labels with today's prices (labels#wrong-labels): one call
 * of `getAllProducts` for each barcode of the page, 50 at most, and no other.
 */
export async function checkLabels(
  workstation: Workstation,
  filter: WrongLabelFilter,
): Promise<CheckedLabels> {
  const { storeAlias: alias, storeName } = workstation.store;
  const all = await lastPrices.list(alias);
  const wanted = filter.find.toLowerCase();
  const sign = filter.order === "oldest" ? 1 : -1;
  const found = all
    .filter(({ barcode, title }) => barcode.includes(wanted) || title.toLowerCase().includes(wanted))
    .sort((one, other) => sign * (one.at - other.at) || keyOf(one).localeCompare(keyOf(other)));
  const pages = Math.max(1, Math.ceil(found.length / labelsAtOnce));
  const page = Math.min(filter.page, pages);
  const from = (page - 1) * labelsAtOnce;
  const shown = found.slice(from, from + labelsAtOnce);
  const read = await readWithin(workstation.user, timeoutMs, "page", (user) =>
    batchProducts({ ...workstation, user }, { batch: shown }, { refresh: true }),
  );
  const products = read.ok ? read.value : {};
  const late = read.ok ? undefined : `Not read: ${read.error.message}`;

  const offered = designChoices(storeName);
  const rows = shown.flatMap((label): WrongLabel[] => {
    const { barcode, title, design, price, at, by } = label;
    const now = priceNow(label, late === undefined ? products[barcode] : { unread: late });
    if (!now) return [];
    const filtered = { ...labelFilterSearch.every, barcode };
    const chosen = offered.length > 0 ? { design } : {};
    return [
      {
        ...{ key: keyOf(label), title, barcode, price, from: bookOf(label), at, by, now },
        design: offered.find(({ value }) => value === design)?.label ?? "",
        printHref: now.is === "known" ? labelsPath(alias, { filter: filtered, ...chosen }) : undefined,
      },
    ];
  });
  const unread = rows.filter(({ now }) => now.is === "unread");
  const [firstUnread] = unread;
  const failure =
    firstUnread?.now.is === "unread" && unread.length === shown.length ? firstUnread.now.why : undefined;

  const changed = shown.filter((label) =>
    rows.some(({ key, now }) => key === keyOf(label) && now.is === "known"),
  );
  const designs = [...new Set(changed.map(({ design }) => design))];
  return {
    rows: failure === undefined ? rows : [],
    ...{ page, pages, first: shown.length === 0 ? 0 : from + 1, last: from + shown.length },
    total: found.length,
    wrong: changed.length,
    unpriced: rows.length - unread.length - changed.length,
    right: shown.length - rows.length,
    unread: unread.length,
    at: Date.now(),
    failure,
    isAny: all.length > 0,
    batches: designs.map((design) => {
      const batch = changed
        .filter((label) => label.design === design)
        .map(({ barcode }) => ({ barcode, quantity: "1" }));
      return {
        ...{ design, label: offered.find(({ value }) => value === design)?.label ?? "", count: batch.length },
        href: labelsPath(alias, { gather: true, ...(offered.length > 0 ? { design } : {}), batch }),
      };
    }),
  };
}
