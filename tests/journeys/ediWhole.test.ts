import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { acknowledge, readEdifact, runSync, writeInterchange } from "#edifact/index.ts";
import { fileOf, linesFrom, ordersMessage } from "#tests/support/ediFiles.ts";
import { expect, test } from "#tests/support/fixtures.ts";

const us = { identification: "UTOPIA", qualifier: "ZZ" };

/** A partner of the test's own, so that no other test's lists and numbers change. */
async function addPartner(page: Page, identification: string): Promise<void> {
  await page.goto("/edi/myer/partners");
  await page.getByRole("link", { name: "Add a partner" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Partner ${identification}`);
  await page.getByLabel("Store", { exact: true }).selectOption("MYR");
  await page.getByLabel("Identification (0004)", { exact: true }).fill(identification);
  await page.getByLabel("Qualifier (0007)", { exact: true }).fill(us.qualifier);
  await page.getByLabel("Our identification (0010)", { exact: true }).fill(us.identification);
  await page.getByLabel("Our qualifier (0007)", { exact: true }).fill(us.qualifier);
  await page.getByRole("button", { name: "Save" }).click();
  const rows = page.getByRole("table");
  await expect(rows.getByRole("link", { name: `Partner ${identification}` })).toBeVisible();
}

/** Brings a file in by hand: chosen, read first, and taken in. */
async function takeIn(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await page.goto("/edi/myer/check-file");
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Check of ${name}` })).toBeVisible();
  await expect(page.getByText("Reading it found nothing wrong.")).toBeVisible();
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Taken in: ${name}` })).toBeVisible();
}

/** Reads a page again until it shows what the platform's jobs are to bring about. */
async function awaited(page: Page, shows: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload();
    await shows();
  }).toPass({ timeout: 25_000, intervals: [100, 250, 500] });
}

/** Sends the order of the open page off, however often AP21 is busy or refuses it first. */
async function ship(page: Page): Promise<void> {
  const panel = page.getByRole("dialog");
  const order = page.url();
  const actionOf = (text: string) => panel.getByRole("link", { name: text, includeHidden: true }).first();
  for (let isShipped = false; !isShipped; ) {
    let action = "";
    await awaited(page, async () => {
      await expect(panel).toBeVisible({ timeout: 2000 });
      const known = (await actionOf("Ship Now").count()) > 0 ? "Ship Now" : "Retry Order";
      action = (await panel.getByText("Hard Failure").count()) > 0 ? "Resubmit to AP21" : known;
      await expect(actionOf(action)).toBeAttached({ timeout: 100 });
    });
    await page.goto((await actionOf(action).getAttribute("href")) ?? "");
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByRole("status").filter({ hasText: `ubmitted: ${action}` })).toBeVisible();
    isShipped = action === "Ship Now";
    await page.goto(order);
  }
}

/** The partner's CONTRL for what we sent, made of the bytes that the portal hands out. */
async function answerTo(page: Page, event: string, controlReference: string): Promise<Uint8Array> {
  await page.getByRole("link", { name: `Interchange of ${event}`, exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await panel.getByRole("link", { name: "References", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("link", { name: /^Download the file/ }).click(),
  ]);
  const { interchanges, findings } = runSync(readEdifact(await readFile(await download.path())));
  const [sent] = interchanges;
  const answer = sent && acknowledge(sent, findings, { controlReference, preparedAt: "2026-11-20T11:00" });
  if (!answer) throw new Error(`${event} asks for no answer`);
  return writeInterchange(answer).bytes;
}

test("an order is brought in by hand, shipped, advised and acknowledged, and its thread says so", async ({
  page,
  signIn,
}, { project }) => {
  // Five turns of the platform's jobs, and AP21 may be busy more than once.
  const partner = `WHOLE${project.name.replace(/\W/g, "").toUpperCase()}`;
  const number = `WH-${project.name}`;
  await signIn("admin");
  await addPartner(page, partner);

  const sender = { identification: partner, qualifier: us.qualifier };
  const message = ordersMessage(number, linesFrom(1, 2));
  await takeIn(page, "order.edi", fileOf("1", [message], { sender }));
  await page.getByRole("link", { name: "Interchange 1", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Interchange Detail" });
  await panel.getByRole("link", { name: "Messages", exact: true }).click();
  await expect(page).toHaveURL(/tab=messages/);
  await awaited(page, () =>
    expect(panel.getByRole("link", { name: "Order thread" })).toBeVisible({ timeout: 500 }),
  );
  await panel.getByRole("link", { name: "Order thread" }).click();

  const line = page.getByRole("region", { name: "Time line" });
  await expect(page).toHaveURL(/\/thread$/);
  const thread = page.url();
  const isTold = (words: string) => () =>
    expect(line.getByText(words, { exact: true }).first()).toBeVisible({ timeout: 500 });
  await awaited(page, isTold("Order Response (Initial) (ORDRSP)"));
  await isTold("Order (ORDERS): Accepted (CONTRL)")();
  await page.getByRole("link", { name: "Utopia order", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Order Details - MYR");
  await ship(page);

  const advice = "Shipment Despatch Advice (DESADV)";
  await page.goto(thread);
  await awaited(page, isTold(advice));
  const expected = page.getByRole("region", { name: "Expected next" });
  await awaited(page, () => expect(expected.getByText(/acknowledgement \(CONTRL\)/)).toHaveCount(2));
  for (const [at, event] of ["Order Response (Initial) (ORDRSP)", advice].entries()) {
    await page.goto(thread);
    const answer = await answerTo(page, event, String(at + 2));
    await takeIn(page, "contrl.edi", answer);
  }
  await page.goto(thread);
  await awaited(page, isTold(`${advice}: Accepted (CONTRL)`));
  await awaited(page, () => expect(expected).toContainText("Nothing more", { timeout: 500 }));
  const rows = page.getByRole("table", { name: "Lines of the order" }).locator("tbody tr");
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all())
    for (const side of ["ordered", "confirmed", "shipped", "advised"])
      await expect(row.getByRole("link", { name: new RegExp(`^14 ${side} of line`) })).toBeVisible();
  await rows
    .first()
    .getByRole("link", { name: /advised/ })
    .click();
  await expect(page).toHaveURL(/\/segments.*#segment-\d+$/);
});
