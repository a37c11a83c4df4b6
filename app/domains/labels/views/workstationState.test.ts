import { expect, test } from "vitest";
import { toBatchView } from "../batch.ts";
import { emptyBatch, withScanned } from "../batchChanges.ts";
import { barcodeDesign } from "../label.ts";
import { type LabelState, startingState } from "../search.ts";
import {
  afterEvent,
  fieldsOf,
  stateAtStart,
  typedIn,
  type WorkstationEvent,
  type WorkstationState,
} from "./workstationState.ts";

const address: LabelState = { ...startingState, product: "STY~BLK", quantities: { "20": "1" } };

const batchAt = (revision: number, count = 1) => {
  const { batch } = withScanned(emptyBatch, [{ barcode: "111", count, product: undefined }]);
  const look = { design: barcodeDesign, queue: [], isWhole: false, noticesOf: () => [] };
  return toBatchView({ ...batch, revision }, look);
};
const start = stateAtStart({ key: "first", address, batch: batchAt(1) });
const after = (...events: WorkstationEvent[]): WorkstationState => events.reduce(afterEvent, start);
const typed = (name: string, value: string): WorkstationEvent => ({ is: "typed", name, value });
const landed = (at: LabelState, key = "second"): WorkstationEvent => ({
  ...{ is: "loaded", key, address: at, batch: start.loaded },
});
const quantity = (to: string) => ({ barcode: "111", field: "quantity", to }) as const;
const line = (to: string): WorkstationEvent => ({ is: "lineTyped", edit: quantity(to) });

test("what was typed lies over the address field by field", () => {
  const { live } = after(typed("n.21", "3"), typed("price", ""));
  expect(live.quantities).toEqual({ "20": "1", "21": "3" });
  expect(live.price).toBe("");
});

test("a price of $0.00 that is typed has to be confirmed anew [labels#nothing]", () => {
  const confirmed = landed({ ...address, price: "0", free: true });
  expect(after(confirmed, typed("n.21", "3")).live.free).toBe(true);
  expect(after(confirmed, typed("price", "0.00")).live.free).toBe(false);
});

test("what was typed goes on over the page that lands, unless that one carried it, or has another product", () => {
  const before = [
    ...[typed("n.21", "7"), { is: "departed" } as const],
    ...[typed("n.20", "4"), typed("design", "RBK")],
  ];
  expect(Object.keys(after(...before, landed(address)).edits)).toEqual(["n.20", "design"]);
  const scanned = { ...address, product: "", filter: { ...startingState.filter, barcode: "111" } };
  expect(Object.keys(after(...before, landed(scanned)).edits)).toEqual(["design"]);
  expect(after(...before, landed(scanned, "first")).edits, "a page that is read again").toEqual(
    after(...before).edits,
  );
});

test("the last text of a field of the batch is sent with the value that it replaces, until it is saved", () => {
  const state = after(line("2"), line("25"));
  expect(fieldsOf(state)).toEqual([["typed?barcode=111&field=quantity&from=1", "25"]]);
  const saved = {
    is: "answered",
    answer: { batch: batchAt(2, 25) },
    sent: state.lineEdits,
    isPress: false,
  } as const;
  expect(typedIn(afterEvent(state, saved), quantity(""))).toBeUndefined();
  const meanwhile = afterEvent(afterEvent(state, line("250")), saved);
  expect(typedIn(meanwhile, quantity("")), "it was typed while the other was on its way").toBe("250");
  expect(fieldsOf(meanwhile)).toEqual([["typed?barcode=111&field=quantity&from=25", "250"]]);
});

test("without an answer what was typed stays and the page says so, until something is typed", () => {
  const silence = {
    is: "answered",
    answer: undefined,
    sent: after(line("2")).lineEdits,
    isPress: false,
  } as const;
  const state = after(line("2"), silence);
  expect(state.batchProblem).toMatch(/does not answer/);
  expect(typedIn(state, quantity(""))).toBe("2");
  expect(afterEvent(state, line("3")).batchProblem).toBeUndefined();
});

test("a page that was read before the batch was saved doesn't take it back", () => {
  const saved = { is: "answered", answer: { batch: batchAt(5) }, sent: [], isPress: false } as const;
  expect(after(saved, landed(address)).batch.revision).toBe(5);
  expect(after(landed(address), saved).batch.revision).toBe(5);
});
