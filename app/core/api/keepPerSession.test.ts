import { expect, test } from "vitest";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { keepPerSession } from "./keepPerSession.server.ts";

const user = userOf(new Request("https://portal.example/"));
const failure = (code: number) =>
  new ApiError({ statusLine: "", code, message: "", correlationId: "", advice: "" });

/** Reads as often as it is told, with these results in order. */
function storesFrom(results: (() => Promise<string[]>)[], lastAfterMs?: number) {
  let reads = 0;
  const read = keepPerSession<string[]>({
    ...{ keepForMs: 60_000, keepAtMost: 10, lastAfterMs },
    read: () => {
      reads += 1;
      return results.shift()?.() ?? Promise.reject(new Error("Nobody asks again"));
    },
  });
  return { read: () => read(user, "", { refresh: true }), shared: () => read(user, ""), count: () => reads };
}
const hangs = () => new Promise<string[]>(() => undefined);
const fails = (code: number) => () => Promise.reject(failure(code));

test("the stores are those of the last answer while the service hangs, or has none [calls#last-stores]", async () => {
  const stores = storesFrom([async () => ["Clarks"], hangs, fails(503)], 1);
  expect(await stores.read()).toEqual(["Clarks"]);
  expect(await stores.read()).toEqual(["Clarks"]);
  expect(await stores.read()).toEqual(["Clarks"]);
  const refused = storesFrom([async () => ["Clarks"], fails(401)], 1_000);
  await refused.read();
  await expect(refused.read(), "a right that is gone").rejects.toMatchObject({ view: { code: 401 } });
});

test("nobody who shares a read that failed waits for another one [calls#patience]", async () => {
  const stores = storesFrom([fails(504)]);
  const both = await Promise.allSettled([stores.shared(), stores.shared()]);
  const [one, other] = both.map((read) => (read.status === "rejected" ? read.reason : read.value));
  expect(await one.json(), "each answers with a response of its own").toEqual(await other.json());
  expect(stores.count()).toBe(1);
});
