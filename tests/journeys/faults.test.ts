import { expect, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { expectToListen } from "#tests/support/screens.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";

const list = "/store/SDY/products";
const listCall = "/api/getmetaproducts";
const broken = jsonAnswer(500, { error: "The warehouse burnt down" });

test("a list that cannot be read keeps its frame and filters, and Try again mends it", async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("clerk", "/store/SDY");
  own.upstream.fail(listCall, broken);
  await page.goto(`${own.portal.url}${list}?code=SDY-0002`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("An error occurred:");
  await expect(alert).toContainText("The warehouse burnt down");
  await expect(alert).toContainText("(500)");
  await expect(page.getByLabel("Code")).toHaveValue("SDY-0002");
  await expect(page.getByRole("navigation", { name: "Pages of Superdry" })).toBeVisible();
  own.upstream.reset();
  await alert.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "SDY-0002", exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("a broken row is shown as such, with its id, among the others", async ({
  page,
  signInUpstream,
  own,
}) => {
  await signInUpstream("clerk", "/store/SDY");
  const rows = [
    { id: "1", groupId: "GOOD-1" },
    { id: ["odd"], groupId: "BROKEN-2" },
  ];
  own.upstream.fail(listCall, jsonAnswer(200, rows));
  await page.goto(own.portal.url + list);
  await expect(page.getByRole("link", { name: "GOOD-1" })).toBeVisible();
  await expect(page.getByText("BROKEN-2")).toBeVisible();
  await expect(page.getByText("could not be read")).toBeVisible();
});

test("a slow upstream shows that something is under way", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("clerk", "/store/SDY");
  await expectToListen(page);
  const reading = await hold(page, /\/products\.data/);
  await page.getByRole("link", { name: "Meta Products" }).first().click();
  await expect(page.locator("[aria-busy=true]").first()).toBeAttached();
  reading.letGo();
  await expect(page.getByRole("link", { name: "SDY-0001", exact: true })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
});

test("a list that fails while one is looking at it says so in place", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}) => {
  allowConsole(/status of 50\d/);
  await signInUpstream("clerk", list);
  own.upstream.fail(listCall, { kind: "reset" });
  await page.getByRole("link", { name: "Next page" }).first().click();
  await expect(page.getByRole("alert")).toContainText("An error occurred:");
  own.upstream.reset();
  await page.getByRole("alert").getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText("Page: 2").first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a 401 while acting leads through sign-in, and the note is still there", {
  tag: "@no-scripting",
}, async ({ page, signInUpstream, own }) => {
  await signInUpstream("norole", "/store/SDY/products/sdy-9/actions/reject?group=SDY-0009");
  await page.getByLabel("Note").fill("Typed before the session ended");
  own.upstream.fail("/api/ActionEvent", jsonAnswer(401, { error: "expired" }));
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(/\/login/);
  own.upstream.reset();
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: "Nora Norole" }).click();
  await expect(page.getByLabel("Note")).toHaveValue("Typed before the session ended");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
});
