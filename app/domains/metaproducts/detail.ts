import { type ActionLink, actionLinks, offeredActions } from "#app/domains/actions/model.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { attributeOf, toMoment, toText } from "#app/values/read.ts";
import { formatUnits, shorten } from "#app/values/show.ts";
import type { MetaProduct, MetaProductChange } from "#contract/metaproducts.ts";
import type { ListContext } from "./list.ts";
import { toProduct, variantStock } from "./model.ts";
import { productPath, productsPath } from "./paths.ts";
import { productTypeOf } from "./productTypes.ts";
import type { ProductFilter, ProductTab } from "./search.ts";

export type InventoryRow = { key: string; sku: string; quantity: string; note?: string };
export type Inventory = { rows: InventoryRow[]; total: string; unreadable: number };
export type ChangeEntry = {
  key: string;
  code: string;
  attribute: string;
  oldValue: string;
  newValue: string;
  /** ISO moment, or what the server sent in its place; absent when it sent none. */
  at?: string;
};
export type Changes = { entries: ChangeEntry[]; older: number };
export type ProductDetail = {
  title: string;
  id: string;
  code: string;
  name: string;
  image?: string;
  actions: ActionLink[];
  tabs: { key: ProductTab; label: string; href: string }[];
  closeTo: string;
} & (
  | { tab: "inventory"; inventory: Inventory }
  | { tab: "changes"; changes: Changes }
  | { tab: "raw"; rawText: string }
);

/** The feed shows this many entries; Raw Data holds them all. */
const shownChanges = 200;
const longestValue = 2000;

/** Per-SKU quantities and their total, by the type's inventory attribute (products#inventory). */
export function toInventory(product: MetaProduct, inventory: string): Inventory {
  const rows = (product.variants ?? []).map((variant, index) => {
    const units = variantStock(variant, inventory);
    const sent = toText(attributeOf(variant.attributes, inventory));
    return {
      key: String(index),
      sku: shorten(toText(variant.productSku), 80),
      units,
      quantity: units === undefined ? shorten(sent, 40) : formatUnits(units),
      ...(units === undefined ? { note: sent === "" ? "Missing" : "Not a number" } : {}),
    };
  });
  return {
    rows: rows.map(({ units: _, ...row }) => row),
    total: formatUnits(Math.round(rows.reduce((sum, { units }) => sum + (units ?? 0), 0) * 1e6) / 1e6),
    unreadable: rows.filter(({ units }) => units === undefined).length,
  };
}

const momentOrder = (change: MetaProductChange): number => {
  const moment = toMoment(change.updatedAt);
  return moment === undefined ? Number.NEGATIVE_INFINITY : Date.parse(moment);
};

/** The change feed, newest first; changes without a readable time come last, in the server's order. */
export function toChanges(changes: readonly MetaProductChange[], show = shownChanges): Changes {
  const newestFirst = [...changes].sort((a, b) => {
    const [first, second] = [momentOrder(a), momentOrder(b)];
    return first === second ? 0 : second - first;
  });
  return {
    entries: newestFirst.slice(0, show).map((change, index) => {
      const at = toMoment(change.updatedAt) ?? toText(change.updatedAt);
      return {
        key: String(index),
        code: shorten(toText(change.code), 80),
        attribute: shorten(toText(change.attribute), 80),
        oldValue: shorten(toText(change.oldValue), longestValue),
        newValue: shorten(toText(change.newValue), longestValue),
        ...(at === "" ? {} : { at }),
      };
    }),
    older: Math.max(0, changes.length - show),
  };
}

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
  asked: ProductTab | undefined,
): ProductDetail {
  const product = toProduct(wire, storeType);
  const { inventory } = productTypeOf(storeType);
  const place = { id: product.id, group: product.code };
  const keys: ProductTab[] = inventory === undefined ? ["changes", "raw"] : ["inventory", "changes", "raw"];
  const tab = asked !== undefined && keys.includes(asked) ? asked : keys[0];
  const [image] = product.images;
  const common = {
    title: `Product Data - ${shorten(product.code || product.id, 80)}`,
    id: product.id,
    code: product.code,
    name: product.title,
    ...(image === undefined ? {} : { image }),
    actions: actionLinks(
      productPath(alias, filter, { ...place, opener: "detail" }),
      offeredActions(product.actions, username),
    ),
    tabs: keys.map((key) => ({
      key,
      label: tabLabels[key],
      href: productPath(alias, filter, { ...place, tab: key }),
    })),
    closeTo: productsPath(alias, filter),
  };
  if (tab === "inventory" && inventory !== undefined) {
    return { ...common, tab, inventory: toInventory(wire, inventory) };
  }
  if (tab === "raw") return { ...common, tab, rawText: JSON.stringify(raw) };
  return { ...common, tab: "changes", changes: toChanges(wire.changes ?? []) };
}

export type ProductNotShown = {
  shown: false;
  title: string;
  explanation: string | undefined;
  error: ErrorView | undefined;
  closeTo: string;
  retryHref: string;
};

/** The panel of a product that was not found, could not be read, or whose call failed. */
export function toProductNotShown(
  alias: string,
  filter: ProductFilter,
  wanted: { id: string; group: string },
  { error, problem }: { error?: ErrorView | undefined; problem?: string | undefined },
): ProductNotShown {
  const name = shorten(wanted.group || wanted.id, 80);
  const explanation =
    problem === undefined
      ? `The product ${name} was not found. It may have been removed, or it is no longer among the products of this list's filter and page.`
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
