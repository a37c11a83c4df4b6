import type { BrowserContext } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { documents, ediDesk, ediText } from "#tests/support/upstream/ediDesk.ts";

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({}, ediDesk);
});
test.afterAll(() => stack.stop());

async function signInAs(person: "admin" | "clerk", context: BrowserContext) {
  const visitor = await stack.signedIn(person);
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: stack.portal.url })));
}

test.beforeEach(async ({ context }) => {
  stack.upstream.reset();
  await signInAs("clerk", context);
});

const takenIn = () =>
  stack.upstream.calls
    .filter(({ method, path }) => method === "POST" && path === documents)
    .map(({ body }) => body);

test("a file is chosen, read first, and then taken in once", async ({ page }, { project }) => {
  const text = `${ediText}\r\n${project.name}`;
  await page.goto(`${stack.portal.url}/edi/myer/`);
  await page.getByRole("link", { name: "Check a file" }).click();
  const file = { name: "orders.edi", mimeType: "application/octet-stream", buffer: Buffer.from(text) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check of orders.edi" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Interchange 417" })).toBeVisible();
  await page.getByRole("link", { name: "segment 3" }).click();
  await expect(page).toHaveURL(/#interchange-1-segment-3$/);
  expect(takenIn()).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Taken in: orders.edi" })).toBeVisible();
  expect(takenIn()).toEqual([text]);
  await expect(page.getByRole("link", { name: "Interchange 417" })).toHaveAttribute(
    "href",
    "/edi/myer/interchanges/ic-417",
  );
});

test("a file is dropped, and one that is too large is not sent", { tag: "@scripting" }, async ({ page }) => {
  await page.goto(`${stack.portal.url}/edi/myer/check-file`);
  const drop = async (size: number) => {
    const transfer = await page.evaluateHandle(
      ([text, length]) => {
        const data = new DataTransfer();
        data.items.add(new File([String(text).padEnd(Number(length), "\n")], "dropped.edi"));
        return data;
      },
      [ediText, size],
    );
    await page.getByText("Choose it, or drop it here.").dispatchEvent("drop", { dataTransfer: transfer });
  };
  await drop(1024 * 1024 + 1);
  await expect(page.getByText(/larger than 1 MB/)).toBeVisible();
  await drop(10);
  await expect(page.getByText(/larger than 1 MB/)).toHaveCount(0);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check of dropped.edi" })).toBeVisible();
});

test("axe and phones: check, landing page, partners", async ({ page }, { project }) => {
  for (const path of ["/edi/myer/check-file", "/edi/myer/", "/edi/myer/partners"]) {
    await page.goto(stack.portal.url + path);
    if (isScripted(project.name)) await expectNoViolations(page);
    await expectToFitPhones(page, path);
  }
});
