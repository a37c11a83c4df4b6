import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { chromiumOptions } from "../support/chromium.ts";
import { startPortalOnPlatform } from "../support/portalOnPlatform.ts";
import { Hand, heading, panel, row, textOf, type Way, ways } from "./hand.ts";

// What a clerk's frequent tasks cost on the demo's records: clicks, keys, and the seconds that the machine takes for
// them, without anybody reading or thinking. Each begins on its own page, which is open already:
// `npm run bench:tasks [-- parts of tasks' names]`.

const only = process.argv.slice(2);
const mostSeconds = 45;

type Task = { name: string; start: string; work(hand: Hand): Promise<void> };

const house = await startPortalOnPlatform({ PLATFORM_SEED: "demo" });
const browser: Browser = await chromium.launch(chromiumOptions());
const clerk = await house.signedIn("clerk");
const cookies = clerk.cookies().map((cookie) => ({ ...cookie, url: clerk.portalUrl }));

async function open(way: Way, path: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: way !== "without scripting",
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(house.portal.url + path);
  await page.waitForLoadState("networkidle");
  return page;
}

/** Records that the tasks look for, read from the pages themselves. */
async function records() {
  const page = await open("mouse", "/orders/?status=COMPLETE");
  const order = await textOf(row(page).getByRole("link"));
  await row(page).first().getByRole("link").first().click();
  const [person = ""] = (await textOf(panel(page).locator("address"))).split("\n");
  await page.goto(`${house.portal.url}/returns/?status=completed`);
  await row(page).first().getByRole("link").first().click();
  const ids = await textOf(
    panel(page)
      .getByRole("listitem")
      .filter({ hasText: /^Order ID/ })
      .first(),
  );
  const returned = /^Order ID\s+(\S+)/.exec(ids)?.[1] ?? "";
  const back = new URL(page.url()).pathname;
  await panel(page).getByRole("link", { name: "References" }).click();
  const parcel = await panel(page).getByLabel("Consignment", { exact: true }).first().inputValue();
  await page.context().close();
  return { order, person, back, returned, parcel };
}

const known = await records();
const submitted = (page: Page) => page.getByRole("status").filter({ hasText: "Submitted" }).first().waitFor();

async function openToday(hand: Hand) {
  if (hand.way === "keyboard") await hand.find("today");
  else await hand.press(hand.page.getByRole("banner").getByRole("link", { name: /^Today/ }));
  await heading(hand.page, "Today").waitFor();
}

/** Row after row: after each the focus stands on the row that took its place. */
async function retryTen(hand: Hand) {
  const { page } = hand;
  if (hand.way === "keyboard") await hand.key("j");
  for (let retried = 0; retried < 10; retried += 1) {
    if (hand.way === "keyboard") await hand.key("r");
    else await hand.press(row(page).getByRole("link", { name: "Retry", exact: true }).first());
    await hand.press(panel(page).getByRole("button", { name: "Confirm" }));
    await panel(page).waitFor({ state: "detached" });
    await submitted(page);
    if (hand.way === "keyboard") await page.locator("main tbody tr:focus-within").waitFor();
  }
}

async function download(hand: Hand, file: Locator) {
  await Promise.all([hand.page.waitForEvent("download"), hand.press(file)]);
}

/** All rows of the page where one box ticks them, else all that match: those are as many as the page says. */
async function retryMany(hand: Hand) {
  const { page, way } = hand;
  const bar = page.getByRole("form", { name: "Several at once" });
  if (way !== "without scripting") await hand.tick(bar.getByLabel("All on this page"), "Shift+Tab");
  await hand.choose(bar.getByLabel("Action"), "Retry");
  const review = way === "without scripting" ? /^Review all/ : /^Review \d+ chosen$/;
  await hand.press(bar.getByRole("button", { name: review }));
  await heading(page, "Review: Retry").waitFor();
  await hand.press(page.getByRole("button", { name: "Retry: begin" }), "Shift+Tab");
  await heading(page, "Run: Retry").waitFor();
  const goOn = page.getByRole("button", { name: /^Continue: / });
  if (way === "without scripting") while ((await goOn.count()) > 0) await hand.press(goOn);
  await page
    .getByText(/^Finished: /)
    .first()
    .waitFor({ timeout: mostSeconds * 1000 });
  hand.of = `${await page.getByRole("main").locator("tbody tr").count()} returns`;
}

const tasks: Task[] = [
  {
    name: "Order by its number",
    start: "/",
    async work(hand) {
      await hand.find(known.order);
      await panel(hand.page).getByText(known.order).first().waitFor();
    },
  },
  {
    name: "Order by the customer's name",
    start: "/",
    async work(hand) {
      await hand.find(known.person);
      const hit = hand.page.getByRole("main").getByRole("link", { name: known.order });
      await hit.or(panel(hand.page)).first().waitFor();
      if ((await panel(hand.page).count()) > 0) return;
      await hand.skip();
      await hand.press(hit);
      await panel(hand.page).waitFor();
    },
  },
  {
    name: "Return by the parcel's tracking number, pasted",
    start: "/",
    async work(hand) {
      await hand.find(known.parcel, "pasted");
      await hand.page.waitForURL((url) => url.pathname === known.back);
      await panel(hand.page).waitFor();
    },
  },
  { name: "What needs me today", start: "/orders/", work: openToday },
  {
    name: "Retry one failed return",
    start: "/returns/?status=failed",
    async work(hand) {
      const { page } = hand;
      if (hand.way === "keyboard") {
        await hand.key("j");
        await hand.key("r");
      } else await hand.press(row(page).getByRole("link", { name: "Retry", exact: true }));
      await hand.press(panel(page).getByRole("button", { name: "Confirm" }));
      await submitted(page);
    },
  },
  {
    name: "Read one return, go to the next",
    start: "/returns/?status=failed",
    async work(hand) {
      const { page } = hand;
      await hand.skip();
      await hand.press(row(page).first().getByRole("link").first());
      await panel(page).waitFor();
      const next = panel(page).getByRole("link", { name: /^Next/ });
      const name = ((await next.getAttribute("title")) ?? "").replace("Next: ", "");
      hand.startAfresh();
      if (hand.way === "keyboard") await hand.key("j");
      else await hand.press(next);
      await panel(page).getByText(name).first().waitFor();
    },
  },
  {
    name: "Return to its order",
    start: known.back,
    async work(hand) {
      const related = panel(hand.page).getByRole("region", { name: "What belongs to this return" });
      await hand.press(related.getByRole("link").first());
      await hand.page.waitForURL(/\/orders\//);
      await panel(hand.page).waitFor();
    },
  },
  {
    name: "Order to its returns, the number pasted",
    start: "/orders/",
    async work(hand) {
      await hand.find(`return ${known.returned}`, "pasted");
      await hand.page.waitForURL((url) => url.pathname === known.back);
      await panel(hand.page).waitFor();
    },
  },
  {
    name: "Label PDF of a return",
    start: known.back,
    async work(hand) {
      await hand.press(panel(hand.page).getByRole("link", { name: "References" }));
      await download(
        hand,
        panel(hand.page)
          .getByRole("link", { name: /^Download/ })
          .first(),
      );
    },
  },
  {
    name: "Mend a postcode",
    start: "/orders/?status=UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE",
    async work(hand) {
      const { page } = hand;
      const update = page.getByRole("link", { name: "Update Delivery Address" });
      const number = await textOf(row(page).filter({ has: update }).getByRole("link"));
      if (hand.way === "keyboard") await hand.find(`update ${number}`);
      else await hand.press(row(page).getByRole("link", { name: "Update Delivery Address" }));
      await hand.enter(panel(page).getByLabel("Postcode"), "3000");
      if (hand.way === "keyboard") await hand.key("Enter");
      else await hand.press(panel(page).getByRole("button", { name: "Update" }));
      await hand.press(panel(page).getByRole("button", { name: "Yes" }));
      await submitted(page);
    },
  },
  {
    name: "Whom do we owe credit",
    start: "/",
    async work(hand) {
      if (hand.way === "keyboard") await hand.find("credits owed");
      else {
        await openToday(hand);
        await hand.press(hand.page.getByRole("link", { name: /credits? owed/ }));
      }
      await heading(hand.page, "Credits owed").waitFor();
    },
  },
  {
    name: "Take today's hard failures away, as a spreadsheet",
    start: "/",
    async work(hand) {
      await openToday(hand);
      await hand.skip();
      await hand.press(hand.page.getByRole("main").getByRole("link", { name: /Hard Failure/ }));
      await heading(hand.page, "Orders").waitFor();
      await hand.skip();
      await download(hand, hand.page.getByRole("link", { name: /^Download To Excel/ }));
    },
  },
  { name: "Retry ten, one after the other", start: "/returns/?status=failed", work: retryTen },
  { name: "Retry 20 after an outage", start: "/returns/?status=failed", work: retryMany },
];

/** Does the work within the time that a task has; whatever it is at then fails by itself once its page is closed. */
async function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${mostSeconds} s`)), mostSeconds * 1000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function costOf(task: Task, way: Way): Promise<string> {
  const hand = new Hand(await open(way, task.start), way);
  try {
    await within(task.work(hand));
    return hand.cost();
  } catch (problem) {
    const [why = ""] = String(problem).split("\n");
    return `not done: ${why}, at ${hand.page.url().replace(house.portal.url, "")}`;
  } finally {
    await hand.page.context().close();
  }
}

const wanted = tasks.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
try {
  process.stdout.write(`| Task | ${ways.join(" | ")} |\n|---|---|---|---|\n`);
  for (const task of wanted) {
    const cells: string[] = [];
    for (const way of ways) cells.push(await costOf(task, way));
    process.stdout.write(`| ${task.name} | ${cells.join(" | ")} |\n`);
  }
} finally {
  await browser.close();
  await house.stop();
}
