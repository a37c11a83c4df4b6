import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "#tests/support/fixtures.ts";
import { freePort, startNode } from "#tests/support/processes.ts";

test("the gallery of building blocks has no axe violations, and stays at home", {
  tag: "@scripting",
}, async ({ page, request, baseURL, allowConsole }) => {
  test.setTimeout(120_000);
  expect((await request.get(`${baseURL}/gallery`)).status()).toBe(404);
  // The development server fetches what it finds late by itself, and its pictures are broken on purpose.
  allowConsole(/status of (404|504)|ERR_|vite/i);
  const port = await freePort();
  const server = await startNode(
    "The development server",
    ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", String(port), "--host", "localhost"],
    {
      NODE_ENV: "development",
      PORTAL_API_URL: "http://localhost:9",
      MICROSOFT_AUTHORITY: "http://localhost:9",
      SESSION_SECRET: "a secret of the tests, 32 characters or more",
      APP_URL: `http://localhost:${port}`,
    },
    /Local:.*http/,
  );
  try {
    await page.goto(`http://localhost:${port}/gallery`, { timeout: 60_000 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 30_000 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const named = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
    expect(named).toEqual([]);
  } finally {
    await server.stop();
  }
});
