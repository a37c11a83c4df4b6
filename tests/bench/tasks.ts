import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { chromiumOptions } from "../support/chromium.ts";
import { startPortalOnPlatform } from "../support/portalOnPlatform.ts";

/**
 * What a clerk's frequent tasks cost on the demo's records: clicks, keys, and the seconds that the machine takes for
 * them, without anybody reading or thinking; printed as Markdown. Each begins at its own page, which is open already.
 */
type Way = "mouse" | "keyboard" | "without scripting";
const ways = ["mouse", "keyboard", "without scripting"] as const satisfies Way[];

/** Works a page and counts. With the keyboard, whatever is pressed is reached by Tab. */
class Hand {
  clicks = 0;
  keys = 0;
  constructor(
    readonly page: Page,
    readonly way: Way,
  ) {}

  async key(key: string) {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string) {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  private async reach(target: Locator) {
    await target.first().waitFor();
    for (let tabs = 0; tabs < 200; tabs += 1) {
      if (await target.first().evaluate((element) => element === document.activeElement)) return;
      await this.key("Tab");
    }
    throw new Error(`Tab does not lead to ${target}`);
  }

  async press(target: Locator) {
    if (this.way === "keyboard") {
      await this.reach(target);
      return this.key("Enter");
    }
    this.clicks += 1;
    await target.first().click();
  }

  /** Past the frame, by its first link. */
  async skip() {
    if (this.way === "keyboard") await this.press(this.page.getByRole("link", { name: "Skip to" }));
  }

  async enter(field: Locator, text: string) {
    if (this.way === "keyboard") await this.reach(field);
    else {
      this.clicks += 1;
      await field.click();
    }
    await this.key("Control+a");
    await this.type(text);
  }

  async find(text: string) {
    if (this.way === "keyboard") await this.key("/");
    else {
      this.clicks += 1;
      await this.page.getByRole("banner").getByRole("search").locator("input").click();
    }
    await this.type(text);
    await this.key("Enter");
  }
}

type Task = { name: string; start: string; work(hand: Hand): Promise<void> };

const house = await startPortalOnPlatform({ PLATFORM_SEED: "demo" });
const browser: Browser = await chromium.launch(chromiumOptions());
const clerk = await house.signedIn("clerk");
const cookies = clerk.cookies().map((cookie) => ({ ...cookie, url: clerk.portalUrl }));

async function open(way: Way, path: string) {
  const context = await browser.newContext({ javaScriptEnabled: way !== "without scripting" });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(house.portal.url + path);
  await page.waitForLoadState("networkidle");
  return page;
}

const panel = (page: Page) => page.getByRole("dialog");
const row = (page: Page) => page.locator("main tbody tr");
const textOf = async (locator: Locator) => ((await locator.first().textContent()) ?? "").trim();

/** Records that the tasks look for, read from the pages themselves. */
async function records() {
  const page = await open("mouse", "/orders/?status=COMPLETE");
  const order = await textOf(row(page).getByRole("link"));
  await row(page).first().getByRole("link").first().click();
  const person = (await textOf(panel(page).locator("address"))).split("\n")[0] ?? "";
  await page.goto(`${house.portal.url}/returns/?status=completed`);
  await row(page).first().getByRole("link").first().click();
  await panel(page).getByRole("link", { name: "References" }).click();
  const consignment = await panel(page).getByLabel("Consignment", { exact: true }).first().inputValue();
  const back = new URL(page.url()).pathname;
  await page.goto(`${house.portal.url}/returns/?status=failed`);
  const failed = await textOf(row(page).getByRole("link"));
  await page.context().close();
  return { order, person, consignment, back, failed };
}

const known = await records();
const retry = (page: Page) => row(page).getByRole("link", { name: /^Retry/ });
const done = (page: Page) => page.getByRole("status").filter({ hasText: "Submitted" }).first().waitFor();

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
      await hand.find(known.consignment);
      await hand.page.waitForURL((url) => url.pathname === known.back);
      await panel(hand.page).waitFor();
      // What is pasted is one key.
      hand.keys -= known.consignment.length - 1;
    },
  },
  {
    name: "What needs me today",
    start: "/orders/",
    async work(hand) {
      if (hand.way === "keyboard") await hand.find("today");
      else await hand.press(hand.page.getByRole("banner").getByRole("link", { name: /^Today/ }));
      await hand.page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    },
  },
  {
    name: "Retry one failed return, from the list",
    start: "/returns/?status=failed",
    async work(hand) {
      if (hand.way === "keyboard") {
        const name = await textOf(
          row(hand.page)
            .filter({ has: retry(hand.page) })
            .getByRole("link"),
        );
        await hand.find(`retry ${name}`);
      } else await hand.press(retry(hand.page));
      await hand.press(panel(hand.page).getByRole("button", { name: "Confirm" }));
      await done(hand.page);
    },
  },
  {
    name: "Read one, go to the next",
    start: "/returns/?status=failed",
    async work(hand) {
      const name = await textOf(row(hand.page).nth(1).getByRole("link"));
      await hand.skip();
      await hand.press(row(hand.page).first().getByRole("link"));
      await panel(hand.page).waitFor();
      hand.clicks = 0;
      hand.keys = 0;
      if (hand.way === "keyboard") await hand.key("Escape");
      else await hand.press(panel(hand.page).getByRole("link", { name: "Close" }));
      await panel(hand.page).waitFor({ state: "detached" });
      await hand.press(hand.page.getByRole("link", { name, exact: true }));
      await panel(hand.page).getByText(name).first().waitFor();
    },
  },
  {
    name: "Return to its order",
    start: known.back,
    async work(hand) {
      await hand.press(panel(hand.page).getByRole("link", { name: "Find the order" }));
      await hand.page.waitForURL(/\/orders\//);
      await hand.press(row(hand.page).getByRole("link"));
      await panel(hand.page).waitFor();
    },
  },
  {
    name: "Label PDF of a return",
    start: known.back,
    async work(hand) {
      await hand.press(panel(hand.page).getByRole("link", { name: "References" }));
      const file = panel(hand.page).locator("a[href*='/blobs/']").first();
      await file.waitFor();
      await hand.press(file);
    },
  },
  {
    name: "Mend a postcode",
    start: "/orders/?status=UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE",
    async work(hand) {
      await hand.skip();
      await hand.press(row(hand.page).getByRole("link", { name: "Update Delivery Address" }));
      await hand.enter(panel(hand.page).getByLabel("Postcode"), "3000");
      await hand.press(panel(hand.page).getByRole("button", { name: "Update" }));
      await hand.press(panel(hand.page).getByRole("button", { name: "Yes" }));
      await done(hand.page);
    },
  },
  {
    name: "Whom do we owe credit",
    start: "/",
    async work(hand) {
      if (hand.way === "keyboard") await hand.find("today");
      else await hand.press(hand.page.getByRole("banner").getByRole("link", { name: /^Today/ }));
      await hand.page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
      await hand.skip();
      await hand.press(hand.page.getByRole("link", { name: /credits owed/ }));
      await hand.page.getByRole("heading", { level: 1, name: "Credits owed" }).waitFor();
    },
  },
];

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

async function cost(task: Task, way: Way): Promise<string> {
  const page = await open(way, task.start);
  const hand = new Hand(page, way);
  const before = performance.now();
  try {
    await task.work(hand);
    const seconds = (performance.now() - before) / 1000;
    return `${plural(hand.clicks, "click")}, ${plural(hand.keys, "key")}, ${seconds.toFixed(1)} s`;
  } finally {
    await page.context().close();
  }
}

try {
  process.stdout.write(`| Task | ${ways.join(" | ")} |\n|---|---|---|---|\n`);
  for (const task of tasks) {
    const cells: string[] = [];
    for (const way of ways)
      cells.push(
        await cost(task, way).catch((problem: Error) => `not done: ${problem.message.split("\n")[0]}`),
      );
    process.stdout.write(`| ${task.name} | ${cells.join(" | ")} |\n`);
  }
} finally {
  await browser.close();
  await house.stop();
}
