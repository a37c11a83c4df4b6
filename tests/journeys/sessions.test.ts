import { expect, test } from "#tests/support/fixtures.ts";
import { expectToListen } from "#tests/support/screens.ts";
import { Visitor } from "#tests/support/visitor.ts";

test("an Admin ends the sessions of a person, whose next request leads to sign-in, and the trail says so", async ({
  page,
  stack,
  signInUpstream,
}) => {
  const person = new Visitor(stack.portal.url);
  await person.signIn("Stig Store");
  expect((await person.get("/store/")).status).toBe(200);
  await signInUpstream("admin", "/people");
  await page.getByRole("link", { name: "End the sessions of Stig Store" }).click();
  await page.getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByText(/Ended: every session of Stig Store/)).toBeVisible();
  await expect(page.getByRole("link", { name: "End the sessions of Stig Store" })).toHaveCount(0);
  const led = await person.get("/store/");
  expect(new URL(led.location ?? "", stack.portal.url).pathname).toBe("/login");
  await page.goto(new URL("/audit?q=every+session", stack.portal.url).href);
  await expect(
    page.getByRole("row", { name: /Ada Admin Ended: every session of Stig Store/ }).first(),
  ).toBeVisible();
});

test("an open page says that its session has ended, keeps what is on it, and offers to log in [sign-in#ends-open]", {
  tag: "@scripting",
}, async ({ page, context, clock, signInUpstream, allowConsole }) => {
  allowConsole(/401/);
  await clock.install();
  await signInUpstream("clerk", "/sessions");
  await expect(page.getByRole("heading", { name: "Your sessions" })).toBeVisible();
  // What counts the time runs with the page's scripts.
  await expectToListen(page);
  await context.clearCookies();
  await clock.fastForward("13:00:00");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Log In (new tab)" })).toHaveAttribute(
    "href",
    /^\/login\?returnTo=%2Fsessions&problem=expired$/,
  );
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your sessions" })).toBeVisible();
});
