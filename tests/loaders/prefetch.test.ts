import { afterEach, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { exoId } from "#tests/support/seeded.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { formIn, Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let admin: Visitor;
let labels: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  admin = await stack.signedIn("admin");
  labels = await stack.signedIn("labels");
});
afterEach(() => stack.upstream.reset());

/** Fetches a page's data like the browser's prefetch. */
const ahead = (who: Visitor, path: string, header = "sec-purpose") => who.get(path, { [header]: "prefetch" });

test("a prefetch may be used for seconds, until anything is written; nothing else is cacheable [screens#intent]", async () => {
  const path = "/store/SDY/products.data";
  for (const header of ["sec-purpose", "purpose"]) {
    const reply = await ahead(admin, path, header);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("40200001_PNK");
    expect(reply.headers["cache-control"]).toBe("private, max-age=10");
    expect(reply.headers.vary).toMatch(/Cookie/);
  }
  expect((await admin.get(path)).headers["cache-control"]).toContain("no-store");
  expect((await ahead(admin, "/store/NOPE/products.data")).headers["cache-control"]).toContain("no-store");
  const reads = () => admin.cookies().find(({ name }) => name === "reads")?.value;
  await admin.post("/store/SDY/nowhere");
  const before = reads();
  await admin.post("/store/SDY/nowhere");
  expect(before).toBeDefined();
  expect(reads()).not.toBe(before);
});

test("a page that counts, or creates a form's token, is not prefetched", async () => {
  stack.upstream.calls.length = 0;
  for (const path of ["/find.data?q=40200001", "/store/CLK/customrules/new.data"])
    expect((await ahead(admin, path)).status, path).toBe(204);
  expect(stack.upstream.calls.filter(({ path }) => path.startsWith("/api/getorders"))).toEqual([]);
});

test("a spreadsheet is not prefetched, whoever asks, and that is no error [screens#intent]", async () => {
  const stranger = new Visitor(stack.portal.url);
  for (const [who, path, status] of [
    [admin, "/orders/export.json", 204],
    [admin, "/orders/export.xlsx", 204],
    [stranger, "/orders/export.json", 302],
  ] as const)
    expect((await ahead(who, path, "purpose")).status, path).toBe(status);
  expect(stack.portal.output()).not.toContain("unexpected error");
});

test("who may not open a page is refused ahead of a press as well, and on the record", async () => {
  const refusals = async () => wordsOf((await admin.get("/audit?kind=refusal")).text).split("/people").length;
  const before = await refusals();
  expect((await ahead(labels, "/people.data")).status).toBe(403);
  expect(await refusals()).toBe(before + 1);
});

test("a message waits for the press", async () => {
  const path = `/returns/${exoId(114)}/actions/hold`;
  const form = formIn(await admin.get(path), ({ fields }) => "token" in fields);
  const done = await admin.post(path, form.fields);
  expect(done.status).toBe(302);
  const data = `${new URL(done.location ?? "").pathname.replace(/\/$/, "")}.data`;
  expect((await ahead(admin, data)).status).toBe(204);
  expect((await admin.get(data)).text).toContain("Submitted");
  expect((await ahead(admin, data)).status).toBe(200);
});
