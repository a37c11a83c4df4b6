import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { ediOrderId, exoId, interchangeIds } from "#tests/support/seeded.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { attributeOf, type Form, formIn, formsIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

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

/** Has the service take a retry, and tell so of a return from now on. */
function tellOf(id: string, status: object, more: object) {
  stack.upstream.fail(`/api/bc-order/v1/exos/${id}/action/retry`, json(200, {}));
  stack.upstream.change(`/api/bc-order/v1/exos/${id}`, ({ item }) => ({
    item: { ...item, ...more, status: { ...item.status, ...status } },
  }));
}
const ranTwice = [1, 2].flatMap((minute) => [
  {
    action: "process:jobs",
    created_at: `2026-11-20T00:0${minute}:00Z`,
    meta: { jobs: '["acquire-shipment-labels"]' },
  },
  { action: "return-shipment:acquire-labels:failure", created_at: `2026-11-20T00:0${minute}:30Z` },
]);
const labels = { stream: "return/automatic", step: "acquire-shipment-labels" };
const retry = { actions: [{ key: "retry", name: "Retry" }] };
const movable = { actions: [...retry.actions, { key: "move-to-manual", name: "Move to Manual" }] };

/** What a press of each button of a form sends, with fields that are there several times. */
const pressesOf = ({ html, action }: Form) =>
  [...html.matchAll(/<button\b[^>]*>/g)].map(([button = ""]) => {
    const sends = new URLSearchParams();
    for (const tag of [...[...html.matchAll(/<input\b[^>]*>/g)].map(([input]) => input), button])
      sends.append(attributeOf(tag, "name") ?? "", attributeOf(tag, "value") ?? "");
    return { action, sends };
  });

/** Follows every way that a page offers on to the records it tells of: each leads to what can be done. */
async function followWays(visitor: Visitor, page: Reply): Promise<string[]> {
  const main = { ...page, text: page.text.replace(/^[\s\S]*?<main\b/, "<main") };
  for (const href of new Set(hrefsIn(main.text, "/"))) {
    const reply = await visitor.get(href);
    expect(reply.status, href).toBeLessThan(400);
  }
  const reviews: string[] = [];
  for (const { action, sends } of formsIn(main.text, page.url).filter(isReview).flatMap(pressesOf)) {
    const review = wordsOf((await visitor.follow(await visitor.post(action, sends))).text);
    expect(review, `${action} ${sends}`).not.toContain("can't");
    reviews.push(/Review: [^.]*?\d+/.exec(review)?.[0] ?? review);
  }
  return reviews;
}
const isReview = ({ action }: Form) => /\/bulk\/(?!runs)/.test(action);

test("a run tells what became of its records, in the trail too, and leads on to those that failed again [bulk#outcomes, audit#outcome]", async () => {
  const [helped, failed, open] = [exoId(98), exoId(96), exoId(94)];
  for (const id of [helped, failed, open]) tellOf(id, { ...labels, code: "failed" }, movable);
  const { action, fields } = await formOf(clerk, reviewOf([helped, failed, open], "retry"), [
    helped,
    failed,
    open,
  ]);
  const run = await press(clerk, await clerk.follow(await clerk.post(action, fields)), "go");
  expect(wordsOf(run.text)).toContain("Sent; not known yet 3");
  expect(run.text).not.toContain("tone-ok");

  tellOf(helped, { code: "completed" }, { updated_at: "2030-01-01T00:00:00Z" });
  tellOf(failed, { code: "failed" }, { updated_at: "2030-01-01T00:00:00Z", histories: ranTwice });
  const known = await clerk.get(run.url);
  const words = wordsOf(known.text);
  expect(words).toMatch(/Went on 1 Failed again 1 Sent; not known yet 1/);
  expect(words).toMatch(/1 The carrier's label could not be fetched Retry this one Move this one to Manual/);
  expect(words).toMatch(/Failed again at Acquire shipment labels \(tried 2 times\)/);
  const before = stack.upstream.calls.length;
  await clerk.get(run.url);
  const paths = [helped, failed, open].map((id) => `/api/bc-order/v1/exos/${id}`);
  // Not what Today looks at meanwhile.
  const readAgain = stack.upstream.calls.slice(before).filter(({ path }) => paths.includes(path));
  expect(
    readAgain.map(({ path }) => path),
    "what is known is not read again",
  ).toEqual([`/api/bc-order/v1/exos/${open}`]);

  expect(formIn(known, "Move this one").html).not.toContain(helped);
  expect(await followWays(clerk, known), "each way leads somewhere").toHaveLength(2);
  const trail = wordsOf((await admin.get("/audit?q=Outcome+of+Retry")).text);
  expect(trail.match(/Outcome of Retry for exchange order EXO/g)).toHaveLength(2);
  expect(trail).toMatch(/Failed: failed again at/);
});

test("a record that needs a person did not go on, and is told as it is at last; one's own actions say so too [bulk#outcomes, today#own-actions]", async () => {
  const [manual, moving] = [exoId(86), exoId(84)];
  for (const id of [manual, moving]) tellOf(id, { ...labels, code: "failed" }, retry);
  const { action, fields } = await formOf(clerk, reviewOf([manual, moving], "retry"), [manual, moving]);
  const run = await press(clerk, await clerk.follow(await clerk.post(action, fields)), "go");
  const changed = { updated_at: "2030-01-01T00:00:00Z", actions: [{ key: "resume", name: "Resume" }] };
  tellOf(manual, { code: "manual" }, changed);
  tellOf(moving, { code: "processing", step: "retrieve-ap21-ra-number" }, changed);
  const first = await clerk.get(run.url);
  expect(wordsOf(first.text)).toMatch(/Went on 1 Need a person 1 Sent; not known yet 0/);
  expect(wordsOf(first.text)).toMatch(/Went on: processing · Retrieve AP21/);
  expect(first.text).toMatch(/tone-attention[^>]*>(?:(?!<\/span>).)*<\/svg>.*?Needs a person: Manual/s);
  tellOf(moving, { code: "completed" }, { updated_at: "2030-01-02T00:00:00Z" });
  expect(wordsOf((await clerk.get(run.url)).text)).toMatch(/Went on: Completed/);
  const own = wordsOf((await clerk.get("/today/actions")).text);
  expect(own).toMatch(/Retry EXO-\d+ went on: Completed/);
  expect(own).toMatch(/Retry EXO-\d+ needs a person: Manual Intervention Required/);
});

test("a single action's message is not green until it is known that it helped, and says when it failed again [actions#outcome]", async () => {
  const id = exoId(90);
  tellOf(id, { ...labels, code: "failed" }, retry);
  const dialog = await clerk.get(`/returns/${id}/actions/retry`);
  const form = formIn(dialog, ({ action }) => action.includes("/actions/retry"));
  const after = await clerk.follow(await clerk.post(form.action, form.fields));
  expect(wordsOf(after.text)).toContain("What became of it is not known yet.");
  const [, shown = ""] = /class="message".*?class="notice (tone-\w+)/s.exec(after.text) ?? [];
  expect(shown).toBe("tone-background");
  const [path = ""] = /\/bulk\/outcomes\/[^"\\]+/.exec(after.text) ?? [];
  const byScript = { accept: "*/*" };
  expect((await clerk.get(path, byScript)).status).toBe(204);
  tellOf(id, { code: "failed" }, { updated_at: "2030-01-01T00:00:00Z", histories: ranTwice });
  const known = JSON.parse((await clerk.get(path, byScript)).text);
  expect(known.tone).toBe("attention");
  expect(JSON.stringify(known.message)).toMatch(/failed again at .* \(tried 2 times\)/);
  expect((await admin.get(path)).status).toBe(404);
  expect(wordsOf((await clerk.get(`/returns/${id}/actions/retry`)).text)).toContain("tried 2 times");
  expect(wordsOf((await clerk.get(`/returns/${id}`)).text)).toContain("tried 2 times");
});

/** Does one action from its dialog; resolves to where its message leads to be read again. */
async function doneAlone(dialog: string): Promise<{ after: Reply; again: string }> {
  const page = await admin.get(dialog);
  const form = formIn(page, ({ action }) => action.includes("/actions/"));
  const after = await admin.follow(await admin.post(form.action, form.fields));
  const [, again = ""] = /<a href="([^"]+)"[^>]*>Read again<\/a>/.exec(after.text) ?? [];
  return { after, again };
}
const messageOf = ({ text }: Reply) => {
  const [, tone, said = ""] = /class="message".*?class="notice (tone-\w+)"(.*?)<button/s.exec(text) ?? [];
  return { tone, words: wordsOf(said) };
};

/** A document of EDI at this step, as its service says. */
const documentAt = (state: string, updated_at: string, attention: string[] = []) => ({
  stream_statuses: { "interchange/receive": { state, step: "receive-inbound-orders" } },
  available_actions: [{ action: "process", title: "Process" }],
  ...{ updated_at, attention, histories: [] },
});
const failedBefore = documentAt("failed", "2030-01-01T00:00:00Z", ["No such product"]);
const failedAgain = documentAt("failed", "2030-01-02T00:00:00Z", ["Still no such product"]);
const completed = documentAt("completed", "2030-01-03T00:00:00Z");

const refusedProduct = (message: string, attributes: object = {}) => ({
  availableActions: [{ value: "revalidate", text: "Validate Product Again" }],
  ...{ validationStatus: message === "" ? [] : [message], changes: [attributes] },
});
const helpless = refusedProduct("Missing attribute: Colour", { code: "first" });

test.each([
  {
    kind: "an interchange",
    dialog: `/edi/myer/interchanges/${interchangeIds[0]}/actions/process?from=detail`,
    reads: `/api/bc-myer/v1/documents/interchanges/${interchangeIds[0]}`,
    sends: "/api/bc-myer/v1/actions/interchange/run",
    stages: [failedBefore, failedAgain, completed],
    words: [/failed again at receive-inbound-orders: Still no such product/, /went on: Completed/],
  },
  {
    kind: "an EDI order",
    dialog: `/edi/myer/orders/${ediOrderId}/actions/process`,
    reads: `/api/bc-myer/v1/documents/orders/${ediOrderId}`,
    sends: "/api/bc-myer/v1/actions/order/run",
    stages: [failedBefore, failedAgain, completed],
    words: [/failed again at receive-inbound-orders: Still no such product/, /went on: Completed/],
  },
  {
    kind: "a product",
    dialog: "/store/SNS/products/PRODUCT/actions/revalidate",
    reads: "/api/getmetaproducts",
    sends: "/api/ActionEvent",
    stages: [helpless, refusedProduct("Missing attribute: Colour", { code: "second" }), refusedProduct("")],
    words: [/still refused: Missing attribute: Colour/, /valid now/],
  },
])(
  "the message about $kind says how it ended, and without scripting on a link",
  async ({ dialog, reads, sends, stages: [before, ...after], words }) => {
    const become = (stage: object = {}) =>
      stack.upstream.change(reads, (answer) =>
        answer.item
          ? { ...answer, item: { ...answer.item, ...stage } }
          : answer.map((row: object) => ({ ...row, ...stage })),
      );
    const [, product = ""] =
      /products\/([^/?]+)\?group/.exec((await admin.get("/store/SNS/products")).text) ?? [];
    for (const [index, stage] of after.entries()) {
      stack.upstream.reset();
      stack.upstream.fail(sends, { status: 204, body: "" });
      become(before);
      const sent = await doneAlone(dialog.replace("PRODUCT", product));
      expect(messageOf(sent.after).tone).toBe("tone-background");
      expect(messageOf(await admin.follow(await admin.get(sent.again))).words).toContain("not known yet");
      become(stage);
      const ended = messageOf(await admin.follow(await admin.get(sent.again)));
      expect(ended.words).toMatch(words[index] ?? /never/);
      expect(ended.tone).toBe(index === 0 ? "tone-attention" : "tone-ok");
    }
  },
);

const queued = "/work/returns?list=%3Fstatus%3Dfailed";
const hrefsIn = (html: string, start: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) =>
    href.startsWith(start) ? [href.replaceAll("&amp;", "&")] : [],
  );
const pathOf = ({ location = "" }: Partial<Reply> = {}) => location.replace(/^https?:\/\/[^/]+/, "");
/** The record that a queue opens first. */
const startOf = async (visitor: Visitor, queue: string) => pathOf(await visitor.get(queue));

test("lines of Today lead to their queue, and to the review of what is likely right for all [today#work]", async () => {
  await clerk.get("/today");
  await clerk.post("/today", { intent: "choose", work: "returns" });
  const { text } = await clerk.get("/today");
  const [review = ""] = hrefsIn(text, "/bulk/returns?").filter((href) => href.includes("action=retry"));
  const [, count] = /Retry all (\d+)/.exec(wordsOf(text)) ?? [];
  expect(wordsOf((await clerk.get(review)).text)).toContain(`Retry ${count}`);
  const [work = ""] = hrefsIn(text, "/work/returns?");
  expect(await startOf(clerk, work)).toMatch(/^\/returns\/[^/?]+\?status=.*&work=[\w-]+$/);
});

test("a queue's address holds the filter and the record; an action with a note leads on, once [queue#start, queue#address, queue#bar, actions#remark]", async () => {
  const location = await startOf(clerk, queued);
  expect(location).toMatch(/^\/returns\/[^/?]+\?status=failed&work=[\w-]+$/);
  const elsewhere = await clerk.get(queued, { "sec-fetch-site": "cross-site" });
  expect(pathOf(elsewhere), "a link of another site starts none").toBe("/returns/?status=failed");
  const words = wordsOf((await clerk.get(location)).text);
  const [, of] = /1 of (\d+) in this queue/.exec(words) ?? [];
  expect(words).toMatch(new RegExp(`Working through ${of} ?: ${of} to go`));
  const others = await admin.get(location);
  expect(others.status).toBe(200);
  expect(wordsOf(others.text)).not.toContain("Working through");
  const take = formIn(others, ({ fields }) => fields.intent === "take");
  await admin.post(take.action, take.fields);
  expect(wordsOf((await clerk.get(location)).text)).toContain("Avery Admin has this.");

  const [, id = ""] = /^\/returns\/([^/?]+)/.exec(location) ?? [];
  tellOf(id, { ...labels, code: "failed" }, movable);
  const dialog = await clerk.get(location.replace("?", "/actions/retry?"));
  const { action, fields } = formIn(dialog, ({ fields }) => "asked" in fields);
  const send = async () => pathOf(await clerk.post(action, { ...fields, remark: "Rang the carrier" }));
  const next = await send();
  expect(next).toMatch(/^\/returns\/[^/?]+\?status=failed&work=/);
  expect(next).not.toBe(location);
  expect(await send(), "sent twice").toBe(next);
  const back = wordsOf((await clerk.get(location)).text);
  expect(back).toContain("You have dealt with this one: retried.");

  const queue = `/work/queues/${/work=([\w-]+)/.exec(location)?.[1]}`;
  expect(wordsOf((await clerk.get(queue)).text)).toMatch(/1 of \d+ done ?. 1 retried: 1 not known yet/);
  tellOf(id, { ...labels, code: "failed" }, { ...movable, updated_at: "2030-01-01T00:00:00Z" });
  const known = await clerk.get(queue);
  expect(wordsOf(known.text)).toMatch(
    /1 of \d+ done ?. 1 retried: 1 failed again at Acquire shipment labels\./,
  );
  expect(wordsOf(known.text)).toMatch(/Retry this one Move this one to Manual/);
  expect(await followWays(clerk, known)).toHaveLength(2);
  expect(back.split("Rang the carrier")).toHaveLength(2);
});

test("a record is handed over to a colleague with a note, who has it on Today [queue#hand-over]", async () => {
  const location = await startOf(clerk, queued);
  const page = await clerk.get(location);
  const { action, fields } = formIn(page, ({ fields }) => fields.intent === "handOver");
  const nobody = await clerk.follow(await clerk.post(action, { ...fields, to: "nobody" }));
  expect(wordsOf(nobody.text)).toContain("Choose a colleague to hand it over to.");
  const [, to = ""] = /<option value="([^"]+)"[^>]*>Avery Admin/.exec(page.text) ?? [];
  const next = await clerk.follow(await clerk.post(action, { ...fields, to, note: "Yours, please" }));
  expect(wordsOf(next.text)).toContain(`Handed over to Avery Admin: ${fields.name}`);
  expect(next.url).not.toContain(location);
  const theirs = wordsOf((await admin.get(location)).text);
  expect(theirs).toContain("Yours, please");
  expect(theirs).toContain("You have this");
  const today = wordsOf((await admin.get("/today")).text);
  expect(today).toContain(`You have return ${fields.name}`);
  expect(today).toContain("Riley Clerk: Yours, please");
  expect(wordsOf((await clerk.get(action)).text)).toMatch(/1 of \d+ done ?. 1 handed over/);
});

test("refused products of all stores are a queue, each opened in its own store", async () => {
  const { text } = await admin.get("/today");
  const [work = ""] = hrefsIn(text, "/work/products?");
  const location = await startOf(admin, work);
  expect(location).toMatch(/^\/store\/[^/]+\/products\/[^/?]+\?message=.*&group=.*&work=[\w-]+$/);
  expect(wordsOf((await admin.get(location)).text)).toMatch(
    /Working through \d+ ?: \d+ to go Validate Product Again v/,
  );
  stack.upstream.fail("/api/ActionEvent", { status: 204, body: "" });
  const dialog = await admin.get(location.replace("?", "/actions/revalidate?"));
  const { action, fields } = formIn(dialog, ({ fields }) => "asked" in fields);
  const next = await admin.post(action, fields);
  expect(pathOf(next)).toMatch(/^\/store\/[^/]+\/products\/[^/?]+\?message=.*&work=|^\/work\/queues\//);
  expect(pathOf(next)).not.toBe(location);
  expect(wordsOf((await admin.get(location)).text)).toContain(
    "You have dealt with this one: validated product again.",
  );
});

/** The queue's buttons with a letter. */
const lettered = /<button[^>]*aria-keyshortcuts/;

test("credits owed are a queue of their form, with the reference typed into it", async () => {
  await stack.signedIn("labels");
  const list = await clerk.get("/returns/credits");
  const [work = ""] = hrefsIn(list.text, "/work/credits");
  const location = await startOf(clerk, work);
  expect(location).toMatch(/^\/returns\/credits\/[^/]+\/given\?work=[\w-]+$/);
  const page = await clerk.get(location);
  expect(page.text, "who may not act on a return").not.toMatch(/<option[^>]*>Lee Labels/);
  expect(page.text).toMatch(/<option[^>]*>Avery Admin/);
  expect(page.text, "letters are typed into the field").not.toMatch(lettered);
  const { action, fields } = formIn(page, ({ fields }) => "asked" in fields);
  const next = await clerk.post(action, { ...fields, reason: "AP21 4711" });
  expect(pathOf(next)).toMatch(/^\/returns\/credits\/[^/]+\/given\?work=|^\/work\/queues\//);
  const queue = `/work/queues/${/work=([\w-]+)/.exec(location)?.[1]}`;
  expect(wordsOf((await clerk.get(queue)).text)).toMatch(/1 given/);
});

test("rules, which wait for nobody, are no queue; a record that has left goes by its name; letters go with the keys [queue#start, queue#end, queue#keys]", async () => {
  expect((await admin.get("/work/rules?in=CLK")).status).toBe(404);
  const location = await startOf(clerk, queued);
  expect((await clerk.get(location)).text).toMatch(lettered);
  const form = formIn(await clerk.get("/preferences"), ({ fields }) => "slash" in fields);
  await clerk.post(form.action, { ...form.fields, keys: "off" });
  const page = await clerk.get(location);
  expect(page.text).not.toMatch(lettered);
  const { fields } = formIn(page, ({ fields }) => fields.intent === "skip");
  await clerk.post(form.action, { ...form.fields, keys: "on" });
  stack.upstream.change("/api/bc-order/v1/exos", ({ summaries, ...rest }) => ({
    ...rest,
    summaries: summaries.filter(({ id }: { id: string }) => id !== fields.record),
  }));
  const queue = `/work/queues/${/work=([\w-]+)/.exec(location)?.[1]}`;
  await clerk.get(queue);
  expect(wordsOf((await clerk.get(location)).text)).toContain("It has left the list since you began.");
  expect(wordsOf((await clerk.get(queue)).text)).toContain(`1 ${fields.name} had left the list`);
});

test("one's own actions are a page, each with what became of it [today#own-actions]", async () => {
  const id = exoId(90);
  tellOf(id, { ...labels, code: "failed" }, retry);
  const dialog = await clerk.get(`/returns/${id}/actions/retry`);
  const { action, fields } = formIn(dialog, ({ fields }) => "asked" in fields);
  const sent = await clerk.follow(await clerk.post(action, fields));
  const own = async () => wordsOf((await clerk.get("/today/actions")).text);
  expect(await own()).toMatch(/Retry EXO-\d+ Sent/);
  tellOf(id, { code: "failed" }, { updated_at: "2030-01-01T00:00:00Z", histories: ranTwice });
  const [follow = ""] = hrefsIn(sent.text, "/bulk/outcomes/");
  await clerk.follow(await clerk.get(follow));
  expect(await own()).toMatch(/Retry EXO-\d+ failed again at/);
});

/** The form that hands records over: those it names, ticked or not, and what it sends to the colleague of a name. */
function handOverIn(page: Reply) {
  const { action, html, fields } = formIn(page, isBulk);
  const rows = [...html.matchAll(/<input[^>]*name="id"[^>]*>/g)].map(([box]) => box);
  const people = [...html.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)/g)];
  return {
    action,
    ids: rows.map((box) => attributeOf(box, "value") ?? ""),
    ticked: rows.filter((box) => /\schecked/.test(box)).map((box) => attributeOf(box, "value") ?? ""),
    people: people.map(([, , name = ""]) => name),
    to(name: string, ids: readonly string[]) {
      const [, to = ""] = people.find(([, , one]) => one === name) ?? [];
      return new URLSearchParams([
        ["token", fields.token ?? ""],
        ["to", to],
        ["words", "Yours, please"],
        ...ids.map((id) => ["id", id]),
      ]);
    },
  };
}

test("all that match are handed over by one form, once; who took one meanwhile keeps it, and is named [queue#hand-over-list]", async () => {
  const merch = await stack.signedIn("merch");
  const [all = ""] = hrefsIn((await merch.get("/today")).text, "/bulk/products?").filter((href) =>
    href.includes("action=hand-over"),
  );
  const page = await merch.get(all);
  const form = handOverIn(page);
  expect(form.ids.length).toBeGreaterThan(1);
  expect(form.ticked).toEqual(form.ids);
  expect(form.people).toContain("Avery Admin");
  expect(form.people, "nobody hands over to themselves").not.toContain("Morgan Merchandiser");
  const nobody = await merch.post(form.action, form.to("nobody", form.ids));
  expect(nobody.status).toBe(400);
  expect(wordsOf(nobody.text)).toContain("Choose a colleague to hand them over to.");
  const [first = ""] = hrefsIn(page.text, "/store/").filter((href) => href.includes("/products/"));
  const take = formIn(await clerk.get(first), ({ fields }) => fields.intent === "take");
  await clerk.post(take.action, take.fields);
  const handedOver = async () =>
    wordsOf((await admin.get("/audit")).text).split("Handed over to Avery").length;
  const before = await handedOver();
  const [sent, again] = await Promise.all(
    [1, 2].map(() => merch.post(form.action, form.to("Avery Admin", form.ids))),
  );
  expect(pathOf(sent)).toMatch(/^\/bulk\/runs\//);
  expect(pathOf(again)).toBe(pathOf(sent));
  const given = form.ids.length - 1;
  const outcome = wordsOf((await merch.get(pathOf(sent))).text);
  expect(outcome).toContain(`Finished: ${given} handed to Avery Admin, 1 already with Riley Clerk.`);
  expect(outcome).toContain("Riley Clerk took it a moment ago.");
  expect((await handedOver()) - before, "each is in the audit trail").toBe(given);
  await expect
    .poll(async () => wordsOf((await admin.get("/today")).text))
    .toMatch(given > 5 ? `You have ${given} products` : "You have product");
  const later = handOverIn(await merch.get(all));
  expect(later.ids, "taken from a colleague only on purpose").toHaveLength(form.ids.length);
  expect(later.ticked).toEqual([]);
});

test.each([
  { list: "/returns?status=failed", kind: "returns" },
  { list: "/orders", kind: "orders" },
  { list: "/returns/credits", kind: "credits" },
  { list: "/edi/myer/interchanges", kind: "interchanges" },
  { list: "/edi/myer/orders", kind: "edi-orders" },
  { list: "/store/SNS/products", kind: "products" },
])(
  "ticked rows of $list are handed over, to whom may act on them, as often as it is meant",
  async ({ list, kind }) => {
    await stack.signedIn("labels");
    const { text, url } = await admin.get(list);
    expect(text).toContain('value="hand-over"');
    const bar = formIn({ text, url }, ({ action }) => action.includes(`/bulk/${kind}`));
    const [id = ""] = [...text.matchAll(/<input[^>]*form="bulk"[^>]*>/g)].flatMap(([box]) =>
      attributeOf(box, "name") === "id" ? (attributeOf(box, "value") ?? []) : [],
    );
    const chosen = new URLSearchParams({ ...bar.fields, action: "hand-over", id });
    const form = handOverIn(await admin.get(`/bulk/${kind}?${chosen}`));
    expect(form.ids).toEqual([id]);
    expect(form.people).toContain("Riley Clerk");
    expect(form.people).not.toContain("Lee Labels");
    const run = await admin.follow(await admin.post(form.action, form.to("Riley Clerk", form.ids)));
    expect(wordsOf(run.text)).toMatch(/Finished: 1 handed to Riley Clerk\./);
    expect(wordsOf(run.text)).toContain("With each goes: Yours, please");
    const again = await admin.follow(await admin.post(form.action, form.to("Riley Clerk", form.ids)));
    expect(again.url, "the same form begins no other").toBe(run.url);
  },
);

test("who may only read is offered no hand-over, and can't hand over", async () => {
  const store = await stack.signedIn("store");
  expect((await store.get("/returns?status=failed")).text).not.toContain("hand-over");
  expect((await store.get(reviewOf([exoId(146)], "hand-over"))).status).toBe(403);
  expect((await store.post("/bulk/returns", { token: "t", action: "hand-over" })).status).toBe(403);
  expect(wordsOf((await clerk.get(reviewOf(["no-such-return"], "hand-over"))).text)).toContain(
    "It could not be read.",
  );
});

test("who took a queue's record meanwhile keeps it, and is named; read again, it can be handed over", async () => {
  const merch = await stack.signedIn("merch");
  const [work = ""] = hrefsIn((await merch.get("/today")).text, "/work/products?");
  const location = await startOf(merch, work);
  const form = (page: Reply) => formIn(page, ({ fields }) => fields.intent === "handOver");
  const page = await merch.get(location);
  const [, to = ""] = /<option value="([^"]+)"[^>]*>Riley Clerk/.exec(page.text) ?? [];
  const over = formIn(await admin.get(location), ({ fields }) => /^take(Over)?$/.test(String(fields.intent)));
  await admin.post(over.action, over.fields);
  const taken = await merch.follow(await merch.post(form(page).action, { ...form(page).fields, to }));
  expect(wordsOf(taken.text)).toContain("Avery Admin took it a moment ago.");
  const handed = await merch.follow(await merch.post(form(taken).action, { ...form(taken).fields, to }));
  expect(wordsOf(handed.text)).toContain("Handed over to Riley Clerk:");
});
