import { LRUCache } from "lru-cache";
import type { User } from "#app/auth/guard.server.ts";
import { log } from "#app/log.server.ts";
import { type ApiBase, type ExtensionName, extensionBases } from "#contract/extensions.ts";
import { getEdiExtensions, getExtensions } from "#contract/getExtensions.ts";
import { callPortalApi } from "./api.server.ts";
import { readWithin } from "./readWithin.server.ts";

const calls = { portal: getExtensions, edi: getEdiExtensions } as const;

/** A service that takes longer to answer has no extension for now. */
const limitMs = 10_000;

type Names = ReadonlySet<string>;
const none: Names = new Set();

/** A service that was exchanged for another is noticed after a minute. */
const stored = new LRUCache<ApiBase, Names>({ max: 2, ttl: 60_000 });
/** Those that are asked now, by person and base: whoever asks meanwhile waits for the same answer. */
const asking = new Map<string, Promise<Names>>();
/** What the calls of one request ask for: it is asked once, whatever comes of it. */
const asked = new WeakMap<Request, Partial<Record<ApiBase, Promise<Names>>>>();

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

/** The names, or none as soon as whoever asks does not wait any longer. */
const whileWaitedFor = ({ request: { signal } }: User, names: Promise<Names>): Promise<Names> =>
  Promise.race([
    names,
    new Promise<Names>((resolve) => signal.addEventListener("abort", () => resolve(none), { once: true })),
  ]);

function namesOf(user: User, base: ApiBase): Promise<Names> {
  const known = stored.get(base);
  if (known) return Promise.resolve(known);
  const ofRequest = asked.get(user.request) ?? {};
  asked.set(user.request, ofRequest);
  const names = ofRequest[base] ?? whileWaitedFor(user, askTogether(user, base));
  ofRequest[base] = names;
  return names;
}

/**
 * Whether the service behind it announces an extension (calls#extensions). A service is asked at most once in a minute;
 * one that does not answer has none for those who asked meanwhile, and is asked again by the next. Never throws an ApiError, and
 * never leads to sign-in: a page without an extension is whole.
 */
export const hasExtension = async (user: User, name: ExtensionName): Promise<boolean> =>
  (await namesOf(user, extensionBases[name])).has(name);
