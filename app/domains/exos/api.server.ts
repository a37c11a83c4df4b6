import type { LoaderFunctionArgs } from "@remix-run/node";
import { callPortalApi, readWithin, writePortalApi } from "#app/core/api/api.server.ts";
import { withinReach } from "#app/core/api/extensions.server.ts";
import { fetchFile } from "#app/core/api/file.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { type GatheredPage, gatherList } from "#app/core/lists/gather.server.ts";
import { requireStoreScope, type StoreScope } from "#app/core/stores/guard.server.ts";
import { formatSum } from "#app/core/values/values.ts";
import { createdWithin } from "#app/core/values/wallClock.ts";
import { returnedValue } from "#contract/credit.ts";
import type { WirePage } from "#contract/envelopes.ts";
import {
  type BlobQuery,
  type ExoFilters,
  type ExoSummary,
  getBlob,
  getExo,
  getExos,
  postExoAction,
} from "#contract/exos.ts";
import type { Store } from "#contract/stores.ts";
import { displayStateOf, isAtStep, toExo } from "./model.ts";
import { creditsBelow, type ExoFilter, exoPath, exoSearch } from "./paths.ts";

/** The scope of a page of EXOs, if this person may open it: over the credits owed also by the permission for those. */
export async function requireExos(
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: "returns" | "returns.act" | "returns.export" = "returns",
): Promise<StoreScope> {
  if (creditsBelow(new URL(args.request.url))) await requireMay(args.request, "returns.credits");
  return requireStoreScope(args, "returns", permission);
}

export const aliasOf = ({ store }: StoreScope) => store?.storeAlias;

export const isOfScope = ({ store }: StoreScope, sourceStore: string): boolean => {
  if (!store) return true;
  const named = sourceStore.trim().toLowerCase();
  return named === store.storeName.toLowerCase() || named === store.storeAlias.toLowerCase();
};

const some = <T>(values: T[]): T[] | undefined => (values.length === 0 ? undefined : values);

/**
 * The filters as call parameters: stores by name, and only active ones (returns#filter-wire). The list of all stores
 * has five filters, that of one store only its search term (returns#filters, returns#store-list).
 */
export function wireFilters(
  { store, stores }: { store: Store | undefined; stores: readonly Store[] },
  filter: ExoFilter,
): ExoFilters {
  const nameOf = (alias: string) =>
    stores.find(({ storeAlias }) => storeAlias.toLowerCase() === alias.toLowerCase())?.storeName ?? alias;
  const statusCodes = some(filter.statuses);
  if (store) return { statusCodes, stores: [store.storeName], searchTerm: filter.term || undefined };
  return {
    statusCodes,
    stores: some(filter.stores.map(nameOf)),
    orderId: filter.orderId || undefined,
    raNumber: filter.raNumber || undefined,
    emailAddress: filter.email || undefined,
  };
}

async function pageOf(scope: StoreScope, requested: ExoFilter) {
  const filter = await withinReach(scope.user, requested);
  const filters = JSON.stringify({
    ...wireFilters(scope, filter),
    ...createdWithin(filter, env.TIME_ZONE, Date.now()),
    sort: filter.sort || undefined,
  });
  return { query: { page: filter.page, filters: filters === "{}" ? undefined : filters } };
}

/** One page of summaries (calls#exos). Throws ApiError. */
export const listExos = async (scope: StoreScope, filter: ExoFilter): Promise<WirePage<ExoSummary>> =>
  callPortalApi(scope.user, getExos, await pageOf(scope, filter));

/** One page of the list; a step, which no call filters by, is gathered from all pages (returns#step-filter). Throws ApiError. */
export const gatherExos = (scope: StoreScope, filter: ExoFilter): Promise<GatheredPage<ExoSummary>> =>
  filter.step === ""
    ? listExos(scope, filter)
    : gatherList((page) => listExos(scope, { ...filter, page }), isAtStep(filter.step), filter.page);

/** One page of the summaries matching these filters, whatever list they belong to. Throws ApiError. */
export const searchExos = (user: User, filters: ExoFilters, page = 1): Promise<WirePage<ExoSummary>> =>
  callPortalApi(user, getExos, { query: { page, filters: JSON.stringify(filters) } });

/** One EXO, parsed and raw (calls#exo). Throws ApiError. */
export const readExo = (user: User, exoId: string) => callPortalApi(user, getExo, { params: { id: exoId } });

/** Requests an action on an EXO; the outcome is not reported (returns#action-outcome). Throws ApiError. */
export async function performExoAction(user: User, exoId: string, action: string, idempotencyKey: string) {
  await writePortalApi(user, postExoAction, { params: { id: exoId, action }, idempotencyKey });
}

/** The stored file for a reference's meta or a photo's blob item (calls#blob). Throws ApiError. */
export const fetchBlob = (user: User, query: BlobQuery) => fetchFile(user, getBlob, { query });

/**
 * The EXOs of exactly this order number, as far as they stand on the first page of those that hold it; kept for ten
 * seconds, so that going from tab to tab asks once. Throws ApiError.
 */
export const exosOfOrder = keepPerSession({
  keepForMs: 10_000,
  keepAtMost: 500,
  read: async (user: User, orderId: string) => {
    const { rows } = await listExos({ user, store: undefined, stores: [] }, { ...exoSearch.every, orderId });
    const wanted = orderId.trim().toLowerCase();
    return rows.flatMap((row) => {
      if (!row.readable) return [];
      const exo = toExo(row.row);
      if (exo.orderId.toLowerCase() !== wanted) return [];
      return {
        id: exo.id,
        name: exo.name,
        href: exoPath(undefined, {}, { id: exo.id }),
        store: exo.store,
        displayState: displayStateOf(exo),
        createdAt: exo.createdAt,
      };
    });
  },
});

export type ExoFacts = Awaited<ReturnType<typeof exosOfOrder>>[number];

const amounts = keepPerSession<string>({
  keepForMs: 10_000,
  keepAtMost: 1000,
  read: async (user, exoId) => {
    const value = returnedValue((await readExo(user, exoId)).item);
    return value ? formatSum(value) : "";
  },
});

/** What comes back with an EXO, in dollars; empty where that is not known, or not within `limitMs`. */
export async function returnedWithin(user: User, exoId: string, limitMs: number): Promise<string> {
  const read = await readWithin(user, limitMs, "page", (reader) => amounts(reader, exoId));
  return read.ok ? read.value : "";
}
