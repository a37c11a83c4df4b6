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

/** Has a review's rules done; the page of the run. */
async function runOf(action: string, ids: string[]): Promise<Reply> {
  const query = ids.map((id) => `&id=${id}`).join("");
  const review = await merch.get(`/bulk/rules?in=CLK&action=${action}${query}`);
  const posts = (page: Reply) =>
    formsIn(page.text, page.url).find(({ method, action: to }) => method === "POST" && to.includes("/bulk/"));
  const sent = new URLSearchParams({ token: posts(review)?.fields.token ?? "" });
  for (const id of ids) sent.append("id", id);
  const run = await merch.follow(await merch.post(posts(review)?.action ?? "", sent));
  return merch.follow(await merch.post(run.url, { ...posts(run)?.fields, intent: "go" }));
}

test("of two rules that raise a price only together a run takes one, asks about the other, and says how to undo", async () => {
  const first = await make("Marks boots", {
    ...action({ type: "AppendString", attribute: "name", newValue: " marked by a run" }),
    ...condition("name", "Contains", "Boot"),
    priority: "1",
  });
  const second = await make("Dear where marked", {
    ...action({ newValue: "7777" }),
    ...condition("name", "Contains", "marked by a run"),
    priority: "2",
  });
  const ids = [first, second].map(({ path }) => path.split("/").at(-1) ?? "");
  const page = await runOf("enable", ids);
  const on = [(await rowAt("Marks boots")).isOn, (await rowAt("Dear where marked")).isOn];
  expect(on.filter(Boolean)).toHaveLength(1);
  expect(wordsOf(page.text)).toContain("asks a question of its own");
  const undo = /<a href="([^"]*\/undo[^"]*)"[^>]*>Undo<\/a>/.exec(page.text)?.[1] ?? "";
  const asked = await merch.get(undo);
  expect(wordsOf(asked.text)).toContain("Are you sure you want to undo the last change of");
  const [form] = formsIn(asked.text, asked.url).filter(({ action: to }) => to.includes("/undo"));
  expect((await merch.post(form?.action ?? "", form?.fields ?? {})).status).toBe(302);
  expect([(await rowAt("Marks boots")).isOn, (await rowAt("Dear where marked")).isOn]).toEqual([
    false,
    false,
  ]);
});

test("a place before another rule finds its number; where none is free as few as possible give way, and it asks as ruled", async () => {
  const numberOf = async (name: string) => {
    const { path } = await rowAt(name);
    return (await ruleFormAt(merch, path)).priority;
  };
  await make("Place one", { ...action({ newValue: "1" }), priority: "701" });
  await make("Place two", { ...action({ newValue: "2" }), priority: "702" });
  const free = await make("Place moved", {
    ...action({ newValue: "6666" }),
    ...condition("price", "GreaterThan", "1"),
    priority: "790",
  });
  const page = await merch.get(free.path);
  const before = /<option value="(before [^"]*)"[^>]*>Before Place two \(702\)/.exec(page.text)?.[1] ?? "";
  const form = { ...(await ruleFormAt(merch, free.path)), place: before };
  const tried = wordsOf((await merch.post(free.path, { ...form, intent: "preview" })).text);
  expect(tried).toContain("Priority 702 Gives way Place two from 702 to 703");
  const asked = await merch.post(free.path, { ...form, enabled: "on" });
  expect(wordsOf(asked.text)).toMatch(/This rule makes \d[\d,]* products? dearer/);
  expect(await numberOf("Place two")).toBe("702");
  const told = await merch.follow(await agree(asked, { intent: "save" }));
  expect(wordsOf(told.text)).toContain("Saved, with a new number for 1 other rule, their order as it was");
  expect([await numberOf("Place one"), await numberOf("Place moved"), await numberOf("Place two")]).toEqual([
    "701",
    "702",
    "703",
  ]);
  const gone = await merch.post(free.path, {
    ...(await ruleFormAt(merch, free.path)),
    place: "before nobody",
  });
  expect(gone.status).toBe(400);
  expect(wordsOf(gone.text)).toContain("That rule is no longer there");
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
  const panel = await merch.get(`/store/CLK/products/${id}`);
  const href = /<a href="([^"]*)">Price through all rules<\/a>/.exec(panel.text)?.[1] ?? "";
  expect(href).toBe(`${list}/price?product=${id}`);
  const price = wordsOf((await merch.get(href)).text);
  expect(price).toMatch(/rrpPrice \$[\d,.]+/);
  expect(price).toContain("Summer sale: 20% off");
  expect(wordsOf((await merch.get(`${list}/price?product=Boot`)).text)).toContain(
    "Several products are called so.",
  );
});
