import { type OfferedAction, offeredActions } from "#app/domains/actions/model.ts";
import { shareEqual } from "#app/values/shareEqual.ts";
import { formatDollars, formatUnits, plural, type ShownValue, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";
import { type Price, type Stock, toProduct } from "./model.ts";
import { productPath } from "./paths.ts";
import type { ProductFilter } from "./search.ts";

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
  validation?: string[];
  moreValidation?: number;
  status?: string;
  actions: OfferedAction[];
};
export type UnreadableProduct = { key: string; id: string; problem: string };
export type ListRow = { product: ProductRow } | { unreadable: UnreadableProduct };

/** Stock as shown; the note says how many variants it leaves out. */
export const shownStock = ({ total, unreadable }: Stock): ShownValue =>
  unreadable === 0
    ? formatUnits(total)
    : {
        text: formatUnits(total),
        note: `${plural(unreadable, "variant has", "variants have")} no readable stock`,
      };

const longestPrice = 40;

/** Dollars as shown, a span where variants differ; what is no number is shown as it came and marked. */
export function shownPrice(price: Price): ShownValue {
  if (price.kind === "text") return { text: price.text.slice(0, longestPrice), note: "Not a number" };
  const from = formatDollars(price.min);
  return price.min === price.max ? from : `${from} – ${formatDollars(price.max)}`;
}

const shownMessages = 3;
const longestMessage = 160;

/** The first messages, shortened, each once, and how many others there are. */
export function shownValidation(
  messages: readonly string[],
): Pick<ProductRow, "validation" | "moreValidation"> {
  if (messages.length === 0) return {};
  const different = [...new Set(messages.map((message) => shorten(message, longestMessage)))];
  const more = different.length - shownMessages;
  return { validation: different.slice(0, shownMessages), ...(more > 0 ? { moreValidation: more } : {}) };
}

export type ListContext = { alias: string; storeType: string; filter: ProductFilter; username: string };

function toProductRow(
  wire: MetaProduct,
  { alias, storeType, filter, username }: ListContext,
  shared: (actions: OfferedAction[]) => OfferedAction[],
): ProductRow {
  const product = toProduct(wire, storeType);
  const [image] = product.images;
  const { stock, rrp, sale, validation } = product;
  return {
    key: product.id,
    href: productPath(alias, filter, { id: product.id, group: product.code }),
    code: shorten(product.code, 80),
    brand: shorten(product.brand, 80),
    title: product.title,
    ...(image === undefined ? {} : { image }),
    ...(stock ? { stock: shownStock(stock) } : {}),
    ...(rrp ? { rrp: shownPrice(rrp) } : {}),
    ...(sale ? { sale: shownPrice(sale) } : {}),
    ...shownValidation(validation),
    ...(product.status === "" ? {} : { status: product.status }),
    actions: shared(offeredActions(product.actions, username)),
  };
}

/** The rows of one page, in the server's order; rows that could not be read keep their place. */
export function toListRows(rows: readonly WireRow<MetaProduct>[], context: ListContext): ListRow[] {
  const shared = shareEqual<OfferedAction[]>();
  return rows.map((row, index) =>
    row.readable
      ? { product: toProductRow(row.row, context, shared) }
      : { unreadable: { key: `unreadable-${index}`, id: row.id, problem: row.problem } },
  );
}
