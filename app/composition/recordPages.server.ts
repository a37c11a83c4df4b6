import { readWithin } from "#app/core/api/api.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import type { StoreScope } from "#app/core/stores/guard.server.ts";
import type { RelatedGroup, RelatedRecord } from "#app/core/ui/RelatedRecords.tsx";
import { threadOfOrderPath } from "#app/domains/edi/partner/paths.ts";
import { type ExoFacts, exosOfOrder, returnedWithin } from "#app/domains/exos/api.server.ts";
import type { OrderParcels } from "#app/domains/exos/detail.ts";
import { exoPath } from "#app/domains/exos/paths.ts";
import { type AskNeighbours as AskExoNeighbours, defineExoPages } from "#app/domains/exos/screens.server.ts";
import { productsOfCodes } from "#app/domains/metaproducts/api.server.ts";
import { storeFinder } from "#app/domains/orders/columns.ts";
import { ordersOfCustomer, ordersOfNumber, type RelatedOrder } from "#app/domains/orders/facts.server.ts";
import type { Order } from "#app/domains/orders/model.ts";
import { orderPath, ordersPath } from "#app/domains/orders/paths.ts";
import { ordersInBulk } from "#app/domains/orders/record.server.ts";
import {
  type AskNeighbours as AskOrderNeighbours,
  defineOrderPages,
} from "#app/domains/orders/screens.server.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";

/** Time limit for a panel's related records. */
const timeoutMs = 2000;
const amountsMs = 1000;
/** Maximum returns of one order that are shown with their amount. */
const maxAmounts = 6;

type Scope = Pick<StoreScope, "user" | "store" | "stores">;

const unread = (what: string) => `${what} can't be read just now.`;

/**
 * Whether two documents name the same store, by whatever of its names: two stores may count their orders alike. A
 * document that names none is of no store.
 */
function sameStoreIn({ store, stores }: Scope): (one: string, other: string) => boolean {
  const find = storeFinder(store ? [store] : stores);
  const keyOf = (name: string) => (find({ store: name })?.storeAlias ?? name).trim().toLowerCase();
  return (one, other) => keyOf(one) !== "" && keyOf(one) === keyOf(other);
}

/** Where a person may see an EXO: on its store's page where they are, else among those of all stores. */
function exoHrefOf({ user, store }: Scope): ((exo: { id: string }) => string) | undefined {
  if (store && storeTypeHas(store.storeType, "returns") && may(user, "store/returns"))
    return ({ id }) => exoPath(store.storeAlias, {}, { id });
  return may(user, "returns") ? ({ id }) => exoPath(undefined, {}, { id }) : undefined;
}

/** Where a person may see an order, in the same way. */
function orderHrefOf(scope: Scope): ((order: RelatedOrder) => string) | undefined {
  const { user, store } = scope;
  if (!may(user, "orders")) return undefined;
  const isSameStore = sameStoreIn(scope);
  const isHere = (order: RelatedOrder) =>
    store !== undefined && may(user, "store/orders") && isSameStore(order.store, store.storeName);
  return (order) => orderPath(isHere(order) ? store?.storeAlias : undefined, {}, { id: order.id });
}

const toRecord = (
  { id, number, status, amount, createdAt }: RelatedOrder,
  href: string,
  store = "",
): RelatedRecord => ({
  key: id,
  href,
  name: number,
  state: { label: status.label, tone: status.tone },
  about: [amount, store],
  at: createdAt,
});

/** These EXOs with what comes back with each, as far as that can be read in time. */
const withAmounts = (user: User, exos: readonly ExoFacts[]): Promise<(ExoFacts & { amount: string })[]> =>
  Promise.all(
    exos.map(async (exo, index) => ({
      ...exo,
      amount: index < maxAmounts ? await returnedWithin(user, exo.id, amountsMs) : "",
    })),
  );

/** A group of records, or that `what` can't be read in time. */
async function groupOf(
  { user }: Scope,
  label: string,
  what: string,
  find: (user: User) => Promise<Omit<RelatedGroup, "label">>,
  more?: RelatedGroup["more"],
): Promise<RelatedGroup> {
  const read = await readWithin(user, timeoutMs, "page", find);
  return { label, ...(read.ok ? read.value : { records: [], none: "", unread: unread(what), more }) };
}

/** EXOs as a panel shows them; `find` gives those of all stores, of which those of `storeName` are shown. */
async function returnsGroup(
  scope: Scope,
  label: string,
  storeName: string,
  find: (user: User) => Promise<ExoFacts[]>,
): Promise<RelatedGroup | undefined> {
  const hrefOf = exoHrefOf(scope);
  if (!hrefOf) return undefined;
  const isSameStore = sameStoreIn(scope);
  return groupOf(scope, label, "They", async (user) => {
    const own = (await find(user)).filter(({ store }) => isSameStore(store, storeName));
    const records = (await withAmounts(user, own)).map((exo) => ({
      key: exo.id,
      href: hrefOf(exo),
      name: exo.name,
      state: { label: exo.displayState.label, tone: exo.displayState.tone },
      about: [exo.amount],
      at: exo.createdAt,
    }));
    return { records, none: "None" };
  });
}

async function otherOrdersGroup(
  scope: Scope,
  email: string,
  isSame: (order: RelatedOrder) => boolean,
): Promise<RelatedGroup | undefined> {
  const hrefOf = orderHrefOf(scope);
  if (!hrefOf || email === "") return undefined;
  const isSameStore = sameStoreIn(scope);
  const home = scope.store?.storeName ?? "";
  const all = { href: ordersPath(undefined, { query: email }), label: "All that the search finds" };
  return groupOf(scope, "Other orders", "They", async (user) => {
    const { orders, isCut } = await ordersOfCustomer(user, email);
    const records = orders
      .filter((order) => !isSame(order))
      .map((order) => toRecord(order, hrefOf(order), isSameStore(order.store, home) ? "" : order.store));
    return { records, none: "None of this customer", more: isCut ? all : undefined };
  });
}

const groupsOf = (groups: readonly (RelatedGroup | undefined)[]): RelatedGroup[] =>
  groups.flatMap((group) => group ?? []);

/** The EXOs of an order: by its source id, and by its external id only if no other order has that. */
async function exosOf(user: User, order: Order, isOwnStore: (store: string) => boolean): Promise<ExoFacts[]> {
  const { id, sourceId, externalId } = order;
  const named = sourceId === "" ? [] : await exosOfOrder(user, sourceId);
  if (externalId === "" || externalId === sourceId) return named;
  const [others, owners] = await Promise.all([
    exosOfOrder(user, externalId),
    ordersOfNumber(user, externalId, isOwnStore),
  ]);
  const isOurs = owners.length === 1 && owners[0]?.id === id;
  return isOurs ? [...named, ...others] : named;
}

function orderNeighbours(scope: Scope): AskOrderNeighbours {
  const isSameStore = sameStoreIn(scope);
  return {
    threadHref: threadOfOrderPath,
    related: async (order) => {
      const isOwnStore = (store: string) => isSameStore(store, order.store);
      const [returns, others] = await Promise.all([
        returnsGroup(scope, "Returns", order.store, (user) => exosOf(user, order, isOwnStore)),
        otherOrdersGroup(scope, order.customer?.email ?? "", ({ id }) => id === order.id),
      ]);
      return groupsOf([returns, others]);
    },
    products: (order, store) => productsOf(scope.user, order, store),
  };
}

async function productsOf(user: User, order: Order, store: Store | undefined) {
  if (!store || !may(user, "store/products")) return undefined;
  const codes = [...new Set(order.lines.map(({ levelCode }) => levelCode).filter(Boolean))];
  const read = await readWithin(user, timeoutMs, "page", (reader) => productsOfCodes(reader, store, codes));
  return read.ok
    ? { byCode: read.value }
    : { byCode: new Map<string, never>(), unread: unread("The products of these lines") };
}

const exoNeighbours = (scope: Scope): AskExoNeighbours => ({
  parcels: ({ orderId, store }) => parcelsOf(scope, orderId, store),
  related: async ({ id, orderId, store, email }) => {
    const isSameStore = sameStoreIn(scope);
    const isOwnStore = (name: string) => isSameStore(name, store);
    const isItsOrder = (order: RelatedOrder) =>
      isOwnStore(order.store) && [order.sourceId, order.externalId, order.id].includes(orderId);
    if (orderId === "") return groupsOf([await otherOrdersGroup(scope, email, isItsOrder)]);
    const others = async (user: User) => (await exosOfOrder(user, orderId)).filter((exo) => exo.id !== id);
    return groupsOf(
      await Promise.all([
        orderGroup(scope, orderId, isOwnStore),
        returnsGroup(scope, "Other returns", store, others),
        otherOrdersGroup(scope, email, isItsOrder),
      ]),
    );
  },
});

async function parcelsOf(scope: Scope, orderId: string, store: string): Promise<OrderParcels | undefined> {
  if (orderId === "" || !may(scope.user, "orders")) return undefined;
  const isSameStore = sameStoreIn(scope);
  const read = await readWithin(scope.user, timeoutMs, "page", (user) =>
    ordersOfNumber(user, orderId, (name) => isSameStore(name, store)),
  );
  if (!read.ok) return { parcels: [], unread: unread("The parcels of its order") };
  return {
    parcels: read.value.flatMap(({ id, number, shipments }) =>
      shipments.map(({ despatched, ...shipment }, index) => ({
        ...shipment,
        key: `${id} ${index}`,
        order: number,
        at: despatched,
      })),
    ),
  };
}

async function orderGroup(
  scope: Scope,
  orderId: string,
  isOwnStore: (store: string) => boolean,
): Promise<RelatedGroup | undefined> {
  const hrefOf = orderHrefOf(scope);
  if (!hrefOf) return undefined;
  const more = { href: ordersPath(scope.store?.storeAlias, { query: orderId }), label: "Find the order" };
  const read = async (user: User) => {
    const orders = await ordersOfNumber(user, orderId, isOwnStore);
    const records = orders.map((order) => toRecord(order, hrefOf(order)));
    const none = "Not found by exactly this number";
    return { records, none, more: records.length === 1 ? undefined : more };
  };
  return groupOf(scope, "Order", "It", read, more);
}

// The pages of live records, with their related records in other domains.
export const orderPages = defineOrderPages(orderNeighbours, ordersInBulk);
export const exoPages = defineExoPages(exoNeighbours);
