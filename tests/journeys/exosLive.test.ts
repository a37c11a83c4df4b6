import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectToListen } from "#tests/support/screens.ts";
import { exoId } from "#tests/support/seeded.ts";
import { changeExo } from "#tests/support/upstream/frozen.ts";
import { hide } from "#tests/support/visibility.ts";

const listCall = "/api/bc-order/v1/exos";
/** A Clarks return whose goods are awaited. */
const waiting = exoId(144);
const panelOf = (page: Page) => page.getByRole("dialog", { name: "Exchange Detail" });
const requested = (url: string) => url.includes("/live");

test.describe("changes while the page is open", { tag: "@scripting" }, () => {
  test("an open EXO is updated in place: focus, scroll and expanded parts stay", { tag: "@firefox" }, async ({
    page,
    signInUpstream,
    stack,
  }) => {
    await signInUpstream("clerk", `/returns/${waiting}`);
    const panel = panelOf(page);
    await expect(panel.getByText("Processing (Waiting)")).toBeVisible();
    const copy = panel.getByRole("button", { name: "Copy RA#" });
    await copy.focus();
    const body = panel.locator(".dialog-content");
    await body.evaluate((content) => content.scrollTo(0, 200));
    const top = await body.evaluate((content) => content.scrollTop);
    changeExo(stack.upstream, waiting, (exo) => ({
      ...exo,
      status: { code: "completed", stream: "return/automatic", step: "finish" },
      actions: [],
    }));
    await expect(panel.getByText("Updated just now")).toBeVisible();
    await expect(panel.getByText("Completed").first()).toBeVisible();
    await expect(panel.getByText("No Actions Available")).toBeVisible();
    await expect(copy).toBeFocused();
    expect(await body.evaluate((content) => content.scrollTop)).toBe(top);
  });

  test("selected text is left alone: the update is offered", async ({ page, signInUpstream, stack }) => {
    await signInUpstream("clerk", `/returns/${waiting}?tab=history&mundane=1`);
    const panel = panelOf(page);
    await panel.locator(".feed-body").first().selectText();
    const added = { action: "note:added", message: "Something new", created_at: new Date().toISOString() };
    changeExo(stack.upstream, waiting, (exo) => ({ ...exo, histories: [...(exo.histories ?? []), added] }));
    const offer = panel.getByRole("link", { name: "New data – reload" });
    await expect(offer).toBeVisible();
    await expect(panel.getByText("Something new")).toHaveCount(0);
    await offer.click();
    await expect(panel.getByText("Something new")).toBeVisible();
  });

  test("the list follows; a row does not move from under the pointer", { tag: "@firefox" }, async ({
    page,
    signInUpstream,
    stack,
  }) => {
    await signInUpstream("clerk", "/returns/?status=new");
    await expect(page.locator("tbody tr")).toHaveCount(2);
    await page.getByLabel("RA#").focus();
    await page.keyboard.type("RA");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    changeExo(stack.upstream, exoId(148), (exo) => ({
      ...exo,
      status: { code: "active", stream: "return/automatic", step: "create-shipment-slip" },
    }));
    await expect(page.locator("tbody tr").first()).toContainText("Create shipment slip");
    await expect(page.getByLabel("RA#")).toBeFocused();
    await page.locator("tbody tr").first().hover();
    stack.upstream.change(listCall, ({ summaries, ...rest }) => ({ ...rest, summaries: summaries.slice(1) }));
    await expect(page.getByRole("link", { name: "New data – reload" })).toBeVisible();
    await expect(page.locator("tbody tr")).toHaveCount(2);
    await page.mouse.move(0, 0);
    await expect(page.locator("tbody tr")).toHaveCount(1);
  });

  test("a failure is shown quietly, and disappears automatically", async ({
    page,
    signInUpstream,
    stack,
    allowConsole,
  }) => {
    allowConsole(/status of 50\d/);
    await signInUpstream("clerk", "/returns/?status=failed");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    stack.upstream.fail(listCall, { status: 500, body: "" });
    await expect(page.getByText("Not up to date – reload")).toBeVisible();
    await expect(page.locator("tbody tr"), "the list stands").toHaveCount(20);
    stack.upstream.reset();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });

  test("a list that was just read is polled after a pause only", async ({ page, clock, signInUpstream }) => {
    await clock.install();
    await signInUpstream("clerk", "/returns/?status=failed");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const ofList = (url: string) => /\/returns\/live/.test(url);
    const before = page.waitForResponse((response) => ofList(response.url()));
    await clock.pauseAt(Date.now() + 60_000);
    await before;
    let count = 0;
    page.on("request", (request) => {
      if (ofList(request.url())) count += 1;
    });
    await page.getByRole("link", { name: "Page 2" }).first().click();
    await expect(page).toHaveURL(/page=2/);
    await page.waitForLoadState("networkidle");
    await clock.runFor(2_500);
    expect(count).toBe(0);
    const next = page.waitForRequest((request) => ofList(request.url()));
    await clock.runFor(15_000);
    await next;
  });

  test("a hidden tab does not poll", async ({ page, clock, signInUpstream }) => {
    await clock.install();
    await signInUpstream("clerk", `/returns/${waiting}`);
    await expect(panelOf(page).getByText("Live")).toBeVisible();
    await hide(page, true);
    await page.waitForLoadState("networkidle");
    let count = 0;
    page.on("request", (request) => {
      if (requested(request.url())) count += 1;
    });
    await clock.runFor(60_000);
    expect(count).toBe(0);
    const next = page.waitForRequest((request) => requested(request.url()));
    await hide(page, false);
    await next;
  });
});

test("opening one says that it is being read [returns#detail, screens#panel-loading]", {
  tag: "@scripting",
}, async ({ page, signInUpstream }) => {
  await signInUpstream("clerk", "/returns/");
  await expectToListen(page);
  const reading = await hold(page, /\/returns\/e[\w-]{35}\.data/);
  await page.getByRole("link", { name: "EXO-000144", exact: true }).click();
  await expect(page.getByText("Loading Utopia Exchange Document")).toBeVisible();
  await expect(page.getByText("Just a moment!")).toBeVisible();
  const isLeft = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const pressed = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
        const changes = new MutationObserver(() => {
          if (!document.querySelector("dialog:modal")) return;
          changes.disconnect();
          resolve(window.dispatchEvent(pressed));
        });
        changes.observe(document.body, { childList: true, subtree: true });
      }),
  );
  reading.letGo();
  expect(await isLeft, "an Escape as soon as the panel stands is the panel's").toBe(true);
  await expect(panelOf(page).getByRole("heading", { name: "EXO-000144" })).toBeVisible();
  await expect(page.getByText("Just a moment!")).toHaveCount(0);
});

test("Escape and Close end the reading of one", { tag: "@scripting" }, async ({ page, signInUpstream }) => {
  await signInUpstream("clerk", "/returns/");
  await expectToListen(page);
  await hold(page, /\/returns\/e[\w-]{35}\.data/);
  const opener = page.getByRole("link", { name: "EXO-000144", exact: true });
  const opening = page.getByRole("dialog", { name: "Exchange Detail" });
  for (const ending of ["Escape", "Close"]) {
    await opener.press("Enter");
    await expect(opening.getByText("Just a moment!")).toBeVisible();
    if (ending === "Escape") await page.keyboard.press("Escape");
    else await opening.getByRole("link", { name: "Close" }).click();
    await expect(opening).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(/\/returns\/$/);
  }
  // Before the press shows anything.
  await opener.evaluate((link: HTMLElement) => {
    link.click();
    link.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => window.__remixRouter.state.navigation.state === "idle");
  await expect(opening).toHaveCount(0);
  await expect(page).toHaveURL(/\/returns\/$/);
});
