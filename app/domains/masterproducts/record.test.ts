import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { masterProduct } from "#contract/masterproducts.ts";
import type { MasterFilter } from "./paths.ts";
import { brandsOf, imageGroups, masterPageSize, toMasterDetail, toMasterPage } from "./record.server.ts";

const rowsOf = (products: unknown[]) => listOf(masterProduct).parse(products);
const pageOf = (rows: ReturnType<typeof rowsOf>, filter: Partial<MasterFilter> = {}) =>
  toMasterPage(rows, { query: "", brand: "", page: 1, sort: undefined, ...filter });
const codes = (page: ReturnType<typeof pageOf>) =>
  page.rows.map((one) => ("row" in one ? one.row.styleCode : `unreadable ${one.unreadable.id}`));
const many = rowsOf(
  Array.from({ length: masterPageSize * 2 }, (_, index) => ({
    styleCode: `S${index}`,
    attributes: { styleName: index === 3 ? "Desert Boot" : "Sneaker", brandLabel: "Clarks" },
  })),
);

test("the whole list is cut into pages in the service's order, and the last full one leads to no empty one [product-master#pages]", () => {
  const second = Array.from({ length: masterPageSize }, (_, index) => `S${masterPageSize + index}`);
  expect(codes(pageOf(many, { page: 2 }))).toEqual(second);
  expect(pageOf(many).pages).toBe(2);
  expect(pageOf(many, { page: 9 }).rows).toEqual([]);
});

test("every word of a search must be there, without case; the brands are those of the list [product-master#filters]", () => {
  expect(pageOf(many, { query: "CLARKS boot" }).rows).toMatchObject([
    { row: { styleCode: "S3", href: "/products/S3?q=CLARKS+boot" } },
  ]);
  const branded = Object.entries({ a: "Volley", b: "Clarks", c: "Volley" });
  const styles = branded.map(([styleCode, brandLabel]) => ({ styleCode, attributes: { brandLabel } }));
  const rows = rowsOf([...styles, { styleCode: "d" }, { id: "x" }]);
  expect(brandsOf(rows)).toEqual(["Clarks", "Volley"]);
  expect(codes(pageOf(rows, { brand: "Volley" }))).toEqual(["a", "c"]);
  expect(codes(pageOf(rows, { brand: "volley" }))).toEqual([]);
  expect(codes(pageOf(rows)).at(-1), "a row that could not be read keeps its place").toBe("unreadable x");
});

test("the whole list is sorted, not one page of it; unknown values come last in either direction [product-master#order]", () => {
  const rows = rowsOf([
    { styleCode: "s10", updatedAt: "2026-11-20T00:00:00Z", attributes: { styleName: "Boot" } },
    { id: "x" },
    { styleCode: "s9", attributes: { styleName: "ankle" } },
    { styleCode: "s11", updatedAt: "2026-11-22T00:00:00Z" },
  ]);
  const cases: [MasterFilter["sort"], string][] = [
    [undefined, "s10 unreadable x s9 s11"],
    ["code", "s9 s10 s11 unreadable x"],
    ["code-down", "s11 s10 s9 unreadable x"],
    ["name", "s9 s10 unreadable x s11"],
    ["updated", "s11 s10 unreadable x s9"],
    ["untouched", "s10 s11 unreadable x s9"],
  ];
  expect(cases.map(([sort]) => [sort, codes(pageOf(rows, { sort })).join(" ")])).toEqual(cases);
  expect(codes(pageOf(many, { sort: "code-down" }))[0]).toBe(`S${masterPageSize * 2 - 1}`);
});

test("the panel is called by the style code, and has the images of all colours and of the style by group, each once [product-master#detail, product-master#fields, product-master#sold-in]", () => {
  const [first, second, third] = [1, 2, 3].map((number) => `https://i.example/${number}`);
  const front = (imageUrl: string | undefined) => ({ groupName: "Front", imageUrl });
  const side = { groupName: "Side", imageUrl: "x" };
  const colours = [{ images: [front(first), side] }, { images: [front(second)] }, {}];
  const raw = { styleCode: 42, attributes: null, colours, images: [{ imageUrl: third }, front(first)] };
  const product = masterProduct.parse(raw);
  expect(imageGroups(product)).toEqual([
    { name: "Front", images: [first, second] },
    { name: "", images: [third] },
  ]);
  const { title, facts, rawText, findHref } = toMasterDetail(product, raw);
  expect([title, facts.map(({ value }) => value)]).toEqual(["Product Data - 42", ["", "", ""]]);
  expect(JSON.parse(rawText)).toEqual(raw);
  expect(findHref).toMatch(/^\/find\?q=42/);
});
