import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { send } from "./send.server.ts";

let server: Server;
let answer: () => Response;
let failed: Promise<unknown>;

beforeEach(async () => {
  let tell: (problem: unknown) => void;
  failed = new Promise((resolve) => {
    tell = resolve;
  });
  server = createServer((incoming, response) => {
    send(answer(), response, incoming.headers["accept-encoding"] ?? null).catch(tell);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function get(headers: Record<string, string> = {}) {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return request(`http://127.0.0.1:${address.port}/`, { headers });
}

const packed = { "accept-encoding": "gzip, br" };
const json = { "Content-Type": "application/json" };
const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

test("an answer keeps what its route has set, each cookie by itself, and gets what every answer carries", async () => {
  const headers = new Headers({ "Cache-Control": "private, max-age=300" });
  for (const cookie of ["a=1; Path=/", "b=2; Path=/"]) headers.append("Set-Cookie", cookie);
  answer = () => new Response("hello", { status: 201, headers });
  const reply = await get();
  expect(reply.statusCode).toBe(201);
  expect(reply.headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; Path=/"]);
  expect(reply.headers["cache-control"]).toBe("private, max-age=300");
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  expect(reply.headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(await reply.body.text()).toBe("hello");
});

test("a redirect is kept nowhere, and leaves a popup in touch with the page that opened it", async () => {
  answer = () => new Response(null, { status: 302, headers: { Location: "/login" } });
  const { statusCode, headers } = await get();
  expect(statusCode).toBe(302);
  expect(headers["cache-control"]).toMatch(/no-store/);
  expect(headers["cross-origin-opener-policy"]).toBeUndefined();
});

test("a long text is packed as it streams, and read whole", async () => {
  const rows = Array.from({ length: 2_000 }, (_, row) => `{"row":${row}}\n`);
  answer = () => new Response(streamOf(...rows), { headers: json });
  const reply = await get(packed);
  expect(reply.headers["content-encoding"]).toBe("gzip");
  expect(reply.headers.vary).toBe("Accept-Encoding");
  expect(gunzipSync(Buffer.from(await reply.body.arrayBuffer())).toString()).toBe(rows.join(""));
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["who does not ask for it", json, {}],
  ["what is packed already", { ...json, "Content-Encoding": "br" }, packed],
  ["what is not to be changed", { ...json, "Cache-Control": "no-store, no-transform" }, packed],
  ["what is short", { ...json, "Content-Length": "2" }, packed],
  ["a picture", { "Content-Type": "image/png" }, packed],
])("nothing is packed for %s", async (_, headers, asked) => {
  answer = () => new Response("{}", { headers });
  const reply = await get(asked);
  expect(reply.headers["content-encoding"]).toBe(headers["Content-Encoding"]);
  expect(await reply.body.text()).toBe("{}");
});

test("a body that fails breaks off, so that nobody takes it for whole, and is told", async () => {
  const problem = new Error("The rows ran out");
  answer = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(problem);
        },
      }),
      { headers: json },
    );
  await expect(get().then(({ body }) => body.text())).rejects.toThrow();
  expect(await failed).toBe(problem);
});
