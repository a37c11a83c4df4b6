import type { IncomingMessage } from "node:http";

/** A body that is refused is heard so far and so long: its sender reads the answer only when it may finish. */
const mostHeard = 64 * 1024 * 1024;
const hearingMs = 5_000;

/** What came of reading a body. */
export type ReadBody = { bytes: Uint8Array<ArrayBuffer> } | { why: "tooLarge" | "tooSlow" | "gone" };

/** The whole body, of at most `most` bytes, as far as it is there within `patienceMs`. */
export function readBody(request: IncomingMessage, most: number, patienceMs: number): Promise<ReadBody> {
  if (Number(request.headers["content-length"] ?? 0) > most) return Promise.resolve({ why: "tooLarge" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) settle({ why: "tooLarge" });
      else chunks.push(chunk);
    };
    const end = () => settle({ bytes: new Uint8Array(Buffer.concat(chunks)) });
    const leave = () => settle({ why: "gone" });
    const timer = setTimeout(() => settle({ why: "tooSlow" }), patienceMs);
    function settle(read: ReadBody) {
      clearTimeout(timer);
      request.off("data", take).off("end", end).off("close", leave).pause();
      chunks.length = 0;
      resolve(read);
    }
    request.on("data", take).on("end", end).on("close", leave).on("error", leave);
  });
}

/**
 * Throws away what is still coming of a refused body; resolves when it has come, or there seems to be no end of it.
 * Only then may the connection close: whoever is still sending would read no answer.
 */
export function hearOut(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let heard = 0;
    const settle = () => {
      clearTimeout(timer);
      request.pause();
      resolve();
    };
    const timer = setTimeout(settle, hearingMs);
    request.on("data", (chunk: Buffer) => {
      heard += chunk.length;
      if (heard > mostHeard) settle();
    });
    request.on("end", settle).on("close", settle);
    request.resume();
  });
}
