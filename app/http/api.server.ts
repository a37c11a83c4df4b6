import type { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { endSession } from "#app/auth/session.server.ts";
import { toSignIn } from "#app/auth/toSignIn.server.ts";
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
 * What open pages ask for by themselves, read once for all with the same rights (calls#shared). It serves for less than
 * the shortest pause between two questions of a page: no page is told what is older than itself.
 */
const shared = createSharedReads({
  servesMs: 2_000,
  isOnes: (failure) =>
    failure instanceof ApiError && (failure.view.code === 401 || failure.view.code === 403),
});

/** A sign-in is fresh for this long: when the API refuses one, another won't help (sign-in#refused-account). */
const freshForMs = 60_000;

/**
 * A 401 ends the session and leads through sign-in back to the page: each session by itself, whatever the person's
 * other devices met. Not right after a fresh sign-in, when it would be a loop: then the API refuses this account, or,
 * where it was asked without a token, the identity provider gave none (sign-in#no-token).
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
    // Many gateways answer 401 to a path that they don't know.
    const mayEnd = !user.isBackground && extension === undefined;
    if (isRefused && mayEnd) throw await signInAgainOr(user, problem, token !== undefined);
    throw problem;
  }
}

/**
 * Reads from the portal API (or the EDI service) as this person; the answer is parsed by the contract. Throws ApiError,
 * or a redirect to sign-in after a 401. Without a token a read goes without an Authorization header (sign-in#no-token),
 * and is nobody else's.
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

/** As `callPortalApi`, with the answer's body read by `read`, e.g. in another thread. */
export const callPortalApiReadBy = <Query extends z.ZodType | undefined, Value>(
  user: User,
  call: ReadCall<Query>,
  input: CallInput<Query, undefined>,
  read: AnswerReader<Value>,
): Promise<Value> => callAs(user, call, (context) => client.callReadBy(call, input, context, read));

/** Asks about a file or a body, which goes up as it is; nothing is kept of it. Throws ApiError, as `callPortalApi`. */
export const askPortalApi = <Query extends z.ZodType | undefined, Body extends z.ZodType | undefined, Answer>(
  user: User,
  call: WriteCall<Query, Body, Answer>,
  input: AskInput<Query, Body>,
): Promise<Answer> => callAs(user, call, (context) => client.askAbout(call, input, context));

/**
 * Writes to the portal API (or the EDI service) as this person. Any answer of a 2xx status says that it has been taken;
 * the answer is undefined where it is not as documented. Throws ApiError, whose view says whether the write was sent,
 * refused or may have been done (`view.write`), or a redirect to sign-in after a 401. Without a token nothing is sent.
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
 * Turns an ApiError into a value, so that a page keeps its frame and filters around the error bar.
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
