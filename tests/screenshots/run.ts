import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { pictureHeight, picturePath, pictureWidth } from "#app/features/guide/paths.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { bridgePort, startFakeBridge } from "../support/fakeBridge.ts";
import { newPrintCertificate, printFiles } from "../support/printCertificate.ts";
import { repository } from "../support/processes.ts";
import { type Stack, startPlatformStack, startStack } from "../support/stack.ts";
import { json } from "../support/upstream/proxy.ts";
import { Visitor } from "../support/visitor.ts";
import { palettePng } from "./palettePng.ts";

/** Only these screens, or all: `npm run screenshots -- today find`. */
const wanted = new Set(process.argv.slice(2));
const folder = join(repository, "screenshots");
const forReadme = join(repository, "docs/screenshots");
const forLook = join(repository, "docs/pictures/look");

/** Every screen wide and narrow; dark only for the README and the guide. */
const looks = {
  wide: { width: 1440, height: 900, colorScheme: "light" },
  narrow: { width: 390, height: 844, colorScheme: "light" },
  dark: { width: 1440, height: 900, colorScheme: "dark" },
  guide: { width: pictureWidth, height: pictureHeight, colorScheme: "light" },
} as const;
type Look = keyof typeof looks;
const lightLooks = ["wide", "narrow"] as const;

type Stage = (page: Page) => Promise<void>;
/** Copies of a screenshot: for the README by name and theme, for the guide by name. */
type Kept = { readme?: string; look?: Look; guide?: string };

/** A screen: name and path, the steps before the screenshot, and its copies. */
const shot = (name: string, path: string, stage: Stage = asItOpens, kept: Kept = {}) => ({
  ...{ name, path, stage, guide: kept.guide },
  readme: kept.readme && { name: kept.readme, look: kept.look ?? "wide" },
});
type Shot = ReturnType<typeof shot>;
const asItOpens: Stage = async () => undefined;

const firstProduct = (page: Page) => page.locator("tbody tr").first().getByRole("link").first().click();
const panel = (page: Page) => page.getByRole("dialog").getByRole("heading").first().waitFor();
const openFirst = async (page: Page) => {
  await firstProduct(page);
  await panel(page);
};
/** A tab's name may be followed by its count. */
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

const menu = async (page: Page) => {
  await page.locator("tbody .split summary").first().click();
  await page.getByRole("menu").waitFor();
};
const addressQuestion = async (page: Page) => {
  await ask("Set Return Address")(page);
  await page.getByLabel("State").fill("Nowhere");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: "Yes" }).waitFor();
};
const submit = async (page: Page) => {
  await ask("Reject Product")(page);
  await page.getByLabel("Note").fill("Heel cap is loose");
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("status").filter({ hasText: "Submitted" }).waitFor();
};
const account = async (page: Page) => {
  await page.locator("header summary").last().click();
  await page.getByRole("button", { name: "Log Out" }).waitFor();
};

const signedIn: Shot[] = [
  shot("stores", "/store/", asItOpens, { readme: "stores" }),
  shot("overview", "/store/CLK"),
  shot("products", "/store/ICN/products", asItOpens, { readme: "products" }),
  shot("products-filtered", "/store/CLK/products?invalid=1", asItOpens, {
    readme: "phone",
    look: "narrow",
    guide: "refused",
  }),
  shot("products-odd", "/store/CLK/products?code=ODD-"),
  shot("products-no-match", "/store/CLK/products?code=no-such-code"),
  shot("products-none", "/store/VOL/products"),
  shot("products-no-more-rows", "/store/ELK/products?page=3"),
  shot("product-inventory", "/store/CLK/products", openFirst, { readme: "product" }),
  shot("product-changes", "/store/CLK/products", tab("Changes")),
  shot("product-raw", "/store/CLK/products", tab("Raw Data")),
  shot("product-gone", "/store/CLK/products/no-such?group=NO-SUCH"),
  shot("actions-menu", "/store/SWH/products", menu),
  shot("action-question", "/store/SWH/products", ask("Withdraw Product")),
  shot("action-note", "/store/SWH/products", ask("Reject Product"), { readme: "action" }),
  shot("action-address", "/store/SWH/products", ask("Set Return Address")),
  shot("action-address-question", "/store/SWH/products", addressQuestion),
  shot("action-customer", "/store/RBK/products", ask("Offer to Waiting Customer")),
  shot("action-submitted", "/store/HPU/products", submit),
  shot("orders", "/orders/", asItOpens, { readme: "orders" }),
  shot("voucher", "/store/SNS/nswvoucher", check("NSW-KIDS-2501")),
  shot("voucher-expired", "/store/SNS/nswvoucher", check("NSW-KIDS-2401")),
  shot("voucher-empty", "/store/SNS/nswvoucher", check("")),
  shot("rules", "/store/CLK/customrules", asItOpens, { guide: "rules" }),
  shot("orders-of-a-store", "/store/SNS/orders"),
  shot("orders-odd", "/store/SNS/orders?q=ODD-"),
  shot("orders-none", "/store/VOL/orders"),
  shot("order-customer", "/store/SNS/orders", openFirst),
  shot("order-history", "/store/SNS/orders", tab("History")),
  shot("order-items", "/store/SNS/orders", tab("Items")),
  shot("order-shipments", "/store/SNS/orders?status=COMPLETE", tab("Shipments"), { readme: "order" }),
  shot("order-raw", "/store/SNS/orders", tab("Raw Data")),
  shot("returns", "/returns/", asItOpens, { readme: "returns" }),
  shot("returns-of-a-store", "/store/SNS/returns"),
  shot("returns-odd", "/store/SNS/returns?q=ODD-"),
  shot("return-summary", "/returns/?status=failed", openFirst, { readme: "return", guide: "return" }),
  shot("return-references", "/returns/?status=completed", tab("References")),
  shot("return-history", "/returns/?status=failed", tab("History")),
  shot("return-document", "/returns/?status=failed", tab("Document")),
  shot("edi", "/edi/myer/", asItOpens, { guide: "edi" }),
  shot("edi-interchanges", "/edi/myer/interchanges"),
  shot("edi-interchanges-odd", "/edi/myer/interchanges?document=ODD-"),
  shot("edi-interchanges-no-match", "/edi/myer/interchanges?id=none"),
  shot("edi-interchange", "/edi/myer/interchanges?type=DESADV", openFirst),
  shot("edi-interchange-messages", "/edi/myer/interchanges?type=DESADV", tab("Messages"), {
    readme: "interchange",
  }),
  shot("edi-interchange-references", "/edi/myer/interchanges?type=DESADV", tab("References")),
  shot("edi-segments", "/edi/myer/interchanges?document=ODD-00002", onwards("Segments")),
  shot("edi-orders", "/edi/myer/orders"),
  shot("edi-order", "/edi/myer/orders?order=MYR", openFirst),
  shot("edi-order-summary", "/edi/myer/orders?order=MYR", tab("Message Summary")),
  shot("edi-order-thread", "/edi/myer/orders?order=MYR", onwards("Order thread"), {
    readme: "thread",
    guide: "thread",
  }),
  shot("edi-question", "/edi/myer/interchanges", ask("Process")),
  shot("edi-of-a-store", "/store/MYR/interchanges"),
  shot("edi-of-a-store-text", "/store/MYR/interchanges", openFirst),
  shot("edi-orders-of-a-store", "/store/MYR/ediorders"),
  shot("today", "/today", asItOpens, { readme: "today", guide: "today" }),
  shot("today-phone", "/today", asItOpens, { readme: "today-phone", look: "narrow" }),
  shot("today-dark", "/today", asItOpens, { readme: "today-dark", look: "dark" }),
  shot("find", "/find?q=priya", asItOpens, { readme: "find" }),
  shot("find-nothing", "/find?q=no-such-thing"),
  shot("product-master", "/products/"),
  shot("product-master-detail", "/products/", openFirst),
  shot("account", "/store/", account),
  shot("store-not-found", "/store/NOPE"),
  shot("page-not-found", "/nowhere"),
  shot("guide", "/guide"),
  shot("guide-page", "/guide/clerk"),
];

/** A part of a screen for docs/look.md, light and dark: `of` is its selector, `most` its height in pixels at most. */
type Part = { name: string; path: string; stage: Stage; of: string; most: number };
const part = (name: string, path: string, of: string, most: number, stage: Stage = asItOpens): Part => ({
  ...{ name: `look-${name}`, path, stage, of, most },
});

const open = (summary: string) => async (page: Page) => {
  await page.locator(`summary[aria-label="${summary}"]`).click();
};
const chooseTwo = async (page: Page) => {
  for (const row of [0, 1])
    await page
      .getByRole("checkbox", { name: /^Choose / })
      .nth(row)
      .check();
  await page.getByText("2 chosen on this page only").waitFor();
};
const wholeWindow = "body";
const list = "main .page";
const dialog = "dialog[open]";

const parts: Part[] = [
  part("frame", "/store/CLK/orders", wholeWindow, 560),
  part("list", "/returns/?status=failed", list, 480),
  part("list-chosen", "/returns/?status=failed", ".bulk-bar", 80, chooseTwo),
  part("list-menu", "/returns/?status=failed", list, 190, open("More of this list")),
  part("list-save", "/returns/?status=failed", list, 230, open("Save this view")),
  part("list-empty", "/store/CLK/products?code=no-such-code", list, 360),
  part("lines", "/today", ".today-lines", 420),
  part("hits", "/find?q=priya", list, 460),
  part("record", "/returns/?status=failed", dialog, 520, openFirst),
  part("record-things", "/store/SNS/orders?status=COMPLETE", dialog, 520, tab("Shipments")),
  part("record-steps", "/edi/myer/interchanges?type=DESADV", dialog, 620, openFirst),
  part("form", "/store/SWH/products", "dialog:has(h2)", 760, ask("Set Return Address")),
  part("form-errors", "/store/SNS/nswvoucher", list, 250, check("")),
  part("question", "/store/SWH/products", "dialog:has(h2)", 420, ask("Withdraw Product")),
  part("question-final", "/returns/?status=failed", "dialog:has(h2)", 620, ask("Reject")),
  part("message", "/store/HPU/products", ".message .notice", 120, submit),
];

const label = async (page: Page) => {
  const printer = page.getByLabel("Printer", { exact: true });
  await printer.waitFor({ state: "attached" });
  // On narrow screens the printer is collapsed into a line.
  if (!(await printer.isVisible())) await page.locator(".printer-place [aria-expanded=false]").click();
  await printer.selectOption("Fake bench 1");
  await firstProduct(page);
  await page.locator(".size input").first().fill("2");
  await page.getByRole("region", { name: "Preview" }).waitFor();
};
const batch = async (page: Page) => {
  await page.goto(`${page.url()}?gather=1`);
  // The batch of the picture before.
  const clear = page.getByRole("button", { name: "Clear batch" });
  if (await clear.isVisible()) await clear.click();
  await clear.waitFor({ state: "hidden" });
  for (const barcode of await barcodesOf(page)) {
    await page.getByLabel("Barcode").first().fill(barcode);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Batch" }).getByText(barcode).waitFor();
  }
};
async function barcodesOf(page: Page): Promise<string[]> {
  await firstProduct(page);
  await page.locator(".size-code").first().waitFor();
  const codes = await page.locator(".size-code").allTextContents();
  return codes.filter((text) => /^\d{13}$/.test(text)).slice(0, 3);
}

const forLabels: Shot[] = [
  shot("forbidden", "/store/CLK/products"),
  shot("shipments", "/store/SNS/shipments", asItOpens, { guide: "shipments" }),
  shot("labels", "/store/CLK/printlabel"),
  shot("label", "/store/CLK/printlabel", label, { readme: "labels", guide: "label" }),
  shot("label-price-only", "/store/RBK/printlabel", label),
  shot("labels-batch", "/store/CLK/printlabel", batch, { readme: "labels-batch", guide: "batch" }),
  shot("labels-no-record", "/store/CLK/printlabel?barcode=4711"),
];

const forAdmins: Shot[] = [
  shot("audit", "/audit", asItOpens, { guide: "audit" }),
  shot("people", "/people", asItOpens, { guide: "people" }),
];

const failing: Shot[] = [
  shot("error-list", "/store/SDY/products"),
  shot("error-overview", "/store/SDY"),
  shot("error-product", "/store/SDY/products/sdy-1?group=SDY-0001"),
];

/** No request is pending, and the visible pictures are loaded. Lists that poll always have one. */
async function expectDrawn(page: Page) {
  await page.locator("h1, h2").first().waitFor();
  await page.locator(".busy").waitFor({ state: "detached" });
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
}

const notTaken: string[] = [];

/** Whether a screen got as far as its picture; the others are taken without it, and the command fails at its end. */
async function opens(page: Page, url: string, stage: Stage, name: string): Promise<boolean> {
  try {
    await page.goto(url);
    await stage(page);
    await expectDrawn(page);
    return true;
  } catch (problem) {
    notTaken.push(`${name}: ${problem instanceof Error ? problem.message.split("\n", 1)[0] : problem}`);
    return false;
  }
}

/** A screenshot of 256 colours. */
async function keepSmall(page: Page, png: Buffer, file: string) {
  const writer = await page.context().newPage();
  const { width, height, base64 } = await writer.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    const { naturalWidth: width, naturalHeight: height } = image;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const read = new FileReader();
    const done = new Promise((resolve) => read.addEventListener("load", resolve));
    read.readAsDataURL(new Blob([pixels]));
    await done;
    return { width, height, base64: String(read.result).replace(/^.*,/, "") };
  }, png.toString("base64"));
  await writer.close();
  await writeFile(file, palettePng({ width, height, rgba: Buffer.from(base64, "base64") }));
}

async function photographParts(context: BrowserContext, url: string, look: "wide" | "dark") {
  const { colorScheme, ...size } = looks[look];
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  for (const { name, path, stage, of, most } of parts) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    if (!(await opens(page, url + path, stage, `${name} ${look}`))) continue;
    const box = await page.locator(of).filter({ visible: true }).first().boundingBox();
    if (!box) throw new Error(`${name}: nothing is drawn at ${of}`);
    const clip = { ...box, height: Math.min(box.height, most, size.height - box.y) };
    const png = await page.screenshot({ clip, animations: "disabled" });
    await keepSmall(page, png, join(forLook, `${name.replace("look-", "")}-${colorScheme}.png`));
    process.stdout.write(`${name} ${look}\n`);
  }
  await page.close();
}

/** The guide's pictures are served: WebP, encoded by the browser. */
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
  // No page waits for the font: the first one would be drawn without it.
  await page.goto(`${url}/login`);
  await page.evaluate(() => document.fonts.ready);
  for (const { name, path, stage, readme, guide } of shots) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    if (look === "guide" && guide === undefined) continue;
    if (!(await opens(page, url + path, stage, `${name} ${look}`))) continue;
    const file = join(folder, `${name}-${look}.png`);
    if (look === "guide" && guide !== undefined) await keepForGuide(page, guide);
    else {
      const png = await page.screenshot({ path: file, animations: "disabled" });
      if (readme && readme.look === look) await keepSmall(page, png, join(forReadme, `${readme.name}.png`));
    }
    process.stdout.write(`${name} ${look}\n`);
  }
  await page.close();
}

const cookiesOf = (visitor: Visitor) =>
  visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.portalUrl }));

async function failingPages(stack: Stack, context: BrowserContext) {
  const clerk = new Visitor(stack.portal.url);
  await clerk.signIn("clerk@utopia.example", "/store/SDY");
  await context.addCookies(cookiesOf(clerk));
  const body = { error: "The product service is being restarted", stack: "at products.list (18)" };
  stack.upstream.fail("/api/getmetaproducts", json(503, body));
  for (const look of lightLooks) await photograph(context, stack.portal.url, failing, look);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await mkdir(forReadme, { recursive: true });
await mkdir(forLook, { recursive: true });
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
    await photograph(anybody, platformStack.portal.url, [shot("signed-out", "/login")], look);
    await photograph(merchandiser, platformStack.portal.url, signedIn, look);
    await photograph(labels, platformStack.portal.url, forLabels, look);
    await photograph(admin, platformStack.portal.url, forAdmins, look);
  }
  await photograph(merchandiser, platformStack.portal.url, signedIn, "guide");
  await photograph(labels, platformStack.portal.url, forLabels, "guide");
  await photograph(admin, platformStack.portal.url, forAdmins, "guide");
  const inTheDark = signedIn.filter(({ readme }) => readme && readme.look === "dark");
  await photograph(merchandiser, platformStack.portal.url, inTheDark, "dark");
  for (const look of ["wide", "dark"] as const)
    await photographParts(merchandiser, platformStack.portal.url, look);
  await failingPages(stack, await browser.newContext(options));
} finally {
  await browser.close();
  await stack.stop();
  await platformStack.stop();
  await bridge.stop();
  print.remove();
}
if (notTaken.length > 0) throw new Error(`Not taken:\n${notTaken.join("\n")}`);
