import { LRUCache } from "lru-cache";
import type { User } from "#app/core/auth/guard.server.ts";
import { log } from "#app/core/log.server.ts";
import { type Dated, isDated, undated } from "#app/core/search/search.ts";
import { type ApiBase, type ExtensionName, extensionBases } from "#contract/extensions.ts";
import { getEdiExtensions, getExtensions } from "#contract/getExtensions.ts";
import { callPortalApi, readWithin } from "./api.server.ts";

const calls = { portal: getExtensions, edi: getEdiExtensions } as const;

/** Time limit; a slower service has no extensions for now. */
const limitMs = 10_000;

type Names = ReadonlySet<string>;
const none: Names = new Set();

/** A replaced service is noticed after a minute. */
const stored = new LRUCache<ApiBase, Names>({ max: 2, ttl: 60_000 });
/** Pending requests by user and base: concurrent callers share the response. */
const asking = new Map<string, Promise<Names>>();
/** Cached per request, whatever the result. */
const reads = new WeakMap<Request, Partial<Record<ApiBase, Promise<Names>>>>();

async function ask(user: User, base: ApiBase): Promise<Names> {
  const result = await readWithin(user, limitMs, "background", (background) =>
    callPortalApi(background, calls[base]),
  );
  if (result.ok) {
    const names = new Set(result.value.flatMap((read) => (read.readable ? [read.row] : [])));
    stored.set(base, names);
    return names;
  }
  const { code } = result.error;
  if (code === 404) stored.set(base, none);
  else
    log.warn({ correlationId: user.correlationId, base, code }, "the extensions of a service are not known");
  return none;
}

function askTogether(user: User, base: ApiBase): Promise<Names> {
  const key = `${user.subject} ${base}`;
  const started = asking.get(key) ?? ask(user, base).finally(() => asking.delete(key));
  asking.set(key, started);
  return started;
}

/** The names, or none as soon as the caller no longer waits. */
const whileWaitedFor = ({ request: { signal } }: User, names: Promise<Names>): Promise<Names> =>
  Promise.race([
    names,
    new Promise<Names>((resolve) => signal.addEventListener("abort", () => resolve(none), { once: true })),
  ]);

function namesOf(user: User, base: ApiBase): Promise<Names> {
  const cached = stored.get(base);
  if (cached) return Promise.resolve(cached);
  const ofRequest = reads.get(user.request) ?? {};
  reads.set(user.request, ofRequest);
  const names = ofRequest[base] ?? whileWaitedFor(user, askTogether(user, base));
  ofRequest[base] = names;
  return names;
}

/**
 * Whether the service announces an extension (calls#extensions). A service is queried at most once
 * per minute; if it does not respond, concurrent callers get none, and the next caller queries
 * again. Never throws an ApiError, and never redirects to sign-in: a page works without extensions.
 */
export const hasExtension = async (user: User, name: ExtensionName): Promise<boolean> =>
  (await namesOf(user, extensionBases[name])).has(name);

/** Whether the service can sort orders and returns, and filter them by date (screens#order). */
export const canOrder = (user: User): Promise<boolean> => hasExtension(user, "search");

/** The filter as far as the service supports it: without days and order if it supports neither. */
export const withinReach = async <Filter extends Dated>(user: User, filter: Filter): Promise<Filter> =>
  !isDated(filter) || (await canOrder(user)) ? filter : undated(filter);

/** The filter of a list's page as far as the service supports it, and whether parts of the URL's were ignored. */
export async function datedFilter<Filter extends Dated>(user: User, requested: Filter) {
  const hasOrders = await canOrder(user);
  return {
    filter: hasOrders ? requested : undated(requested),
    hasOrders,
    sortIgnored: !hasOrders && isDated(requested),
  };
}
