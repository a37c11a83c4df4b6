import { actionLinks, offeredActions } from "#app/core/commands/model.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { readable } from "#app/core/lists/listed.ts";
import { entriesOf } from "#app/core/search/search.ts";
import { productTitle, productTabs as words } from "#app/core/specification/products.ts";
import {
  attributeOf,
  formatUnits,
  isObject,
  shorten,
  timeOf,
  toMoment,
  toText,
} from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  type AvailableAction,
  type MetaProduct,
  type MetaProductChange,
  type MetaProductVariant,
  metaProductPageSize,
} from "#contract/metaproducts.ts";
import { readMoment } from "#contract/numbers.ts";
import type { ProductAttributes } from "#contract/storeTypes.ts";
import { comparable, readTyped } from "#contract/typedText.ts";
import type { ListContext } from "./columns.ts";
import {
  picturesOf,
  productTypeOf,
  shownPrice,
  shownValidation,
  toProduct,
  variantBarcode,
  variantPrices,
  variantStatus,
  variantStock,
} from "./model.ts";
import { type ProductFilter, type ProductTab, type ProductView, productPath, productsPath } from "./paths.ts";

const maxValueLength = 2000;

/** Maximum entries shown; Raw Data has all. */
const shownChanges = 200;

const momentOrder = ({ updatedAt }: MetaProductChange) => readMoment(updatedAt) ?? Number.NEGATIVE_INFINITY;

/** Whether every word is in the code, the attribute or one of the values, case-insensitively. */
function matches({ code, attribute, oldValue, newValue }: MetaProductChange, words: readonly string[]) {
  const text = comparable([code, attribute, oldValue, newValue].map(toText).join("\n"));
  return words.every((word) => text.includes(word));
}

/** The change feed, newest first, filtered by words (products#changes); those without a readable time last. */
export function toChanges(changes: readonly MetaProductChange[], { show = shownChanges, query = "" } = {}) {
  const words = comparable(readTyped(query)).split(/\s+/).filter(Boolean);
  const newestFirst = changes
    .filter((change) => words.length === 0 || matches(change, words))
    // The difference of two that have no readable time is NaN.
    .sort((a, b) => momentOrder(b) - momentOrder(a) || 0);
  return {
    entries: newestFirst.slice(0, show).map((change, index) => {
      const at = toMoment(change.updatedAt) ?? toText(change.updatedAt);
      return {
        key: String(index),
        code: shorten(toText(change.code), 80),
        attribute: shorten(toText(change.attribute), 80),
        oldValue: shorten(toText(change.oldValue), maxValueLength),
        newValue: shorten(toText(change.newValue), maxValueLength),
        /** An ISO moment, or the unreadable value of the server; absent if there is none. */
        at: at || undefined,
      };
    }),
    // Changes: matching ones beyond the shown ones, and all.
    older: Math.max(0, newestFirst.length - show),
    all: changes.length,
  };
}
export type Changes = ReturnType<typeof toChanges>;

/** Objects as JSON, everything else as text. */
const textOf = (value: unknown): string =>
  shorten(isObject(value) ? JSON.stringify(value) : toText(value), maxValueLength);

/** The variants' values of an attribute: the common value, else each one after its SKU. */
function ofVariants(product: MetaProduct, name: string): string {
  const values = (product.variants ?? []).map(({ productSku, attributes }) => ({
    sku: toText(productSku),
    // An attribute may have the name of an inherited property.
    value: attributes && Object.hasOwn(attributes, name) ? textOf(attributes[name]) : "",
  }));
  const [first = "", ...others] = new Set(values.map(({ value }) => value));
  return others.length === 0 ? first : values.map(({ sku, value }) => `${sku}: ${value || "–"}`).join("\n");
}

/** Every attribute of a product and its variants in the channel, by their original names (products#attribute-table). */
export function toAttributes(product: MetaProduct) {
  const ownNames = Object.keys(product.attributes ?? {});
  const names = new Set((product.variants ?? []).flatMap(({ attributes }) => Object.keys(attributes ?? {})));
  return [
    ...ownNames.map((name) => ({
      key: `product ${name}`,
      name: shorten(name, 120),
      owner: "Product" as const,
      value: textOf(product.attributes?.[name]),
    })),
    ...[...names].map((name) => ({
      key: `variants ${name}`,
      name: shorten(name, 120),
      owner: "Variants" as const,
      value: ofVariants(product, name),
    })),
  ];
}
export type AttributeRow = ReturnType<typeof toAttributes>[number];

const maxMessageLength = 2000;

const looksAgain = ({ value, text }: Pick<AvailableAction, "value" | "text">): boolean =>
  /\b(re-?)?validat/i.test(`${value} ${text}`);

/** An offered action's inputs tell what it fixes: one with an address input fixes an address. */
const isAbout = ({ config }: AvailableAction, message: string): boolean =>
  config?.inputType === "address" && /\baddress\b/i.test(message);

/** Whether an action is about why the channel refuses a product, so that the messages say what became of it. */
export const isAboutRefusal = ({ availableActions, validationStatus }: MetaProduct, action: string) => {
  const offered = availableActions?.find(({ value }) => value === action);
  const messages = (validationStatus ?? []).map(toText);
  return (
    looksAgain({ value: action, text: offered?.text ?? "" }) ||
    (offered !== undefined && messages.some((message) => isAbout(offered, message)))
  );
};

/**
 * The distinct messages of the channel with the actions that fix them among those that the service
 * offers (products#mending); none for a user without a username.
 */
function toRefusals(
  messages: readonly string[],
  actions: readonly AvailableAction[],
  username: string,
  targetPath: string,
) {
  const linksTo = (fits: (action: AvailableAction) => boolean) =>
    actionLinks(targetPath, offeredActions(actions.filter(fits), username), "panel");
  return {
    messages: [...new Set(messages)].map((message, index) => ({
      key: String(index),
      text: shorten(message, maxMessageLength),
      mends: linksTo((action) => isAbout(action, message)),
    })),
    /** The offered actions that make the channel check again, whatever it rejected. */
    again: messages.length === 0 ? [] : linksTo(looksAgain),
  };
}
export type Refusals = ReturnType<typeof toRefusals>;

const shownQuantity = (variant: MetaProductVariant, inventory: string, units: number | undefined) => {
  if (units !== undefined) return formatUnits(units);
  const sent = toText(attributeOf(variant.attributes, inventory));
  return { text: shorten(sent, 40), note: sent === "" ? "Missing" : "Not a number" };
};

/** Shorter SKUs may be part of any sentence. */
const shortestSku = 4;

/** Whether a message names this SKU and not a longer one: '…_8' is not '…_8.5'. */
function isNamed(sku: string, message: string): boolean {
  if (sku.length < shortestSku) return false;
  const isPart = (text: string) => /^[.-]?[\p{L}\p{N}_]/u.test(text);
  for (let at = message.indexOf(sku); at >= 0; at = message.indexOf(sku, at + 1)) {
    const before = message.slice(Math.max(0, at - 1), at);
    if (!isPart(before) && !isPart(message.slice(at + sku.length))) return true;
  }
  return false;
}

function toVariantRow(
  variant: MetaProductVariant,
  key: string,
  type: ProductAttributes,
  messages: readonly string[],
) {
  const { inventory } = type;
  const { rrp, sale } = variantPrices(variant, type);
  const sku = toText(variant.productSku);
  const units = inventory === undefined ? undefined : variantStock(variant, inventory);
  return {
    key,
    sku: shorten(sku, 80),
    barcode: shorten(variantBarcode(variant), 40),
    rrp: rrp && shownPrice(rrp),
    sale: sale && shownPrice(sale),
    status: shorten(variantStatus(variant), 40),
    quantity: inventory === undefined ? undefined : shownQuantity(variant, inventory, units),
    /** The channel's messages about this variant. */
    refusals: messages.filter((message) => isNamed(sku, message)),
    units,
  };
}

/**
 * The variants with barcode, prices, status at the channel, and quantity by the type's inventory
 * attribute, and the total (products#inventory). `messages` are the channel's.
 */
export function toVariants(product: MetaProduct, storeType: string, messages: readonly string[]) {
  const type = productTypeOf(storeType);
  const variants = (product.variants ?? []).map((variant, index) =>
    toVariantRow(variant, String(index), type, messages),
  );
  const sum = variants.reduce((total, { units }) => total + (units ?? 0), 0);
  return {
    rows: variants.map(({ units: _, ...row }) => row),
    /** Columns besides the SKU that are not empty. */
    shows: {
      barcode: variants.some(({ barcode }) => barcode !== ""),
      prices: variants.some(({ rrp, sale }) => rrp !== undefined || sale !== undefined),
      status: variants.some(({ status }) => status !== ""),
      quantity: type.inventory !== undefined,
    },
    total: type.inventory === undefined ? undefined : formatUnits(Math.round(sum * 1e6) / 1e6),
    /** Variants whose quantity is missing or not a number. */
    unreadable: type.inventory === undefined ? 0 : variants.filter(({ units }) => units === undefined).length,
  };
}
export type Variants = ReturnType<typeof toVariants>;
export type VariantRow = Variants["rows"][number];

const tabLabels: Record<ProductTab, string> = words;

/**
 * The detail panel with its open tab. Inventory exists only for types with an inventory attribute (products#inventory);
 * a tab that the type lacks falls back to the first one. `raw` is the row as the server sent it.
 */
export function toProductDetail(
  wire: MetaProduct,
  raw: unknown,
  { alias, storeType, filter, username }: ListContext,
  query: Pick<ProductView, "tab" | "change">,
) {
  const product = toProduct(wire, storeType);
  const hasInventory = productTypeOf(storeType).inventory !== undefined;
  const place = { id: product.id, group: product.code };
  const here = productPath(alias, filter, { ...query, ...place });
  const keys: ProductTab[] = hasInventory ? ["inventory", "changes", "raw"] : ["changes", "raw"];
  const tab = query.tab !== undefined && keys.includes(query.tab) ? query.tab : keys[0];
  const variants = toVariants(wire, storeType, product.validation);
  const common = {
    title: productTitle(shorten(product.code || product.id, 80)),
    id: product.id,
    code: product.code,
    name: product.title,
    brand: shorten(product.brand, 80),
    state: shorten(product.state, 40),
    pictures: picturesOf(wire, storeType),
    refusals: toRefusals(product.validation, product.actions, username, here),
    attributes: toAttributes(wire),
    /** The variants of a type without Inventory, in a section of their own. */
    variants: !hasInventory && variants.rows.length > 0 ? variants : undefined,
    actions: actionLinks(here, offeredActions(product.actions, username), "panel"),
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
    tab: "changes" as const,
    changes: toChanges(wire.changes ?? [], { query: query.change }),
    changesFilter: toChangesFilter(alias, filter, place, query.change),
  };
}

export type ProductDetail = ReturnType<typeof toProductDetail>;

/** The filter of the changes: the URL of its form, the other fields of that URL, and the current text. */
function toChangesFilter(
  alias: string,
  filter: ProductFilter,
  place: { id: string; group: string },
  query: string,
) {
  const clearHref = productPath(alias, filter, { ...place, tab: "changes" });
  const [action = clearHref] = clearHref.split("?");
  return { query, action, keep: Object.fromEntries(entriesOf(clearHref)), clearHref };
}

export type ChangesFilter = ReturnType<typeof toChangesFilter>;

export function toProductUnavailable(
  alias: string,
  filter: ProductFilter,
  wanted: { id: string; group: string },
  { error, problem }: { error?: ErrorView | undefined; problem?: string | undefined },
) {
  const name = shorten(wanted.group || wanted.id, 80);
  const explanation =
    problem === undefined
      ? `The product ${name} was not found by its address. Open it from the list: a search for its code finds it there.`
      : `The product ${name} could not be read: ${problem}`;
  return {
    isShown: false as const,
    title: productTitle(name),
    explanation: error ? undefined : explanation,
    error,
    closeTo: productsPath(alias, filter),
    retryHref: productPath(alias, filter, wanted),
  };
}

const everything = { code: "", title: "", page: 1 };
const shownProducts = 8;

/** The first products with validation messages, from one page of such products. */
export function toAttention(rows: readonly WireRow<MetaProduct>[], alias: string, storeType: string) {
  const filter = { ...everything, invalid: true };
  return {
    entries: readable(rows)
      .map((row) => toProduct(row, storeType))
      .slice(0, shownProducts)
      .map((product) => ({
        key: product.id,
        href: productPath(alias, filter, { id: product.id, group: product.code }),
        code: shorten(product.code || product.id, 80),
        title: shorten(product.title, 120),
        messages: shownValidation(product.validation).messages,
      })),
    /** The number of products on the first page: '3', or '20 or more'. */
    count: rows.length >= metaProductPageSize ? `${metaProductPageSize} or more` : String(rows.length),
    none: rows.length === 0,
    allHref: productsPath(alias, filter),
  };
}

export type ProductAttention = ReturnType<typeof toAttention>;

const newestChanges = 10;

/**
 * The newest changes of these products, newest first. No call lists the changes of a whole store,
 * so this covers only the products read for the page.
 */
export function toRecentChanges(rows: readonly WireRow<MetaProduct>[], alias: string, storeType: string) {
  const products = new Map(readable(rows).map((row) => [row.id, row]));
  return [...products.values()]
    .flatMap((wire) => {
      const product = toProduct(wire, storeType);
      const href = productPath(
        alias,
        { ...everything, invalid: false },
        { id: product.id, group: product.code, tab: "changes" },
      );
      return toChanges(wire.changes ?? [], { show: newestChanges }).entries.map((entry) => ({
        ...entry,
        key: `${product.id} ${entry.key}`,
        href,
        about: shorten(product.code || product.id, 80),
      }));
    })
    .filter(({ at }) => readMoment(at) !== undefined)
    .sort((a, b) => timeOf(b.at) - timeOf(a.at))
    .slice(0, newestChanges);
}
export type RecentChange = ReturnType<typeof toRecentChanges>[number];
