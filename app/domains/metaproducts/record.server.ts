import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { eventRow } from "#app/core/commands/bulk.server.ts";
import type { BulkKind, BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { factsOf } from "#app/core/commands/command.ts";
import { type ActionTarget, eventPage } from "#app/core/commands/event.server.ts";
import type { RecordProgress } from "#app/core/commands/follow.server.ts";
import { eventWays } from "#app/core/commands/model.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { rowId } from "#app/core/lists/gather.server.ts";
import { maxRows } from "#app/core/records/listPaths.ts";
import type { RecordRef, RecordState } from "#app/core/records/record.ts";
import { countWords, sumOf, type TodayLine } from "#app/core/records/todayLine.ts";
import { listStores, requireStoreScope, type StoreScope } from "#app/core/stores/guard.server.ts";
import { findStore, readableStores } from "#app/core/stores/model.ts";
import { compact, shorten, toText } from "#app/core/values/values.ts";
import { listedRows } from "#app/features/bulk/review.server.ts";
import { type Finder, nonEmpty, once, unreadIn } from "#app/features/find/finder.server.ts";
import type { Hit } from "#app/features/find/hits.ts";
import { holds, names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { storeViewList, viewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import { dialogPlace } from "#app/screens/recordPages.server.ts";
import { getProductMessageCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { findMetaProduct, gatherRefused, listMetaProducts, searchMetaProducts } from "./api.server.ts";
import { isAboutRefusal } from "./detail.ts";
import { type Product, type StoreProduct, toProduct, variantStatus } from "./model.ts";
import {
  type ProductFilter,
  productInBulk,
  productOfBulk,
  productPath,
  productSearch,
  productsPath,
  productView,
  wireMessage,
} from "./paths.ts";

/** The line of Today for a message of products that are refused (today#products). */
const messageLine = (message: string): string => `products:${hashOf(message).slice(0, 16)}`;

export const productRef = (alias: string, id: string): RecordRef => ({ kind: "product", store: alias, id });

/** The state of a product: refused with these messages, or not (notes#handled). */
export function productState({ validationStatus, status }: MetaProduct): RecordState {
  const messages = [...new Set((validationStatus ?? []).map(toText).filter(Boolean))].sort();
  return { revision: hashOf([messages, status ?? null]), lines: messages.map(messageLine) };
}

/** Messages with lines of their own, the commonest; the others are one line (today#products). */
const maxMessages = 12;
const maxMessageLength = 160;

/** The products of one store that its channel refuses with one message. */
type Refused = { store: Store; message: string; count: number; orMore: boolean; revision: string };

function toLine([message, ours]: readonly [message: string, ours: readonly Refused[]]): TodayLine {
  const words = shorten(message, maxMessageLength);
  const [first, ...others] = new Set(ours.map(({ store }) => store));
  const only = others.length === 0 ? first : undefined;
  return compact({
    ...sumOf(ours),
    key: messageLine(message),
    words: only ? `${words} (${shorten(only.storeName, 60)})` : words,
    href: productsPath(only?.storeAlias, { message: wireMessage(message) }),
    revision: hashOf(
      ours.map(({ store, message, count, revision }) => [store.storeAlias, message, count, revision]),
    ),
  });
}

/** The messages without a line of their own: one line that unfolds to them. */
function othersLine(lines: readonly TodayLine[]): TodayLine {
  return {
    ...sumOf(lines),
    key: "products:others",
    words: "with other messages",
    sums: lines.map(({ key }) => key),
    href: "",
    places: lines.map((line) => ({ label: line.words, words: countWords(line), href: line.href })),
    revision: hashOf(lines.map(({ revision }) => revision)),
  };
}

/** By message, over all stores, the commonest first. */
function commonestFirst(refused: readonly Refused[]): [message: string, ours: Refused[]][] {
  const messages = new Map<string, Refused[]>();
  for (const one of refused) messages.set(one.message, [...(messages.get(one.message) ?? []), one]);
  return [...messages].sort(([, one], [, other]) => sumOf(other).count - sumOf(one).count);
}

/** One line a message. */
function toLines(refused: readonly Refused[]): TodayLine[] {
  const lines = commonestFirst(refused).map(toLine);
  const others = lines.slice(maxMessages);
  return [...lines.slice(0, maxMessages), ...(others.length === 0 ? [] : [othersLine(others)])];
}

/** From a service that counts: one call for all stores (calls#counts). */
async function counted(user: User, stores: readonly Store[]): Promise<Refused[]> {
  const rows = await callPortalApi(user, getProductMessageCounts);
  return rows.flatMap((row) => {
    const store = row.readable ? stores.find(({ storeName }) => storeName === row.row.storegroup) : undefined;
    if (!row.readable || !store || row.row.count === 0) return [];
    const { message, count, stamp } = row.row;
    return [{ store, message, count, orMore: false, revision: toText(stamp) }];
  });
}

/** The lists of the products with a message that is typed (find#lists); a service that doesn't count has none to find. */
export async function findMessages(user: User, parsed: ParsedSearch, stores: readonly Store[]) {
  if (!(await hasExtension(user, "counts"))) return [];
  const found = new Map<string, Refused[]>();
  for (const one of await counted(user, stores))
    if (holds(parsed, one.message)) found.set(one.message, [...(found.get(one.message) ?? []), one]);
  return [...found].map(([message, ours]) => ({
    href: productsPath(undefined, { message: wireMessage(message) }),
    title: `Refused products: ${shorten(message, maxMessageLength)}`,
    about: { rest: [countWords(sumOf(ours))] },
    isExact: names(parsed, message),
  }));
}

/** By the documented call: the first page of a store's refused products. */
async function readOf(user: User, store: Store): Promise<Refused[]> {
  const rows = await listMetaProducts(user, store, { ...productSearch.every, invalid: true });
  const messages = new Map<string, string[]>();
  for (const row of rows) {
    if (!row.readable) continue;
    const own = new Set((row.row.validationStatus ?? []).map(toText).filter(Boolean));
    for (const message of own) messages.set(message, [...(messages.get(message) ?? []), row.row.id]);
  }
  const orMore = rows.length >= metaProductPageSize;
  return [...messages].map(([message, ids]) => ({
    store,
    message,
    count: ids.length,
    orMore,
    revision: hashOf(ids.sort()),
  }));
}

/** The products that their channels refuse, by message (today#products). Throws ApiError. */
async function productsToday(user: User, stores: readonly Store[]): Promise<TodayLine[]> {
  if (await hasExtension(user, "counts")) return toLines(await counted(user, stores));
  return toLines((await Promise.all(stores.map((store) => readOf(user, store)))).flat());
}

export type RefusedMessage = { message: string; count: string; href: string };

/** The messages that products of these stores are refused with, the commonest first (products#message). Throws ApiError. */
export async function refusedMessages(user: User, stores: readonly Store[]): Promise<RefusedMessage[]> {
  const isCounted = await hasExtension(user, "counts");
  const refused = isCounted
    ? await counted(user, stores)
    : (await Promise.all(stores.map((store) => readOf(user, store)))).flat();
  return commonestFirst(refused).map(([message, ours]) => ({
    message: shorten(message, maxMessageLength),
    count: countWords(sumOf(ours)),
    href: productsPath(undefined, { message: wireMessage(message) }),
  }));
}

async function readProduct(user: User, { store: alias, id }: RecordRef) {
  const store = findStore(await listStores(user), alias);
  const found = store && (await findMetaProduct(user, store, { id, group: "" }, productSearch.every));
  return found?.readable ? { name: shorten(id, 80), ...productState(found.row) } : undefined;
}

/** The panel of a product that is known by its text in a selection, over the list of its store. */
function productHref(bulkId: string): string {
  const { alias, ...wanted } = productOfBulk(bulkId);
  return productPath(alias, {}, wanted);
}

/** Reads a list of products, and finds those again that were read. */
type Listing = Pick<BulkPlace, "page"> & {
  find(bulkId: string): Promise<{ store: Store; row: WireRow<MetaProduct> } | undefined>;
};

const bulkIdOf = ({ storeAlias: alias }: Store, row: WireRow<MetaProduct>): string =>
  productInBulk({ id: rowId(row), group: row.readable ? toText(row.row.groupId) : "", alias });

/** The products with one message, of a store or of all: gathered, and not looked up by themselves (products#message). */
function gatheredListing({ user, stores }: StoreScope, filter: ProductFilter): Listing {
  const found = new Map<string, StoreProduct>();
  return {
    async page() {
      const limits = { maxRows, maxMs: Number.POSITIVE_INFINITY };
      const { products } = await gatherRefused(user, stores, filter, limits);
      for (const one of products) found.set(bulkIdOf(one.store, one.row), one);
      return { rows: [...found.keys()], hasNext: false };
    },
    find: async (bulkId) => found.get(bulkId),
  };
}

/** A store's products. A review asks for the list's pages, and not for each of its products. */
function storeListing(user: User, store: Store, filter: ProductFilter): Listing {
  const idOf = (row: WireRow<MetaProduct>) => bulkIdOf(store, row);
  const listed = listedRows(idOf, (page) => listMetaProducts(user, store, { ...filter, page }), filter.page);
  return {
    async page(page) {
      const rows = await listed.read(page);
      return { rows: rows.map(idOf), hasNext: rows.length === metaProductPageSize };
    },
    async find(bulkId) {
      const row = await listed.find(bulkId);
      return row && { store, row };
    },
  };
}

function placeOf(scope: StoreScope, filter: ProductFilter): BulkPlace {
  const { user, store, stores } = scope;
  const isOfStore = store !== undefined && filter.message === "";
  const listing = isOfStore ? storeListing(user, store, filter) : gatheredListing(scope, filter);
  return {
    user,
    listHref: productsPath(store?.storeAlias, filter),
    title: store ? "Meta Products" : "Refused products",
    page: listing.page,
    recordHref: productHref,
    row(bulkId, action, words) {
      const wanted = productOfBulk(bulkId);
      const own = store ?? stores.find(({ storeAlias }) => storeAlias === wanted.alias);
      const href = productPath(wanted.alias, filter, wanted);
      const find = async () => own && findActionTarget(user, own, wanted, filter, action);
      const look = async () => {
        const one = await listing.find(bulkId);
        return one ? targetOf(one.store, one.row, action) : find();
      };
      const follows = { kind: productsInBulk.key, alias: store?.storeAlias ?? "", id: bulkId, action };
      const place = { user, action, kind: "", wanted: wanted.id, href, follows, findTarget: find };
      return eventRow(place, { words }, look);
    },
  };
}

/** A store's products, or all stores' with one message, of which several can be acted on at once. */
export const productsInBulk: BulkKind = {
  key: "products",
  one: "product",
  many: "products",
  recordRef: (_, bulkId) => {
    const { alias, id } = productOfBulk(bulkId);
    return productRef(alias, id);
  },
  async open(args, list) {
    return placeOf(await requireStoreScope(args, "products", "store/products"), productSearch.read(list));
  },
};

type Wanted = { code: string } | { title: string };

function wantedIn(parsed: ParsedSearch): Wanted | undefined {
  const { text, code, id, barcode } = parsed;
  const isOther = parsed.amount !== undefined || parsed.email || parsed.exoName || parsed.raNumber;
  if (isOther || (id && !code) || parsed.sscc || text.length < 2) return undefined;
  if (barcode) return { code: barcode };
  return code ? { code } : { title: text };
}

const holdsBarcode = (product: MetaProduct, barcode: string): boolean =>
  (product.variants ?? []).some(({ attributes }) =>
    Object.values(attributes ?? {}).some((value) => toText(value) === barcode),
  );

function toHit(row: MetaProduct, store: Store, parsed: ParsedSearch): Hit {
  const product = toProduct(row, store.storeType);
  const skus = (row.variants ?? []).map(({ productSku }) => toText(productSku));
  return {
    href: productPath(store.storeAlias, {}, { id: product.id, group: product.code }),
    title: shorten(product.title || product.code || product.id, 120),
    about: { rest: nonEmpty(product.code, store.storeName, product.brand).map((text) => shorten(text, 80)) },
    isExact:
      names(parsed, product.id, product.code, ...skus) ||
      (parsed.barcode !== undefined && holdsBarcode(row, parsed.barcode)),
  };
}

type OfStore = { row: WireRow<MetaProduct>; of: string };

async function ofAllStores(user: User, wanted: Wanted): Promise<OfStore[]> {
  const rows = await searchMetaProducts(user, wanted);
  return rows.map((row) => ({ row, of: row.readable ? toText(row.row.storeGroup) : "" }));
}

/** Without the extension every store is asked by itself. */
async function storeByStore(user: User, wanted: Wanted, stores: readonly Store[]): Promise<OfStore[]> {
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await listMetaProducts(user, store, { ...productSearch.every, ...wanted });
      return rows.map((row) => ({ row, of: store.storeName }));
    }),
  );
  return pages.flat();
}

const most = 40;

async function search(user: User, parsed: ParsedSearch, wanted: Wanted, stores: readonly Store[]) {
  const canAll = await hasExtension(user, "search");
  const rows = canAll ? await ofAllStores(user, wanted) : await storeByStore(user, wanted, stores);
  const storeOf = new Map(stores.map((store) => [store.storeName.toLowerCase(), store]));
  const hits = rows.flatMap(({ row, of }) => {
    const store = storeOf.get(of.toLowerCase());
    return store && row.readable ? [{ id: `${of} ${row.row.id}`, hit: toHit(row.row, store, parsed) }] : [];
  });
  return {
    hits: once([hits])
      .slice(0, most)
      .map(({ hit }) => hit),
    unread: unreadIn(rows.map(({ row }) => row)),
    isCut: hits.length > most || (canAll && rows.length >= metaProductPageSize),
    unsearched:
      parsed.barcode && !canAll
        ? "Meta Products can't be searched by barcode here: look for the SKU."
        : undefined,
  };
}

/** Products of every store, by code, SKU, barcode or title (calls#all-store-products). */
const productFinder: Finder = {
  kind: "products",
  label: "Meta Products",
  by: "code, SKU, barcode and title",
  permission: "store/products",
  find: (user, parsed, stores) => {
    const wanted = wantedIn(parsed);
    return wanted && search(user, parsed, wanted, stores);
  },
};

/** Meta products of a store (notes#whose, today#products, views#what). */
export const productRecord: RecordKind = {
  key: "product",
  noun: "product",
  ref: productRef,
  read: readProduct,
  href: ({ store, id }) => productPath(store, {}, { id, group: "" }),
  bulk: productsInBulk,
  finder: productFinder,
  today: {
    key: "products",
    title: "Refused products",
    commands: ["store/products"],
    // One call for each store, where the service does not count.
    keepForMs: 120_000,
    records: ["product"],
    addresses: /^\/store\/[^/]+\/products\//,
    read: async (user) => productsToday(user, readableStores(await listStores(user))),
  },
  views: [
    storeViewList({ page: "products", search: productSearch, list: productsPath }),
    viewList({
      title: "Refused products",
      permission: "store/products",
      at: /^\/products\/refused\/?$/,
      search: productSearch,
      path: (_, filter) => productsPath(undefined, filter),
    }),
  ],
};

/** What a channel neither sells nor refuses any more. */
const takenDown: ReadonlySet<string> = new Set(["Rejected", "Withdrawn"]);

/**
 * How far a product has come: refused with the channel's messages, or valid; for an action that is about neither, that
 * it has changed (actions#outcome).
 */
export function recordProgressOf(
  row: MetaProduct,
  { validation, state }: Product,
  action: string,
): RecordProgress {
  const isAbout = isAboutRefusal(row, action);
  const messages = isAbout ? shorten(validation.join(", "), 300) : "";
  const statuses = (row.variants ?? []).map(variantStatus);
  const progress = {
    revision: hashOf([productState(row).revision, statuses, row.changes ?? null]),
    at: messages,
    words: [takenDown.has(state) ? "" : isAbout ? "valid now" : "changed", state].filter(Boolean).join(" · "),
    moves: false,
  };
  if (messages === "" || takenDown.has(state)) return progress;
  const [reason = ""] = validation;
  const failure = {
    again: `still refused: ${messages}`,
    now: `refused: ${messages}`,
    reason: shorten(reason, 120),
  };
  return { ...progress, failure };
}

/**
 * The product of an action as in the action event: its own store group and type if it has them,
 * else its store's. Undefined if the product is not found. Throws ApiError.
 */
async function findActionTarget(
  user: User,
  store: Store,
  wanted: { id: string; group: string },
  filter: ProductFilter,
  action: string,
): Promise<ActionTarget | undefined> {
  const found = await findMetaProduct(user, store, wanted, filter);
  return found && targetOf(store, found, action);
}

/** The same, for a product already read by a list. */
function targetOf(store: Store, read: WireRow<MetaProduct>, action: string): ActionTarget | undefined {
  if (!read.readable) return undefined;
  const { row, raw } = read;
  const product = toProduct(row, store.storeType);
  const name = shorten(toText(row.groupId) || row.id, 80);
  return {
    id: row.id,
    name,
    facts: factsOf([
      ["Code", name],
      ["Title", shorten(product.title, 200)],
      ["Store", store.storeName],
    ]),
    storeGroup: toText(row.storeGroup) || store.storeName,
    sourceType: toText(row.storeType) || store.storeType,
    progress: { ...recordProgressOf(row, product, action), ways: eventWays(row.availableActions ?? []) },
    offered: row.availableActions?.find(({ value }) => value === action),
    raw,
  };
}

export function productActionPage(user: User, store: Store, request: Request, id: string, action: string) {
  const filter = productSearch.read(request.url);
  const view = productView.read(request.url);
  const { group } = view;
  const alias = store.storeAlias;
  return eventPage({
    user,
    action,
    kind: "",
    wanted: id,
    ...dialogPlace(request, action, {
      recordPath: productPath(alias, filter, { ...view, id }),
      listPath: productsPath(alias, filter),
    }),
    follows: { kind: productsInBulk.key, alias, id: productInBulk({ id, group, alias }), action },
    findTarget: () => findActionTarget(user, store, { id, group }, filter, action),
  });
}
