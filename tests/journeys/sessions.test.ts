import { expect, test } from "#tests/support/fixtures.ts";
import { expectToListen } from "#tests/support/screens.ts";

test("an open page says that its session has ended, keeps what is on it, and offers to log in [sign-in#ends-open]", {
  tag: "@scripting",
}, async ({ page, context, clock, signInUpstream, allowConsole }) => {
  allowConsole(/401/);
  await clock.install();
  await signInUpstream("clerk", "/sessions");
  await expect(page.getByRole("heading", { name: "Your sessions" })).toBeVisible();
  // The timer starts with hydration.
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
