import { afterEach, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

let own: Own;
let admin: Visitor;
let labels: Visitor;
beforeAll(async () => {
  own = await sharedOwn();
  admin = await own.signedIn("admin");
  labels = await own.signedIn("labels");
});
afterEach(() => own.upstream.reset());

/** Reads a page's data as the browser does before anybody has asked for it. */
const ahead = (who: Visitor, path: string) => who.get(path, { purpose: "prefetch" });

test("a page that nobody has asked for is read as ever", async () => {
  const reply = await ahead(admin, "/store/SDY/products.data");
  expect(reply.status).toBe(200);
  expect(reply.text).toContain("SDY-0001");
});

test("what is counted is not read ahead", async () => {
  own.upstream.calls.length = 0;
  expect((await ahead(admin, "/find.data?q=SDY-0001")).status).toBe(204);
  expect(own.upstream.calls.filter(({ path }) => path.startsWith("/api/"))).toEqual([]);
});

test("somebody who may not open a page is refused when they ask, and only then on the record", async () => {
  expect((await ahead(labels, "/people.data")).status).toBe(204);
  const refusals = async () => wordsOf((await admin.get("/audit?kind=refusal")).text).split("/people").length;
  const before = await refusals();
  expect((await labels.get("/people.data")).status).toBe(403);
  expect(await refusals()).toBe(before + 1);
});

test("a message waits for whoever asks, and is marked as handed out", async () => {
  const path = "/returns/exo-5/actions/hold";
  const form = formsIn((await admin.get(path)).text, admin.portalUrl).find(({ fields }) => "token" in fields);
  const done = await admin.post(path, form?.fields);
  expect(done.status).toBe(302);
  const data = `${new URL(done.location ?? "").pathname.replace(/\/$/, "")}.data`;
  expect((await ahead(admin, data)).status).toBe(204);
  const asked = await admin.get(data);
  expect(asked.text).toContain("Submitted");
  expect(asked.headers).toHaveProperty("x-handed-out-once");
  expect((await ahead(admin, data)).status).toBe(200);
});
