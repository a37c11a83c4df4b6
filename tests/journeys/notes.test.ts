import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { anotherPerson } from "#tests/support/rules.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";

/** Advances to the page's next poll, counted from hydration. */
async function oneFollow(page: Page) {
  let requests = 0;
  page.on("request", (request) => {
    if (/\/returns\/[^/]+\/live/.test(request.url())) requests += 1;
  });
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return requests;
    })
    .toBeGreaterThan(0);
}

test("a note leaves its field once it was added, and a second press adds it no second time [notes#note]", {
  tag: "@scripting",
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400/);
  await signIn("clerk", "/orders/");
  await page.locator("tbody tr").nth(5).getByRole("link").first().click();
  const panel = page.getByRole("dialog");
  await panel.getByText(/^Notes \(0\)/).click();
  const field = panel.getByLabel("Write a note");
  const add = panel.getByRole("button", { name: "Add the note" });
  await field.fill("It was quick.");
  await add.click();
  await expect(panel.getByText("Notes (1)")).toBeVisible();
  await expect(field).toHaveValue("");
  const answers = await hold(page, /\/notes\/order\/.*\.data/);
  await field.fill("It took its time.");
  await add.click();
  await answers.requested(1);
  await add.click();
  answers.letGo();
  await expect(panel.getByText("Notes (2)")).toBeVisible();
  await expect(field).toHaveValue("");
  await add.click();
  await expect(panel.getByText("Write something first.")).toBeVisible();
  await expect(panel.getByText("Notes (2)")).toBeVisible();
});

test("another person's notes arrive within one poll, and leave one's input; nothing is lost offline", {
  tag: "@scripting",
}, async ({ page, browser, baseURL, signIn, allowConsole, clock }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await clock.install();
  await signIn("clerk", "/returns/?status=failed");
  const href = (await page.locator("tbody a[data-row]").first().getAttribute("href")) ?? "";
  await page.goto(href);
  const other = await anotherPerson(browser, baseURL ?? "", href, true);
  const [mine, theirs] = [page.getByRole("dialog"), other.getByRole("dialog")];
  await mine.getByText(/^Notes \(/).click();
  const field = mine.getByLabel("Write a note");
  await field.fill("Half a thought");

  await theirs.getByText("Handled, because …").first().click();
  await theirs.getByLabel("Handled, because …").fill("The parcel is found.");
  await theirs.getByRole("button", { name: "Handled", exact: true }).click();
  await expect(theirs.getByText(/because: The parcel is found/)).toBeVisible();
  await oneFollow(page);
  await expect(mine.getByText(/because: The parcel is found/)).toBeVisible();
  await expect(field).toHaveValue("Half a thought");
  await expectNoViolations(page);
  await page.context().setOffline(true);
  await mine.getByRole("button", { name: "Add the note" }).click();
  await expect(mine.getByText("This browser is offline. Nothing was sent.")).toBeVisible();
  await page.context().setOffline(false);
  await mine.getByRole("button", { name: "Add the note" }).click();
  await expect(mine.getByText("Half a thought", { exact: true })).toBeVisible();
  await expect(field).toHaveValue("");
  await page.goto((await mine.locator("form[action^='/notes/']").first().getAttribute("action")) ?? "");
  await expect(page.getByText("Half a thought")).toBeVisible();
  await expectNoViolations(page);
  await expectToFitPhones(page, "notes");
  await other.context().close();
});

test("a note in the rule editor leaves the rule's edits", async ({ page, context, signIn }, { project }) => {
  await signIn("merch", "/store/SNS/customrules/SNS-RULE-003");
  const editor = page.getByRole("dialog");
  await editor.getByLabel("Name").fill("Not saved yet");
  const note = `Looked at (${project.name})`;
  await editor.getByText(/^Notes \(/).click();
  await editor.getByLabel("Write a note").fill(note);
  const answered = isScripted(project.name) ? undefined : context.waitForEvent("page");
  await editor.getByRole("button", { name: "Add the note" }).click();
  const shown = (await answered) ?? page;
  await expect(shown.getByRole("dialog").getByText(note, { exact: true })).toBeVisible();
  await expect(editor.getByLabel("Name")).toHaveValue("Not saved yet");
});
