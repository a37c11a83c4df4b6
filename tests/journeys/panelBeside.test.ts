import type { Page } from "@playwright/test";
import { exoJobs } from "#contract/exoJobs.ts";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectFocusInSight, expectToListen } from "#tests/support/screens.ts";
import { exoId } from "#tests/support/seeded.ts";
import { changeExo } from "#tests/support/upstream/frozen.ts";
import type { Json } from "#tests/support/upstream/proxy.ts";

const rows = (page: Page) => page.locator("main .page > .table-room > .data-table tbody tr");
const panelOf = (page: Page) => page.getByRole("dialog");

test("at 1440 px the list stays usable next to the panel [screens#panel-beside]", async ({ page, signIn }, {
  project,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("clerk", "/orders/?status=COMPLETE");
  const number = async (row: number) =>
    (await rows(page).nth(row).getByRole("link").first().textContent()) ?? "";
  const [first, second] = [await number(0), await number(1)];
  // By its number: another order may come to the top meanwhile.
  const row = (of: string) => rows(page).filter({ hasText: of });
  const link = (of: string) => row(of).getByRole("link").first();
  if (isScripted(project.name)) await expectToListen(page);
  await link(first).click();
  await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${first}`);
  await expect(panelOf(page)).not.toHaveJSProperty("ariaModal", "true");
  await expect(row(first)).toHaveAttribute("aria-current", "true");
  const cell = link(first).locator("..");
  expect(await cell.evaluate((of) => of.scrollWidth - of.clientWidth), "the number is whole").toBe(0);
  // Nothing covers the row.
  await link(second).click();
  await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${second}`);
  await expect(row(second)).toHaveAttribute("aria-current", "true");
  if (isScripted(project.name)) {
    await page.keyboard.press("k");
    await expect(panelOf(page).getByRole("heading", { level: 2 })).toHaveText(`Order Details - ${first}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.locator("dialog:modal")).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator("dialog:modal")).toHaveCount(0);
    await expect(panelOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
  } else await panelOf(page).getByRole("link", { name: "Close" }).click();
  await expect(panelOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/orders\/\?status=COMPLETE$/);
});

/** Records how much of the window has moved since the last reading, moves after a press included: 1 is all of it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { moved: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift" });
  });
  return () =>
    page.evaluate(async () => {
      // A move is known once its frame has been drawn.
      for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
      const seen: { moved: number } = Reflect.get(window, "seen");
      const { moved } = seen;
      seen.moved = 0;
      return moved;
    });
}

/** The share of the window that may move unasked. */
const still = 0.01;
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

const columnEdges = (page: Page) =>
  page
    .locator("main .page > .table-room > .data-table th")
    .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
const ordersCall = "/api/bc-myer/v1/documents/orders";
const longStep = `an-unusually-long-step-${"w".repeat(60)}`;

for (const [who, path, action, promise] of [
  ["clerk", "/returns/?status=failed", "Retry", " [screens#still]"],
  ["clerk", "/orders/?status=SHIPMENT_PENDING", "Resend Confirmation Email", ""],
  ["clerk", "/store/CLK/products", "Update Listing", ""],
  ["edi", "/edi/myer/interchanges", "Process", ""],
  ["edi", "/edi/myer/orders?state=completed", "Process", ""],
] as const)
  test(`nothing moves at ${path} that was not asked to: after an action, a file, an opened row, an update${promise}`, {
    tag: "@scripting",
  }, async ({ page, signInUpstream, stack }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const dialog = page.getByRole("dialog", { name: "Confirm Action" });
    await signInUpstream(who, path);
    await expectToListen(page);
    const moved = await watchShifts(page);
    const pressed = rows(page)
      .filter({ has: page.getByRole("link", { name: action }) })
      .first();
    const name = ((await pressed.locator("a[data-row]").textContent()) ?? "").trim();
    const row = rows(page).filter({ has: page.getByRole("link", { name, exact: true }) });
    const box = () =>
      row.evaluate((one) => {
        const { top, height } = one.getBoundingClientRect();
        return { top: Math.round(top), height: Math.round(height) };
      });
    const { top, height } = await box();
    const expectInPlace = async (what: string) =>
      expect(await box(), `${path}: ${what}`).toMatchObject({ top, height });

    await row.getByRole("link", { name: action }).click();
    await dialog.getByRole("button", { name: /^(Confirm|Yes)$/ }).click();
    await expect(status(page, `Submitted: ${action}`)).toBeVisible();
    expect(await moved(), `${path}: after an action`).toBeLessThanOrEqual(still);
    await expectInPlace("after an action");
    await page.locator("summary[aria-label='More of this list']").click();
    await page.getByRole("link", { name: /Download To Excel/ }).click();
    await expect(status(page, "Saved ")).toBeVisible();
    expect(await moved(), `${path}: after a file`).toBeLessThanOrEqual(still);

    await row.locator("a[data-row]").click();
    await expect(panelOf(page).getByRole("navigation", { name: "Records beside this one" })).toBeVisible();
    await expect(row).toHaveAttribute("aria-current", "true");
    await expect(row.locator("a[data-row]"), "the record is named beside its panel").toBeInViewport();
    await expectInPlace("beside its panel");
    expect(await moved(), `${path}: a panel`).toBeLessThanOrEqual(still);
    if (!path.includes("products"))
      await expect(panelOf(page).getByText("Live", { exact: true })).toBeVisible();
    await moved();
    await panelOf(page).getByRole("button", { name: "I have this" }).click();
    await expect(row).toContainText("has it");
    await expectInPlace("with a holder");
    expect(await moved(), `${path}: a holder`).toBeLessThanOrEqual(still);
    if (path.includes("returns")) {
      const id = /returns\/([^/?]+)/.exec(page.url())?.[1] ?? "";
      const updated_at = new Date().toISOString();
      changeExo(stack.upstream, id, (exo) => ({ ...exo, updated_at }));
      await expect(panelOf(page).getByText("Updated just now")).toBeVisible();
      expect(await moved(), `${path}: an update`).toBeLessThanOrEqual(still);
    }
    await panelOf(page).getByRole("link", { name: "Close" }).click();
    await expect(panelOf(page)).toHaveCount(0);
    await expectInPlace("after its panel");
    if (path.includes("edi/myer/orders")) {
      const before = await columnEdges(page);
      const href = (await row.locator("a[data-row]").getAttribute("href")) ?? "";
      const id = /orders\/([^/?]+)/.exec(href)?.[1] ?? "";
      stack.upstream.change(ordersCall, ({ items, ...rest }) => ({
        ...rest,
        items: items.map((one: Json) =>
          one.id === id
            ? { ...one, stream_statuses: { fulfilment: { state: "failed", step: longStep } } }
            : one,
        ),
      }));
      await expect(row).toContainText("an-unusually-long-step");
      expect(await columnEdges(page), `${path}: the columns after an update`).toEqual(before);
    }
  });

test("a message moves nothing in its panel", { tag: "@scripting" }, async ({ page, signInUpstream }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInUpstream("clerk", "/returns/?status=failed");
  await rows(page).first().locator("a[data-row]").click();
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  const head = page.locator(".panel-head");
  const place = await head.boundingBox();
  await head.getByRole("link", { name: "Retry" }).click();
  await page
    .getByRole("dialog", { name: "Confirm Action" })
    .getByRole("button", { name: /^(Confirm|Yes)$/ })
    .click();
  await expect(status(page, "Submitted: Retry")).toBeVisible();
  expect(await head.boundingBox()).toEqual(place);
});

test("nothing moves at credits owed that was not asked to", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("clerk", "/returns/credits");
  await expectToListen(page);
  const moved = await watchShifts(page);
  await rows(page).first().getByRole("checkbox").check();
  await expect(page.getByRole("button", { name: "Mark as given" })).toBeVisible();
  await page.locator("summary[aria-label='More of this list']").click();
  await page.getByRole("link", { name: /Download To Excel/ }).click();
  await expect(status(page, "Saved ")).toBeVisible();
  expect(await moved(), "a chosen credit, and a file").toBeLessThanOrEqual(still);
});

test("a return that is opened at credits owed stands over them, and closing it leads to the place in the list [returns#credits]", {
  tag: "@scripting",
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await signIn("clerk", "/returns/credits");
  await expectToListen(page);
  const last = rows(page).last();
  const name = (await last.locator("a[data-row]").textContent()) ?? "";
  const number = await rows(page).count();
  await last.scrollIntoViewIfNeeded();
  await last.locator("a[data-row]").click();
  await expect(panelOf(page)).toContainText(name);
  await expect(page).toHaveURL(/\/returns\/credits\/[^/]+$/);
  await expect(rows(page)).toHaveCount(number);
  await page.keyboard.press("Escape");
  await expect(panelOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/returns\/credits$/);
  await expect(rows(page).last()).toContainText(name);
  await expect(rows(page).last()).toBeInViewport();
});

for (const [who, path] of [
  ["clerk", "/returns/?status=failed"],
  ["clerk", "/orders/?status=UNPROCESSABLE_SOFT"],
  ["edi", "/edi/myer/orders"],
  ["edi", "/edi/myer/interchanges"],
  ["merch", "/store/CLK/products?invalid=1"],
] as const)
  test(`the tabs of the panel of ${path} begin within 280 px [screens#panel-answers]`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(who, path);
    // The newest note is in sight, however long.
    const noted = page.locator(".note-marks");
    await rows(page).filter({ hasNot: noted }).first().locator("a[data-row]").click();
    const tabs = panelOf(page).locator(".tabs");
    await expect(tabs).toBeVisible();
    expect((await tabs.boundingBox())?.y).toBeLessThanOrEqual(280);
  });

const stepNames = Object.values(exoJobs)
  .map(({ name }) => name)
  .sort((one, other) => one.length - other.length);

test("the head of a panel stays where it is with the shortest and the longest step [screens#panel-head]", {
  tag: "@scripting",
}, async ({ page, signInUpstream, stack }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = exoId(144);
  await signInUpstream("clerk", `/returns/${id}`);
  const panel = panelOf(page);
  const parts = () =>
    panel.evaluate((dialog) =>
      [".panel-name > h3", ".panel-name > .badge", ".panel-head > .split", "[title=Refresh]", ".tabs"].map(
        (part) => {
          const box = dialog.querySelector(part)?.getBoundingClientRect();
          // Actions and Refresh keep their right edge.
          const edge = part.startsWith(".panel-name") ? box?.left : box?.right;
          return [part, box && Math.round(box.top), edge && Math.round(edge)];
        },
      ),
    );
  const at: unknown[] = [];
  for (const step of [stepNames[0], stepNames.at(-1), `${stepNames.at(-1)} ${"of all ".repeat(20)}`]) {
    changeExo(stack.upstream, id, (exo) => ({
      ...exo,
      status: { code: "active", stream: "return/automatic", step },
    }));
    await expect(panel.locator(".panel-name > p")).toContainText(step?.slice(0, 60) ?? "");
    at.push(await parts());
  }
  expect(at[1]).toEqual(at[0]);
  expect(at[2]).toEqual(at[0]);
  await page.setViewportSize({ width: 1440, height: 640 });
  await expectFocusInSight(page, "dialog[open] .dialog-content", "dialog[open] .panel-head");
});

// Each about a record that no other journey submits: what was submitted is asked about in other words.
for (const [from, row, path, action, yes, no] of [
  ["a queue of returns", 0, "/returns/?status=failed&sort=oldest", "Retry", "Confirm", "Cancel"],
  ["a panel of returns", 1, "/returns/?status=failed", "Retry", "Confirm", "Cancel"],
  ["a panel of orders", 0, "/orders/?status=UNPROCESSABLE_SOFT", "Retry Order", "Yes", "No"],
] as const)
  test(`a question from ${from} is above it: what is wrong stays in sight, No leads back to the button, Yes does it once [actions#confirm]`, async ({
    page,
    signInUpstream,
    stack,
  }, { project }) => {
    const isQueue = from.startsWith("a queue");
    const scripted = isScripted(project.name);
    const panel = page.locator("dialog.wide-panel");
    const question = page.getByRole("dialog", { name: "Confirm Action" });
    const button = panel.locator(".panel-head").getByRole("link", { name: action });
    const wrong = panel.locator(".panel-lines > .notice");
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInUpstream("clerk", path);
    if (scripted) await expectToListen(page);
    await (isQueue
      ? page.getByRole("link", { name: "Work through" })
      : rows(page).nth(row).locator("a[data-row]")
    ).click();
    await expect(button).toBeVisible();
    const panelUrl = page.url();
    const reason = (await wrong.textContent()) ?? "";
    for (const back of scripted ? ["link", "Escape"] : ["link"]) {
      await button.click();
      await expect(question).toBeVisible();
      await expect(wrong, "the panel stays").toHaveText(reason);
      const [below, above] = [await wrong.boundingBox(), await question.boundingBox()];
      expect((below?.y ?? 0) + (below?.height ?? 0), "the question leaves it in sight").toBeLessThan(
        above?.y ?? 0,
      );
      if (scripted) {
        await expect(page.locator("dialog:modal")).toHaveCount(1);
        // Over the list as well, where the panel is modal, too.
        await page.setViewportSize({ width: 1280, height: 900 });
        await expect(page.locator("dialog:modal")).toHaveCount(2);
        await question.getByRole("link", { name: no }).hover();
        await page.setViewportSize({ width: 1440, height: 900 });
        await expect(page.locator("dialog:modal")).toHaveCount(1);
      }
      if (back === "Escape") await page.keyboard.press("Escape");
      else await question.getByRole("link", { name: no }).click();
      await expect(question).toHaveCount(0);
      await expect(page).toHaveURL(panelUrl);
      if (scripted) await expect(button).toBeFocused();
    }
    stack.upstream.calls.length = 0;
    await button.click();
    await question.getByRole("button", { name: yes }).click();
    await expect(question).toHaveCount(0);
    if (isQueue) await expect(panel.locator(".besides")).toContainText(/2 of \d+/);
    else await expect(status(page, `Submitted: ${action}`)).toBeVisible();
    await expect(panel).toBeVisible();
    expect(stack.upstream.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
