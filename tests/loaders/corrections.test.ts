import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { beyondDocumented, documentedApi } from "#tests/support/upstream/documented.ts";
import { attributeOf, type Form, formIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await startStack(
    { LOG_LEVEL: "warn" },
    documentedApi(() => "bare"),
  );
  clerk = await stack.signedIn("clerk");
});
afterEach(() => stack.upstream.reset());
afterAll(() => stack?.stop());

const status = "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE";
const review = `/bulk/orders?list=${encodeURIComponent(`?status=${status}`)}&action=fix-it&all=1`;
const parramatta = {
  ...{ company: "", street1: "1 High St", street2: "", suburb: "Parramatta" },
  ...{ postcode: "2150", state: "NSW", country: "AU" },
};

type Order = { id: string; postcode?: string; billing?: object };

/** Has the service tell of these orders alone, by an action with a name of its own. */
const ordersAre = (...orders: Order[]) =>
  stack.upstream.change("/api/getorders", () =>
    orders.map(({ id, postcode = "3000", billing }) => ({
      ...{ id, status, history: [], _ts: 1_795_000_000 },
      availableActions: [
        {
          ...{ value: "fix-it", text: "Update Delivery Address" },
          config: { inputType: "address", data: { ...parramatta, postcode } },
        },
      ],
      order: {
        ...{ sourceStore: "Clarks", sourceType: "bigcommerce", createdAt: "2026-11-20T00:00:00Z" },
        sourceId: `number of ${id}`,
        addresses: [
          { locationType: "delivery", ...parramatta, postcode },
          ...(billing ? [{ locationType: "billing", ...billing }] : []),
        ],
      },
    })),
  );

const events = () =>
  stack.upstream.calls
    .filter(({ path, method }) => path === "/api/ActionEvent" && method === "POST")
    .map(({ body, headers }) => ({ ...JSON.parse(body), key: headers["idempotency-key"] }));
const postcodes = () =>
  events()
    .map(({ target, payload }) => `${target} ${JSON.parse(payload).postcode}`)
    .sort();

const isBulk = ({ method, action }: Form) => method === "POST" && action.includes("/bulk/");

/** The review's form as a browser sends it; `change` gets the names of a record's fields. */
function filled(page: Reply, change: Record<string, string> = {}) {
  const form = formIn(page, isBulk);
  const fields = new URLSearchParams();
  for (const [tag] of form.html.matchAll(/<input\b[^>]*>/g)) {
    const isLeftOut = attributeOf(tag, "type") === "checkbox" && !/\bchecked\b/.test(tag);
    if (!isLeftOut) fields.append(attributeOf(tag, "name") ?? "", attributeOf(tag, "value") ?? "");
  }
  for (const [name, value] of Object.entries(change)) fields.set(name, value);
  return { action: form.action, fields, html: form.html };
}
/** The name of the field labelled so: 'Postcode of number of o-1'. */
function fieldOf(html: string, label: string): string {
  const [id] = [...html.matchAll(/<label for="([^"]+)">(.*?)<\/label>/gs)].flatMap(
    ([, id = "", words = ""]) => (wordsOf(words) === label ? [id] : []),
  );
  const tag = [...html.matchAll(/<input\b[^>]*>/g)].find(([tag]) => attributeOf(tag, "id") === id)?.[0] ?? "";
  return attributeOf(tag, "name") ?? "";
}
const begin = async (form: ReturnType<typeof filled>) =>
  clerk.follow(await clerk.post(form.action, form.fields));
async function press(run: Reply, intent = "go"): Promise<Reply> {
  const form = formIn(run, isBulk);
  return clerk.follow(await clerk.post(run.url, { ...form.fields, intent }));
}

test("Today's line leads to a proposal for each order, which is sent once however often it is pressed, by documented calls alone [bulk#corrections, today#proposes]", async () => {
  ordersAre({ id: "o-1", billing: parramatta }, { id: "o-2", billing: parramatta }, { id: "o-3" });
  const today = await clerk.get("/today");
  const [href = ""] = [...today.text.matchAll(/<a href="(\/bulk\/orders[^"]*)"[^>]*>Correct all/g)].map(
    ([, found = ""]) => found.replaceAll("&amp;", "&"),
  );
  expect(href).toContain("action=fix-it");
  const page = await clerk.get(href);
  const words = wordsOf(page.text);
  expect(words).toContain("2 orders will");
  expect(words).toContain("3000 is not a postcode of NSW.");
  expect(words).toContain("Postcode 3000 → 2150 As in the billing address");
  expect(words).toContain("1 order without a proposal");
  expect(words).toMatch(/No proposal No billing address/);
  const form = filled(page);
  const runs = await Promise.all([begin(form), begin(form)]);
  expect(new Set(runs.map(({ url }) => url)).size, "the same form begins one run").toBe(1);
  const [run] = runs;
  expect(wordsOf(run.text)).toContain("number of o-1 Postcode 3000 → 2150");
  await Promise.all([press(run), press(run)]);
  expect(postcodes(), "the row without a proposal is left out").toEqual(["o-1 2150", "o-2 2150"]);
  expect(events()[0]).toMatchObject({ action: "fix-it", submittedBy: "clerk@utopia.example" });
  expect(JSON.parse(events()[0]?.payload)).toEqual(parramatta);
  const beyond = stack.upstream.calls.filter(
    ({ path }) => path.startsWith("/api/") && path !== "/api/extensions",
  );
  expect(beyond.flatMap(beyondDocumented)).toEqual([]);
  expect(wordsOf((await clerk.get("/today/actions")).text)).toContain(
    "Update Delivery Address number of o-1",
  );
});

test("what is typed is sent, and what still looks wrong is asked about first, with nothing lost [bulk#no-proposal, bulk#corrections-typed]", async () => {
  const elsewhere = { ...parramatta, street1: "2 Low St", suburb: "Granville", postcode: "2142" };
  ordersAre({ id: "p-1", billing: parramatta }, { id: "p-2", billing: elsewhere });
  const page = await clerk.get(review);
  expect(wordsOf(page.text)).toContain("No proposal Billing address: 2 Low St, Granville NSW 2142");
  const shown = filled(page);
  const [first, second] = ["p-1", "p-2"].map((id) => fieldOf(shown.html, `Postcode of number of ${id}`));
  const typed = filled(page, { [first ?? ""]: "2145", [second ?? ""]: "3150" });
  const refused = await clerk.post(typed.action, typed.fields);
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.text)).toContain("1 address to look at again, so nothing was begun.");
  expect(wordsOf(refused.text)).toContain("3150 is not a postcode of NSW.");
  const again = filled(refused);
  expect([...again.fields.values()]).toEqual(expect.arrayContaining(["2145", "3150", "p-1"]));
  expect(events()).toEqual([]);
  again.fields.set("asTyped", "1");
  await press(await begin(again));
  expect(postcodes()).toEqual(["p-1 2145", "p-2 3150"]);
});

test("rows that are left out, or change nothing, are not sent [bulk#corrections]", async () => {
  ordersAre({ id: "q-1", billing: parramatta }, { id: "q-2", billing: parramatta });
  const page = await clerk.get(review);
  const one = filled(page);
  one.fields.delete("id");
  one.fields.append("id", "q-2");
  const same = new URLSearchParams(one.fields);
  same.set(fieldOf(one.html, "Postcode of number of q-2"), "3000");
  const refused = await clerk.post(one.action, same);
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.text)).toContain("Nothing is changed: correct it, or leave it out.");
  await press(await begin(one));
  expect(postcodes()).toEqual(["q-2 2150"]);
});

test("an address that somebody changed since the review is not sent [bulk#corrections-changed]", async () => {
  ordersAre({ id: "r-1", billing: parramatta }, { id: "r-2", billing: parramatta });
  const run = await begin(filled(await clerk.get(review)));
  ordersAre({ id: "r-1", billing: parramatta }, { id: "r-2", postcode: "4000", billing: parramatta });
  const words = wordsOf((await press(run)).text);
  expect(words).toContain("Finished: 1 submitted, 1 not sent.");
  expect(words).toContain("Its address was changed since it was looked at.");
  expect(postcodes()).toEqual(["r-1 2150"]);
});

test("what was typed is there again after a sign-in [bulk#corrections-typed]", async () => {
  ordersAre({ id: "s-1", billing: parramatta });
  const visitor = await stack.signedIn("admin");
  const page = await visitor.get(review);
  const name = fieldOf(filled(page).html, "Postcode of number of s-1");
  const { action, fields } = filled(page, { [name]: "2145" });
  await visitor.post("/auth/logout");
  await visitor.post(action, fields);
  const back = await visitor.signIn("Avery Admin", review);
  expect([...filled(back).fields.values()]).toContain("2145");
  expect(events()).toEqual([]);
});

const returns = "/bulk/returns?list=%3Fstatus%3Dfailed&action=retry&all=1";
const sentRetries = () => stack.upstream.calls.filter(({ path }) => path.endsWith("/action/retry"));

test("a run that begins later says until when its session lasts, sends nothing before, and is taken back or begun [bulk#later-session]", async () => {
  const form = filled(await clerk.get(returns));
  expect(wordsOf(form.html)).toContain("under your session, which lasts until");
  const ids = form.fields.getAll("id");
  form.fields.delete("id");
  form.fields.append("id", ids[0] ?? "");
  form.fields.set("intent", "later");
  const wrong = new URLSearchParams(form.fields);
  wrong.set("time", "soon");
  const refused = await clerk.post(form.action, wrong);
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.text)).toContain("Give the time at which it is to begin");
  expect([...filled(refused).fields.getAll("id")]).toEqual([ids[0]]);

  const run = await begin(form);
  expect(wordsOf(run.text)).toContain("Planned: 1 record,");
  const byScript = await clerk.post(`${new URL(run.url).pathname}/on`);
  expect(JSON.parse(byScript.text)).toMatchObject({ counts: { waiting: 1 } });
  expect(sentRetries()).toEqual([]);
  expect(wordsOf((await clerk.get("/bulk")).text)).toContain("planned for");
  expect(wordsOf((await clerk.get("/today")).text)).toContain("begins by itself");
  const back = await press(run, "stop");
  expect(wordsOf(back.text)).toContain("Stopped: 1 left.");
  await press(back);
  expect(sentRetries()).toHaveLength(1);
});
