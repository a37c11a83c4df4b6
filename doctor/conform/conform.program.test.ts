import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiToken } from "#tests/support/apiToken.ts";
import { startUpstream } from "#tests/support/stack.ts";
import { beyondDocumented, documentedApi } from "#tests/support/upstream/documented.ts";
import { type Api, json } from "#tests/support/upstream/proxy.ts";
import { examine } from "./examine.ts";

const appUrl = "http://localhost:3000";
const documented = documentedApi(() => "items");
let isDocumented = false;
const api: Api = (call, platform) => (isDocumented ? documented(call, platform) : undefined);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let token: string;

beforeAll(async () => {
  upstream = await startUpstream(appUrl, {}, api);
  token = await apiToken(upstream.origin, appUrl, "admin@utopia.example");
});
afterEach(() => {
  upstream.reset();
  isDocumented = false;
});
afterAll(() => upstream?.stop());

const examined = (writes = false) =>
  examine({ portal: upstream.origin, edi: upstream.origin, token }, { voucher: "NSW-KIDS-2501", writes });
type Examined = Awaited<ReturnType<typeof examined>>;

const unfit = ({ results }: Examined) =>
  results
    .filter(({ conformance }) => conformance === "partly" || conformance === "breaks")
    .map(({ call, conformance, says }) => `${call} ${conformance}: ${says.join("; ")}`);

test("the platform fits, announces every extension, and is only read", async () => {
  const found = await examined();
  expect(unfit(found)).toEqual([]);
  expect(found.without).toEqual([]);
  expect(upstream.calls.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"))).toEqual(
    [],
  );
});

test("with --writes, records that do not exist are refused, and a rule is saved as it is", async () => {
  const found = await examined(true);
  expect(unfit(found)).toEqual([]);
  expect(found.results.find(({ call }) => call === "POST /api/customRules")?.conformance).toBe("fits");
});

test("a service with the documented calls only fits, and each extension that it lacks is told", async () => {
  isDocumented = true;
  const found = await examined();
  expect(found.results.filter(({ conformance }) => conformance === "breaks")).toEqual([]);
  expect(found.without.map(({ extension }) => extension)).toContain("search");
  const beyond = upstream.calls
    .filter(({ path }) => path.startsWith("/api/") && path !== "/api/extensions")
    .flatMap(beyondDocumented);
  expect(beyond).toEqual([]);
});

test("what breaks, what is shown in part and what misleads are told by call", async () => {
  upstream.fail("/api/getproducts/", json(500, { hello: "world" }));
  upstream.fail("/api/getshipments", { status: 200, body: "<html>", type: "text/html" });
  upstream.change("/api/getstores/", ([first, ...rest]) => [{ storeAlias: 7 }, first, ...rest]);
  upstream.change("/api/bc-order/v1/exos", ({ summaries, ...rest }) => ({
    ...rest,
    summaries: summaries.map((one: object) => ({ ...one, ra_number: { no: 1 } })),
  }));
  const found = await examined();
  const said = unfit(found).join("\n");
  expect(said).toContain("GET /api/getproducts/ breaks: answered 500, without an `error` in JSON");
  expect(said).toMatch(/GET \/api\/getshipments breaks: is no JSON/);
  expect(said).toMatch(/GET \/api\/getstores\/ partly: 1 of \d+ rows not shown: storeName/);
  expect(said).toMatch(/GET \/api\/bc-order\/v1\/exos partly: \d+ of \d+ rows shown without `ra_number`/);
});
