import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

const page = "/store/CLK/nswvoucher";
const balancePath = "/api/nswvoucher/balance";
const code = "SECRET-CODE-4711";

let own: Own;
/** One person looks up five vouchers a minute at most: these tests share them out. */
let clerk: Visitor;
let admin: Visitor;
let guesser: Visitor;
beforeAll(async () => {
  own = await startOwn({ LOG_LEVEL: "trace" });
  const store = (storeName: string, storeAlias: string, storeType: string) => ({
    storeName,
    storeAlias,
    storeType,
  });
  const stores = [
    store("Clarks", "CLK", "bigcommerce"),
    store("Hush Puppies", "HPU", "bigcommerce"),
    store("Shoe Warehouse", "Swh", "bigcommerce"),
    store("Superdry", "SDY", "shopify"),
  ];
  clerk = await own.signedIn("clerk", { stores: jsonAnswer(200, stores) });
  admin = await own.signedIn("admin");
  guesser = await own.signedIn("norole");
});
afterAll(() => own.stop());
beforeEach(() => {
  own.upstream.calls.length = 0;
});

const answerWith = (status: number, body: object) => own.upstream.fail(balancePath, jsonAnswer(status, body));
const asked = () => own.upstream.calls.filter(({ path }) => path === balancePath);
const form = (path = page) => clerk.get(path).then(({ text, url }) => formsIn(text, url));

describe("the voucher's page", () => {
  test("asks for a code in a form that is posted to the page itself", async () => {
    const [posted] = (await form()).filter(({ fields }) => "code" in fields);
    expect(posted).toMatchObject({ method: "POST", action: own.portal.url + page, fields: { code: "" } });
    expect(posted?.html).toContain("Check Balance");
    expect(posted?.html).toMatch(/<input[^>]*required/);
    expect(asked()).toEqual([]);
  });

  test("answers with the balance itself, without a redirect and without storing", async () => {
    answerWith(200, { balance: 50 });
    const reply = await clerk.post(page, { code: ` ${code} ` });
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toContain("Balance available $50.00");
    expect(reply.headers["cache-control"]).toMatch(/no-store/);
    expect(asked().map(({ method, query }) => [method, Object.fromEntries(query)])).toEqual([
      ["GET", { storealias: "CLK", vouchercode: code }],
    ]);
  });

  test("knows a store with vouchers in any case", async () => {
    answerWith(200, { balance: "5" });
    expect(wordsOf((await clerk.post("/store/Swh/nswvoucher", { code })).text)).toContain(
      "Balance available $5.00",
    );
    expect(asked()[0]?.query.get("storealias")).toBe("Swh");
  });

  test("says that the code is required, and asks nobody", async () => {
    for (const empty of ["", "   "]) {
      const reply = await clerk.post(page, { code: empty });
      expect(reply.status).toBe(400);
      expect(wordsOf(reply.text)).toContain("Enter a voucher code.");
    }
    expect((await clerk.post(page, {})).status).toBe(400);
    expect(asked()).toEqual([]);
  });

  test("says 'Store not supported' before any call", async () => {
    const reply = await clerk.post("/store/HPU/nswvoucher", { code });
    expect(reply.status).toBe(422);
    expect(wordsOf(reply.text)).toContain("Store not supported");
    expect(asked()).toEqual([]);
  });

  test.each([
    [404, "There is no voucher with this code."],
    [422, "This voucher expired on 1 July 2026."],
    [500, "The register is down."],
  ])("shows the words of a %i, and keeps the code in its field", async (status, error) => {
    answerWith(status, { error });
    const reply = await clerk.post(page, { code });
    expect(reply.status).toBe(status);
    expect(wordsOf(reply.text)).toContain(error);
    expect(formsIn(reply.text, reply.url).some(({ fields }) => fields.code === code)).toBe(true);
  });

  test("an answer without a balance is a failure in words", async () => {
    answerWith(200, { amount: 3 });
    const reply = await admin.post(page, { code });
    expect(reply.status).toBe(502);
    expect(wordsOf(reply.text)).toContain("An error occurred");
  });

  test("is for stores and people who have it, and for forms of the portal", async () => {
    expect((await clerk.get("/store/SDY/nswvoucher")).status).toBe(404);
    expect((await clerk.post("/store/SDY/nswvoucher", { code })).status).toBe(404);
    expect((await clerk.post(page, { code }, { origin: "https://evil.example" })).status).not.toBe(200);
    const labels = await own.signedIn("labels");
    expect((await labels.get(page)).status).toBe(403);
    expect((await labels.post(page, { code })).status).toBe(403);
    expect(asked()).toEqual([]);
  });

  test("leaves the code in no log and in no address", async () => {
    answerWith(401, { error: "Sign in again" });
    const reply = await admin.post(page, { code });
    expect(`${reply.location}${JSON.stringify(reply.headers)}`).not.toContain(code);
    const again = await own.signedIn("admin");
    expect((await again.get(page)).text).not.toContain(code);
    expect(own.portal.output()).toContain("getVoucherBalance");
    expect(own.portal.output()).not.toContain(code);
  });

  test("is looked up five times a minute by one person, who then waits, with the code in its field", async () => {
    answerWith(404, { error: "There is no voucher with this code." });
    for (let n = 0; n < 5; n += 1)
      expect((await guesser.post(page, { code: `GUESS-${n}` })).status).toBe(404);
    own.upstream.calls.length = 0;
    const refused = await guesser.post(page, { code: "GUESS-6" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(wordsOf(refused.text)).toMatch(/You have looked up as many vouchers.*Try again in \d+ seconds\./s);
    expect(formsIn(refused.text, refused.url).some(({ fields }) => fields.code === "GUESS-6")).toBe(true);
    const scripted = await guesser.post(`${page}.data`, { code: "GUESS-7" }, { accept: "*/*" });
    expect(scripted.status).toBe(429);
    expect(asked()).toEqual([]);
    const lines = own.portal
      .output()
      .split("\n")
      .filter((line) => line.includes('"voucher looked up"'));
    expect(lines.at(-1)).toMatch(/"subject":"[^"]+","store":"CLK","outcome":"too many"/);
    expect(lines.at(-3)).toMatch(/"outcome":"404"/);
    expect(own.portal.output()).not.toContain("GUESS-");
  });
});
