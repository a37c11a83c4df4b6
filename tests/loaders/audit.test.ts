import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLines } from "#app/core/audit/tables.ts";
import { connectPostgres } from "#database/connect.ts";
import { wordsOf } from "#tests/support/html.ts";
import { sessionSecret } from "#tests/support/portal.ts";
import { repository } from "#tests/support/processes.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { frozenApi } from "#tests/support/upstream/frozen.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { formIn, formsIn, type Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let admin: Visitor;
let clerk: Visitor;
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: "warn" }, frozenApi);
  const stores = [{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }];
  admin = await stack.signedIn("admin", { stores: json(200, stores) });
  clerk = await stack.signedIn("clerk");
});
afterAll(() => stack.stop());

const page = async (search = "") => {
  const reply = await admin.get(`/audit${search}`);
  expect(reply.status).toBe(200);
  return wordsOf(reply.text);
};

function portalDatabase(): string {
  if (stack.portal.database === undefined)
    throw new Error("Only its own process reaches an embedded database: this test needs PostgreSQL");
  return stack.portal.database;
}

/** `npm run audit`, on the portal's database. */
async function check() {
  const run = spawn(
    process.execPath,
    [join(repository, "node_modules/tsx/dist/cli.mjs"), join(repository, "app/core/audit/command.server.ts")],
    {
      // Nothing waits there to be written.
      cwd: tmpdir(),
      env: {
        ...process.env,
        ...stack.upstream.environment,
        PORTAL_DATABASE_URL: portalDatabase(),
        SESSION_SECRET: sessionSecret,
        HOST: "localhost",
        LOG_LEVEL: "silent",
      },
    },
  );
  const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
  const [out, err] = await Promise.all([textOf(run.stdout), textOf(run.stderr)]);
  return { code: await ended, words: out + err };
}

test("who did what, when, with which outcome and from where, is recorded, refusals too [audit#what, audit#line]", async () => {
  await clerk.get("/people");
  await clerk.get("/people");
  stack.upstream.fail("/api/getorders", json(200, [{ id: "7" }]));
  expect((await clerk.get("/orders/export.xlsx")).status).toBe(200);
  for (const slice of [2, 3])
    expect((await clerk.get(`/orders/export.json?rows=all&page=${slice}`)).status).toBe(200);
  stack.upstream.fail("/api/nswvoucher/balance", json(404, { error: "There is no voucher." }));
  const [voucher] = formsIn((await clerk.get("/store/CLK/nswvoucher")).text, "http://x/").filter(
    ({ fields }) => "code" in fields,
  );
  await clerk.post("/store/CLK/nswvoucher", { ...voucher?.fields, code: "SECRET-CODE-4711" });
  const all = await page();
  for (const words of [
    /Avery Admin Signed in as Admin/,
    /Riley Clerk Signed in as User/,
    /Riley Clerk Open a page \/people Refused: No role for people/,
    /Riley Clerk Took a spreadsheet of orders all-stores, page 1 Done: 1 row, filter [\w-]{12}/,
    /Riley Clerk Looked up a voucher CLK Failed: No such voucher 127\.0\.0\.1/,
  ])
    expect(all).toMatch(words);
  for (const part of [2, 3])
    expect(all, "each slice").toContain(`spreadsheet of orders all-stores, all that match, part ${part}`);
  expect(all, "a reload is no other attempt").not.toMatch(/Open a page.*Open a page/);
  expect(all, "a code is money").not.toContain("4711");
});

test("a view that is shared is written down, one's own is not [views#audit]", async () => {
  const keep = async (name: string, role?: string) => {
    const { text, url } = await admin.get(`/views/new?list=${encodeURIComponent("/returns/?status=failed")}`);
    const form = formIn({ text, url }, ({ fields, method }) => method === "POST" && "name" in fields);
    // Pinned, it would be in the menu of every page.
    const { pinned: _pinned, ...fields } = form.fields;
    const stored = await admin.post(form.action, { ...fields, name, ...(role ? { role } : {}) });
    expect(stored.status, wordsOf(stored.text)).toBe(302);
  };
  await keep("My failed ones");
  await keep("Everybody's failed ones", "Admin");
  const all = await page();
  expect(all).toContain("Everybody's failed ones");
  expect(all).not.toContain("My failed ones");
});

test("the trail is filtered by its address, and read by Admins only [audit#filters, audit#list]", async () => {
  const refused = await page("?outcome=refused");
  expect(refused).toContain("No role for people");
  expect(refused).not.toContain("Signed in as");
  expect(await page("?kind=session&q=carl")).not.toContain("Signed in as Admin");
  expect(await page("?q=nobody+of+this+name")).toContain("No lines match");
  expect(await page("?last=2020-01-01")).toContain("No lines match");
  expect(await page("?first=2020-01-01&last=2120-01-01")).toContain("Signed in as User");
  for (const path of ["/audit", "/audit/export.xlsx", "/audit/export.json"])
    expect((await clerk.get(path)).status).toBe(403);
  const sheet = await admin.get("/audit/export.json?outcome=refused&rows=all");
  expect(sheet.status).toBe(200);
  expect(sheet.text).toContain("No role for people");
});

test("a line that was altered is shown as such, and the check names it", async () => {
  const whole = await check();
  expect(whole.words).toMatch(/The audit trail is whole: \d+ lines\./);
  expect(whole.code).toBe(0);
  const { database, close } = connectPostgres(portalDatabase(), (problem) => {
    throw problem;
  });
  await database.update(auditLines).set({ name: "Somebody else" }).where(eq(auditLines.n, 2));
  await close();
  expect(await page()).toMatch(/Somebody else .* It was altered: it does not fit its own hash\./);
  const broken = await check();
  expect(broken.words).toMatch(/^Line 2 of \d+: It was altered/);
  expect(broken.code).toBe(1);
});
