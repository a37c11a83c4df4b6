import { expect, test } from "#tests/support/fixtures.ts";
import { barcode, batchOf, download, lineOf, preview } from "#tests/support/labelPage.ts";
import { withoutPrintService } from "#tests/support/labels.ts";
import { repriced } from "#tests/support/upstream/labelProducts.ts";

/** A store whose labels no other journey prints. */
const bench = "/store/TLS/printlabel";

test("a product whose price has changed is listed until its label is printed again", async ({
  page,
  signInUpstream,
  own,
}) => {
  await withoutPrintService(page);
  await signInUpstream("labels", `${bench}?barcode=${barcode}`);
  await preview(page).getByRole("button", { name: "Printable sheet" }).click();
  await expect(page.getByText("They count as printed from now on.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Print Label" }).click();
  own.upstream.addLabelProducts([repriced(2, 119.95, "RRP")]);

  await page.getByRole("link", { name: "Wrong labels" }).click();
  const row = page.getByRole("row").filter({ hasText: "Harbour Boot 2, Black, 7" });
  await expect(row).toContainText("$99.95");
  await expect(row).toContainText("$119.95");
  await expect(row).toContainText("+$20.00");
  await page.getByRole("link", { name: "Print this one" }).click();
  await expect(lineOf(page, "Harbour Boot 2")).toContainText("Black, 7");
  const { name } = await download(page, "Download label file", batchOf(page));
  expect(name).toBe("labels-TLS-batch.zpl");

  await page.goto(`${own.portal.url}${bench}/wrong`);
  await expect(page.getByText("No label is wrong: the one there is was checked just now.")).toBeVisible();
});
