import { describe, expect, test } from "vitest";
import { itemOf, listOf, pagedListOf } from "#contract/envelopes.ts";
import { exo, exoSummary } from "#contract/exos.ts";
import { metaProduct } from "#contract/metaproducts.ts";

const page = (body: unknown) => pagedListOf(exoSummary).parse(body);

describe("a page of EXOs on the wire", () => {
  test.each([
    { summaries: [{ id: "a" }], currentPage: 2, totalPages: 9 },
    { items: [{ id: "a" }], current_page: "2", total_pages: "9" },
    { results: [{ id: "a" }], page: 2, pages: 9 },
    { data: [{ id: "a" }], page: 2, pages: { total: 9 } },
  ])("is read from %j", (body) => {
    expect(page(body)).toMatchObject({ rows: [{ readable: true, row: { id: "a" } }], page: 2, pages: 9 });
  });

  test("is page 1 of 1 where the answer does not say, or says nonsense", () => {
    expect(page([{ id: 1 }])).toMatchObject({ page: 1, pages: 1 });
    expect(page({ items: [], currentPage: null, pages: "many" })).toMatchObject({ page: 1, pages: 1 });
    expect(page({ items: [], currentPage: 0, totalPages: -4 })).toMatchObject({ page: 1, pages: 1 });
  });

  test("keeps its other rows next to a broken one, and fails without any list", () => {
    const { rows } = page({ summaries: [{ name: "no id" }, { id: "b", status: "words" }] });
    expect(rows.map(({ readable }) => readable)).toEqual([false, true]);
    expect(pagedListOf(exoSummary).safeParse({ currentPage: 1 }).success).toBe(false);
  });
});

describe("an EXO on the wire", () => {
  const read = (item: unknown) => itemOf(exo).parse({ item }).item;

  test("needs an id and nothing else, and is passed on as received", () => {
    expect(read({ id: "a", exchange: null }).exchange).toBeNull();
    expect(itemOf(exo).parse({ item: { id: 7, surprise: [1] } })).toEqual({
      item: { id: "7", surprise: [1] },
      raw: { id: 7, surprise: [1] },
    });
    const failed = itemOf(exo).safeParse({ item: { name: "no id" } });
    expect(failed.error?.issues[0]?.path).toEqual(["item", "id"]);
  });

  test("keeps a jobs list that is no JSON, and everything next to a broken record", () => {
    const { histories, references, exchange } = read({
      id: "a",
      histories: [null, { action: "process:jobs", meta: { jobs: "[broken" } }],
      references: ["words", { id: 1, meta: { article_id: 12, own: true } }],
      exchange: { Customer: "nobody", Items: [4, { Title: "Shoe", Photos: [{ SourceId: 1 }, 2] }] },
    });
    expect(histories).toMatchObject([{ action: "process:jobs", meta: { jobs: "[broken" } }]);
    expect(references).toMatchObject([{ id: "1", meta: { article_id: "12", own: true } }]);
    expect(exchange?.Items).toMatchObject([{ Title: "Shoe", Photos: [{ SourceId: "1" }] }]);
  });
});

const readProduct = (row: unknown) => {
  const [first] = listOf(metaProduct).parse([row]);
  if (!first?.readable) throw new Error("The row could not be read");
  return first.row;
};

describe("a meta product on the wire", () => {
  test("needs an id and nothing else, and keeps undocumented fields", () => {
    expect(readProduct({ id: 7, surprise: { deep: [1] } })).toMatchObject({
      id: "7",
      surprise: { deep: [1] },
    });
  });

  test("keeps the inputs of its action, also without data", () => {
    const action = { value: "reject", text: "Reject", config: { inputType: "note" } };
    expect(readProduct({ id: "1", availableActions: [action] }).availableActions).toMatchObject([action]);
  });

  test("keeps its other actions, variants and changes next to a broken one", () => {
    const { availableActions, variants, changes } = readProduct({
      id: "1",
      availableActions: [{ text: "no value" }, { value: "a", text: "A" }],
      variants: [null, { productSku: 12 }],
      changes: ["words", { code: "C", newValue: 1 }],
    });
    expect(availableActions).toMatchObject([{ value: "a" }]);
    expect(variants).toMatchObject([{ productSku: "12" }]);
    expect(changes).toMatchObject([{ code: "C", newValue: 1 }]);
  });

  test("is read up to two hundred that cannot be; the rest is counted in one row", () => {
    const rows = listOf(metaProduct).parse([{ id: "1" }, ...Array(40_000).fill({ no: "id" }), { id: "2" }]);
    expect(rows).toHaveLength(202);
    expect(rows[0]).toMatchObject({ readable: true });
    expect(rows.at(-1)).toMatchObject({ readable: false, id: "rows 202 to 40002" });
  });
});
