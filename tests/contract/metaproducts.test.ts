import { describe, expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { metaProduct } from "#contract/metaproducts.ts";

const read = (row: unknown) => {
  const [first] = listOf(metaProduct).parse([row]);
  if (!first?.readable) throw new Error("The row could not be read");
  return first.row;
};

describe("a meta product on the wire", () => {
  test("needs an id and nothing else", () => {
    expect(read({ id: 7 })).toMatchObject({ id: "7" });
  });

  test("keeps what its action asks for, also without data", () => {
    const { availableActions } = read({
      id: "1",
      availableActions: [{ value: "reject", text: "Reject", config: { inputType: "note" } }],
    });
    expect(availableActions?.[0]?.config?.inputType).toBe("note");
  });

  test("keeps its other actions, variants and changes beside a broken one", () => {
    const { availableActions, variants, changes } = read({
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

  test("keeps fields that nobody documented", () => {
    expect(read({ id: "1", surprise: { deep: [1] } })).toMatchObject({ surprise: { deep: [1] } });
  });
});
