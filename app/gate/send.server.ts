import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { constants, createGzip } from "node:zlib";
import { encodingFor } from "#app/http/compress.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

const openerPolicy = "Cross-Origin-Opener-Policy";
const packable = /^(text\/|application\/(json|javascript)|image\/svg)/;
/** What is shorter is not worth packing. */
const smallest = 1024;

/** Pages and their data come packed. Documents and rows may be long, and their first ones are wanted at once. */
function packerFor(headers: Headers, acceptEncoding: string | null) {
  const isOpen = !headers.has("Content-Encoding") && !/no-transform/.test(headers.get("Cache-Control") ?? "");
  const length = Number(headers.get("Content-Length") ?? smallest);
  if (!isOpen || length < smallest || !packable.test(headers.get("Content-Type") ?? "")) return undefined;
  headers.append("Vary", "Accept-Encoding");
  if (encodingFor(acceptEncoding) === undefined) return undefined;
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  return createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
}

async function pump(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  packer: ReturnType<typeof packerFor>,
) {
  const to = packer ?? response;
  packer?.pipe(response);
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (gone.signal.aborted) return;
      if (!to.write(value)) await once(to, "drain", { signal: gone.signal });
    }
    to.end();
  } catch (problem) {
    // What has begun cannot be taken back: breaking off tells the browser that it is not whole.
    response.destroy();
    if (!gone.signal.aborted) throw problem;
  } finally {
    await reader.cancel();
  }
}

/** Sends an answer of a route, with the headers that every answer carries. Throws what its body fails by. */
export async function send(
  answer: Response,
  response: ServerResponse,
  acceptEncoding: string | null,
): Promise<void> {
  const headers = new Headers(answer.headers);
  const opener = headers.get(openerPolicy);
  setSecurityHeaders(headers);
  // A redirect shows nothing, and one of a sign-in by popup must leave it in touch with the page that opened it.
  if (opener === null && answer.status >= 300 && answer.status < 400) headers.delete(openerPolicy);
  const packer = answer.body ? packerFor(headers, acceptEncoding) : undefined;
  response.statusMessage = answer.statusText;
  response.writeHead(answer.status, [...headers].flat());
  if (!answer.body) {
    response.end();
    return;
  }
  await pump(answer.body, response, packer);
}
