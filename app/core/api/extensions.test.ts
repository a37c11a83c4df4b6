import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { userOf } from "#tests/support/portalModules.ts";
import { type Answer, json, startProxy, type Upstream } from "#tests/support/upstream/proxy.ts";

const documentedOnly = json(404, { error: "There is no such call" });
const path = "/api/extensions";

let answer: Answer = documentedOnly;
let upstream: Upstream;
let extensions: typeof import("./extensions.server.ts");

beforeAll(async () => {
  upstream = await startProxy(
    () => "http://127.0.0.1:9",
    () => answer,
  );
  vi.stubEnv("PORTAL_API_URL", upstream.origin);
});
// Responses are cached in the module: each test imports its own.
beforeEach(async () => {
  vi.resetModules();
  extensions = await import("./extensions.server.ts");
  upstream.reset();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await upstream.stop();
});

const announcing = (...names: unknown[]) => json(200, names);

const someone = () => userOf(new Request("https://portal.example/edi/myer"));

test("a service with the documented calls alone has no extension, and is queried once for many requests [calls#extensions]", async () => {
  answer = documentedOnly;
  for (let request = 0; request < 3; request += 1) {
    expect(await extensions.hasExtension(someone(), "counts")).toBe(false);
    expect(await extensions.hasExtension(someone(), "search")).toBe(false);
  }
  expect(upstream.calls).toHaveLength(1);
});

test("an announced extension is available, others are not, and unknown names are ignored", async () => {
  answer = announcing("counts", "tele-port", 7, null);
  expect(await extensions.hasExtension(someone(), "counts")).toBe(true);
  expect(await extensions.hasExtension(someone(), "credits")).toBe(false);
  expect(upstream.calls).toHaveLength(1);
});

test.each([401, 403, 500])(
  "a %i means none for that request, and the next one asks again",
  async (status) => {
    answer = json(status, { error: "no" });
    const user = someone();
    expect(await extensions.hasExtension(user, "counts")).toBe(false);
    expect(await extensions.hasExtension(user, "search")).toBe(false);
    expect(upstream.calls).toHaveLength(1);
    answer = announcing("counts");
    expect(await extensions.hasExtension(user, "counts")).toBe(false);
    expect(await extensions.hasExtension(someone(), "counts")).toBe(true);
  },
);

test("concurrent requests wait for the same response", async () => {
  answer = announcing("counts");
  const three = [someone(), someone(), someone()];
  const have = await Promise.all(three.map((user) => extensions.hasExtension(user, "counts")));
  expect(have).toEqual([true, true, true]);
  expect(upstream.calls).toHaveLength(1);
});

test("nobody waits for it longer than for their page", async () => {
  answer = announcing("counts");
  upstream.fail(path, { kind: "silence" });
  const page = new AbortController();
  const user = userOf(new Request("https://portal.example/find", { signal: page.signal }));
  const has = extensions.hasExtension(user, "counts");
  page.abort();
  expect(await has).toBe(false);
});
