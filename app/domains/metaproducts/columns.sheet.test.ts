import readExcel, { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import { sheetFileName } from "#app/features/sheets/sheetFile.ts";
import { writeSheet } from "#app/features/sheets/sheetWriter.server.ts";
import { readRow, recordKey } from "#contract/envelopes.ts";
import { metaProduct } from "#contract/metaproducts.ts";
import { productSheetChoices } from "./api.server.ts";
import { productSheetPlan } from "./columns.ts";

const boot = {
  ...{ Name: "=1+1", Brand: "@Clarks", Images: "https://i.example/1.jpg;https://i.example/2.jpg" },
  ...{ Price: "129.95", SalePrice: "POA" },
};
const sizes = [
  { productSku: "0012-7", attributes: { Quantity: "3", barcode: "0093456789012" } },
  { productSku: "0012-8", attributes: { Quantity: "?" } },
];
const products = [
  {
    ...{ id: "1", groupId: "0012", attributes: boot, validationStatus: ["No image", "No title"] },
    availableActions: [{ value: "publish", text: "Publish Product" }],
    variants: [{ ...sizes[0], status: { ExternalStatus: "Created" } }, sizes[1]],
  },
  { title: "no id" },
  { id: "2", groupId: "G2", attributes: { Name: `bad \u0000\u0008 \ud800 <&> ${"x".repeat(40_000)}` } },
];

async function fileOf(variants = false): Promise<Buffer> {
  const options = { storeType: "iconic", variants, timeZone: "UTC" };
  const rows = products.map((raw, index) => readRow(metaProduct, raw, index));
  const slice = {
    fileName: "products.xlsx",
    columns: productSheetPlan.headings(options),
    records: rows.map((row) => ({ key: recordKey(row.raw), rows: productSheetPlan.toRows([row], options) })),
    isStill: true,
  };
  async function* slices() {
    yield slice;
  }
  const file = writeSheet(slices(), new AbortController().signal, (problem) => new Error(String(problem)));
  return Buffer.from(await new Response(file).arrayBuffer());
}

test("a spreadsheet has one sheet with the grid's columns: codes as text, numbers as numbers, formulas as the text they are", async () => {
  const [sheet, ...others] = await readExcel(await fileOf());
  expect(others).toEqual([]);
  expect(sheet?.sheet).toBe("Sheet1");
  const [headings, first, second, third] = sheet?.data ?? [];
  expect(headings?.join(", ")).toBe(
    "Image, Code, Brand, Title, Stock, RRP, Sale Price, Validation Status, Status, Actions",
  );
  const images = "https://i.example/1.jpg; https://i.example/2.jpg";
  expect(first).toEqual([
    ...[images, "0012", "@Clarks", "=1+1", 3, 129.95, "POA"],
    ...["No image; No title", "Partially Created", "Publish Product"],
  ]);
  expect(second?.[1]).toBe("row 2");
  expect(second?.[3]).toContain("could not be read");
  expect(String(third?.[3])).toHaveLength(32_767);
  expect(String(third?.[3])).toMatch(/^bad {2}\ufffd <&> x+…$/);
});

test("variants are rows of their own if requested, each with code, brand and title [products#export-columns]", async () => {
  const [heading, ...lines] = await readSheet(await fileOf(true));
  const cells = (name: string) => lines.slice(0, 3).map((line) => line[heading?.indexOf(name) ?? -1]);
  expect(cells("Code")).toEqual(["0012", "0012", "0012"]);
  expect(cells("SKU")).toEqual([null, "0012-7", "0012-8"]);
  expect(cells("Barcode")).toEqual([null, "0093456789012", null]);
  expect(cells("Stock")).toEqual([3, 3, null]);
  expect(cells("Variant Status")).toEqual([null, "Created", null]);
});

test("the file is named by store, page and day in the shop's zone", () => {
  const at = new Date("2026-11-20T14:00:00Z");
  const name = (store: string, page: number | "all", zone = "UTC") =>
    sheetFileName(store, "products", page, at, zone);
  const shop = name("Shoes & Sox", 3, "Australia/Melbourne");
  expect(shop).toBe("shoes-sox-products-page-3-2026-11-21.xlsx");
  expect(name("Café “X”\r\n", "all")).toBe("cafe-x-products-all-2026-11-20.xlsx");
  expect(name("服", 1)).toBe("store-products-page-1-2026-11-20.xlsx");
});

const choicesOf = (page: number, rowCount: number, hasNext: boolean) => {
  const filter = { code: "a", title: "", message: "", invalid: true, page };
  const { rows, choices } = productSheetChoices("CLK", filter, { rowCount, hasNext });
  return { rows, labels: choices.map(({ label }) => label), hrefs: choices.map(({ href }) => href) };
};

test("page 1 of 1,000 has the screen's rows, and is the button's default; all matches are offered next to it [products#export, products#export-all, products#export-range]", () => {
  expect(choicesOf(1, 5, false).rows).toBe("rows 1–5");
  expect(choicesOf(1, 20, true).rows).toBe("up to 1,000 rows");
  const sets = ["Page 1 at 1,000 products a page", "These 20: rows 1–20", "All products that match"];
  const labels = sets.flatMap((set) => [set, `${set}, variants as rows, too`]);
  expect(choicesOf(1, 20, true).labels).toEqual(labels);
});

test("any other page of 1,000 does not: the button means the rows on the screen [products#export-rows]", () => {
  const { rows, hrefs } = choicesOf(3, 5, false);
  expect(rows).toBe("rows 41–45");
  const page = "/store/CLK/products/export.xlsx?code=a&invalid=1&page=3";
  const all = "/store/CLK/products/export.xlsx?code=a&invalid=1&rows=all";
  const sets = [`${page}&screen=1`, page, all];
  expect(hrefs).toEqual(sets.flatMap((href) => [href, `${href}&variants=1`]));
});
