import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { pictureHeight, picturePath, pictureWidth } from "#app/guide/pictures.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { bridgePort, startFakeBridge } from "../support/fakeBridge.ts";
import { newPrintCertificate, printFiles } from "../support/printCertificate.ts";
import { repository } from "../support/processes.ts";
import { type Stack, startPlatformStack, startStack } from "../support/stack.ts";
import { jsonAnswer } from "../support/upstream/faults.ts";
import type { Visitor } from "../support/visitor.ts";

/** Only these screens, by name; all where none is given: `npm run screenshots -- today find`. */
const wanted = new Set(process.argv.slice(2));
const folder = join(repository, "screenshots");
const forReadme = join(repository, "docs/screenshots");

/** Every screen is photographed wide and narrow; in the dark only what the README shows so, for the guide what it shows. */
const looks = {
  wide: { width: 1440, height: 900, colorScheme: "light" },
  narrow: { width: 390, height: 844, colorScheme: "light" },
  dark: { width: 1440, height: 900, colorScheme: "dark" },
  guide: { width: pictureWidth, height: pictureHeight, colorScheme: "light" },
} as const;
type Look = keyof typeof looks;
const lightLooks = ["wide", "narrow"] as const;

type Shot = {
  name: string;
  path: string;
  /** Brings the page into the state that is photographed. */
  stage?: (page: Page) => Promise<void>;
  /** Also kept for the README: under which name, in which look. */
  readme?: { name: string; look: Look };
  /** Also kept for the guide, under which name. */
  guide?: string;
};

const firstProduct = (page: Page) => page.locator("tbody tr").first().getByRole("link").first().click();
const panel = (page: Page) => page.getByRole("dialog").getByRole("heading").first().waitFor();
const openFirst = async (page: Page) => {
  await firstProduct(page);
  await panel(page);
};
/** A tab may say after its name how many it holds. */
const tab = (name: string) => async (page: Page) => {
  await openFirst(page);
  const tabs = page.getByRole("dialog").locator(".tabs");
  await tabs.getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) }).click();
  await page.waitForURL(/tab=/);
};
const onwards = (name: string) => async (page: Page) => {
  await openFirst(page);
  await page.getByRole("dialog").getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};
const ask = (action: string) => async (page: Page) => {
  const link = page.locator("tbody a", { hasText: action }).first();
  await page.goto(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
  await page.getByRole("heading", { name: "Confirm Action" }).waitFor();
};
const check = (code: string) => async (page: Page) => {
  await page.getByLabel("Voucher code").fill(code);
  await page.getByRole("button", { name: "Check Balance" }).click();
  await page.locator(".notice, .error-bar, .field-errors").first().waitFor();
};

const signedIn: Shot[] = [
  { name: "stores", path: "/store/", readme: { name: "stores", look: "wide" } },
  { name: "overview", path: "/store/CLK" },
  { name: "products", path: "/store/ICN/products", readme: { name: "products", look: "wide" } },
  {
    name: "products-filtered",
    path: "/store/CLK/products?invalid=1",
    guide: "refused",
    readme: { name: "phone", look: "narrow" },
  },
  { name: "products-odd", path: "/store/CLK/products?code=ODD-" },
  { name: "products-no-match", path: "/store/CLK/products?code=no-such-code" },
  { name: "products-none", path: "/store/VOL/products" },
  { name: "products-no-more-rows", path: "/store/ELK/products?page=3" },
  {
    name: "product-inventory",
    path: "/store/CLK/products",
    stage: openFirst,
    readme: { name: "product", look: "wide" },
  },
  { name: "product-changes", path: "/store/CLK/products", stage: tab("Changes") },
  { name: "product-raw", path: "/store/CLK/products", stage: tab("Raw Data") },
  { name: "product-gone", path: "/store/CLK/products/no-such?group=NO-SUCH" },
  {
    name: "actions-menu",
    path: "/store/SWH/products",
    stage: async (page) => {
      await page.locator("tbody summary").first().click();
      await page.getByRole("menu").waitFor();
    },
  },
  { name: "action-question", path: "/store/SWH/products", stage: ask("Withdraw Product") },
  {
    name: "action-note",
    path: "/store/SWH/products",
    stage: ask("Reject Product"),
    readme: { name: "action", look: "wide" },
  },
  { name: "action-address", path: "/store/SWH/products", stage: ask("Set Return Address") },
  {
    name: "action-address-question",
    path: "/store/SWH/products",
    stage: async (page) => {
      await ask("Set Return Address")(page);
      await page.getByLabel("State").fill("Nowhere");
      await page.getByRole("button", { name: "Update" }).click();
      await page.getByRole("button", { name: "Yes" }).waitFor();
    },
  },
  { name: "action-customer", path: "/store/RBK/products", stage: ask("Offer to Waiting Customer") },
  {
    name: "action-submitted",
    path: "/store/HPU/products",
    stage: async (page) => {
      await ask("Reject Product")(page);
      await page.getByLabel("Note").fill("Heel cap is loose");
      await page.getByRole("button", { name: "Yes" }).click();
      await page.getByRole("status").filter({ hasText: "Submitted" }).waitFor();
    },
  },
  { name: "orders", path: "/orders/", readme: { name: "orders", look: "wide" } },
  { name: "voucher", path: "/store/SNS/nswvoucher", stage: check("NSW-KIDS-2501") },
  { name: "voucher-expired", path: "/store/SNS/nswvoucher", stage: check("NSW-KIDS-2401") },
  { name: "voucher-empty", path: "/store/SNS/nswvoucher", stage: check("") },
  { name: "rules", path: "/store/CLK/customrules", guide: "rules" },
  { name: "orders-of-a-store", path: "/store/SNS/orders" },
  { name: "orders-odd", path: "/store/SNS/orders?q=ODD-" },
  { name: "orders-none", path: "/store/VOL/orders" },
  { name: "order-customer", path: "/store/SNS/orders", stage: openFirst },
  { name: "order-history", path: "/store/SNS/orders", stage: tab("History") },
  { name: "order-items", path: "/store/SNS/orders", stage: tab("Items") },
  {
    name: "order-shipments",
    path: "/store/SNS/orders?status=COMPLETE",
    stage: tab("Shipments"),
    readme: { name: "order", look: "wide" },
  },
  { name: "order-raw", path: "/store/SNS/orders", stage: tab("Raw Data") },
  { name: "returns", path: "/returns/", readme: { name: "returns", look: "wide" } },
  { name: "returns-of-a-store", path: "/store/SNS/returns" },
  { name: "returns-odd", path: "/store/SNS/returns?q=ODD-" },
  {
    name: "return-summary",
    path: "/returns/?status=failed",
    stage: openFirst,
    guide: "return",
    readme: { name: "return", look: "wide" },
  },
  { name: "return-references", path: "/returns/?status=completed", stage: tab("References") },
  { name: "return-history", path: "/returns/?status=failed", stage: tab("History") },
  { name: "return-document", path: "/returns/?status=failed", stage: tab("Document") },
  { name: "edi", path: "/edi/myer/", guide: "edi" },
  { name: "edi-interchanges", path: "/edi/myer/interchanges" },
  { name: "edi-interchanges-odd", path: "/edi/myer/interchanges?document=ODD-" },
  { name: "edi-interchanges-no-match", path: "/edi/myer/interchanges?id=none" },
  { name: "edi-interchange", path: "/edi/myer/interchanges?type=DESADV", stage: openFirst },
  {
    name: "edi-interchange-messages",
    path: "/edi/myer/interchanges?type=DESADV",
    stage: tab("Messages"),
    readme: { name: "interchange", look: "wide" },
  },
  {
    name: "edi-interchange-references",
    path: "/edi/myer/interchanges?type=DESADV",
    stage: tab("References"),
  },
  { name: "edi-segments", path: "/edi/myer/interchanges?document=ODD-00002", stage: onwards("Segments") },
  { name: "edi-orders", path: "/edi/myer/orders" },
  { name: "edi-order", path: "/edi/myer/orders?order=MYR", stage: openFirst },
  { name: "edi-order-summary", path: "/edi/myer/orders?order=MYR", stage: tab("Message Summary") },
  {
    name: "edi-order-thread",
    path: "/edi/myer/orders?order=MYR",
    stage: onwards("Order thread"),
    guide: "thread",
    readme: { name: "thread", look: "wide" },
  },
  { name: "edi-question", path: "/edi/myer/interchanges", stage: ask("Process") },
  { name: "edi-of-a-store", path: "/store/MYR/interchanges" },
  { name: "edi-of-a-store-text", path: "/store/MYR/interchanges", stage: openFirst },
  { name: "edi-orders-of-a-store", path: "/store/MYR/ediorders" },
  { name: "today", path: "/today", guide: "today", readme: { name: "today", look: "wide" } },
  { name: "today-phone", path: "/today", readme: { name: "today-phone", look: "narrow" } },
  { name: "today-dark", path: "/today", readme: { name: "today-dark", look: "dark" } },
  { name: "find", path: "/find?q=priya", readme: { name: "find", look: "wide" } },
  { name: "find-nothing", path: "/find?q=no-such-thing" },
  { name: "product-master", path: "/products/" },
  { name: "product-master-detail", path: "/products/", stage: openFirst },
  {
    name: "account",
    path: "/store/",
    stage: async (page) => {
      await page.locator("header summary").last().click();
      await page.getByRole("button", { name: "Log Out" }).waitFor();
    },
  },
  { name: "store-not-found", path: "/store/NOPE" },
  { name: "page-not-found", path: "/nowhere" },
  { name: "guide", path: "/guide" },
  { name: "guide-page", path: "/guide/clerk" },
];

const label = async (page: Page) => {
  const printer = page.getByLabel("Printer", { exact: true });
  await printer.waitFor({ state: "attached" });
  // Where there is little room, the printer is folded into a line.
  if (!(await printer.isVisible())) await page.locator(".printer-place [aria-expanded=false]").click();
  await printer.selectOption("Fake bench 1");
  await firstProduct(page);
  await page.locator(".size input").first().fill("2");
  await page.getByRole("region", { name: "Preview" }).waitFor();
};
const batch = async (page: Page) => {
  await page.goto(`${page.url()}?gather=1`);
  for (const barcode of await barcodesOf(page)) {
    await page.getByLabel("Barcode").first().fill(barcode);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Batch" }).getByText(barcode).waitFor();
  }
};
async function barcodesOf(page: Page): Promise<string[]> {
  await firstProduct(page);
  const codes = await page.locator(".size-code").allTextContents();
  return codes.filter((text) => /^\d{13}$/.test(text)).slice(0, 3);
}

const forLabels: Shot[] = [
  { name: "forbidden", path: "/store/CLK/products" },
  { name: "shipments", path: "/store/SNS/shipments", guide: "shipments" },
  { name: "labels", path: "/store/CLK/printlabel" },
  {
    name: "label",
    path: "/store/CLK/printlabel",
    stage: label,
    guide: "label",
    readme: { name: "labels", look: "wide" },
  },
  { name: "label-price-only", path: "/store/RBK/printlabel", stage: label },
  {
    name: "labels-batch",
    path: "/store/CLK/printlabel",
    stage: batch,
    guide: "batch",
    readme: { name: "labels-batch", look: "wide" },
  },
  { name: "labels-no-record", path: "/store/CLK/printlabel?barcode=4711" },
];

const forAdmins: Shot[] = [
  { name: "audit", path: "/audit", guide: "audit" },
  { name: "people", path: "/people", guide: "people" },
];

const failing: Shot[] = [
  { name: "error-list", path: "/store/SDY/products" },
  { name: "error-overview", path: "/store/SDY" },
  { name: "error-product", path: "/store/SDY/products/sdy-1?group=SDY-0001" },
];

/** Nothing is under way, and the pictures in sight are there. Lists that follow what happens are never without a request. */
async function expectDrawn(page: Page) {
  await page.locator("h1, h2").first().waitFor();
  await page.locator(".busy").waitFor({ state: "detached" });
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
}

/** A picture of the guide goes over the line: WebP, which the browser itself writes. */
async function keepForGuide(page: Page, name: string) {
  const shot = await page.screenshot({ animations: "disabled" });
  const writer = await page.context().newPage();
  const webp = await writer.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.72);
  }, shot.toString("base64"));
  await writer.close();
  const file = join(repository, "public", picturePath(name));
  await writeFile(file, Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64"));
}

async function photograph(context: BrowserContext, url: string, shots: readonly Shot[], look: Look) {
  const { colorScheme, ...size } = looks[look];
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  for (const { name, path, stage, readme, guide } of shots) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    if (look === "guide" && guide === undefined) continue;
    await page.goto(url + path);
    await stage?.(page);
    await expectDrawn(page);
    const file = join(folder, `${name}-${look}.png`);
    if (look === "guide" && guide !== undefined) await keepForGuide(page, guide);
    else await page.screenshot({ path: file, animations: "disabled" });
    if (readme?.look === look) await copyFile(file, join(forReadme, `${readme.name}.png`));
    process.stdout.write(`${name} ${look}\n`);
  }
  await page.close();
}

const cookiesOf = (visitor: Visitor) =>
  visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.portalUrl }));

async function failingPages(stack: Stack, context: BrowserContext) {
  const clerk = await stack.signedIn("clerk");
  await clerk.get("/store/SDY");
  await context.addCookies(cookiesOf(clerk));
  const body = { error: "The product service is being restarted", stack: "at products.list (18)" };
  stack.upstream.fail("/api/getmetaproducts", jsonAnswer(503, body));
  for (const look of lightLooks) await photograph(context, stack.portal.url, failing, look);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await mkdir(forReadme, { recursive: true });
await mkdir(join(repository, "public", dirname(picturePath("any"))), { recursive: true });
const pair = newPrintCertificate();
const print = printFiles(pair);
const platformStack = await startPlatformStack(print.environment);
const bridge = await startFakeBridge({ port: bridgePort, trusted: pair.certificate });
const stack = await startStack({ LOG_LEVEL: "error" });
const browser = await chromium.launch(chromiumOptions());
try {
  const options = { locale: "en-AU", timezoneId: "Australia/Melbourne" };
  const anybody = await browser.newContext(options);
  const merchandiser = await browser.newContext(options);
  const labels = await browser.newContext(options);
  const admin = await browser.newContext(options);
  for (const [who, context] of [
    ["merch", merchandiser],
    ["labels", labels],
    ["admin", admin],
  ] as const) {
    await context.addCookies(cookiesOf(await platformStack.signedIn(who)));
  }
  for (const look of lightLooks) {
    await photograph(anybody, platformStack.portal.url, [{ name: "signed-out", path: "/login" }], look);
    await photograph(merchandiser, platformStack.portal.url, signedIn, look);
    await photograph(labels, platformStack.portal.url, forLabels, look);
    await photograph(admin, platformStack.portal.url, forAdmins, look);
  }
  await photograph(merchandiser, platformStack.portal.url, signedIn, "guide");
  await photograph(labels, platformStack.portal.url, forLabels, "guide");
  await photograph(admin, platformStack.portal.url, forAdmins, "guide");
  const inTheDark = signedIn.filter(({ readme }) => readme?.look === "dark");
  await photograph(merchandiser, platformStack.portal.url, inTheDark, "dark");
  await failingPages(stack, await browser.newContext(options));
} finally {
  await browser.close();
  await stack.stop();
  await platformStack.stop();
  await bridge.stop();
  print.remove();
}
