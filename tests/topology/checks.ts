import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { linksOf, wordsOf } from "../support/html.ts";
import { formIn, type Reply, Visitor } from "../support/visitor.ts";
import type { Topology } from "./topology.ts";

/** State shared by the checks, from one state of the topology to the next. */
export type Scene = {
  topology: Topology;
  browser: Browser;
  /** Signed in once, at the start. */
  admin: Visitor;
  /** The print station's URL, its page in a browser that stays open, and its waiting labels. */
  station: { path: string; page: Page; waiting: number };
  /** The notes written so far, all on one return. */
  notes: string[];
  exo: string;
  /** Other returns, without notes. */
  exos: string[];
  /** Unused actions on products. */
  actions: string[];
};

export type Check = { what: string; holds: (scene: Scene) => Promise<void> };

function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

const shortly = ({ status, text, url }: Reply) =>
  `${new URL(url).pathname} answered ${status}: ${wordsOf(text).slice(0, 160)}`;

const formOf = (reply: Reply, words: string) =>
  formIn(reply, ({ method, html }) => method === "POST" && html.includes(words));

async function found(visitor: Visitor, path: string): Promise<Reply> {
  const reply = await visitor.get(path);
  expectThat(reply.status === 200, shortly(reply));
  return reply;
}

async function sent(visitor: Visitor, reply: Reply, words: string, fields: Record<string, string> = {}) {
  const form = formOf(reply, words);
  const answer = await visitor.post(form.action, { ...form.fields, ...fields });
  expectThat(answer.status === 302, shortly(answer));
  return answer;
}

const stations = "/store/CLK/printlabel/stations";
const labelPage = "/store/CLK/printlabel";

/** Signs in through the pages in a new browser, and checks its cookies. */
async function signInByBrowser({ topology, browser }: Scene): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.goto(topology.portalUrl);
    // With scripting the sign-in opens in a popup.
    const [opened] = await Promise.all([
      page.waitForEvent("popup", { timeout: 10_000 }),
      page.getByRole("button", { name: "Log In" }).click({ timeout: 10_000 }),
    ]);
    await opened.getByRole("button", { name: /Riley Clerk/ }).click({ timeout: 10_000 });
    await page.getByRole("heading", { name: "Today", exact: true }).waitFor({ timeout: 10_000 });
    const cookie = (await context.cookies()).find(({ name }) => name === "__Host-session");
    expectThat(cookie !== undefined, "there is no __Host-session cookie");
    expectThat(cookie.secure && cookie.httpOnly && cookie.path === "/", "the cookie is not locked up");
  } finally {
    await context.close();
  }
}

/** An action on a product, sent twice: the platform accepts it once. */
async function actOnce({ admin, actions }: Scene): Promise<void> {
  const path = actions.shift();
  expectThat(path !== undefined, "no product offers an action any more");
  const form = formOf(await found(admin, path), "Yes");
  const words: string[] = [];
  for (const _ of [1, 2]) {
    const answer = await admin.post(form.action, form.fields);
    expectThat(answer.status === 302, shortly(answer));
    words.push(wordsOf((await admin.follow(answer)).text));
  }
  expectThat(/Submitted: /.test(words[0] ?? ""), `the first is said to be: ${words[0]?.slice(0, 200)}`);
  expectThat(/ubmitted: /.test(words[1] ?? ""), `the second is said to be: ${words[1]?.slice(0, 200)}`);
}

async function keepNotes({ admin, exo, notes }: Scene): Promise<void> {
  const text = `Note ${notes.length + 1} of the topology`;
  const form = formIn(await found(admin, exo), ({ fields }) => fields.intent === "write");
  const { pathname, search } = new URL(form.action);
  for (const _ of [1, 2]) {
    const answer = await admin.post(pathname + search, { ...form.fields, text });
    expectThat(answer.status === 302, shortly(answer));
  }
  notes.push(text);
  const words = wordsOf((await found(admin, exo)).text);
  for (const note of notes) {
    const times = words.split(note).length - 1;
    expectThat(times === 1, `'${note}' stands there ${times} times`);
  }
}

/** A label for a station appears on its open page without a reload. */
async function followStation({ admin, station }: Scene): Promise<void> {
  const answer = await admin.post(`${labelPage}/batch?station=${station.path.split("/").at(-1)}`, {
    ...{ "print.barcode": randomUUID(), barcode },
  });
  expectThat(answer.status === 302, shortly(answer));
  station.waiting += 1;
  await station.page
    .getByText(new RegExp(`^${station.waiting} labels? waits? here`))
    .first()
    .waitFor({ timeout: 15_000 });
}

/** A barcode of the store's in the seed. */
const [clarks] = seedStores.filter(({ alias }) => alias === "CLK");
const barcode = clarks ? (articleOf(clarks.id, clarks.brands, 1).sizes[0]?.barcode ?? "") : "";

async function takeLabelFile({ admin }: Scene): Promise<void> {
  const { headers, body } = await found(admin, `${labelPage}/file?labels=barcode&barcode=${barcode}`);
  expectThat(/\.zpl"/.test(`${headers["content-disposition"]}`), "it is no label file");
  expectThat(body.toString("latin1").startsWith("^XA"), "it holds no label");
}

async function takeSpreadsheet({ admin }: Scene): Promise<void> {
  const { body } = await found(admin, "/orders/export.xlsx?rows=all");
  const rows = await readSheet(body);
  expectThat(rows.length > 20, `it has ${rows.length} rows`);
}

const linkIn = ({ text }: Reply, pattern: RegExp, otherwise: string): string => {
  const [href] = linksOf(text).flatMap(([found]) =>
    pattern.test(found) ? [found.replaceAll("&amp;", "&")] : [],
  );
  expectThat(href !== undefined, otherwise);
  return href;
};

/** A carrier's label: the platform that receives the request stores it in the file store, for both. */
async function takeReturnFile({ admin }: Scene): Promise<void> {
  const list = await found(admin, "/returns/?order=ODD-FILES-");
  const detail = await found(admin, linkIn(list, /^\/returns\/[^/?.]+\?/, "there is no return with files"));
  const references = await found(admin, linkIn(detail, /tab=references/, "it has no references"));
  const { body } = await found(admin, linkIn(references, /\/blobs\/(?!odd)/, "no file is linked"));
  expectThat(body.subarray(0, 5).toString() === "%PDF-", "it is no PDF");
}

/** The session from the start is still valid, and every line of the audit trail is there. */
async function resume({ admin }: Scene): Promise<void> {
  await found(admin, "/sessions");
  await found(admin, "/audit");
}

export const checks: readonly Check[] = [
  { what: "sign-in over TLS, by browser, with a __Host- cookie", holds: signInByBrowser },
  { what: "the session of the start is still valid", holds: resume },
  { what: "an action (the platform's database), sent twice, done once", holds: actOnce },
  {
    what: "a note (the portal's database), sent twice, stored once, after all earlier ones",
    holds: keepNotes,
  },
  { what: "a live page in a browser that stayed open", holds: followStation },
  { what: "a label file", holds: takeLabelFile },
  { what: "a return's file, from the file store", holds: takeReturnFile },
  { what: "a spreadsheet", holds: takeSpreadsheet },
];

/** Signs somebody in, opens a print station and its page, and collects available actions. */
export async function openScene(topology: Topology, browser: Browser): Promise<Scene> {
  const admin = new Visitor(topology.portalUrl);
  await admin.signIn("admin@utopia.example");
  const opened = await sent(admin, await found(admin, stations), "Open the station", { name: "Topology" });
  const path = new URL(opened.location ?? "").pathname.replace(/\/work$/, "");
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  await context.addCookies(
    admin.cookies().map((cookie) => ({ ...cookie, url: topology.portalUrl, secure: true })),
  );
  const page = await context.newPage();
  await page.goto(topology.portalUrl + path);
  const hrefs = (html: string, pattern: RegExp) => [
    ...new Set(
      linksOf(html).flatMap(([href]) => (pattern.test(href) ? [href.replaceAll("&amp;", "&")] : [])),
    ),
  ];
  const [exo] = hrefs((await found(admin, "/returns/?status=failed")).text, /^\/returns\/[^/?.]+\?/);
  const exos = hrefs((await found(admin, "/returns/")).text, /^\/returns\/[\da-f-]{36}(\?|$)/).filter(
    (href) => href.split("?")[0] !== exo?.split("?")[0],
  );
  expectThat(exo !== undefined, "there is no return");
  const actions = hrefs((await found(admin, "/store/SDY/products")).text, /\/products\/[^/]+\/actions\//);
  return { topology, browser, admin, station: { path, page, waiting: 0 }, notes: [], exo, exos, actions };
}
