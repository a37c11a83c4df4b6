import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type PortalOnPlatform, startPortalOnPlatform } from "#tests/support/portalOnPlatform.ts";
import { ruleFormAt, saveAgreed } from "#tests/support/ruleForms.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

let house: PortalOnPlatform;
let merch: Visitor;
let admin: Visitor;

beforeAll(async () => {
  house = await startPortalOnPlatform();
  [merch, admin] = [await house.signedIn("merch"), await house.signedIn("admin")];
}, 240_000);
afterAll(() => house?.stop());

const list = "/store/CLK/customrules";
const rule = `${list}/CLK-RULE-001`;

const intent = (value: object) => ({ __intent__: JSON.stringify(value) });
const post = (visitor: Visitor, path: string, form: Record<string, string>) => visitor.post(path, form);

describe("who finds which page", () => {
  test.each([
    ["merch", list, 200],
    ["merch", `${list}?state=nonsense&sort=colour`, 200],
    ["merch", rule, 200],
    ["merch", `${rule}?tab=raw`, 200],
    ["merch", `${rule}?tab=history`, 200],
    ["merch", `${rule}/delete`, 200],
    ["merch", `${rule}/toggle`, 200],
    ["merch", `${list}/new`, 200],
    ["merch", `${list}/timeline`, 200],
    ["merch", `${list}/price`, 200],
    ["merch", `${list}/price?product=no-such-product`, 200],
    ["merch", `${rule}/undo`, 200],
    ["merch", `${list}/matches?groups=[]`, 200],
    ["merch", `${list}/matches?groups=nonsense`, 400],
    ["labels", `${list}/timeline`, 403],
    ["labels", `${list}/price?product=CLK`, 403],
    ["labels", `${list}/matches?groups=[]`, 403],
    ["labels", `${rule}/undo`, 403],
    ["merch", `${list}/no-such-rule`, 404],
    ["merch", `${list}/no-such-rule/delete`, 404],
    ["merch", "/store/SNS/customrules/SNS-RULE-010", 200],
    ["merch", "/store/SNS/customrules?deleted=1", 200],
    ["merch", "/store/SNS/customrules/SNS-RULE-010/restore", 200],
    ["merch", `${rule}/restore`, 200],
    ["merch", `${list}/no-such-rule/restore`, 404],
    ["merch", `${list}/new?copy=CLK-RULE-001`, 200],
    ["merch", `${list}/new?copy=SNS-RULE-001&from=SNS`, 200],
    ["merch", `${list}/new?copy=no-such-rule`, 404],
    ["merch", `${list}/new?copy=SNS-RULE-001&from=NOSUCH`, 404],
    ["merch", `${list}/new?copy=VOL-RULE-001&from=VOL`, 404],
    ["merch", "/store/VOL/customrules", 200],
    ["merch", "/store/ICN/customrules", 404],
    ["labels", list, 403],
    ["labels", rule, 403],
    ["store", `${list}/new`, 403],
  ])("%s %s: %i", async (who, path, status) => {
    const visitor = who === "merch" ? merch : await house.signedIn(who);
    const reply = await visitor.get(path);
    expect(reply.status, wordsOf(reply.text).slice(0, 300)).toBe(status);
  });

  test("a deleted rule is not edited", async () => {
    const reply = await merch.get("/store/SNS/customrules/SNS-RULE-010");
    expect(wordsOf(reply.text)).toContain("This rule was deleted.");
  });

  test("who may not open the page may not post to it either", async () => {
    const labels = await house.signedIn("labels");
    for (const path of [rule, `${rule}/delete`, `${rule}/toggle`, `${rule}/restore`, `${list}/new`]) {
      expect((await post(labels, path, {})).status, path).toBe(403);
    }
  });
});

describe("a copy", () => {
  test("holds what the rule holds, disabled, under another name, of this store, and is saved as a new one", async () => {
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
    expect((await post(merch, path, copy)).status).toBe(302);
    const found = await merch.get(`${list}?q=${encodeURIComponent(copy.name ?? "")}`);
    expect(found.text.match(/data-row=""/g)).toHaveLength(1);
  });
});

describe("what is posted", () => {
  test("a row more answers 200 with everything as typed", async () => {
    const form = await ruleFormAt(merch, `${list}/new`);
    const reply = await post(merch, `${list}/new`, {
      ...form,
      name: "Half <typed>",
      priority: "not yet",
      ...intent({ type: "insert", payload: { name: "actions", defaultValue: { type: "ReplaceString" } } }),
    });
    expect(reply.status).toBe(200);
    const again = formsIn(reply.text, reply.url).find(({ html }) => html.includes('name="base"'));
    expect(again?.fields).toMatchObject({
      name: "Half <typed>",
    });
    expect(again?.fields).toHaveProperty("actions[0].newValue", "");
    expect(again?.fields.priority).toBe("not yet");
  });

  test("what cannot work answers 400, beside the field", async () => {
    const form = await ruleFormAt(merch, rule);
    const reply = await post(merch, rule, { ...form, priority: "high" });
    expect(reply.status).toBe(400);
    expect(wordsOf(reply.text)).toContain("Enter a whole number.");
  });

  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["another rule's base", { base: '{"id":"CLK-RULE-002"}', name: "x" }],
    ["no JSON", { base: "{", name: "x" }],
    ["a list without end", { base: '{"id":"CLK-RULE-001"}', "groups[99999999].origin": "0" }],
  ])("a form that was not sent whole answers 400: %s", async (_, form) => {
    expect((await post(merch, rule, form)).status).toBe(400);
  });

  test("an untouched rule is saved as nothing", async () => {
    const before = await merch.get(`${rule}?tab=raw`);
    const reply = await post(merch, rule, await ruleFormAt(merch, rule));
    expect(reply.status).toBe(302);
    expect(wordsOf((await merch.follow(reply)).text)).toContain("Nothing to save:");
    const after = await merch.get(`${rule}?tab=raw`);
    expect(wordsOf(after.text)).toBe(wordsOf(before.text));
  });

  test("a new rule that is posted twice is made once", async () => {
    const form = { ...(await ruleFormAt(merch, `${list}/new`)), name: "Posted twice" };
    const replies = await Promise.all([post(merch, `${list}/new`, form), post(merch, `${list}/new`, form)]);
    expect(replies.map(({ status }) => status)).toEqual([302, 302]);
    const rows = (await merch.get(`${list}?q=Posted+twice`)).text.match(/data-row=""/g);
    expect(rows).toHaveLength(1);
  });

  test("what only one of two people changed is merged, and said", async () => {
    const path = `${list}/CLK-RULE-002`;
    const mine = await ruleFormAt(merch, path);
    const theirs = await ruleFormAt(admin, path);
    expect((await saveAgreed(admin, path, { ...theirs, priority: "21" })).status).toBe(302);
    const saved = await saveAgreed(merch, path, { ...mine, name: "Mine" });
    expect(saved.status).toBe(302);
    expect(wordsOf((await merch.follow(saved)).text)).toContain(
      "Saved with what admin@utopia.example changed (Priority): Mine",
    );
    expect(await ruleFormAt(merch, path)).toMatchObject({ name: "Mine", priority: "21" });
    const twice = await merch.follow(await saveAgreed(merch, path, { ...mine, name: "Mine" }));
    expect(wordsOf(twice.text)).toContain("Nothing was sent a second time.");
  });

  test("what both changed answers 409; what they saved stays until one chooses", async () => {
    const path = `${list}/CLK-RULE-002`;
    const mine = await ruleFormAt(merch, path);
    const theirs = await ruleFormAt(admin, path);
    expect((await saveAgreed(admin, path, { ...theirs, priority: "22", name: "Theirs" })).status).toBe(302);
    const asked = await post(merch, path, { ...mine, priority: "33" });
    expect(asked.status).toBe(409);
    expect(wordsOf(asked.text)).toContain("admin@utopia.example changed this rule while you were editing it");
    const [choice] = formsIn(asked.text, asked.url).filter(({ html }) => html.includes("Save as chosen"));
    const fields = choice?.fields ?? {};
    expect(fields).toMatchObject({ priority: "33", "choices[0].field": "priority" });
    expect(fields).not.toHaveProperty("choices[1].field");
    const { "choices[0].take": _, ...unanswered } = fields;
    expect((await post(merch, path, { ...unanswered, intent: "merge" })).status).toBe(409);

    // They save once more while the question is open: what was never shown is not replaced.
    const later = { ...(await ruleFormAt(admin, path)), priority: "23" };
    expect((await saveAgreed(admin, path, later)).status).toBe(302);
    const chosen = { ...fields, "choices[0].take": "mine" };
    expect((await post(merch, path, { ...chosen, intent: "merge" })).status).toBe(409);
    expect((await post(merch, path, { ...fields, intent: "overwrite" })).status).toBe(409);
    const again = await post(merch, path, { ...fields, intent: "edit" });
    expect(again.status).toBe(200);
    expect(again.text).toContain('value="33"');
    expect((await post(merch, path, { ...fields, intent: "theirs" })).location).toContain(path);
    expect((await ruleFormAt(merch, path)).priority).toBe("23");

    const askedAgain = await post(merch, path, { ...mine, priority: "33" });
    const [last] = formsIn(askedAgain.text, askedAgain.url).filter(({ html }) =>
      html.includes("Save as chosen"),
    );
    const answer = { ...last?.fields, "choices[0].take": "mine", intent: "merge" };
    expect((await saveAgreed(merch, path, answer)).status).toBe(302);
    expect(await ruleFormAt(merch, path)).toMatchObject({ name: "Theirs", priority: "33" });
  });

  test("two changes that do not work together are told, and nothing is saved", async () => {
    const path = `${list}/CLK-RULE-004`;
    const dates = { startDate: "2027-03-01", startTime: "00:00", endDate: "2027-04-01", endTime: "00:00" };
    expect((await saveAgreed(admin, path, { ...(await ruleFormAt(admin, path)), ...dates })).status).toBe(
      302,
    );
    const [mine, theirs] = [await ruleFormAt(merch, path), await ruleFormAt(admin, path)];
    expect((await saveAgreed(admin, path, { ...theirs, startDate: "2027-03-20" })).status).toBe(302);
    const asked = await post(merch, path, { ...mine, endDate: "2027-03-10" });
    expect(asked.status).toBe(409);
    expect(wordsOf(asked.text)).toContain("The end must be after the start.");
    expect(await ruleFormAt(merch, path)).toMatchObject({ startDate: "2027-03-20", endDate: "2027-04-01" });
  });

  test("different fields saved at the same moment are both kept", async () => {
    const path = `${list}/CLK-RULE-003`;
    const [mine, theirs] = [await ruleFormAt(merch, path), await ruleFormAt(admin, path)];
    const replies = await Promise.all([
      saveAgreed(merch, path, { ...mine, name: "At the same moment" }),
      saveAgreed(admin, path, { ...theirs, priority: "34" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([302, 302]);
    expect(await ruleFormAt(merch, path)).toMatchObject({ name: "At the same moment", priority: "34" });
  });

  test("one field saved by two at the same moment: one is asked", async () => {
    const path = `${list}/CLK-RULE-003`;
    const [mine, theirs] = [await ruleFormAt(merch, path), await ruleFormAt(admin, path)];
    const replies = await Promise.all([
      post(merch, path, { ...mine, priority: "31" }),
      post(admin, path, { ...theirs, priority: "32" }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([302, 409]);
  });

  test("what is typed survives a sign-in", async () => {
    const path = `${list}/CLK-RULE-004`;
    const late = await house.signedIn("merch");
    const form = await ruleFormAt(late, path);
    const cookie = late
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    await post(late, "/auth/logout", {});
    const refused = await late.post(path, { ...form, name: "Typed too late" }, { cookie });
    expect(refused.location).toContain("/login");
    const opened = await late.signIn("merch@utopia.example", path);
    expect(wordsOf(opened.text)).toContain("What you typed here before you signed in has been put back.");
    expect(opened.text).toContain('value="Typed too late"');
    expect((await ruleFormAt(late, path)).name).not.toBe("Typed too late");
  });
});
