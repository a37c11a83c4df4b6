import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packFiles } from "../../scripts/packFiles.mjs";
import { createFiles } from "./files.server.ts";

const script = "export const words = 'what a browser reads';\n".repeat(100);
const folder = mkdtempSync(join(tmpdir(), "files-"));
let server: Server;

beforeAll(async () => {
  writeFileSync(join(folder, "long.js"), script);
  writeFileSync(join(folder, "short.js"), "export {};");
  writeFileSync(join(folder, "picture.png"), Buffer.alloc(4096));
  await packFiles(folder);
  const serve = createFiles(folder);
  server = createServer((incoming, response) => {
    if (!serve(incoming.url ?? "/", incoming, response)) response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  const answer = await request(`http://127.0.0.1:${address.port}${path}`, { headers, method });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
])(
  "a browser that takes %s gets what the build has packed, and reads it whole",
  async (accepted, encoding, unpack) => {
    const { statusCode, headers, bytes } = await ask("/long.js", { "accept-encoding": accepted });
    expect(statusCode).toBe(200);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(bytes.length).toBeLessThan(script.length / 10);
    expect(unpack(bytes).toString()).toBe(script);
    const head = await ask("/long.js", { "accept-encoding": accepted }, "HEAD");
    expect(head.headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(bytes.length),
    });
    expect(head.bytes).toHaveLength(0);
  },
);

test("who takes nothing packed, or wants a part, gets the file itself, whole", async () => {
  const askedBy: Record<string, string>[] = [{}, { "accept-encoding": "br;q=0" }, { range: "bytes=0-9" }];
  for (const asked of askedBy) {
    const { statusCode, headers, bytes } = await ask("/long.js", asked);
    expect(statusCode).toBe(200);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBe("Accept-Encoding");
    expect(bytes.toString()).toBe(script);
  }
});

test.each(["/short.js", "/picture.png"])("%s is not worth packing", async (path) => {
  const { headers } = await ask(path, { "accept-encoding": "br, gzip" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers.vary).toBeUndefined();
});

test("what is packed has no address of its own", async () => {
  for (const path of ["/long.js.br", "/long.js.gz"]) expect((await ask(path)).statusCode).toBe(404);
});
