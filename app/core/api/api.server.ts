import type { Logger } from "pino";
import type { z } from "zod";
import { toSignIn, type User } from "#app/core/auth/guard.server.ts";
import { endSession } from "#app/core/auth/session.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { type Fault, faultView, noTokenToRead, refusedView } from "#app/core/http/apiFailure.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { requireLease } from "#app/core/http/lease.server.ts";
import { correlationHeader, notesNow, noteWaited } from "#app/core/http/requestNotes.server.ts";
import {
  type ApiRequest,
  codeOf,
  createTransport,
  FaultySend,
  isSuccess,
} from "#app/core/http/transport.server.ts";
import { log } from "#app/core/log.server.ts";
import { countUpstreamCall } from "#app/core/metrics.server.ts";
import { type ApiCall, addressOf, bodyText, readAnswer } from "#contract/calls.ts";
import type { ApiBase } from "#contract/extensions.ts";
import { inSpan, traceparentNow } from "#telemetry/traces.ts";
import { createSharedReads } from "./sharedReads.server.ts";

type Schema = z.ZodType | undefined;
type Input<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/** Input of one call: path parameters, query and body as declared by the contract. */
export type CallInput<Query extends Schema, Body extends Schema> = {
  params?: Record<string, string>;
  query?: Input<Query>;
  body?: Input<Body>;
};

/** Input of a POST: a body, or a file that is sent unchanged. */
type AskInput<Query extends Schema, Body extends Schema> = CallInput<Query, Body> & {
  file?: Uint8Array;
};

/** A write also has an idempotency key: it is done once per key. */
type WriteInput<Query extends Schema, Body extends Schema> = AskInput<Query, Body> & {
  idempotencyKey: string;
};

export type ReadCall<Query extends Schema, Answer = unknown> = ApiCall<
  Query,
  undefined,
  z.ZodType<Answer>,
  "GET"
>;
type WriteCall<Query extends Schema, Body extends Schema, Answer = unknown> = ApiCall<
  Query,
  Body,
  z.ZodType<Answer>,
  "POST"
>;

/** A page waits for a read, or a file or a write that may take its time. */
type Exchange = "page" | "file" | "write";

type CallContext = { correlationId: string; token: string | undefined; signal: AbortSignal };

/** Error codes before a connection was established: nothing was sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/;

type SentInput = {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  file?: Uint8Array;
  idempotencyKey?: string;
};

function requestOf(
  call: ApiCall,
  { body: sent, file, idempotencyKey }: SentInput,
  { correlationId, token }: CallContext,
): ApiRequest {
  const body = call.body ? JSON.stringify(call.body.parse(sent)) : file;
  const traceparent = traceparentNow();
  const bodyType = call.body ? "application/json" : "application/octet-stream";
  return {
    method: call.method,
    headers: {
      Accept: "application/json",
      [correlationHeader]: correlationId,
      ...(traceparent && { traceparent }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": bodyType }),
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
    body,
  };
}

/** Called for each call with its name and result: `answered`, `left`, a class of status, or a fault. */
type CallWatch = (call: string, outcome: string, ms: number) => void;

/** Logs one call, and creates its error with the view that the user sees. */
function witness(
  { log, heard }: { log: Logger; heard: CallWatch },
  call: ApiCall,
  correlationId: string,
  isWrite: boolean,
) {
  const started = performance.now();
  const tell = (outcome: string) => heard(call.name, outcome, performance.now() - started);
  const facts = () => ({
    call: call.name,
    method: call.method,
    path: call.path,
    correlationId,
    ms: Math.round(performance.now() - started),
  });
  return {
    retried: (why: object) => log.info({ call: call.name, correlationId, ...why }, "trying again"),
    answered: (status: number) => {
      tell("answered");
      log.debug({ ...facts(), status }, "upstream call");
    },
    /** A write was accepted, but its response is not as documented. */
    accepted: (details: object) => {
      tell("answered");
      log.info({ ...facts(), ...details }, "upstream took a write with another answer");
    },
    left: () => tell("left"),
    fail: (fault: Fault, detail: object, outcome?: "notSent" | "unknown"): never => {
      tell(fault);
      log.warn({ ...facts(), ...detail, fault }, "upstream call failed");
      throw new ApiError(faultView(fault, correlationId, isWrite ? outcome : undefined));
    },
    refuse: (answer: { status: number; statusText: string; body: Uint8Array<ArrayBuffer> }): never => {
      tell(`${Math.floor(answer.status / 100)}xx`);
      log.warn({ ...facts(), status: answer.status }, "upstream call refused");
      throw new ApiError(refusedView({ ...answer, body: bodyText(answer.body) }, correlationId, isWrite));
    },
  };
}

/**
 * The one client of the portal API and the EDI service: keep-alive pools, a timeout for each stage
 * of a call and for the whole (four times as long), a bounded retry for GETs only, a correlation id
 * on the call and in the log, responses parsed by the contract. What a page waits for has less time, and once one of its
 * reads had no response, the others hardly any: within ten seconds it says so (calls#patience).
 */
export function createApiClient(options: {
  bases: Record<ApiBase, string>;
  log: Logger;
  heard?: CallWatch;
  timeoutMs?: number;
  pageMs?: { first: number; others: number };
  connections?: number;
}) {
  const { bases, log, heard = () => undefined, timeoutMs = 15_000, connections = 64 } = options;
  const { pageMs = { first: Math.min(timeoutMs, 7_500), others: Math.min(timeoutMs, 1_000) } } = options;
  const transport = createTransport(timeoutMs, connections);

  /** The response of a call with a 2xx status; throws ApiError for any other, and without a response. */
  function exchange(call: ApiCall, input: SentInput, context: CallContext, as: Exchange) {
    const attributes = { "http.request.method": call.method, "url.template": call.path };
    return inSpan({ kind: "client", name: call.name, attributes }, () => exchanged(call, input, context, as));
  }

  async function exchanged(call: ApiCall, input: SentInput, context: CallContext, as: Exchange) {
    const isWrite = as === "write";
    const isForPage = as === "page";
    const { correlationId, token, signal } = context;
    const seen = witness({ log, heard }, call, correlationId, isWrite);
    if (isWrite && !token) return seen.fail("noToken", {}, "notSent");
    const url = addressOf(bases[call.base], call, input);
    const sent = requestOf(call, input, context);
    const waitMs = notesNow()?.hasWaited ? pageMs.others : pageMs.first;
    const request = isForPage ? { ...sent, headersTimeout: waitMs, bodyTimeout: waitMs } : sent;
    signal.throwIfAborted();
    if (isWrite) await requireLease();
    // A disconnected browser, e.g. after a second click, must not abort a write.
    const timeout = isWrite ? new AbortController().signal : signal;
    const answer = await transport.send(url, request, timeout, seen.retried).catch((problem: unknown) => {
      if (timeout.aborted || !(problem instanceof FaultySend)) {
        seen.left();
        throw problem;
      }
      const code = codeOf(problem.cause);
      if (isForPage && problem.fault === "slow") noteWaited();
      return seen.fail(problem.fault, { problem: code }, neverConnected.test(code) ? "notSent" : "unknown");
    });
    if (!isSuccess(answer.status)) return seen.refuse(answer);
    return { ...answer, seen };
  }

  return {
    /**
     * Makes a call that changes nothing. Resolves to the parsed response; rejects with ApiError for every failure a user
     * should see, and with the signal's reason once the browser has disconnected.
     */
    async call<Answer>(
      call: ApiCall<Schema, Schema, z.ZodType<Answer>>,
      input: SentInput,
      context: CallContext,
    ): Promise<Answer> {
      const { status, body, seen } = await exchange(
        call,
        input,
        context,
        call.method === "GET" ? "page" : "file",
      );
      const reading = readAnswer(call.answer, body);
      if (!reading.ok) {
        return seen.fail(
          reading.fault,
          reading.fault === "notJson" ? { status } : { fields: reading.fields },
        );
      }
      seen.answered(status);
      return reading.value;
    },
    /**
     * A 2xx status means that the write was accepted: resolves to the response, or to undefined if that is empty,
     * unreadable, or not as documented. Rejects with ApiError otherwise; its view has the outcome of the write. Once
     * sent it is completed, even if the browser disconnects.
     */
    async write<Answer>(
      call: ApiCall<Schema, Schema, z.ZodType<Answer>>,
      input: SentInput,
      context: CallContext,
    ): Promise<Answer | undefined> {
      const { status, body, seen } = await exchange(call, input, context, "write");
      const reading = readAnswer(call.answer, body);
      if (reading.ok) {
        seen.answered(status);
        return reading.value;
      }
      const other = reading.fault === "otherShape" ? { fields: reading.fields } : {};
      seen.accepted({ status, ...other });
      return undefined;
    },
    close: transport.close,
  };
}

const client = createApiClient({
  bases: { portal: env.PORTAL_API_URL, edi: env.EDI_API_URL },
  log,
  heard: countUpstreamCall,
});

/**
 * Automatic polls of open pages, read once for all users with the same rights (calls#shared). A result is reused for
 * less than the shortest polling interval of a page: no page gets data older than its own.
 */
const shared = createSharedReads(
  2_000,
  (failure) => failure instanceof ApiError && (failure.view.code === 401 || failure.view.code === 403),
);

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

/** A query with a file or a body, which is sent unchanged; nothing is stored. Throws ApiError, as `callPortalApi`. */
export const askPortalApi = <Query extends z.ZodType | undefined, Body extends z.ZodType | undefined, Answer>(
  user: User,
  call: WriteCall<Query, Body, Answer>,
  input: AskInput<Query, Body>,
): Promise<Answer> => callAs(user, call, (context) => client.call(call, input, context));

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

/** Turns an ApiError into a value, so that a page shows its frame with the error bar. All else passes through. */
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

/** `isLate`: the time limit was exceeded. */
type ReadWithin<T> = { ok: true; value: T } | { ok: false; error: ErrorView; isLate: boolean };

/**
 * Reads for this user for at most `limitMs`; a failure is a value. 'page': the page waits for it,
 * so it is aborted with the page, and a 401 redirects to sign-in. 'background': no page depends on
 * it; it continues after the page has gone, and a 401 does not end the session.
 */
export async function readWithin<T>(
  user: User,
  limitMs: number,
  priority: "page" | "background",
  read: (user: User) => Promise<T>,
): Promise<ReadWithin<T>> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const page = user.request.signal;
  const signal = priority === "page" ? AbortSignal.any([page, limit.signal]) : limit.signal;
  const request = new Request(user.request.url, { signal });
  try {
    const value = await read({
      ...user,
      request,
      ...(priority === "background" ? { isBackground: true } : {}),
    });
    return { ok: true, value };
  } catch (problem) {
    if (priority === "page" && page.aborted) throw problem;
    if (limit.signal.aborted)
      return { ok: false, error: faultView("slow", user.correlationId), isLate: true };
    if (problem instanceof ApiError) return { ok: false, error: problem.view, isLate: false };
    throw problem;
  } finally {
    clearTimeout(timer);
  }
}
