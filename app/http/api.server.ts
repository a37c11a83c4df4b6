import type { z } from "zod";
import { toSignIn, type User } from "#app/auth/guard.server.ts";
import { endSession } from "#app/auth/session.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { countUpstreamCall } from "#app/metrics.server.ts";
import type { ApiCall } from "#contract/calls.ts";
import type { AnswerReader } from "./apiAnswer.ts";
import {
  type AskInput,
  type CallContext,
  type CallInput,
  createApiClient,
  type ReadCall,
  type WriteCall,
  type WriteInput,
} from "./apiClient.server.ts";
import { ApiError } from "./apiError.server.ts";
import { noTokenToRead } from "./apiFailure.ts";
import type { ErrorView } from "./errorView.ts";
import { createSharedReads } from "./sharedReads.server.ts";

const client = createApiClient({
  bases: { portal: env.PORTAL_API_URL, edi: env.EDI_API_URL },
  log,
  heard: countUpstreamCall,
});

/**
 * Automatic polls of open pages, read once for all users with the same rights (calls#shared). A result is reused for
 * less than the shortest polling interval of a page: no page gets data older than its own.
 */
const shared = createSharedReads({
  servesMs: 2_000,
  isOnes: (failure) =>
    failure instanceof ApiError && (failure.view.code === 401 || failure.view.code === 403),
});

/** A sign-in is fresh for this long: when the API rejects one, another won't help (sign-in#refused-account). */
const freshForMs = 60_000;

/**
 * A 401 ends the session and redirects through sign-in back to the page: only this session, whatever happens on the
 * person's other devices. Not right after a fresh sign-in, when it would be a loop: then the API rejects this account
 * or, without a token, the identity provider issued none (sign-in#no-token).
 */
async function signInAgainOr(user: User, refusal: ApiError, hadToken: boolean): Promise<Response> {
  const { correlationId, request } = user;
  if (Date.now() - user.signedInAt < freshForMs) {
    log.warn({ correlationId, subject: user.subject, hadToken }, "the API refuses a fresh sign-in");
    if (!hadToken) return new ApiError({ ...refusal.view, ...noTokenToRead });
    return new ApiError({
      ...refusal.view,
      message: "You are signed in, but the portal's service refuses this account.",
    });
  }
  const cookie = await endSession(user.sessionId);
  log.info({ correlationId, subject: user.subject }, "the API asks for a new sign-in");
  return toSignIn(request, hadToken ? "expired" : "no-token", cookie);
}

async function callAs<Value>(
  user: User,
  { extension }: Pick<ApiCall, "extension">,
  send: (context: CallContext) => Promise<Value>,
): Promise<Value> {
  const token = await user.accessToken();
  const context = { correlationId: user.correlationId, token, signal: user.request.signal };
  try {
    return await send(context);
  } catch (problem) {
    const isRefused = problem instanceof ApiError && problem.view.code === 401;
    // Many gateways respond with 401 to an unknown path.
    const mayEnd = !user.isBackground && extension === undefined;
    if (isRefused && mayEnd) throw await signInAgainOr(user, problem, token !== undefined);
    throw problem;
  }
}

/**
 * Reads from the portal API (or the EDI service) as this user; the response is parsed by the
 * contract. Throws ApiError, or a redirect to sign-in after a 401. Without a token a read is sent
 * without an Authorization header (sign-in#no-token), and is not shared.
 */
export const callPortalApi = <Query extends z.ZodType | undefined, Answer>(
  user: User,
  call: ReadCall<Query, Answer>,
  input: CallInput<Query, undefined> = {},
): Promise<Answer> =>
  callAs(user, call, (context) => {
    if (user.rights === undefined || context.token === undefined) return client.call(call, input, context);
    const key = JSON.stringify([user.rights, call.base, call.path, input]);
    return shared.read(key, user.sessionId, context.signal, (signal) =>
      client.call(call, input, { ...context, signal }),
    );
  });

/** As `callPortalApi`, with the response body parsed by `read`, e.g. in another thread. */
export const callPortalApiReadBy = <Query extends z.ZodType | undefined, Value>(
  user: User,
  call: ReadCall<Query>,
  input: CallInput<Query, undefined>,
  read: AnswerReader<Value>,
): Promise<Value> => callAs(user, call, (context) => client.callReadBy(call, input, context, read));

/** A query with a file or a body, which is sent unchanged; nothing is stored. Throws ApiError, as `callPortalApi`. */
export const askPortalApi = <Query extends z.ZodType | undefined, Body extends z.ZodType | undefined, Answer>(
  user: User,
  call: WriteCall<Query, Body, Answer>,
  input: AskInput<Query, Body>,
): Promise<Answer> => callAs(user, call, (context) => client.askAbout(call, input, context));

/**
 * Writes to the portal API (or the EDI service) as this user. Any 2xx status means that the write
 * was accepted; the result is undefined if the response is not as documented. Throws ApiError,
 * whose view says whether the write was sent, refused or may have been done (`view.write`), or a
 * redirect to sign-in after a 401. Without a token nothing is sent.
 */
export const writePortalApi = <
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Answer,
>(
  user: User,
  call: WriteCall<Query, Body, Answer>,
  input: WriteInput<Query, Body>,
): Promise<Answer | undefined> =>
  callAs(user, call, (context) => client.write(call, input, context)).finally(shared.forget);

/**
 * Turns an ApiError into a value, so that a page shows its frame and filters with the error bar.
 * Redirects and everything else pass through.
 */
export async function attempt<T>(
  work: Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: ErrorView }> {
  try {
    return { ok: true, value: await work };
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, error: problem.view };
    throw problem;
  }
}
