import type { ActionLink } from "#app/domains/actions/model.ts";
import { formatDollars, formatUnits, plural, type ShownValue, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { AvailableAction, MetaProduct } from "#contract/metaproducts.ts";
import { type Price, type Stock, toProduct } from "./model.ts";
import { type ProductFilter, type ProductPlace, productActionPath, productPath } from "./paths.ts";

/** One row of the grid, ready to show. */
export type ProductRow = {
  key: string;
  href: string;
  code: string;
  brand: string;
  title: string;
  image?: string;
  stock?: ShownValue;
  rrp?: ShownValue;
  sale?: ShownValue;
  validation: string[];
  moreValidation: number;
  status: string;
  actions: ActionLink[];
};
export type UnreadableProduct = { key: string; id: string; problem: string };
export type ListRow = { product: ProductRow } | { unreadable: UnreadableProduct };

/** Stock as shown; the note says how many variants it leaves out. */
export const shownStock = ({ total, unreadable }: Stock): ShownValue => ({
  text: formatUnits(total),
  ...(unreadable === 0
    ? {}
    : { note: `${plural(unreadable, "variant has", "variants have")} no readable stock` }),
});

const longestPrice = 40;

/** Dollars as shown, a span where variants differ; what is no number is shown as it came and marked. */
export function shownPrice(price: Price): ShownValue {
  if (price.kind === "text") return { text: price.text.slice(0, longestPrice), note: "Not a number" };
  const from = formatDollars(price.min);
  return { text: price.min === price.max ? from : `${from} – ${formatDollars(price.max)}` };
}

const shownMessages = 3;
const longestMessage = 160;

/** The actions of a product as links to their confirm dialogs; none for an empty username (2 §6). */
export const actionLinks = (
  alias: string,
  filter: ProductFilter,
  place: ProductPlace,
  actions: readonly AvailableAction[],
  username: string,
): ActionLink[] =>
  username === ""
    ? []
    : actions.map((action) => ({
        label: shorten(action.text || action.value, 80),
        href: productActionPath(alias, filter, place, action.value),
      }));

/** The first messages, shortened, each once, and how many others there are. */
export function shownValidation(messages: readonly string[]): {
  validation: string[];
  moreValidation: number;
} {
  const different = [...new Set(messages.map((message) => shorten(message, longestMessage)))];
  return {
    validation: different.slice(0, shownMessages),
    moreValidation: Math.max(0, different.length - shownMessages),
  };
}

export type ListContext = { alias: string; storeType: string; filter: ProductFilter; username: string };

function toProductRow(wire: MetaProduct, { alias, storeType, filter, username }: ListContext): ProductRow {
  const product = toProduct(wire, storeType);
  const place = { id: product.id, group: product.code };
  const [image] = product.images;
  const { stock, rrp, sale, validation } = product;
  return {
    key: product.id,
    href: productPath(alias, filter, place),
    code: shorten(product.code, 80),
    brand: shorten(product.brand, 80),
    title: product.title,
    ...(image === undefined ? {} : { image }),
    ...(stock ? { stock: shownStock(stock) } : {}),
    ...(rrp ? { rrp: shownPrice(rrp) } : {}),
    ...(sale ? { sale: shownPrice(sale) } : {}),
    ...shownValidation(validation),
    status: product.status,
    actions: actionLinks(alias, filter, place, product.actions, username),
  };
}

/** The rows of one page, in the server's order; rows that could not be read keep their place. */
export function toListRows(rows: readonly WireRow<MetaProduct>[], context: ListContext): ListRow[] {
  return rows.map((row, index) =>
    row.readable
      ? { product: toProductRow(row.row, context) }
      : { unreadable: { key: `unreadable-${index}`, id: row.id, problem: row.problem } },
  );
}
