import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { wordsOf } from "#tests/support/html.ts";
import { withDatabase } from "#tests/support/session.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { type Api, json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

const exos = new Map(
  ["exo-1", "exo-2", "exo-3", "exo-4", "exo-5"].map((id) => [
    id,
    {
      id,
      name: id.toUpperCase(),
      status: { code: "failed", stream: "return/automatic", step: "triage" },
      source_store: "Clarks",
      created_at: "2026-11-20T00:00:00Z",
      updated_at: "2026-11-20T00:00:00Z",
    },
  ]),
);
const order = {
  id: "order-1",
  status: "UNPROCESSABLE_HARD",
  _ts: 1_760_000_000,
  order: { sourceId: "CLK-1" },
};

const api: Api = ({ url: { pathname, searchParams } }) => {
  const path = pathname.replace(/\/$/, "");
  if (path === "/api/getstores")
    return json(200, [{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }]);
  if (path === "/api/bc-order/v1/exos") {
    const { status } = JSON.parse(searchParams.get("filters") ?? "{}");
    const found = [...exos.values()].filter(
      (exo) => !status || JSON.stringify(status).includes(exo.status.code),
    );
    return json(200, { summaries: found, currentPage: 1, totalPages: 1 });
  }
  if (path === "/api/getorders") return json(200, [order]);
  const one = exos.get(path.replace("/api/bc-order/v1/exos/", ""));
  return one ? json(200, { item: one }) : json(404, { error: `No such call: ${path}` });
};

let stack: Stack;
let clerk: Visitor;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: "warn" }, api);
  clerk = await stack.signedIn("clerk");
  admin = await stack.signedIn("admin");
});
afterAll(() => stack.stop());

function formFor({ text, url }: Reply, intent: string) {
  const form = formIn({ text, url }, ({ fields }) => fields.intent === intent);
  const { pathname, search } = new URL(form.action);
  return { path: pathname + search, fields: form.fields };
}
async function say(visitor: Visitor, at: string, intent: string, text = ""): Promise<Reply> {
  const { path, fields } = formFor(await visitor.get(at), intent);
  return visitor.post(path, { ...fields, text });
}
const news = z.object({ kind: z.string(), view: z.object({ version: z.string() }).optional() });
const words = async (visitor: Visitor, at: string) =>
  wordsOf((await visitor.get(at)).text).replace(/ ([.,])/g, "$1");

test("another person reads a note in panel and list; the form returns to its page [notes#whose, notes#part, notes#rows]", async () => {
  const at = "/returns/exo-1?status=failed&tab=history";
  const said = await say(clerk, at, "write", "Called the customer.");
  expect(said.status).toBe(302);
  expect(said.location).toContain(at);
  await say(clerk, at, "take");
  const panel = await words(admin, "/returns/exo-1");
  expect(panel).toContain("Riley Clerk has this");
  expect(panel).toContain("Called the customer.");
  expect(await words(clerk, "/returns/exo-1")).toContain("You have this");
  expect(await words(admin, "/returns/")).toMatch(/EXO-1 1 ?1 note Riley Clerk has it/);
  await say(admin, "/returns/exo-1", "takeOver");
  expect(await words(clerk, "/returns/exo-1")).toContain(
    "Avery Admin has this, just now. Riley Clerk had it before.",
  );
  await say(admin, "/returns/exo-1", "giveBack");
  expect(await words(clerk, "/returns/exo-1")).not.toContain("has this");
});

test("who follows an open list or panel hears of it with the next question, and then of nothing more [notes#live]", async () => {
  for (const at of ["/returns/live", "/returns/exo-2/live"]) {
    const ask = async (since: string) =>
      news.parse(JSON.parse((await admin.get(`${at}?since=${since}`)).text));
    const before = await ask("");
    expect(before.kind).toBe("new");
    expect((await ask(before.view?.version ?? "")).kind).toBe("same");
    await say(clerk, "/returns/exo-2", "write", `Seen from ${at}`);
    const after = await ask(before.view?.version ?? "");
    expect(after.kind).toBe("new");
    expect((await ask(after.view?.version ?? "")).kind).toBe("same");
  }
});

test("a note that is written as the session ends is safe, and says so without an alarm [notes#signed-out]", async () => {
  const visitor = await stack.signedIn("clerk");
  const { path, fields } = formFor(await visitor.get("/returns/exo-4"), "write");
  stack.upstream.fail("/api/bc-order/v1/exos/exo-4", json(401, { error: "Expired" }), 1);
  await visitor.post(path, { ...fields, text: "Written too late" });
  const back = await visitor.signIn("Riley Clerk", path);
  expect(wordsOf(back.text)).toContain("You were signed out. Your note is safe.");
  expect(back.text).toContain("Written too late");
  expect(back.text).not.toContain('aria-invalid="true"');
});

test("a form that is sent twice is done once, and is in the audit trail once, without its words [notes#trail]", async () => {
  const { path, fields } = formFor(await clerk.get("/returns/exo-3"), "write");
  const form = { ...fields, text: "Sent twice" };
  const sent = await Promise.all([clerk.post(path, form), clerk.post(path, form)]);
  expect(sent.map(({ status }) => status)).toEqual([302, 302]);
  expect((await words(admin, "/returns/exo-3")).match(/Sent twice/g)).toHaveLength(1);
  const trail = await words(admin, "/audit");
  expect(trail.match(/return EXO-3/g)).toHaveLength(1);
  expect(trail).not.toContain("Sent twice");
});

test("texts that are too long or empty, and somebody else's forms, are refused in words, with all input", async () => {
  const { path, fields } = formFor(await clerk.get("/orders/order-1"), "write");
  const long = "x".repeat(2001);
  const refused = await clerk.post(path, { ...fields, text: long });
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.text)).toContain("A note has at most 2000 characters; this one has 2001.");
  expect(refused.text).toContain(long);
  expect((await clerk.post(path, { ...fields, text: "  " })).status).toBe(400);
  expect((await admin.post(path, { ...fields, text: "Not mine" })).status).toBe(400);
  expect((await clerk.post(path, { ...fields, text: "x\r\n".repeat(1000) })).status).toBe(302);
});

test("'Handled' needs a reason, holds until the record changes, and can be taken back by anybody [notes#handled]", async () => {
  const at = "/returns/exo-5";
  expect((await say(clerk, at, "handle", "")).status).toBe(400);
  expect((await say(clerk, at, "handle", "AP21 has it")).status).toBe(302);
  expect(await words(admin, at)).toContain("Handled by Riley Clerk, just now, because: AP21 has it");
  expect(await words(admin, "/returns/")).toMatch(/EXO-5 1 ?1 note Handled/);
  await say(admin, at, "unhandle");
  expect(await words(clerk, at)).not.toContain("Handled by");
  const seen = formFor(await clerk.get(at), "handle");
  const exo = exos.get("exo-5");
  if (exo) exo.updated_at = "2026-11-21T00:00:00Z";
  const late = await clerk.post(seen.path, { ...seen.fields, text: "As it was" });
  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain("It changed a moment ago.");
  expect(late.text).toContain("As it was");
  await say(clerk, at, "handle", "As it is");
  if (exo) exo.updated_at = "2026-11-22T00:00:00Z";
  const changed = await words(admin, at);
  expect(changed).not.toContain("Handled by");
  expect(changed).toContain("handled because As it is");
});

test("a handled record leaves Today for everybody until it changes, and returns when that is undone", async () => {
  // Today's data is cached for a second, and handled work is checked every ten seconds.
  const now = async (visitor: Visitor) => words(visitor, "/today");
  expect(await now(clerk)).toMatch(/1 Hard Failure/);
  await say(admin, "/orders/order-1", "handle", "Paid by hand");
  for (const visitor of [clerk, admin]) {
    const today = await now(visitor);
    expect(today).not.toMatch(/1 Hard Failure/);
    expect(today).toContain("order CLK-1 Avery Admin");
    expect(today).toContain("because: Paid by hand");
  }
  expect(await words(clerk, "/orders/")).toContain("Handled");
  const { path, fields } = formFor(await clerk.get("/today"), "unhandle");
  expect((await clerk.post(path, fields)).location).toContain("/today");
  expect(await now(admin)).toMatch(/1 Hard Failure/);
  await say(admin, "/orders/order-1", "handle", "Again");
  order._ts += 60;
  const someoneElse = await stack.signedIn("norole");
  expect(await now(someoneElse)).toMatch(/1 Hard Failure/);
  expect(await now(someoneElse)).not.toContain("because: Again");
});

test("where the database fails, nothing that was typed is lost, and the same form gets through afterwards", async () => {
  const alter = (change: string) =>
    withDatabase(stack.portal, (database) => database.execute(sql.raw(`alter table notes ${change}`)));
  const { path, fields } = formFor(await clerk.get("/returns/exo-2"), "write");
  const form = { ...fields, text: "While the disk was full" };
  await alter("add constraint full_disk check (false) not valid");
  const failed = await clerk.post(path, form).finally(() => alter("drop constraint full_disk"));
  expect(failed.status).toBe(503);
  expect(wordsOf(failed.text)).toContain("Could not save.");
  expect(failed.text).toContain("While the disk was full");
  expect((await clerk.post(path, form)).status).toBe(302);
  expect((await words(admin, "/returns/exo-2")).match(/While the disk was full/g)).toHaveLength(1);
});

test("whom a store's products and rules are closed to, neither reads nor writes their notes", async () => {
  const labels = await stack.signedIn("labels");
  for (const kind of ["product", "rule"]) {
    const at = `/notes/${kind}/any?store=CLK`;
    expect((await labels.get(at)).status).toBe(403);
    expect((await labels.post(at, { intent: "take", token: "t" })).status).toBe(403);
  }
});

test("an unknown record has no notes, and none links to another site", async () => {
  expect((await clerk.get("/notes/return/none")).status).toBe(404);
  expect((await clerk.get("/notes/unicorn/1")).status).toBe(404);
  expect((await clerk.get("/notes/order/CLK-1")).status).toBe(404);
  const away = await say(clerk, "/notes/order/order-1?back=//evil.example/", "take");
  expect(away.location).not.toContain("evil");
});

test("what one has stands on one's own Today until it is given back or taken over [today#yours]", async () => {
  await say(clerk, "/returns/exo-5", "take");
  await expect.poll(() => words(clerk, "/today")).toMatch(/Yours .*You have return EXO-5/);
  expect((await clerk.get("/today")).text).toContain('href="/returns/exo-5"');
  expect(await words(admin, "/today")).not.toContain("return EXO-5");
  await say(admin, "/returns/exo-5", "takeOver");
  await expect.poll(() => words(admin, "/today")).toContain("You have return EXO-5");
  await expect.poll(() => words(clerk, "/today")).not.toContain("return EXO-5");
  await say(admin, "/returns/exo-5", "giveBack");
  await expect.poll(() => words(admin, "/today")).not.toContain("return EXO-5");
});
