import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations } from "#tests/support/screens.ts";

test("a credit that is owed is given with a reason, and taken back", async ({ page, signIn, allowConsole }, {
  project,
  parallelIndex,
}) => {
  // A reason that is missing is answered so.
  allowConsole(/status of 400/);
  await signIn("clerk", "/returns/");
  await page.getByRole("link", { name: "Credits owed" }).click();
  await expect(page).toHaveURL(/\/returns\/credits$/);
  await expect(page.getByRole("heading", { level: 1, name: "Credits owed" })).toBeVisible();
  await expect(page.getByText(/credits owed, \$/)).toBeVisible();
  // The longest owed are the odd records of a bad day.
  const second = page
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("link", { name: "Page 2" });
  await second.click();
  await expect(second).toHaveAttribute("aria-current", "page");
  // Whoever runs at the same time has a credit of their own: all run on one portal.
  const ways = page
    .locator("main tbody tr")
    .filter({ hasNotText: "ODD-" })
    .getByRole("link", { name: /^Given …/ });
  const way = ways.nth((parallelIndex % 4) * 3);
  const name = ((await way.getAttribute("aria-label")) ?? "").replace("Given … ", "");
  if (isScripted(project.name)) await expectNoViolations(page);
  await page.getByRole("link", { name: `Given … ${name}` }).click();
  const question = page.getByRole("dialog");
  await expect(question.getByText("Was this credit given?")).toBeVisible();
  await question.getByRole("button", { name: "Given", exact: true }).click();
  await expect(question.getByText(/Say why/)).toBeVisible();
  await question.getByLabel("Given, because …").fill("AP21 credit 4711");
  if (isScripted(project.name)) await expectNoViolations(page);
  await question.getByRole("button", { name: "Given", exact: true }).click();
  await expect(page).toHaveURL(/credits\?page=2$/);
  await expect(page.getByText(/^Given: credit of/)).toBeVisible();
  await page
    .getByText(/^Given: credit of/)
    .getByRole("link", { name })
    .click();
  await expect(page.getByText(/^Credit given by .* because AP21 credit 4711/)).toBeVisible();
  await page.getByRole("link", { name: "Not given after all …" }).click();
  await page.getByLabel("Not given, because …").fill("The wrong customer");
  await page.getByRole("button", { name: "Not given", exact: true }).click();
  await expect(page.getByText(/^Credit owed \$/)).toBeVisible();
});
