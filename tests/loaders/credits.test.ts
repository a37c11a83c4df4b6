import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { type Api, json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

type Exo = { id: string; name: string; total: number; owes: boolean; at: string };

const exo = (number: number, total: number, owes = true): Exo => ({
  id: `exo-${number}`,
  name: `EXO-${number}`,
  total,
  owes,
  at: new Date(Date.UTC(2026, 9, 1, 0, number)).toISOString(),
});

const summaryOf = ({ id, name, total, owes, at }: Exo) => ({
  id,
  name,
  status: { code: "completed", stream: "return/automatic", step: "finish" },
  source_store: "Clarks",
  original_order_id: `CLK-${id}`,
  email_address: "kim@example.test",
  created_at: at,
  updated_at: at,
  ...(owes ? { credit_owed: total, credit_owed_at: at } : {}),
});
const detailOf = (one: Exo) => ({
  ...summaryOf({ ...one, owes: false }),
  exchange: {
    Customer: { FirstName: "Kim", LastName: "Lee" },
    Items: [{ Title: "Boot", Quantity: -1, Cost: -one.total, Total: -one.total }],
  },
  histories: one.owes
    ? [{ action: "return-credit:manual-action", message: "By hand", created_at: one.at }]
    : [],
});

/** An upstream with these returns, with or without the extension `credits`; `asked` are its credit queries. */
function world(exos: Exo[], isAnnounced: boolean) {
  const requests: { page: string | null; since: unknown }[] = [];
  const api: Api = ({ url: { pathname, searchParams } }) => {
    const path = pathname.replace(/\/$/, "");
    if (path === "/api/extensions") return isAnnounced ? json(200, ["credits"]) : json(404, {});
    if (path === "/api/getstores")
      return json(200, [{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }]);
    if (path === "/api/bc-order/v1/exos") {
      const filters = JSON.parse(searchParams.get("filters") ?? "{}");
      if (filters.creditOwed !== true) return json(200, { summaries: [], currentPage: 1, totalPages: 1 });
      requests.push({ page: searchParams.get("page"), since: filters.creditOwedSince });
      const found = exos.filter(({ owes, at }) => owes && at >= (filters.creditOwedSince ?? ""));
      const page = Number(searchParams.get("page"));
      return json(200, {
        summaries: found.slice((page - 1) * 20, page * 20).map(summaryOf),
        currentPage: page,
        totalPages: Math.max(1, Math.ceil(found.length / 20)),
      });
    }
    const one = exos.find(({ id }) => path === `/api/bc-order/v1/exos/${id}`);
    return one ? json(200, { item: detailOf(one) }) : json(404, { error: `No such call: ${path}` });
  };
  return { exos, requests, api };
}

const wordsAt = async (visitor: Visitor, path: string) => {
  const reply = await visitor.get(path);
  expect(reply.status, wordsOf(reply.text).slice(0, 300)).toBe(200);
  return wordsOf(reply.text);
};

async function dialog(visitor: Visitor, path: string) {
  const { text, url } = await visitor.get(path);
  const form = formIn({ text, url }, ({ fields }) => "reason" in fields);
  return { path: new URL(form.action).pathname + new URL(form.action).search, fields: form.fields };
}
async function say(visitor: Visitor, path: string, reason: string) {
  const form = await dialog(visitor, path);
  return visitor.post(form.path, { ...form.fields, reason });
}

describe("a service that sends owed credits", () => {
  const service = world(
    Array.from({ length: 45 }, (_, index) => exo(index, 10.05, index < 43)),
    true,
  );
  let stack: Stack;
  let clerk: Visitor;
  beforeAll(async () => {
    stack = await startStack({ LOG_LEVEL: "warn" }, service.api);
    clerk = await stack.signedIn("clerk");
  });
  afterAll(() => stack.stop());

  test("has its credits listed with a true sum, and is then queried for new ones only [returns#credits, returns#credit-seen, today#credits]", async () => {
    const words = await wordsAt(clerk, "/returns/credits");
    expect(words).toContain("43 credits owed, $432.15");
    expect(words).toContain("20 records on this page");
    expect(words).toContain("EXO-0 kim@example.test CLK-exo-0 Clarks $10.05");
    expect(words).not.toContain("or more");
    expect(await wordsAt(clerk, "/returns/credits?page=3")).toContain("3 records on this page");
    service.requests.length = 0;
    await clerk.get("/returns/credits");
    expect(new Set(service.requests.map(({ page }) => page))).toEqual(new Set(["1"]));
    expect(service.requests.every(({ since }) => since !== undefined)).toBe(true);
    service.exos.push(exo(50, 100));
    expect(await wordsAt(clerk, "/returns/credits")).toContain("44 credits owed, $532.15");
    expect(await wordsAt(clerk, "/today")).toMatch(/44 credits owed since .+ \$532\.15/);
  });

  test("are a spreadsheet: those of the page, and all that match", async () => {
    const sheet = z.object({ records: z.array(z.unknown()) });
    const recordsAt = async (path: string) => sheet.parse(JSON.parse((await clerk.get(path)).text)).records;
    expect(await wordsAt(clerk, "/returns/credits")).toContain("Download To Excel These 20");
    expect(await recordsAt("/returns/credits/export.json")).toHaveLength(20);
    const all = await recordsAt("/returns/credits/export.json?rows=all");
    expect(all.length).toBeGreaterThanOrEqual(43);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
    for (const part of ["EXO-0", "CLK-exo-0", "Clarks", "10.05"])
      expect(JSON.stringify(all[0])).toContain(part);
    const file = await clerk.get("/returns/credits/export.xlsx?store=Clarks&rows=all");
    expect(file.headers["content-type"]).toContain("spreadsheetml");
  });

  test("a credit is given with a reason, once, and can be taken back [returns#credit-given, returns#credit-owed, returns#credit-kept]", async () => {
    const at = "/returns/credits/exo-1/given";
    expect((await say(clerk, at, "  ")).status).toBe(400);
    expect((await say(clerk, at, "x".repeat(501))).status).toBe(400);
    const form = await dialog(clerk, at);
    const fields = { ...form.fields, reason: "AP21 credit 4711" };
    const done = await clerk.post(form.path, fields);
    expect(done.status).toBe(302);
    expect(new URL(done.location ?? "").pathname).toBe("/returns/credits");
    const after = wordsOf((await clerk.follow(done)).text);
    expect(after).toContain("Given: credit of $10.05 for exchange order EXO-1");
    expect(after).toContain("43 credits owed, $522.10");
    const again = await clerk.follow(await clerk.post(form.path, fields));
    expect(wordsOf(again.text)).toContain("Already given");
    expect(await wordsAt(clerk, at)).toMatch(
      /This credit was given by Riley Clerk on .*because AP21 credit 4711/,
    );
    const given = await wordsAt(clerk, "/returns/credits?credit=given");
    expect(given).toContain("1 credit given, $10.05");
    expect(given).toMatch(/given by Riley Clerk on .*, because AP21 credit 4711/);
    expect(await wordsAt(clerk, "/returns/exo-1")).toMatch(
      /Credit given by Riley Clerk on .*, because AP21 credit 4711 Not given after all …/,
    );
    const back = await say(
      clerk,
      "/returns/credits/exo-1/not-given?from=detail",
      "It was another customer's",
    );
    expect(back.location).toBe(`${stack.portal.url}/returns/exo-1`);
    const detail = wordsOf((await clerk.follow(back)).text);
    expect(detail).toContain("Taken back: credit of $10.05 for exchange order EXO-1");
    expect(detail).toContain("Credit owed $10.05");
    expect(await wordsAt(clerk, "/returns/credits?credit=given")).toContain("0 credits given, $0.00");
    expect(await wordsAt(clerk, "/returns/credits")).toContain("44 credits owed, $532.15");
    const admin = await stack.signedIn("admin");
    const trail = await wordsAt(admin, "/audit");
    expect(trail).toContain("AP21 credit 4711");
    expect(trail).toContain("It was another customer's");
    const calls = stack.upstream.calls.filter(
      ({ method, path }) => method !== "GET" && path.startsWith("/api/"),
    );
    expect(calls, "no service is told").toEqual([]);
  });

  test("two people on one credit give it once; the later one gets the first's name [returns#credit-given]", async () => {
    const other = await stack.signedIn("admin");
    const [one, two] = [
      await dialog(clerk, "/returns/credits/exo-2/given"),
      await dialog(other, "/returns/credits/exo-2/given"),
    ];
    const replies = await Promise.all([
      clerk.post(one.path, { ...one.fields, reason: "AP21 1" }),
      other.post(two.path, { ...two.fields, reason: "AP21 2" }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(wordsOf(replies.find(({ status }) => status === 409)?.text ?? "")).toContain(
      "This credit was given by",
    );
    expect(await wordsAt(clerk, "/returns/credits?credit=given")).toContain("1 credit given, $10.05");
  });

  test("credits are filtered with their sum, and several are marked as given with one reason", async () => {
    const listed = "/returns/credits?store=Clarks&customer=KIM&older=1";
    const owed = async () => {
      const [, count, sum] = /(\d+) credits owed, \$([\d.]+)/.exec(await wordsAt(clerk, listed)) ?? [];
      return { count: Number(count), cents: Math.round(Number(sum) * 100) };
    };
    const before = await owed();
    expect(before.count).toBeGreaterThan(40);
    for (const none of ["store=Reebok", "customer=Nobody"])
      expect(await wordsAt(clerk, `/returns/credits?${none}`)).toContain("0 credits owed, $0.00");
    const review = await clerk.get("/bulk/credits?action=given&id=exo-5&id=exo-6&id=exo-44");
    expect(wordsOf(review.text)).toContain("does not say that a credit");
    const form = formIn(review, ({ method, action }) => method === "POST" && action.includes("/bulk/"));
    const fields = new URLSearchParams({ token: form.fields.token ?? "" });
    for (const id of ["exo-5", "exo-6"]) fields.append("id", id);
    expect((await clerk.post(form.action, fields)).status, "without a reason").toBe(400);
    fields.set("words", "AP21 credits 51 and 52");
    const run = await clerk.follow(await clerk.post(form.action, fields));
    const go = formIn(run, ({ method, action }) => method === "POST" && action.includes("/bulk/"));
    await clerk.follow(await clerk.post(run.url, { ...go.fields, intent: "go" }));
    expect(await owed()).toEqual({ count: before.count - 2, cents: before.cents - 2_010 });
    const given = await wordsAt(clerk, "/returns/credits?credit=given");
    expect(given.match(/given by Riley Clerk on [^,]*, [^,]*, because AP21 credits 51 and 52/g)).toHaveLength(
      2,
    );
  });

  test("a return without credit is not given any, and an unknown one is not found", async () => {
    expect(await wordsAt(clerk, "/returns/credits/exo-44/given")).toContain("does not say that a credit");
    expect((await clerk.get("/returns/credits/nothing/given")).status).toBe(404);
    const nameless = await stack.signedIn("nameless");
    expect(await wordsAt(nameless, "/returns/credits/exo-3/given")).toContain("no username");
    expect((await (await stack.signedIn("labels")).get("/returns/credits")).status).toBe(403);
  });

  test("an unknown amount is reported, and the sum is marked as incomplete", async () => {
    service.exos.push(exo(60, 0));
    const words = await wordsAt(clerk, "/returns/credits?page=3");
    expect(words).toMatch(/\d+ credits owed, \$[\d.]+ or more/);
    expect(words).toContain("EXO-60 kim@example.test CLK-exo-60 Clarks an amount that is not known");
  });

  test("more credits of one moment than fit on a page are all read, one page after the other", async () => {
    const { at } = exo(55, 1);
    service.exos.push(...Array.from({ length: 600 }, (_, index) => ({ ...exo(1000 + index, 1), at })));
    expect(await wordsAt(clerk, "/returns/credits")).toContain(" or more credits owed");
    await expect.poll(() => wordsAt(clerk, "/returns/credits")).toMatch(/\b64[1-4] credits owed/);
  });
});

describe("a service that has the documented calls only", () => {
  const service = world([exo(1, 59.95), exo(2, 40), exo(3, 1, false)], false);
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ LOG_LEVEL: "warn" }, service.api);
  });
  afterAll(() => stack.stop());

  test("has those listed that anybody has opened, and the page says exactly that", async () => {
    const clerk = await stack.signedIn("clerk");
    expect(await wordsAt(clerk, "/returns/credits")).toContain("No credits are owed");
    const labels = await stack.signedIn("labels");
    for (const id of ["exo-1", "exo-2", "exo-3"]) await labels.get(`/returns/${id}`);
    expect(await wordsAt(labels, "/returns/exo-1")).not.toContain("Given …");
    service.requests.length = 0;
    const words = await wordsAt(clerk, "/returns/credits");
    expect(words).toContain("2 credits owed, $99.95");
    expect(words).toContain("These are the ones that somebody has opened in the portal");
    expect(words).toContain("EXO-1 Kim Lee CLK-exo-1 Clarks $59.95");
    expect(service.requests).toEqual([]);
    expect((await say(clerk, "/returns/credits/exo-1/given", "AP21 credit 1")).status).toBe(302);
    await clerk.get("/returns/exo-1");
    expect(await wordsAt(clerk, "/returns/credits")).toContain("1 credit owed, $40.00");
    expect(await wordsAt(await stack.signedIn("admin"), "/today")).toMatch(/1 credit owed since .+ \$40\.00/);
  });
});
