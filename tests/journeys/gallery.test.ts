import { expect, test } from "#tests/support/fixtures.ts";
import { startPortal } from "#tests/support/portal.ts";
import { expectNoViolations } from "#tests/support/screens.ts";

test("the gallery of building blocks has no axe violations, and stays at home", {
  tag: "@scripting",
}, async ({ page, request, baseURL, allowConsole }) => {
  expect((await request.get(`${baseURL}/gallery`)).status()).toBe(404);
  // Its pictures are broken on purpose.
  allowConsole(/status of (404|504)|ERR_/i);
  const developers = await startPortal({
    NODE_ENV: "test",
    PORTAL_API_URL: "http://localhost:9",
    MICROSOFT_AUTHORITY: "http://localhost:9",
  });
  try {
    await page.goto(`${developers.url}/gallery`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoViolations(page);
  } finally {
    await developers.stop();
  }
});
