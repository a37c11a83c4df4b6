import { expect, test } from "vitest";
import { type LabelState, startingState } from "../search.ts";
import { type Edits, stillMeant, withEdits, withMore } from "./useTyped.ts";

const of = { product: "STY~BLK", barcode: "" };
const edit = (value: string, isSent = false): Edits[string] => ({ value, of, isSent });
const second = { barcode: "222", quantity: "2", price: "5" };
const state: LabelState = {
  ...startingState,
  product: of.product,
  quantities: { "20": "1" },
  batch: [{ barcode: "111", quantity: "1" }, second],
};

test("what was typed lies over the state field by field, and leaves the order of the batch", () => {
  const live = withEdits(state, {
    ...{ "b.111": edit("12"), "bp.111": edit("9.5"), "n.21": edit("3"), price: edit("") },
  });
  expect(live.batch).toEqual([{ barcode: "111", quantity: "12", price: "9.5" }, second]);
  expect(live.quantities).toEqual({ "20": "1", "21": "3" });
  expect(live.price).toBe("");
  // A line is removed by its button only: a 0 may be the first digit of another number.
  expect(withEdits(state, { "b.111": edit("0") }).batch[0]).toEqual({ barcode: "111", quantity: "0" });
});

test("what was typed in a row of the table is the line of the batch, and what was typed last counts [labels#row-entries]", () => {
  const first = (edits: Edits) => withEdits(state, edits).batch[0]?.quantity;
  const typed = withMore({ "b.111": edit("12") }, { "q.111": edit("3") });
  expect(first(typed)).toBe("3");
  expect(first(withMore(typed, { "b.111": edit("4") }))).toBe("4");
  expect(withEdits(state, { "q.111": edit(""), "q.333": edit("1") }).batch).toEqual([
    second,
    { barcode: "333", quantity: "1" },
  ]);
});

test("what was typed goes on over the page that lands, unless that one carried it, or has another product or no such line", () => {
  const edits = { "b.111": edit("12"), "b.222": edit("7", true), "n.20": edit("4"), design: edit("RBK") };
  expect(Object.keys(stillMeant(edits, state))).toEqual(["b.111", "n.20", "design"]);
  const ended = { "b.111": edit("12"), "bp.333": edit("1"), "n.20": edit("4"), price: edit("5") };
  const scanned = { ...state, product: "", filter: { ...startingState.filter, barcode: "111" } };
  expect(Object.keys(stillMeant(ended, scanned))).toEqual(["b.111"]);
});
