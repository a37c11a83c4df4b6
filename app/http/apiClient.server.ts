import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { Agent, type Dispatcher } from "undici";
import type { z } from "zod";
import type { ApiCall } from "#contract/calls.ts";
import type { ApiBase } from "#contract/extensions.ts";
import { inSpan, traceparentNow } from "#telemetry/traces.ts";
import { addressOf } from "./apiAddress.ts";
import { type AnswerReader, bodyText, readAnswer } from "./apiAnswer.ts";
import { ApiError } from "./apiError.server.ts";
import { type Fault, faultView, refusedView } from "./apiFailure.ts";
import { correlationHeader, noteUpstream } from "./requestNotes.server.ts";

const maxAnswerBytes = 32 * 1024 * 1024;
const retryPausesMs = [100, 300];
const retriedStatuses = new Set([502, 503, 504]);

export type ApiRequest = Omit<Dispatcher.RequestOptions, "path" | "origin">;
export type Answered = { status: number; statusText: string; body: Uint8Array<ArrayBuffer> };

export type Transport = {
  /**
   * Sends a request: a GET up to three times while the server is unreachable or not ready, reporting each reason to
   * `onRetry`, anything else once. Throws `FaultySend` without a response, and the signal's reason once it is aborted.
   */
  send(url: URL, request: ApiRequest, signal: AbortSignal, onRetry: (why: object) => void): Promise<Answered>;
  close(): Promise<void>;
};

/** No response, or one that is too large. */
class FaultySend extends Error {
  constructor(
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(fault, options);
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** The code of an error of Node or undici; empty if it has none. */
const codeOf = (problem: unknown): string =>
  problem instanceof Error && "code" in problem ? String(problem.code) : "";

const faultOf = (problem: unknown): Fault => {
  if (problem instanceof FaultySend) return problem.fault;
  const timedOut = problem instanceof Error && problem.name === "TimeoutError";
  return timedOut || /TIMEOUT/.test(codeOf(problem)) ? "slow" : "unreachable";
};

/** All bytes of a body, in a buffer of their own: they may be transferred to another thread. */
async function readBytes(answer: Dispatcher.ResponseData): Promise<Uint8Array<ArrayBuffer>> {
  // If the length is known the bytes are copied as they arrive, so nothing is held twice.
  const length = Number(answer.headers["content-length"] ?? 0);
  let bytes = new Uint8Array(length > 0 && length <= maxAnswerBytes ? length : 0);
  let size = 0;
  for await (const chunk of answer.body) {
    const piece: Uint8Array = chunk;
    const needed = size + piece.length;
    if (needed > maxAnswerBytes) {
      answer.body.destroy();
      throw new FaultySend("tooLarge");
    }
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(piece, size);
    size = needed;
  }
  return size === bytes.length ? bytes : bytes.slice(0, size);
}

/**
 * Opens connections on demand, up to a maximum per origin; each stage of a call has `timeoutMs`,
 * and the whole four times as long.
 */
function createTransport({ timeoutMs, connections }: { timeoutMs: number; connections: number }): Transport {
  const agent = new Agent({
    connections,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 10_000,
  });

  async function sendOnce(url: URL, request: ApiRequest, signal: AbortSignal): Promise<Answered> {
    const started = performance.now();
    const call = new AbortController();
    const giveUp = () => call.abort(signal.reason);
    const timer = setTimeout(
      () => call.abort(new DOMException("The call took too long", "TimeoutError")),
      timeoutMs * 4,
    );
    signal.addEventListener("abort", giveUp);
    try {
      const answer = await agent.request({
        ...request,
        origin: url.origin,
        path: url.pathname + url.search,
        signal: call.signal,
      });
      const { statusCode: status, statusText } = answer;
      const isTaken = request.method !== "GET" && isSuccess(status);
      const body = await readBytes(answer).catch((problem: unknown) => {
        // Whatever happens to the response's body, a 2xx means that the write was accepted (actions#taken).
        if (isTaken) return new Uint8Array();
        throw problem;
      });
      return { status, statusText, body };
    } finally {
      // Otherwise they would retain the response for a minute.
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      noteUpstream(performance.now() - started);
    }
  }

  async function send(url: URL, request: ApiRequest, signal: AbortSignal, onRetry: (why: object) => void) {
    for (let attempt = 0; ; attempt += 1) {
      const pauseMs = request.method === "GET" ? retryPausesMs[attempt] : undefined;
      try {
        const answer = await sendOnce(url, request, signal);
        if (pauseMs === undefined || !retriedStatuses.has(answer.status)) return answer;
        onRetry({ status: answer.status });
      } catch (problem) {
        if (signal.aborted) throw signal.reason;
        const fault = faultOf(problem);
        if (pauseMs === undefined || fault !== "unreachable") throw new FaultySend(fault, { cause: problem });
        onRetry({ problem: codeOf(problem) });
      }
      await delay(pauseMs, undefined, { signal });
    }
  }

  return { send, close: () => agent.close() };
}

type Schema = z.ZodType | undefined;
type Input<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/** Input of one call: path parameters, query and body as declared by the contract. */
export type CallInput<Query extends Schema, Body extends Schema> = {
  params?: Record<string, string>;
  query?: Input<Query>;
  body?: Input<Body>;
};

/** Input of a POST: a body, or a file that is sent unchanged. */
export type AskInput<Query extends Schema, Body extends Schema> = CallInput<Query, Body> & {
  file?: Uint8Array;
};

/** A write also has an idempotency key: it is done once per key. */
export type WriteInput<Query extends Schema, Body extends Schema> = AskInput<Query, Body> & {
  idempotencyKey: string;
};

export type ReadCall<Query extends Schema, Answer = unknown> = ApiCall<
  Query,
  undefined,
  z.ZodType<Answer>,
  "GET"
>;
export type WriteCall<Query extends Schema, Body extends Schema, Answer = unknown> = ApiCall<
  Query,
  Body,
  z.ZodType<Answer>,
  "POST"
>;

export type CallContext = { correlationId: string; token: string | undefined; signal: AbortSignal };

export type ApiClient = {
  /**
   * Reads by a documented call. Resolves to the parsed response; rejects with ApiError for every
   * failure a user should see, and with the signal's reason once the browser has disconnected.
   */
  call<Query extends Schema, Answer>(
    call: ReadCall<Query, Answer>,
    input: CallInput<Query, undefined>,
    context: CallContext,
  ): Promise<Answer>;
  /** As `call`, with the response body parsed by `read`; what `read` throws passes through. */
  callReadBy<Query extends Schema, Value>(
    call: ReadCall<Query>,
    input: CallInput<Query, undefined>,
    context: CallContext,
    read: AnswerReader<Value>,
  ): Promise<Value>;
  /** Reads by a call with a file or body, and therefore a POST; likewise. */
  askAbout<Query extends Schema, Body extends Schema, Answer>(
    call: WriteCall<Query, Body, Answer>,
    input: AskInput<Query, Body>,
    context: CallContext,
  ): Promise<Answer>;
  /**
   * Writes by a documented call. A 2xx status means that the write was accepted: resolves to the response, or to
   * undefined if that is empty, unreadable, or not as documented. Rejects with ApiError otherwise, whose view has the
   * outcome of the write. Once sent it is completed, even if the browser disconnects.
   */
  write<Query extends Schema, Body extends Schema, Answer>(
    call: WriteCall<Query, Body, Answer>,
    input: WriteInput<Query, Body>,
    context: CallContext,
  ): Promise<Answer | undefined>;
  close(): Promise<void>;
};

/** Error codes before a connection was established: nothing was sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/;

type AnyInput = {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  file?: Uint8Array;
  idempotencyKey?: string;
};

function requestOf(
  call: ApiCall,
  { body: sent, file, idempotencyKey }: AnyInput,
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
export type CallWatch = (call: string, outcome: string, ms: number) => void;

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
    taken: (details: object) => {
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
 * on the call and in the log, responses parsed by the contract.
 */
export function createApiClient(options: {
  bases: Record<ApiBase, string>;
  log: Logger;
  heard?: CallWatch;
  timeoutMs?: number;
  connections?: number;
}): ApiClient {
  const { bases, log, heard = () => undefined, timeoutMs = 15_000, connections = 64 } = options;
  const transport = createTransport({ timeoutMs, connections });

  /** The response of a call with a 2xx status; throws ApiError for any other, and without a response. */
  function exchange(call: ApiCall, input: AnyInput, context: CallContext, isWrite: boolean) {
    const attributes = { "http.request.method": call.method, "url.template": call.path };
    return inSpan({ kind: "client", name: call.name, attributes }, () =>
      exchanged(call, input, context, isWrite),
    );
  }

  async function exchanged(call: ApiCall, input: AnyInput, context: CallContext, isWrite: boolean) {
    const { correlationId, token, signal } = context;
    const seen = witness({ log, heard }, call, correlationId, isWrite);
    if (isWrite && !token) return seen.fail("noToken", {}, "notSent");
    const url = addressOf(bases[call.base], call, input);
    const request = requestOf(call, input, context);
    signal.throwIfAborted();
    // A disconnected browser, e.g. after a second click, must not abort a write.
    const timeout = isWrite ? new AbortController().signal : signal;
    const answer = await transport.send(url, request, timeout, seen.retried).catch((problem: unknown) => {
      if (timeout.aborted || !(problem instanceof FaultySend)) {
        seen.left();
        throw problem;
      }
      const code = codeOf(problem.cause);
      return seen.fail(problem.fault, { problem: code }, neverConnected.test(code) ? "notSent" : "unknown");
    });
    if (!isSuccess(answer.status)) return seen.refuse(answer);
    return { ...answer, seen };
  }

  /** Makes a call that changes nothing, and has its response parsed. */
  async function ask<Value>(
    call: ApiCall,
    input: AnyInput,
    context: CallContext,
    read: AnswerReader<Value>,
  ): Promise<Value> {
    const { status, body, seen } = await exchange(call, input, context, false);
    const reading = await read(body);
    if (!reading.ok) {
      return seen.fail(reading.fault, reading.fault === "notJson" ? { status } : { fields: reading.fields });
    }
    seen.answered(status);
    return reading.value;
  }

  return {
    call: (call, input, context) => ask(call, input, context, (body) => readAnswer(call.answer, body)),
    callReadBy: ask,
    askAbout: (call, input, context) => ask(call, input, context, (body) => readAnswer(call.answer, body)),
    async write(call, input, context) {
      const { status, body, seen } = await exchange(call, input, context, true);
      const reading = readAnswer(call.answer, body);
      if (reading.ok) {
        seen.answered(status);
        return reading.value;
      }
      const other = reading.fault === "otherShape" ? { fields: reading.fields } : {};
      seen.taken({ status, ...other });
      return undefined;
    },
    close: transport.close,
  };
}
