import { setTimeout as delay } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { Fault } from "./apiFailure.ts";
import { noteUpstream } from "./requestNotes.server.ts";

const maxAnswerBytes = 32 * 1024 * 1024;
/** A server that is there takes a connection at once. */
const maxConnectMs = 5_000;
const retryPausesMs = [100, 300];
const retriedStatuses = new Set([502, 503, 504]);

export type ApiRequest = Omit<Dispatcher.RequestOptions, "path" | "origin">;
type Answered = { status: number; statusText: string; body: Uint8Array<ArrayBuffer> };

/** No response, or one that is too large. */
export class FaultySend extends Error {
  constructor(
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(fault, options);
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** The code of an error of Node or undici; empty if it has none. */
export const codeOf = (problem: unknown): string =>
  problem instanceof Error && "code" in problem ? String(problem.code) : "";

const faultOf = (problem: unknown): Fault => {
  if (problem instanceof FaultySend) return problem.fault;
  const timedOut = problem instanceof Error && problem.name === "TimeoutError";
  return timedOut || /TIMEOUT/.test(codeOf(problem)) ? "slow" : "unreachable";
};

/**
 * All bytes of a body, in a buffer of their own: they may be transferred to another thread. Undefined for a body that is
 * larger than `maxBytes`, and then it is not read further.
 */
export async function bytesWithin(body: AsyncIterable<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Each stage of a call has `timeoutMs`, the whole four times as long; at most `connections` are open per origin. */
export function createTransport(timeoutMs: number, connections: number) {
  const agent = new Agent({
    connections,
    connect: { timeout: Math.min(timeoutMs, maxConnectMs) },
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
      const body = await bytesWithin(answer.body, maxAnswerBytes).catch((problem: unknown) => {
        if (isTaken) return undefined;
        throw problem;
      });
      // Whatever happens to the response's body, a 2xx means that the write was accepted (actions#taken).
      if (!body && !isTaken) throw new FaultySend("tooLarge");
      return { status, statusText, body: body ?? new Uint8Array() };
    } finally {
      // Otherwise they would retain the response for a minute.
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      noteUpstream(performance.now() - started);
    }
  }

  /**
   * Sends a request: a GET up to three times while the server is unreachable or not ready, reporting each reason to
   * `onRetry`, anything else once. Throws `FaultySend` without a response, and the signal's reason once it is aborted.
   */
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
