import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { acknowledge, readEdifact, runSync, writeInterchange } from "#edifact/index.ts";
import { fileOf, linesFrom, ordersMessage, unlistedLine } from "#tests/support/ediFiles.ts";
import { expect, test } from "#tests/support/fixtures.ts";

const us = { identification: "UTOPIA", qualifier: "ZZ" };

/** Reloads a page until it shows the result of the platform's jobs. */
async function awaited(page: Page, shows: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload();
    await shows();
  }).toPass({ intervals: [100, 250, 500] });
}

/** Ships the order of the open page, retrying while AP21 is busy or refuses. */
async function ship(page: Page): Promise<void> {
  const panel = page.getByRole("dialog");
  const order = page.url();
  const actionOf = (text: string) => panel.getByRole("link", { name: text, includeHidden: true }).first();
  for (let isShipped = false; !isShipped; ) {
    let action = "";
    await awaited(page, async () => {
      expect(await panel.isVisible()).toBe(true);
      const known = (await actionOf("Ship Now").count()) > 0 ? "Ship Now" : "Retry Order";
      action = (await panel.getByText("Hard Failure").count()) > 0 ? "Resubmit to AP21" : known;
      expect(await actionOf(action).count()).toBe(1);
    });
    await page.goto((await actionOf(action).getAttribute("href")) ?? "");
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByRole("status").filter({ hasText: `ubmitted: ${action}` })).toBeVisible();
    isShipped = action === "Ship Now";
    await page.goto(order);
  }
}

function controlFor(file: Uint8Array, controlReference: string): Uint8Array {
  const { interchanges, findings } = runSync(readEdifact(file));
  const [sent] = interchanges;
  const answer = sent && acknowledge(sent, findings, { controlReference, preparedAt: "2026-11-20T11:00" });
  if (!answer) throw new Error("The file asks for no answer");
  return writeInterchange(answer).bytes;
}

const partnersFolder = process.env.TESTED_EDI_FOLDER ?? "";

async function drop(name: string, content: string | Uint8Array): Promise<void> {
  const writing = join(partnersFolder, "in", `.${name}`);
  await writeFile(writing, content);
  await rename(writing, join(partnersFolder, "in", name));
}

async function sentTo(partner: string, type: string): Promise<Buffer> {
  let found: Buffer[] = [];
  await expect(async () => {
    const names = await readdir(join(partnersFolder, "out"));
    const files = await Promise.all(names.map((name) => readFile(join(partnersFolder, "out", name))));
    found = files.filter((file) => file.includes(`+${partner}:ZZ+`) && file.includes(`+${type}:`));
    expect(found).toHaveLength(1);
  }).toPass({ intervals: [100, 250, 500] });
  return Buffer.concat(found);
}

const segmentsOf = (file: Buffer): string[] => file.toString("latin1").split("'");

test("an order with a wrong price and an unknown article is confirmed line by line, answered with reasons, shipped and advised", async ({
  page,
  signIn,
}, { project }) => {
  const partner = `REVIEW${project.name.replace(/\W/g, "").toUpperCase()}`;
  const number = `RV-${project.name}`;
  const [agreed, priced] = linesFrom(1, 2);
  if (!agreed || !priced) throw new Error("The seed lacks the articles");
  await signIn("admin");
  const sender = { identification: partner, qualifier: us.qualifier };
  const message = ordersMessage(number, [agreed, { ...priced, price: "1.5" }, unlistedLine]);
  await drop(`${partner}.edi`, fileOf("1", [message], { sender }));

  await page.goto(`/edi/myer/orders?held=confirmation&document=${number}`);
  const row = page.getByRole("row").filter({ hasText: number }).locator("a[data-row]");
  await awaited(page, async () => expect(await row.isVisible()).toBe(true));
  await row.click();
  const panel = page.getByRole("dialog", { name: "Order Detail" });
  const wrongPrice = panel.getByRole("group", { name: `Line 2 · ${priced.ean}` });
  const unknown = panel.getByRole("group", { name: `Line 3 · ${unlistedLine.ean}` });
  await expect(wrongPrice).toContainText("Price:");
  await expect(unknown).toContainText("Article:");
  await wrongPrice.getByLabel("Answer").selectOption("Amend");
  await wrongPrice.getByLabel("Unit price").fill(priced.price);
  await wrongPrice.getByLabel("Reason, for the partner").fill("As in our price list");
  await unknown.getByLabel("Answer").selectOption("Refuse");
  await unknown.getByLabel("Reason, for the partner").fill("We do not sell this");
  await panel.getByRole("button", { name: "Preview the answer" }).click();
  await expect(panel.getByText("The ORDRSP that would be sent")).toBeVisible();
  await expect(panel).toContainText("FTX+ACD+++We do not sell this'");
  await expect(wrongPrice.getByLabel("Unit price")).toHaveValue(priced.price);
  await panel.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "ubmitted: Confirm the order" })).toBeVisible();

  expect(segmentsOf(await sentTo(partner, "CONTRL"))).toContain(`UCI+1+${partner}:ZZ+UTOPIA:ZZ+7`);
  const response = await sentTo(partner, "ORDRSP");
  const answer = segmentsOf(response);
  expect(answer.filter((segment) => /^(BGM|RFF|LIN|QTY|FTX|PRI|CNT)/.test(segment))).toEqual([
    `BGM+231+OR-${number}-1+4`,
    `RFF+ON:${number}`,
    `LIN+1+5+${agreed.ean}:SRV`,
    "QTY+21:14",
    "QTY+113:14",
    `PRI+AAA:${agreed.price}`,
    `LIN+2+3+${priced.ean}:SRV`,
    "QTY+21:14",
    "QTY+113:14",
    "FTX+ACD+++As in our price list",
    `PRI+AAA:${priced.price}`,
    `LIN+3+7+${unlistedLine.ean}:SRV`,
    "QTY+21:2",
    "QTY+113:0",
    "FTX+ACD+++We do not sell this",
    "CNT+2:3",
  ]);

  await page.getByRole("dialog").getByRole("link", { name: "Order thread" }).click();
  await expect(page).toHaveURL(/\/thread$/);
  const thread = page.url();
  await page.getByRole("link", { name: "Utopia order", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Order Details - MYR");
  await ship(page);
  const advice = await sentTo(partner, "DESADV");
  const advised = segmentsOf(advice).filter((segment) => /^(LIN|QTY\+12|RFF\+ON:[^:]+:)/.test(segment));
  expect(advised.join("'")).toBe(
    [
      `LIN+1++${agreed.ean}:SRV'QTY+12:12'RFF+ON:${number}:1`,
      `LIN+2++${agreed.ean}:SRV'QTY+12:2'RFF+ON:${number}:1`,
      `LIN+3++${priced.ean}:SRV'QTY+12:10'RFF+ON:${number}:2`,
      `LIN+4++${priced.ean}:SRV'QTY+12:4'RFF+ON:${number}:2`,
    ].join("'"),
  );
  await drop(`${partner}-2.edi`, controlFor(response, "2"));
  await drop(`${partner}-3.edi`, controlFor(advice, "3"));
  await page.goto(thread);
  const expected = page.getByRole("region", { name: "Expected next" });
  await awaited(page, async () => expect(await expected.textContent()).toContain("Nothing more"));
  await expect(page.getByRole("region", { name: "Time line" })).toContainText(
    "Shipment Despatch Advice (DESADV): Accepted (CONTRL)",
  );
});
