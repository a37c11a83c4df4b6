import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type Dispatcher, Pool } from "undici";
import type { z } from "zod";
import { type SearchEntry, searchOf } from "#app/search/entries.ts";
import type { ApiBase, ApiCall } from "#contract/calls.ts";
import { type AnswerReader, bodyText, readAnswer } from "./apiAnswer.ts";
import { ApiError } from "./apiError.server.ts";
import { type Fault, faultView, refusedView } from "./apiFailure.ts";
import { correlationHeader } from "./correlation.server.ts";

const largestAnswer = 32 * 1024 * 1024;
const retryPausesMs = [100, 300];
const retriedStatuses = new Set([502, 503, 504]);

type Schema = z.ZodType | undefined;
type Input<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/** What one call needs: its path's parameters, its query and its body as the contract declares them. */
export type CallInput<Query extends Schema, Body extends Schema> = {
  params?: Record<string, string>;
  query?: Input<Query>;
  body?: Input<Body>;
};

/** A write has a key as well: under one key it is done once. `file` is a body that goes up as it is. */
export type WriteInput<Query extends Schema, Body extends Schema> = CallInput<Query, Body> & {
  idempotencyKey: string;
  file?: Uint8Array;
};

/** A question that takes a file. */
export type FileInput<Query extends Schema> = CallInput<Query, undefined> & { file: Uint8Array };

/** A call that changes nothing. */
export type ReadCall<Query extends Schema, Answer = unknown> = ApiCall<
  Query,
  undefined,
  z.ZodType<Answer>,
  "GET"
>;
/** A call that changes something. */
export type WriteCall<Query extends Schema, Body extends Schema, Answer = unknown> = ApiCall<
  Query,
  Body,
  z.ZodType<Answer>,
  "POST"
>;

/** On whose behalf a call is made. */
export type CallContext = { correlationId: string; token: string | undefined; signal: AbortSignal };

export type ApiClient = {
  /**
   * Reads by a documented call. Resolves to its parsed answer; rejects with ApiError for every failure
   * a person should read about, and with the signal's reason once the browser has gone.
   */
  call<Query extends Schema, Answer>(
    call: ReadCall<Query, Answer>,
    input: CallInput<Query, undefined>,
    context: CallContext,
  ): Promise<Answer>;
  /** As `call`, with the answer's body read by `read`; what `read` throws passes through. */
  callReadBy<Query extends Schema, Value>(
    call: ReadCall<Query>,
    input: CallInput<Query, undefined>,
    context: CallContext,
    read: AnswerReader<Value>,
  ): Promise<Value>;
  /** Reads by a call that takes a file, and so is a POST; likewise. */
  askAbout<Query extends Schema, Answer>(
    call: WriteCall<Query, undefined, Answer>,
    input: FileInput<Query>,
    context: CallContext,
  ): Promise<Answer>;
  /**
   * Writes by a documented call. A 2xx status says that the write has been taken: it resolves to what was answered, or
   * to undefined where that is nothing, not readable, or not as documented. Rejects with ApiError otherwise, whose view
   * says what became of the write. Once it is sent it is seen through, even when the browser goes away.
   */
  write<Query extends Schema, Body extends Schema, Answer>(
    call: WriteCall<Query, Body, Answer>,
    input: WriteInput<Query, Body>,
    context: CallContext,
  ): Promise<Answer | undefined>;
  close(): Promise<void>;
};

class FaultySend extends Error {
  constructor(
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(fault, options);
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

const codeOf = (problem: unknown): string =>
  problem instanceof Error && "code" in problem ? String(problem.code) : "";

const faultOf = (problem: unknown): Fault => {
  if (problem instanceof FaultySend) return problem.fault;
  const timedOut = problem instanceof Error && problem.name === "TimeoutError";
  return timedOut || /TIMEOUT/.test(codeOf(problem)) ? "slow" : "unreachable";
};

/** Why a connection never came about: whatever was to be sent over it was not sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/;

/** The path of a call with its parameters filled in. */
export function pathOf(call: ApiCall, params: Record<string, string>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.name} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

const valuesOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** The query of a call with its question mark: a list is one entry a value, and what has no value is left out. */
export function queryOf(call: ApiCall, query: unknown): string {
  if (!call.query || query === undefined) return "";
  const fields = Object.entries(Object(call.query.parse(query)));
  return searchOf(
    fields.flatMap(([name, value]) => valuesOf(value).map((one): SearchEntry => [name, String(one)])),
  );
}

/** All bytes of a body, in memory of their own: they may be handed to another thread. */
async function readBytes(answer: Dispatcher.ResponseData): Promise<Uint8Array<ArrayBuffer>> {
  // Where the length is known the bytes are copied as they come, and nothing is held twice.
  const length = Number(answer.headers["content-length"] ?? 0);
  let bytes = new Uint8Array(length > 0 && length <= largestAnswer ? length : 0);
  let size = 0;
  for await (const chunk of answer.body) {
    const piece: Uint8Array = chunk;
    const needed = size + piece.length;
    if (needed > largestAnswer) {
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
 * The one client of the portal API and the EDI service: keep-alive pools, a time-out for each stage of a
 * call and for the whole (four times as long), a bounded retry for GETs only, a correlation id on the
 * call and in the log, answers parsed by the contract.
 */
export function createApiClient(options: {
  bases: Record<ApiBase, string>;
  log: Logger;
  timeoutMs?: number;
  connections?: number;
}): ApiClient {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const pools = new Map<string, Pool>();
  const poolFor = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
      connections: options.connections ?? 64,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 10_000,
    });
    pools.set(origin, pool);
    return pool;
  };

  async function send(
    url: URL,
    request: Omit<Dispatcher.RequestOptions, "path" | "origin">,
    signal: AbortSignal,
  ) {
    const call = new AbortController();
    const giveUp = () => call.abort(signal.reason);
    const timer = setTimeout(
      () => call.abort(new DOMException("The call took too long", "TimeoutError")),
      timeoutMs * 4,
    );
    signal.addEventListener("abort", giveUp);
    try {
      const answer = await poolFor(url.origin).request({
        ...request,
        path: url.pathname + url.search,
        signal: call.signal,
      });
      const { statusCode: status, statusText } = answer;
      const isTaken = request.method !== "GET" && isSuccess(status);
      const body = await readBytes(answer).catch((problem: unknown) => {
        // Whatever happens to the answer's body, a write that was answered 2xx has been taken (actions#taken).
        if (isTaken) return new Uint8Array();
        throw problem;
      });
      return { status, statusText, body };
    } finally {
      // Left in place, they would hold the answer in memory for a minute.
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  async function sendPatiently(
    call: ApiCall,
    url: URL,
    request: Omit<Dispatcher.RequestOptions, "path" | "origin">,
    context: CallContext,
  ) {
    const { correlationId, signal } = context;
    for (let attempt = 0; ; attempt += 1) {
      const pauseMs = call.method === "GET" ? retryPausesMs[attempt] : undefined;
      try {
        const answer = await send(url, request, signal);
        if (pauseMs === undefined || !retriedStatuses.has(answer.status)) return answer;
        options.log.info({ call: call.name, correlationId, status: answer.status }, "trying again");
      } catch (problem) {
        if (signal.aborted) throw signal.reason;
        const fault = faultOf(problem);
        if (pauseMs === undefined || fault !== "unreachable") throw new FaultySend(fault, { cause: problem });
        options.log.info({ call: call.name, correlationId, problem: codeOf(problem) }, "trying again");
      }
      await delay(pauseMs, undefined, { signal });
    }
  }

  /** The call's answer, whose status is 2xx; throws ApiError for every other, and where there is none. */
  async function exchange(
    call: ApiCall,
    input: {
      params?: Record<string, string>;
      query?: unknown;
      body?: unknown;
      file?: Uint8Array;
      idempotencyKey?: string;
    },
    context: CallContext,
    isWrite: boolean,
  ) {
    const { correlationId, token, signal } = context;
    const started = performance.now();
    const facts = { call: call.name, method: call.method, path: call.path, correlationId };
    const took = () => Math.round(performance.now() - started);
    const fail = (fault: Fault, detail: object, outcome?: "notSent" | "unknown"): never => {
      options.log.warn({ ...facts, ...detail, fault, ms: took() }, "upstream call failed");
      throw new ApiError(faultView(fault, correlationId, isWrite ? outcome : undefined));
    };

    if (isWrite && !token) return fail("noToken", {}, "notSent");
    const url = new URL(
      options.bases[call.base] + pathOf(call, input.params ?? {}) + queryOf(call, input.query),
    );
    const body = call.body ? JSON.stringify(call.body.parse(input.body)) : input.file;
    const bodyType = call.body ? "application/json" : "application/octet-stream";
    const request = {
      method: call.method,
      headers: {
        Accept: "application/json",
        [correlationHeader]: correlationId,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": bodyType }),
        ...(input.idempotencyKey && { "Idempotency-Key": input.idempotencyKey }),
      },
      ...(body !== undefined && { body }),
    };

    signal.throwIfAborted();
    // A browser that goes away, e.g. at a second click, must not leave a write half done.
    const patience = isWrite ? { ...context, signal: new AbortController().signal } : context;
    const answer = await sendPatiently(call, url, request, patience).catch((problem: unknown) => {
      if (patience.signal.aborted || !(problem instanceof FaultySend)) throw problem;
      const code = codeOf(problem.cause);
      return fail(problem.fault, { problem: code }, neverConnected.test(code) ? "notSent" : "unknown");
    });
    if (!isSuccess(answer.status)) {
      options.log.warn({ ...facts, status: answer.status, ms: took() }, "upstream call refused");
      throw new ApiError(refusedView({ ...answer, body: bodyText(answer.body) }, correlationId, isWrite));
    }
    return { status: answer.status, body: answer.body, ms: took(), facts, fail };
  }

  /** Makes a call that changes nothing, and has its answer read. */
  async function ask<Value>(
    call: ApiCall,
    input: Parameters<typeof exchange>[1],
    context: CallContext,
    read: AnswerReader<Value>,
  ): Promise<Value> {
    const { status, body, ms, facts, fail } = await exchange(call, input, context, false);
    const reading = await read(body);
    if (!reading.ok) {
      return fail(reading.fault, reading.fault === "notJson" ? { status } : { fields: reading.fields });
    }
    options.log.debug({ ...facts, status, ms }, "upstream call");
    return reading.value;
  }

  return {
    call: (call, input, context) => ask(call, input, context, (body) => readAnswer(call.answer, body)),
    callReadBy: ask,
    askAbout: (call, input, context) => ask(call, input, context, (body) => readAnswer(call.answer, body)),
    async write(call, input, context) {
      const { status, body, ms, facts } = await exchange(call, input, context, true);
      const reading = readAnswer(call.answer, body);
      if (reading.ok) {
        options.log.debug({ ...facts, status, ms }, "upstream call");
        return reading.value;
      }
      const other = reading.fault === "otherShape" ? { fields: reading.fields } : {};
      options.log.info({ ...facts, status, ms, ...other }, "upstream took a write with another answer");
      return undefined;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
