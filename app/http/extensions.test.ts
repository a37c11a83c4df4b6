import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { userOf } from "#tests/support/portalModules.ts";
import { documentedApi } from "#tests/support/upstream/documented.ts";
import { json } from "#tests/support/upstream/entra.ts";
import { type Api, startUpstream } from "#tests/support/upstream/start.ts";

const documentedOnly = documentedApi(() => "bare");
const path = "/api/extensions";

let api: Api = documentedOnly;
let asked = 0;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let extensions: typeof import("./extensions.server.ts");

beforeAll(async () => {
  upstream = await startUpstream({
    trusting: true,
    api: (call) => {
      if (call.url.pathname === path) asked += 1;
      return api(call);
    },
  });
  vi.stubEnv("PORTAL_API_URL", upstream.origin);
});
// What was asked is kept in the module: each test has one of its own.
beforeEach(async () => {
  vi.resetModules();
  extensions = await import("./extensions.server.ts");
  asked = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await upstream.stop();
});

/** A service that answers so where it is asked for its extensions. */
const answering = (status: number, body: unknown): Api => {
  return (call) => (call.url.pathname === path ? json(status, body) : documentedOnly(call));
};
const announcing = (...names: unknown[]) => answering(200, names);

const someone = () => userOf(new Request("https://portal.example/edi/myer"));

test("a service with the documented calls alone has no extension, and is asked once for many requests [calls#extensions]", async () => {
  api = documentedOnly;
  for (let request = 0; request < 3; request += 1) {
    expect(await extensions.hasExtension(someone(), "edi-queue")).toBe(false);
    expect(await extensions.hasExtension(someone(), "edi-filters")).toBe(false);
  }
  expect(asked).toBe(1);
});

test("an announced extension is there, others are not, and names that nobody knows do no harm", async () => {
  api = announcing("edi-queue", "tele-port", 7, null);
  expect(await extensions.hasExtension(someone(), "edi-queue")).toBe(true);
  expect(await extensions.hasExtension(someone(), "edi-check")).toBe(false);
  expect(asked).toBe(1);
});

test.each([401, 403, 500])(
  "a %i means none for that request, and the next one asks again",
  async (status) => {
    api = answering(status, { error: "no" });
    const user = someone();
    expect(await extensions.hasExtension(user, "edi-queue")).toBe(false);
    expect(await extensions.hasExtension(user, "edi-gaps")).toBe(false);
    expect(asked).toBe(1);
    api = announcing("edi-queue");
    expect(await extensions.hasExtension(user, "edi-queue")).toBe(false);
    expect(await extensions.hasExtension(someone(), "edi-queue")).toBe(true);
  },
);

test("whoever asks while an answer is under way waits for the same one", async () => {
  api = announcing("edi-queue");
  const three = [someone(), someone(), someone()];
  const have = await Promise.all(three.map((user) => extensions.hasExtension(user, "edi-queue")));
  expect(have).toEqual([true, true, true]);
  expect(asked).toBe(1);
});

test("nobody waits for it longer than for their page", async () => {
  api = announcing("edi-queue");
  upstream.fail(path, { kind: "silence" });
  const page = new AbortController();
  const user = userOf(new Request("https://portal.example/find", { signal: page.signal }));
  const has = extensions.hasExtension(user, "edi-queue");
  page.abort();
  expect(await has).toBe(false);
});
