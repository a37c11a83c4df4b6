import { type ActionLink, actionLinks, offeredActions } from "#app/confirm/model.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { entriesOf } from "#app/search/search.ts";
import { shorten } from "#app/values/values.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";
import { type AttributeRow, toAttributes } from "./attributes.ts";
import { type Changes, toChanges } from "./changes.ts";
import type { ListContext } from "./list.ts";
import { picturesOf, productTypeOf, toProduct } from "./model.ts";
import { type ProductFilter, type ProductTab, type ProductView, productPath, productsPath } from "./paths.ts";
import { type Refusals, toRefusals } from "./refusals.ts";
import { toVariants, type Variants } from "./variants.ts";

/** The filter of the changes: the URL of its form, the other fields of that URL, and the current text. */
export type ChangesFilter = {
  query: string;
  action: string;
  keep: Record<string, string>;
  clearHref: string;
};

export type ProductDetail = {
  title: string;
  id: string;
  code: string;
  name: string;
  brand: string;
  /** The common state of all its variants at the channel; empty if unknown. */
  state: string;
  pictures: string[];
  refusals: Refusals;
  attributes: AttributeRow[];
  /** The variants of a type without Inventory, in a section of their own. */
  variants?: Variants;
  actions: ActionLink[];
  tabs: { key: ProductTab; label: string; href: string }[];
  closeTo: string;
} & (
  | { tab: "inventory"; inventory: Variants }
  | { tab: "changes"; changes: Changes; changesFilter: ChangesFilter }
  | { tab: "raw"; rawText: string }
);

const tabLabels: Record<ProductTab, string> = {
  inventory: "Inventory",
  changes: "Changes",
  raw: "Raw Data",
};

/**
 * The detail panel with its open tab. Inventory exists only for types with an inventory attribute (products#inventory);
 * a tab that the type lacks falls back to the first one. `raw` is the row as the server sent it.
 */
export function toProductDetail(
  wire: MetaProduct,
  raw: unknown,
  { alias, storeType, filter, username }: ListContext,
  query: Pick<ProductView, "tab" | "change">,
): ProductDetail {
  const product = toProduct(wire, storeType);
  const hasInventory = productTypeOf(storeType).inventory !== undefined;
  const place = { id: product.id, group: product.code };
  const fromHere = productPath(alias, filter, { ...place, opener: "detail" });
  const keys: ProductTab[] = hasInventory ? ["inventory", "changes", "raw"] : ["changes", "raw"];
  const tab = query.tab !== undefined && keys.includes(query.tab) ? query.tab : keys[0];
  const variants = toVariants(wire, storeType, product.validation);
  const common = {
    title: `Product Data - ${shorten(product.code || product.id, 80)}`,
    id: product.id,
    code: product.code,
    name: product.title,
    brand: shorten(product.brand, 80),
    state: shorten(product.state, 40),
    pictures: picturesOf(wire, storeType),
    refusals: toRefusals(product.validation, product.actions, username, fromHere),
    attributes: toAttributes(wire),
    ...(!hasInventory && variants.rows.length > 0 && { variants }),
    actions: actionLinks(fromHere, offeredActions(product.actions, username)),
    tabs: keys.map((key) => ({
      key,
      label: tabLabels[key],
      href: productPath(alias, filter, { ...place, tab: key }),
    })),
    closeTo: productsPath(alias, filter),
  };
  if (tab === "inventory") return { ...common, tab, inventory: variants };
  if (tab === "raw") return { ...common, tab, rawText: JSON.stringify(raw) };
  return {
    ...common,
    tab: "changes",
    changes: toChanges(wire.changes ?? [], { query: query.change }),
    changesFilter: toChangesFilter(alias, filter, place, query.change),
  };
}

function toChangesFilter(
  alias: string,
  filter: ProductFilter,
  place: { id: string; group: string },
  query: string,
): ChangesFilter {
  const clearHref = productPath(alias, filter, { ...place, tab: "changes" });
  const [action = clearHref] = clearHref.split("?");
  return { query, action, keep: Object.fromEntries(entriesOf(clearHref)), clearHref };
}

export type ProductUnavailable = {
  shown: false;
  title: string;
  explanation: string | undefined;
  error: ErrorView | undefined;
  closeTo: string;
  retryHref: string;
};

export function toProductUnavailable(
  alias: string,
  filter: ProductFilter,
  wanted: { id: string; group: string },
  { error, problem }: { error?: ErrorView | undefined; problem?: string | undefined },
): ProductUnavailable {
  const name = shorten(wanted.group || wanted.id, 80);
  const explanation =
    problem === undefined
      ? `The product ${name} was not found by its address. Open it from the list: a search for its code finds it there.`
      : `The product ${name} could not be read: ${problem}`;
  return {
    shown: false,
    title: `Product Data - ${name}`,
    explanation: error ? undefined : explanation,
    error,
    closeTo: productsPath(alias, filter),
    retryHref: productPath(alias, filter, wanted),
  };
}
