import { expect, test } from "vitest";
import { type LabelState, startingState } from "../search.ts";
import { type Edits, stillMeant, withTyped } from "./useTyped.ts";

const of = { product: "STY~BLK", barcode: "" };
const edit = (value: string, isSent = false): Edits[string] => ({ value, of, isSent });
const state: LabelState = { ...startingState, product: of.product, quantities: { "20": "1" } };

test("what was typed lies over the state field by field", () => {
  const live = withTyped(state, { "n.21": edit("3"), price: edit("") });
  expect(live.quantities).toEqual({ "20": "1", "21": "3" });
  expect(live.price).toBe("");
});

test("what was typed goes on over the page that lands, unless that one carried it, or has another product", () => {
  const edits = { "n.20": edit("4"), "n.21": edit("7", true), design: edit("RBK") };
  expect(Object.keys(stillMeant(edits, state))).toEqual(["n.20", "design"]);
  const scanned = { ...state, product: "", filter: { ...startingState.filter, barcode: "111" } };
  expect(Object.keys(stillMeant(edits, scanned))).toEqual(["design"]);
});
