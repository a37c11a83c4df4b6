import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { exoId } from "#tests/support/seeded.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { type Form, formIn, formsIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

const isBulk = ({ method, action }: Form) => method === "POST" && action.includes("/bulk/");

let stack: Stack;
let clerk: Visitor;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack({ GLOBAL_ACTIONS: "by-store", LOG_LEVEL: "warn" });
  clerk = await stack.signedIn("clerk");
  admin = await stack.signedIn("admin");
});
afterEach(() => stack.upstream.reset());
afterAll(() => stack.stop());

const reviewOf = (ids: readonly string[], action = "hold") =>
  `/bulk/returns?action=${action}${ids.map((id) => `&id=${encodeURIComponent(id)}`).join("")}`;
const sent = () => stack.upstream.calls.filter(({ path }) => /\/action\/\w+$/.test(path));

/** The form that starts a reviewed run, with these ids checked. */
async function formOf(visitor: Visitor, path: string, ids: readonly string[]) {
  const page = await visitor.get(path);
  const form = formIn(page, isBulk);
  const fields = new URLSearchParams({ token: form.fields.token ?? "" });
  for (const id of ids) fields.append("id", id);
  return { action: form.action, fields };
}

async function begun(visitor: Visitor, ids: readonly string[]): Promise<Reply> {
  const { action, fields } = await formOf(visitor, reviewOf(ids), ids);
  return visitor.follow(await visitor.post(action, fields));
}

const press = async (visitor: Visitor, run: Reply, intent: string) => {
  const form = formIn(run, isBulk);
  return visitor.follow(await visitor.post(run.url, { ...form.fields, intent }));
};

test("whom actions are closed to can't say that a return is handled, nor take that back [roles#handled-by]", async () => {
  const store = await stack.signedIn("store");
  const notes = `/notes/return/${exoId(148)}`;
  const part = formIn(await store.get(notes), ({ fields }) => "token" in fields);
  const say = (intent: string) => store.post(notes, { ...part.fields, intent, text: "x" });
  expect((await say("handle")).status).toBe(403);
  expect((await say("unhandle")).status).toBe(403);
  expect((await say("write")).status).toBe(302);
});

test("only rows that this person reviewed are run [bulk#beginning]", async () => {
  const { action, fields } = await formOf(clerk, reviewOf([exoId(146)]), [exoId(146), exoId(144)]);
  const forged = await clerk.post(action, fields);
  expect(forged.status).toBe(400);
  expect(wordsOf(forged.text)).toContain("Not all of these records were looked at here");
  const foreign = await admin.follow(await admin.post(action, fields));
  expect(wordsOf(foreign.text)).toContain("not yours");
  const elsewhere = await clerk.post(action.replace("/bulk/returns", "/bulk/orders"), fields);
  expect(elsewhere.status).toBe(302);
  expect(sent()).toEqual([]);
});

test("an action that isn't offered is refused, row by row", async () => {
  const page = await clerk.get(reviewOf([exoId(138), "no-such-return"], "levitate"));
  const words = wordsOf(page.text);
  expect(words).toContain("2 returns and exchanges can't");
  expect(words).toContain("This action is not offered now");
  expect(words).toContain("It could not be read");
  expect(formsIn(page.text, page.url).some(isBulk)).toBe(false);
});

test("an action that is no longer offered when its turn comes is not sent [bulk#rows]", async () => {
  const run = await begun(clerk, [exoId(126), exoId(114)]);
  stack.upstream.change(`/api/bc-order/v1/exos/${exoId(126)}`, ({ item }) => ({
    item: { ...item, actions: [] },
  }));
  const words = wordsOf((await press(clerk, run, "go")).text);
  expect(words).toContain("Finished: 1 submitted, 1 not sent.");
  expect(sent().map(({ path }) => path)).toEqual([`/api/bc-order/v1/exos/${exoId(114)}/action/hold`]);
});

test("at most 500 rows are reviewed and started [bulk#most]", async () => {
  const ids = Array.from({ length: 501 }, (_, index) => `x${index}`);
  const { action, fields } = await formOf(clerk, reviewOf([exoId(104)]), ids);
  const reply = await clerk.post(action, fields);
  expect(reply.status).toBe(400);
  expect(wordsOf(reply.text)).toContain("A run takes 500 records at most.");
});

test("a role that is taken away, or never was there, stops it", async () => {
  const labels = await stack.signedIn("labels");
  expect((await labels.get(reviewOf([exoId(92)]))).status).toBe(403);
  expect((await labels.get(`/bulk/returns?in=SDY&action=hold&id=${exoId(92)}`)).status).toBe(403);
  expect((await labels.post("/bulk/returns", { token: "t" })).status).toBe(403);
  expect((await clerk.get("/bulk/unicorns?action=hold&id=1")).status).toBe(404);
  expect(sent()).toEqual([]);
});

test("a session that the service ends stops it; after sign-in it resumes, and nothing is done twice", async () => {
  const visitor = await stack.signedIn("admin");
  const run = await begun(visitor, [exoId(128), exoId(110)]);
  stack.upstream.fail(`/api/bc-order/v1/exos/${exoId(110)}/action/hold`, json(401, { error: "Expired" }), 1);
  const away = await press(visitor, run, "go");
  expect(new URL(away.url).pathname).toMatch(/^\/login$|\/authorize$/);
  const back = await visitor.signIn("Avery Admin", new URL(run.url).pathname);
  expect(wordsOf(back.text)).toContain("1 submitted, 1 left.");
  expect(wordsOf((await press(visitor, back, "go")).text)).toContain("Finished: 2 submitted.");
  const taken = sent().filter(({ path }) => path.includes(exoId(128)));
  expect(taken).toHaveLength(1);
});
