import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { questionIn, ruleFormAt, saveAgreed } from "#tests/support/ruleForms.ts";
import { type PlatformStack, startPlatformStack } from "#tests/support/stack.ts";
import { formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

let stack: PlatformStack;
let merch: Visitor;
let admin: Visitor;

beforeAll(async () => {
  stack = await startPlatformStack();
  [merch, admin] = [await stack.signedIn("merch"), await stack.signedIn("admin")];
});
afterAll(() => stack?.stop());

const list = "/store/CLK/customrules";
const rule = `${list}/CLK-RULE-001`;
const wordsAt = async (path: string) => wordsOf((await merch.get(path)).text);

test("a page of rules is found, or says that there is nothing", async () => {
  const cases: [string, number][] = [
    [`${list}?state=nonsense&sort=colour`, 200],
    [`${list}/price?product=no-such-product`, 200],
    [`${list}/matches?groups=[]`, 200],
    [`${list}/matches?groups=nonsense`, 400],
    [`${list}/no-such-rule`, 404],
    [`${list}/no-such-rule/delete`, 404],
    [`${list}/no-such-rule/restore`, 404],
    [`${list}/new?copy=no-such-rule`, 404],
    [`${list}/new?copy=SNS-RULE-001&from=NOSUCH`, 404],
    [`${list}/new?copy=VOL-RULE-001&from=VOL`, 404],
    ["/store/SNS/customrules/SNS-RULE-010/restore", 200],
    ["/store/VOL/customrules", 200],
    ["/store/ICN/customrules", 404],
  ];
  const found: typeof cases = [];
  for (const [path] of cases) found.push([path, (await merch.get(path)).status]);
  expect(found).toEqual(cases);
  expect(await wordsAt("/store/SNS/customrules/SNS-RULE-010"), "not edited").toContain(
    "This rule was deleted.",
  );
});

test("the list has its columns and 'New Rule', the editor its tabs, and the page names its time zone [rules#columns, rules#editor, rules#hours]", async () => {
  const { text } = await merch.get(list);
  expect(wordsOf(text)).toMatch(/New Rule.*Priority.*Name.*Start Date.*End Date.*Enabled.*Store Type/);
  const editor = await merch.get(rule);
  const tabs = linksOf(editor.text).map(([, words]) => words);
  expect(tabs).toEqual(expect.arrayContaining(["Details", "Raw Data", "History"]));
  expect(wordsOf(editor.text)).toContain("Australia/Melbourne");
});

test("a copy has the rule's content, disabled, under another name, of this store, and is saved as a new one [rules#duplicate]", async () => {
  const from = await ruleFormAt(merch, "/store/SNS/customrules/SNS-RULE-001");
  const path = `${list}/new?copy=SNS-RULE-001&from=SNS`;
  const copy = await ruleFormAt(merch, path);
  const same = ({ base: _, token: __, name: ___, enabled: ____, ...rest }: Record<string, string>) => rest;
  expect(same(copy)).toEqual(same(from));
  expect(copy.name).toBe(`${from.name} (copy)`);
  expect(copy).not.toHaveProperty("enabled");
  expect(JSON.parse(copy.base?.replaceAll("&quot;", '"') ?? "")).toMatchObject({
    storeGroup: "Clarks",
    enabled: false,
  });
  expect((await merch.post(path, copy)).status).toBe(302);
  const found = await merch.get(`${list}?q=${encodeURIComponent(copy.name ?? "")}`);
  expect(found.text.match(/data-row=""/g)).toHaveLength(1);
});

test("a deleted rule is listed with who changed it, and is restored as disabled [rules#delete, rules#restore]", async () => {
  const { path } = await make("To be deleted", action({ newValue: "1" }));
  const ask = async (permission: string) => {
    const page = await merch.get(`${path}/${permission}`);
    const form = formIn(page, ({ action }) => action.endsWith(`/${permission}`));
    return { words: wordsOf(page.text), form };
  };
  const { words, form } = await ask("delete");
  expect(words).toMatch(/Are you sure you want to delete .+\?/);
  const deleted = await merch.follow(await merch.post(form.action, form.fields));
  expect(wordsOf(deleted.text)).toContain("Deleted: ");
  expect(await wordsAt(`${list}?deleted=1&q=To+be`)).toMatch(/To be deleted.*merch@utopia\.example/);
  expect(await wordsAt(`${list}?q=To+be`)).toContain("No rules match");
  const back = await ask("restore");
  expect(back.words).toContain("It comes back disabled");
  const restored = await merch.follow(await merch.post(back.form.action, back.form.fields));
  expect(wordsOf(restored.text)).toContain("Restored: ");
  expect(await ruleFormAt(merch, path)).not.toHaveProperty("enabled");
});

describe("a posted form", () => {
  test("with one row more is answered 200 with all input; an invalid one 400, at the field", async () => {
    const payload = { name: "actions", defaultValue: { type: "ReplaceString" } };
    const reply = await merch.post(`${list}/new`, {
      ...(await ruleFormAt(merch, `${list}/new`)),
      name: "Half <typed>",
      priority: "not yet",
      __intent__: JSON.stringify({ type: "insert", payload }),
    });
    expect(reply.status).toBe(200);
    const again = formIn(reply, 'name="base"');
    expect(again.fields).toMatchObject({ name: "Half <typed>", priority: "not yet" });
    expect(again.fields).toHaveProperty("actions[0].newValue", "");
    const wrong = await merch.post(rule, { ...(await ruleFormAt(merch, rule)), priority: "high" });
    expect([wrong.status, wordsOf(wrong.text)]).toEqual([
      400,
      expect.stringContaining("Enter a whole number."),
    ]);
    const notWhole: Record<string, string>[] = [
      {},
      { base: '{"id":"CLK-RULE-002"}', name: "x" },
      { base: "{", name: "x" },
      { base: '{"id":"CLK-RULE-001"}', "groups[99999999].origin": "0" },
    ];
    for (const form of notWhole) expect((await merch.post(rule, form)).status).toBe(400);
  });

  test("an untouched rule is saved as nothing, a new one that is posted twice once, one of fifty conditions whole", async () => {
    const before = await wordsAt(`${rule}?tab=raw`);
    const reply = await merch.post(rule, await ruleFormAt(merch, rule));
    expect(wordsOf((await merch.follow(reply)).text)).toContain("Nothing to save:");
    expect(await wordsAt(`${rule}?tab=raw`)).toBe(before);
    const form = { ...(await ruleFormAt(merch, `${list}/new`)), name: "Posted twice" };
    const replies = await Promise.all([merch.post(`${list}/new`, form), merch.post(`${list}/new`, form)]);
    expect(replies.map(({ status }) => status)).toEqual([302, 302]);
    const { text } = await merch.get(`${list}?q=Posted+twice`);
    expect(text.match(/data-row=""/g)).toHaveLength(1);
    const large = "/store/SNS/customrules/SNS-RULE-009";
    const last = "groups[4].conditions[9].operand";
    const fifty = { ...(await ruleFormAt(merch, large)), [last]: "159.5" };
    expect((await saveAgreed(merch, large, fifty)).status).toBe(302);
    expect((await ruleFormAt(merch, large))[last]).toBe("159.5");
  });

  test("another person's save stays until one chooses, both versions are shown, and no input is lost [rules#together]", async () => {
    const path = `${list}/CLK-RULE-002`;
    const [mine, theirs] = [await ruleFormAt(merch, path), await ruleFormAt(admin, path)];
    expect((await saveAgreed(admin, path, { ...theirs, priority: "22" })).status).toBe(302);
    const response = await merch.post(path, { ...mine, name: "Mine", priority: "33" });
    expect(response.status).toBe(409);
    const said = wordsOf(response.text);
    expect(said).toContain("admin@utopia.example changed this rule while you were editing it");
    expect(said).toMatch(/ Priority 22 33 /);
    const choiceIn = (page: Reply) => formIn(page, "Keep mine").fields;
    const choice = choiceIn(response);
    expect(choice).toMatchObject({ name: "Mine", priority: "33" });
    const edited = await merch.post(path, { ...choice, intent: "edit" });
    expect(edited.text).toContain('value="33"');
    expect((await ruleFormAt(merch, path)).priority).toBe("22");
    // They save once more during the confirmation: a version that was never shown is not replaced.
    expect(
      (await saveAgreed(admin, path, { ...(await ruleFormAt(admin, path)), priority: "23" })).status,
    ).toBe(302);
    const again = await merch.post(path, { ...choice, intent: "overwrite" });
    expect(again.status).toBe(409);
    expect((await saveAgreed(merch, path, { ...choiceIn(again), intent: "overwrite" })).status).toBe(302);
    expect(await ruleFormAt(merch, path)).toMatchObject({ name: "Mine", priority: "33" });
  });
});

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
  const toggle = formIn(page, ({ action: to }) => to.includes("/toggle"));
  const path = new URL(toggle.action).pathname.replace(/\/toggle$/, "");
  return { toggle, path, isOn: /role="switch"[^>]*aria-checked="true"/.test(page.text) };
};

/** Creates a disabled rule, which needs no confirmation. */
async function make(name: string, fields: Record<string, string>) {
  const form = await ruleFormAt(merch, `${list}/new`);
  const saved = await merch.post(`${list}/new`, { ...form, ...fields, name });
  expect(saved.status, wordsOf(saved.text).slice(0, 800)).toBe(302);
  return rowAt(name);
}

const agree = (response: Reply, more: Record<string, string> = {}) => {
  const question = questionIn(response);
  if (!question) throw new Error(`asks nothing: ${response.status} ${wordsOf(response.text).slice(0, 600)}`);
  return merch.post(question.action, { ...question.fields, ...more });
};

const undoLink = (page: Reply) => /<a href="([^"]*\/undo[^"]*)">Undo<\/a>/.exec(page.text)?.[1] ?? "";

test("the switch asks with the facts before a rule raises prices and applies to every product; Undo reverts it [rules#toggle, rules#toggle-asks, rules#toggle-price, rules#undo]", async () => {
  const { toggle } = await make("All dear", action({ newValue: "9999" }));
  const response = await merch.post(toggle.action, { ...toggle.fields, enabled: "1" });
  expect(response.status).toBe(200);
  const said = wordsOf(response.text);
  expect(said).toMatch(
    /This rule makes \d[\d,]* products? dearer\. It applies to every product of the store\./,
  );
  expect(said).toMatch(/to \$9,999\.00, \$[\d,.]+ dearer/);
  expect((await rowAt("All dear")).isOn).toBe(false);

  const done = await agree(response, { enabled: "1" });
  expect(done.status).toBe(302);
  const second = await merch.follow(done);
  expect(wordsOf(second.text)).toContain("Enabled: All dear");
  expect((await rowAt("All dear")).isOn).toBe(true);

  const undo = await merch.get(undoLink(second));
  expect(wordsOf(undo.text)).toContain("Are you sure you want to undo the last change of All dear?");
  const form = formIn(undo, ({ action: to }) => to.includes("/undo"));
  expect((await merch.post(form.action, form.fields)).status).toBe(302);
  expect((await rowAt("All dear")).isOn).toBe(false);
});

test("a rule's address knows its four commands, and no other", async () => {
  const { toggle } = await make("Commanded", action({ newValue: "1" }));
  const of = (command: string) => merch.get(toggle.action.replace("/toggle", `/${command}`));
  for (const command of ["toggle", "delete", "restore", "undo"]) expect((await of(command)).status).toBe(200);
  expect((await of("rename")).status).toBe(404);
});

test("saving asks before a live rule makes prices free, whether it is new or was live; a new name asks nothing [rules#toggle-price]", async () => {
  const form = await ruleFormAt(merch, `${list}/new`);
  const free = {
    ...form,
    ...action({ newValue: "0" }),
    ...condition("price", "GreaterThan", "1"),
    enabled: "on",
  };
  const response = await merch.post(`${list}/new`, { ...free, name: "All free" });
  expect(response.status).toBe(200);
  expect(wordsOf(response.text)).toMatch(/This rule makes \d[\d,]* products? free\./);
  expect((await merch.get(`${list}?q=All+free`)).text).not.toContain("data-row=");
  expect((await agree(response, { intent: "save" })).status).toBe(302);

  const { path, isOn } = await rowAt("All free");
  expect(isOn).toBe(true);
  const named = { ...(await ruleFormAt(merch, path)), name: "All free, renamed" };
  expect((await merch.post(path, named)).status).toBe(302);
  const raised = { ...(await ruleFormAt(merch, path)), "actions[0].newValue": "0.00", priority: "7" };
  const again = await merch.post(path, raised);
  expect(wordsOf(again.text)).toMatch(/Are you sure you want to save All free, renamed\?/);

  const back = await agree(again, { intent: "edit" });
  expect(back.text).toMatch(/name="priority"[^>]*value="7"|value="7"[^>]*name="priority"/);
  // The confirmation was for this rule: another one is asked again.
  const other = await agree(again, { intent: "save", "actions[0].newValue": "12345" });
  expect(questionIn(other)).toBeDefined();
});

test("the switch changes one field of the current rule, and asks where another person changed it [rules#toggle, bulk#changed]", async () => {
  const { toggle, path } = await make("Switched by two", action({ newValue: "1" }));
  const theirs = { ...(await ruleFormAt(admin, path)), priority: "77" };
  expect((await saveAgreed(admin, path, theirs)).status).toBe(302);
  const response = await merch.post(toggle.action, { ...toggle.fields, enabled: "1" });
  expect(response.status).toBe(409);
  expect(wordsOf(response.text)).toMatch(/changed this rule since you saw it.*Priority/);
  const form = formIn(response, ({ action: to }) => to.includes("/toggle"));
  await merch.post(toggle.action, { ...form.fields, enabled: "1" });
  expect((await ruleFormAt(merch, path)).priority).toBe("77");
});

test("only a button that saves does: adding no values, and unknown buttons, leave the form as it is", async () => {
  const form = { ...(await ruleFormAt(merch, `${list}/new`)), ...action({ newValue: "9" }), enabled: "on" };
  for (const intent of ["paste", "unheard of", "", "theirs"]) {
    const reply = await merch.post(`${list}/new`, { ...form, name: "Saved by no button", intent });
    expect(reply.status, intent).toBe(200);
    expect(reply.text).toContain('value="Saved by no button"');
  }
  expect((await merch.get(`${list}?q=Saved+by+no+button`)).text).not.toContain("data-row=");
});

/** Runs a reviewed action; the page of the run. */
async function runOf(action: string, ids: string[]): Promise<Reply> {
  const query = ids.map((id) => `&id=${id}`).join("");
  const review = await merch.get(`/bulk/rules?in=CLK&action=${action}${query}`);
  const posts = (page: Reply) =>
    formIn(page, ({ method, action: to }) => method === "POST" && to.includes("/bulk/"));
  const sent = new URLSearchParams({ token: posts(review).fields.token ?? "" });
  for (const id of ids) sent.append("id", id);
  const run = await merch.follow(await merch.post(posts(review).action, sent));
  return merch.follow(await merch.post(run.url, { ...posts(run).fields, intent: "go" }));
}

test("of two rules that raise a price only together a run takes one, asks about the other, and says how to undo [rules#several-rules]", async () => {
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
  const dear = await make("Dear in bulk", {
    ...action({ newValue: "8888" }),
    ...condition("price", "GreaterThan", "1"),
  });
  const reviewed = await wordsAt(`/bulk/rules?in=CLK&action=enable&id=${dear.path.split("/").at(-1)}`);
  expect(reviewed, "what it would do to prices").toMatch(/\d products?, \d+ variants?; most: .* dearer/);
  const page = await runOf("enable", ids);
  const on = [(await rowAt("Marks boots")).isOn, (await rowAt("Dear where marked")).isOn];
  expect(on.filter(Boolean)).toHaveLength(1);
  expect(wordsOf(page.text)).toContain("needs an answer: open the record to do this.");
  const undo = /<a href="([^"]*\/undo[^"]*)"[^>]*>Undo<\/a>/.exec(page.text)?.[1] ?? "";
  const response = await merch.get(undo);
  expect(wordsOf(response.text)).toContain("Are you sure you want to undo the last change of");
  const form = formIn(response, ({ action: to }) => to.includes("/undo"));
  expect((await merch.post(form.action, form.fields)).status).toBe(302);
  expect([(await rowAt("Marks boots")).isOn, (await rowAt("Dear where marked")).isOn]).toEqual([
    false,
    false,
  ]);
});

test("a preview needs no name, counts every product and variant, and marks a discount that raises [rules#preview]", async () => {
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

test("how many products match is counted while typing, and after 'Update' without scripting [rules#matches]", async () => {
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

test("values are suggested from the store's own products, with scripting as one enters the row, else after 'Update' [rules#suggested]", async () => {
  const values = JSON.parse((await merch.get(`${list}/values?attribute=brand`)).text).values.brand;
  expect(values).toContain("Clarks");
  expect(values.length).toBeLessThanOrEqual(300);
  const updated = await merch.post(`${list}/new`, {
    ...(await ruleFormAt(merch, `${list}/new`)),
    ...condition("brand", "Equals", ""),
    __intent__: JSON.stringify({ type: "validate", payload: { name: "groups[0].conditions[0]" } }),
  });
  expect(updated.text).toMatch(/<datalist id="values-brand">[\s\S]*<option value="Clarks"/);
});

test("the list, the timeline and the price of a product say what the rules do [rules#timeline, rules#effective, products#rules-price]", async () => {
  expect(wordsOf((await merch.get(list)).text)).toContain("sets price to rrpPrice less 20 %");
  const timeline = wordsOf((await merch.get(`${list}/timeline`)).text);
  expect(timeline).toMatch(/Begins: \S/);
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
