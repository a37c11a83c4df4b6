import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import {
  assertMay,
  isBackgroundRequest,
  may,
  requireMay,
  requireUser,
  type User,
} from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { storeNotFound } from "#app/core/specification/screens.ts";
import type { Permission, StorePageKey } from "#contract/capabilities.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getStores, type Store } from "#contract/stores.ts";
import { findStore, openStorePages, readableStores, storeHasPage, storePage, toStoreCards } from "./model.ts";
import { canonicalStoreUrl, storePath } from "./paths.ts";

const stored = keepPerSession<WireRow<Store>[]>({
  keepForMs: 60_000,
  keepAtMost: 500,
  lastAfterMs: 1_000,
  read: (user) => callPortalApi(user, getStores),
});

/**
 * The stores this user may see, unsorted, including unreadable rows (calls#stores). Cached per session for 60 seconds,
 * so that the frame around every page costs no call of its own; `refresh` bypasses the cache. Throws ApiError.
 */
export const listStores = (user: User, { refresh = false } = {}) => stored(user, "", { refresh });

/** The stores if available: none if the call fails, for pages that work without them. */
export async function knownStores(user: User): Promise<WireRow<Store>[]> {
  const stores = await attempt(listStores(user));
  return stores.ok ? stores.value : [];
}

/** The stores as cards, or why they could not be read. */
export async function readStoreCards(user: User) {
  const stores = await attempt(listStores(user));
  return stores.ok
    ? { stores: toStoreCards(stores.value), error: undefined }
    : { stores: toStoreCards([]), error: stores.error };
}

/**
 * The signed-in user and the store of this URL. An unknown alias throws 404 'Store Not Found'; a read with an alias
 * in another case than the store's is redirected to the canonical one (addresses#alias).
 */
export async function requireStore(
  request: Request,
  alias: string | undefined,
): Promise<{ user: User; store: Store }> {
  const user = await requireUser(request);
  const requestedAlias = alias ?? "";
  const store =
    findStore(await listStores(user), requestedAlias) ??
    findStore(await listStores(user, { refresh: true }), requestedAlias);
  if (!store) throw notFound(request, storeNotFound);
  if (store.storeAlias !== requestedAlias && request.method === "GET") {
    throw redirect(canonicalStoreUrl(new URL(request.url), store.storeAlias));
  }
  return { user, store };
}

/**
 * The guard of every store page: `requireStore`, then 404 if the store's type lacks the page (stores#base-pages),
 * then 403 if none of the user's roles opens it (roles#forbidden). A user whose roles don't open the Overview is
 * redirected to the first page that they may open (roles#first-page).
 */
export async function requireStorePage(
  request: Request,
  alias: string | undefined,
  key: StorePageKey,
): Promise<{ user: User; store: Store }> {
  const { user, store } = await requireStore(request, alias);
  const page = storePage(key);
  if (!storeHasPage(page, store.storeType)) {
    throw notFound(request, `${store.storeName} has no ${page.label} page.`);
  }
  if (may(user, `store/${key}`)) return { user, store };
  const [first] = key === "overview" ? openStorePages(store.storeType, user.roles) : [];
  if (first) throw redirect(storePath(store.storeAlias, first.segment));
  await assertMay(user, `store/${key}`);
  return { user, store };
}

/**
 * For automatic polls of an open page: the user sharing reads with all users of the same rights, i.e. the roles, and
 * the stores as the service lists them for each (calls#shared). Not shared if the stores are unavailable.
 */
export async function withSharedReads(user: User): Promise<User> {
  const { method, url } = user.request;
  if (!isBackgroundRequest({ method, pathname: new URL(url).pathname })) return user;
  const stores = await knownStores(user);
  return stores.length === 0 ? user : { ...user, rights: hashOf([[...user.roles].sort(), stores]) };
}

/** The guard of pages without a store: the signed-in user with the permission; throws a 403 page otherwise. */
export const requirePermissionShared = async (request: Request, permission: Permission): Promise<User> =>
  withSharedReads(await requireMay(request, permission));

/** The scope of a page's documents: one store, or (`store` undefined) all `stores`. */
export type StoreScope = { user: User; store: Store | undefined; stores: readonly Store[] };

/**
 * The guard of pages with two URLs: below `/store/:alias` it is `requireStorePage`; for all stores, `action` is the
 * required permission (roles#global-pages), and `stores` is empty if the stores are unavailable.
 */
export async function requireStoreScope(
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
  key: StorePageKey,
  permission: Permission,
): Promise<StoreScope> {
  if (params.alias !== undefined) {
    const { user, store } = await requireStorePage(request, params.alias, key);
    return { user: await withSharedReads(user), store, stores: [store] };
  }
  const user = await requirePermissionShared(request, permission);
  return { user, store: undefined, stores: readableStores(await knownStores(user)) };
}
