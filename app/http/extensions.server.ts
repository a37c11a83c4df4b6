import type { User } from "#app/auth/guard.server.ts";
import { log } from "#app/log.server.ts";
import type { ApiBase } from "#contract/calls.ts";
import { type ExtensionName, extensionBases, getEdiExtensions, getExtensions } from "#contract/extensions.ts";
import { askPortalApi } from "./api.server.ts";
import { ApiError } from "./apiError.server.ts";

const calls = { portal: getExtensions, edi: getEdiExtensions } as const;

/** A service that was exchanged for another is noticed after so long. */
const keepForMs = 60_000;

type Names = ReadonlySet<string>;
const none: Names = new Set();

const kept = new Map<ApiBase, { names: Names; until: number }>();
/** What the calls of one request ask for: it is asked once, whatever comes of it. */
const asked = new WeakMap<Request, Partial<Record<ApiBase, Promise<Names>>>>();

async function ask(user: User, base: ApiBase): Promise<Names> {
  try {
    const rows = await askPortalApi(user, calls[base]);
    const names = new Set(rows.flatMap((read) => (read.readable ? [read.row] : [])));
    kept.set(base, { names, until: Date.now() + keepForMs });
    return names;
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    const { code } = problem.view;
    if (code === 404) kept.set(base, { names: none, until: Date.now() + keepForMs });
    else
      log.warn(
        { correlationId: user.correlationId, base, code },
        "the extensions of a service are not known",
      );
    return none;
  }
}

function namesOf(user: User, base: ApiBase): Promise<Names> {
  const known = kept.get(base);
  if (known && known.until > Date.now()) return Promise.resolve(known.names);
  const ofRequest = asked.get(user.request) ?? {};
  asked.set(user.request, ofRequest);
  const names = ofRequest[base] ?? ask(user, base);
  ofRequest[base] = names;
  return names;
}

/**
 * Whether the service behind it announces an extension (calls#extensions). A service is asked at most once in a minute;
 * one that does not answer has none for this request, and is asked again by the next. Never throws an ApiError, and
 * never leads to sign-in: a page without an extension is whole.
 */
export const hasExtension = async (user: User, name: ExtensionName): Promise<boolean> =>
  (await namesOf(user, extensionBases[name])).has(name);
