import { setTimeout as delay } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { Fault } from "./apiFailure.ts";
import { noteUpstream } from "./requestNotes.server.ts";

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
export function createTransport({
  timeoutMs,
  connections,
}: {
  timeoutMs: number;
  connections: number;
}): Transport {
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
