import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type PortalOnPlatform, startPortalOnPlatform } from "#tests/support/portalOnPlatform.ts";
import { questionIn, ruleFormAt } from "#tests/support/ruleForms.ts";
import { formsIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

let house: PortalOnPlatform;
let merch: Visitor;
beforeAll(async () => {
  house = await startPortalOnPlatform();
  merch = await house.signedIn("merch");
}, 240_000);
afterAll(() => house?.stop());

const list = "/store/CLK/customrules";

const action = (over: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({
      origin: "",
      type: "FixedPrice",
      attribute: "price",
      newValue: "",
      originalValue: "",
      percentOf: "",
      percentValue: "",
      ...over,
    }).map(([name, value]) => [`actions[0].${name}`, value]),
  );
const condition = (attribute: string, comparator: string, operand: string) => ({
  "groups[0].origin": "",
  "groups[0].logicalOperator": "Or",
  "groups[0].conditions[0].origin": "",
  "groups[0].conditions[0].attribute": attribute,
  "groups[0].conditions[0].comparator": comparator,
  "groups[0].conditions[0].operand": operand,
});

const rowAt = async (name: string) => {
  const page = await merch.get(`${list}?q=${encodeURIComponent(name)}`);
  const toggle = formsIn(page.text, page.url).find(({ action: to }) => to.includes("/toggle"));
  if (!toggle) throw new Error(wordsOf(page.text).slice(0, 600));
  const path = new URL(toggle.action).pathname.replace(/\/toggle$/, "");
  return { toggle, path, isOn: /role="switch"[^>]*aria-checked="true"/.test(page.text) };
};

/** A rule, saved while it is disabled: nothing is asked. */
async function make(name: string, fields: Record<string, string>) {
  const form = await ruleFormAt(merch, `${list}/new`);
  const saved = await merch.post(`${list}/new`, { ...form, ...fields, name });
  expect(saved.status, wordsOf(saved.text).slice(0, 800)).toBe(302);
  return rowAt(name);
}

const agree = (asked: Reply, more: Record<string, string> = {}) => {
  const question = questionIn(asked);
  if (!question) throw new Error(`asks nothing: ${asked.status} ${wordsOf(asked.text).slice(0, 600)}`);
  return merch.post(question.action, { ...question.fields, ...more });
};

const undoLink = (page: Reply) => /<a href="([^"]*\/undo[^"]*)">Undo<\/a>/.exec(page.text)?.[1] ?? "";

test("the switch asks with the facts before a rule raises prices and applies to every product; Undo puts it back", async () => {
  const { toggle } = await make("All dear", action({ newValue: "9999" }));
  const asked = await merch.post(toggle.action, { ...toggle.fields, enabled: "1" });
  expect(asked.status).toBe(200);
  const said = wordsOf(asked.text);
  expect(said).toMatch(
    /This rule makes \d[\d,]* products? dearer\. It applies to every product of the store\./,
  );
  expect(said).toMatch(/to \$9,999\.00, \$[\d,.]+ dearer/);
  expect((await rowAt("All dear")).isOn).toBe(false);

  const done = await agree(asked, { enabled: "1" });
  expect(done.status).toBe(302);
  const told = await merch.follow(done);
  expect(wordsOf(told.text)).toContain("Enabled: All dear");
  expect((await rowAt("All dear")).isOn).toBe(true);

  const undo = await merch.get(undoLink(told));
  expect(wordsOf(undo.text)).toContain("Are you sure you want to undo the last change of All dear?");
  const [form] = formsIn(undo.text, undo.url).filter(({ action: to }) => to.includes("/undo"));
  expect((await merch.post(form?.action ?? "", form?.fields ?? {})).status).toBe(302);
  expect((await rowAt("All dear")).isOn).toBe(false);
});

test("saving asks before a live rule makes prices free, whether it is new or was live; a new name asks nothing", async () => {
  const form = await ruleFormAt(merch, `${list}/new`);
  const free = {
    ...form,
    ...action({ newValue: "0" }),
    ...condition("price", "GreaterThan", "1"),
    enabled: "on",
  };
  const asked = await merch.post(`${list}/new`, { ...free, name: "All free" });
  expect(asked.status).toBe(200);
  expect(wordsOf(asked.text)).toMatch(/This rule makes \d[\d,]* products? free\./);
  expect((await merch.get(`${list}?q=All+free`)).text).not.toContain("data-row=");
  expect((await agree(asked, { intent: "save" })).status).toBe(302);

  const { path, isOn } = await rowAt("All free");
  expect(isOn).toBe(true);
  const named = { ...(await ruleFormAt(merch, path)), name: "All free, renamed" };
  expect((await merch.post(path, named)).status).toBe(302);
  const raised = { ...(await ruleFormAt(merch, path)), "actions[0].newValue": "0.00", priority: "7" };
  const again = await merch.post(path, raised);
  expect(wordsOf(again.text)).toMatch(/Are you sure you want to save All free, renamed\?/);

  const back = await agree(again, { intent: "edit" });
  expect(back.text).toMatch(/name="priority"[^>]*value="7"|value="7"[^>]*name="priority"/);
  // What was agreed to was this rule: another one is asked about anew.
  const other = await agree(again, { intent: "save", "actions[0].newValue": "12345" });
  expect(questionIn(other)).toBeDefined();
});

test("what only lowers prices of some products goes live at once", async () => {
  const cheaper = {
    ...action({ type: "AmountDiscount", newValue: "0.05" }),
    ...condition("name", "Contains", "Boot"),
  };
  const { toggle } = await make("Five cents off boots", cheaper);
  expect((await merch.post(toggle.action, { ...toggle.fields, enabled: "1" })).status).toBe(302);
});

test("a review of several shows what each does to prices, and running it agrees to that", async () => {
  const { path } = await make("Dear in bulk", {
    ...action({ newValue: "8888" }),
    ...condition("price", "GreaterThan", "1"),
  });
  const id = path.split("/").at(-1) ?? "";
  const review = await merch.get(`/bulk/rules?in=CLK&action=enable&id=${id}`);
  expect(wordsOf(review.text)).toMatch(/Dearer: \d[\d,]* products?/);
  const begin = formsIn(review.text, review.url).find(
    ({ method, action: to }) => method === "POST" && to.includes("/bulk/"),
  );
  const run = await merch.follow(
    await merch.post(begin?.action ?? "", { token: begin?.fields.token ?? "", id }),
  );
  const go = formsIn(run.text, run.url).find(
    ({ method, action: to }) => method === "POST" && to.includes("/bulk/"),
  );
  await merch.post(run.url, { ...go?.fields, intent: "go" });
  expect((await rowAt("Dear in bulk")).isOn).toBe(true);
});

test("a preview needs no name, counts every product and variant, and marks a discount that raises", async () => {
  const form = await ruleFormAt(merch, `${list}/new`);
  const reply = await merch.post(`${list}/new`, {
    ...form,
    ...action({ type: "PercentDiscount", percentValue: "1", percentOf: "rrpPrice" }),
    ...condition("price", "GreaterThan", "1"),
    intent: "preview",
  });
  expect(reply.status).toBe(200);
  const said = wordsOf(reply.text);
  expect(said).toMatch(/Of [\d,]+ products, [\d,]+ variants: [\d,]+ products, [\d,]+ variants match/);
  expect(said).toMatch(/Dearer \d+ products?/);
  expect(said).toContain("1 % off rrpPrice sets price, and raises it");
  expect(said).toMatch(/\$[\d,.]+ (→ )?to \$[\d,.]+ *\$[\d,.]+ dearer/);
});

test("how many products match is counted while typing, and after 'Update' without scripting", async () => {
  const title = JSON.stringify([["Or", [["name", "Contains", "Boot"]]]]);
  const live = await merch.get(`${list}/matches?groups=${encodeURIComponent(title)}`);
  expect(JSON.parse(live.text)).toMatchObject({
    words: expect.stringMatching(/^Matches [\d,]+ of [\d,]+ products, with [\d,]+ variants\.$/),
    href: "/store/CLK/products?title=Boot",
    note: "",
  });
  const brand = JSON.stringify([["Or", [["brand", "Equals", "Clarks"]]]]);
  const other = await merch.get(`${list}/matches?groups=${encodeURIComponent(brand)}`);
  expect(JSON.parse(other.text)).toMatchObject({
    href: "",
    note: expect.stringContaining("can be filtered by"),
  });

  const form = await ruleFormAt(merch, `${list}/new`);
  const updated = await merch.post(`${list}/new`, {
    ...form,
    ...condition("name", "Contains", "Boot"),
    __intent__: JSON.stringify({ type: "validate", payload: { name: "groups[0].conditions[0]" } }),
  });
  expect(updated.status).toBe(200);
  expect(wordsOf(updated.text)).toContain(JSON.parse(live.text).words);
  expect(wordsOf(updated.text)).toContain("Where name contains Boot: does nothing.");
});

test("the list, the time line and the price of a product say what the rules do", async () => {
  expect(wordsOf((await merch.get(list)).text)).toContain("sets price to rrpPrice less 20 %");
  const timeline = wordsOf((await merch.get(`${list}/timeline`)).text);
  expect(timeline).toContain("Begins: Boxing Day: black styles at 49.95");
  expect(timeline).toContain("Ends: Summer sale: 20% off");

  const products = await merch.get("/store/CLK/products");
  const id = /\/store\/CLK\/products\/([^/?"]+)\?group=/.exec(products.text)?.[1] ?? "";
  const price = wordsOf((await merch.get(`${list}/price?product=${id}`)).text);
  expect(price).toMatch(/rrpPrice \$[\d,.]+/);
  expect(price).toContain("Summer sale: 20% off");
  expect(wordsOf((await merch.get(`${list}/price?product=Boot`)).text)).toContain(
    "Several products are called so.",
  );
});
