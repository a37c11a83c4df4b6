import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { exoId, interchangeIds } from "#tests/support/seeded.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let clerk: Visitor;
/** Six sessions of two people, both with the role User. */
let equals: Visitor[];
let admin: Visitor;
let elsewhere: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
  equals = [clerk];
  for (const who of ["clerk", "clerk", "nameless", "nameless", "nameless"] as const)
    equals.push(await stack.signedIn(who));
  admin = await stack.signedIn("admin");
  // The same role, and fewer stores.
  elsewhere = await stack.signedIn("clerk", {
    stores: json(200, [{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }]),
  });
  await Promise.all([...equals, admin, elsewhere].map((who) => who.get("/edi/myer/interchanges/live.data")));
});
afterEach(() => stack.upstream.reset());

const requestCount = (path: string) => stack.upstream.calls.filter((call) => call.path === path).length;

/** The upstream calls while all of these poll one page at once. */
async function callsWhile(people: readonly Visitor[], address: string, call: string): Promise<number> {
  const before = requestCount(call);
  const replies = await Promise.all(people.map((who) => who.get(address)));
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
  for (const { text } of replies) expect(text).toContain("new");
  return requestCount(call) - before;
}

const exos = "/api/bc-order/v1/exos";
const interchanges = "/api/bc-myer/v1/documents/interchanges";

/** A page's poll: the changes alone, without its layout routes. */
const places: readonly [what: string, addresses: { one: string; other: string }, calls: [string, string]][] =
  [
    [
      "a return",
      {
        one: `/returns/${exoId(146)}/live.data?_routes=panel:exos/exosLive`,
        other: `/returns/${exoId(144)}/live.data?_routes=panel:exos/exosLive`,
      },
      [`${exos}/${exoId(146)}`, `${exos}/${exoId(144)}`],
    ],
    [
      "the list of returns",
      {
        one: "/returns/live.data?status=active&_routes=exos/exosLive",
        other: "/returns/live.data?page=3&_routes=exos/exosLive",
      },
      [exos, exos],
    ],
    [
      "an interchange",
      {
        one: `/edi/myer/interchanges/${interchangeIds[0]}/live.data?_routes=panel:edi/partner/interchangesLive`,
        other: `/edi/myer/interchanges/${interchangeIds[1]}/live.data?_routes=panel:edi/partner/interchangesLive`,
      },
      [`${interchanges}/${interchangeIds[0]}`, `${interchanges}/${interchangeIds[1]}`],
    ],
  ];

describe.each(places)("the news of %s", (_what, { one, other }, [callOfOne, callOfOther]) => {
  test("are read once for all with the same rights", async () => {
    expect(await callsWhile(equals, one, callOfOne)).toBe(1);
  });

  test("are not shared with another role, nor with somebody who sees other stores", async () => {
    expect(await callsWhile([clerk, admin, elsewhere], other, callOfOther)).toBe(3);
  });
});

test("a page that somebody opens is read with their own token", async () => {
  await clerk.get(`/returns/${exoId(142)}/live.data`);
  const before = requestCount(`${exos}/${exoId(142)}`);
  await Promise.all(equals.map((who) => who.get(`/returns/${exoId(142)}.data`)));
  expect(requestCount(`${exos}/${exoId(142)}`) - before).toBe(equals.length);
});
