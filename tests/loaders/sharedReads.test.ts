import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Own, startOwn } from "#tests/support/own.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let own: Own;
let clerk: Visitor;
/** Six sessions of two people, both of the role User. */
let equals: Visitor[];
let admin: Visitor;
let elsewhere: Visitor;
beforeAll(async () => {
  own = await startOwn();
  clerk = await own.signedIn("clerk");
  equals = [clerk];
  for (const who of ["clerk", "clerk", "nameless", "nameless", "nameless"] as const)
    equals.push(await own.signedIn(who));
  admin = await own.signedIn("admin");
  // The same role, and fewer stores.
  elsewhere = await own.signedIn("clerk", {
    stores: jsonAnswer(200, [{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }]),
  });
  await Promise.all([...equals, admin, elsewhere].map((who) => who.get("/orders/live.data")));
}, 120_000);
afterEach(() => own.upstream.reset());
afterAll(() => own.stop());

const asked = (path: string) => own.upstream.calls.filter((call) => call.path === path).length;

/** What is asked of the upstream while all of these ask for one page's news at once. */
async function callsWhile(people: readonly Visitor[], address: string, call: string): Promise<number> {
  const before = asked(call);
  const replies = await Promise.all(people.map((who) => who.get(address)));
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  return asked(call) - before;
}

const places: readonly [address: string, call: string][] = [
  ["/returns/exo-2/live.data", "/api/bc-order/v1/exos/exo-2"],
  ["/returns/live.data?status=active", "/api/bc-order/v1/exos"],
  ["/orders/live.data?q=SDY-1", "/api/getorders"],
];

describe.each(places)("%s", (address, call) => {
  test("is read once for all with the same rights", async () => {
    expect(await callsWhile(equals, address, call)).toBe(1);
  });

  test("is not shared with another role, nor with another's stores", async () => {
    const before = asked(call);
    await Promise.all(
      [clerk, admin, elsewhere].map((who) => who.get(`${address.replace(/\?.*/, "")}?page=3`)),
    );
    expect(asked(call) - before).toBe(3);
  });
});

test("a page that somebody asks for is read with their own token", async () => {
  const call = "/api/bc-order/v1/exos/exo-3";
  await clerk.get("/returns/exo-3/live.data");
  const before = asked(call);
  await Promise.all(equals.map((who) => who.get("/returns/exo-3.data")));
  expect(asked(call) - before).toBe(equals.length);
});
