import { expect, test } from "vitest";
import { processingStates } from "#contract/processing.ts";
import { directionLabel } from "./direction.ts";
import { messageTypeChoices } from "./messageTypes.ts";
import { mayMove, sharedStanding, stateOf, summaryStateOf } from "./states.ts";

test("every state has its label and style [states#new-exo]", () => {
  expect(processingStates.map((code) => [code, stateOf(code).label, stateOf(code).tone])).toEqual([
    ["new", "New EXO", "background"],
    ["active", "Processing (Auto)", "ok"],
    ["passive", "Processing (Waiting)", "background"],
    ["manual", "Manual Intervention Required", "attention"],
    ["hold", "On Hold", "attention"],
    ["stalled", "Stalled", "attention"],
    ["stale", "Stale", "attention"],
    ["rejected", "Rejected", "dismissed"],
    ["failed", "Task Failed", "attention"],
    ["completed", "Completed", "ok"],
  ]);
});

test("the first state by priority stands for a row [states#summary, edi#summary-icon]", () => {
  const priority = [
    "failed",
    "rejected",
    "hold",
    "stale",
    "stalled",
    "manual",
    "passive",
    "active",
    "new",
    "completed",
  ];
  for (const [index, code] of priority.entries()) {
    expect(summaryStateOf(priority.slice(index).reverse()).code).toBe(code);
  }
});

test.each([[[]], [["levitating"]], [[undefined, null, ""]]])("%j is an unknown state", (codes) => {
  expect(summaryStateOf(codes).label).toBe("Unknown State");
});

test("a state that nobody knows goes by its code", () => {
  expect(stateOf("levitating")).toMatchObject({ label: "levitating", code: "" });
  expect(stateOf(undefined).label).toBe("No state");
});

test("a document moves while one of its streams does, and before it has any", () => {
  const standing = sharedStanding();
  const of = (state: string) => mayMove(standing({ "order/create": { state, step: "x" } }));
  expect([of("active"), of("passive"), of("new"), of("completed"), of("failed"), of("hold")]).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(mayMove(standing({}))).toBe(true);
});

test.each([
  ["inbound", "Inbound"],
  ["outbound", "Outbound"],
  ["unspecified", "Unspecified"],
  ["sideways", 'Unknown: "sideways"'],
  ["Inbound", 'Unknown: "Inbound"'],
  [undefined, 'Unknown: ""'],
])("the direction %s shows %s", (value, label) => {
  expect(directionLabel(value)).toBe(label);
});

test("the message types are offered by name, in their fixed words [edi#message-types]", () => {
  expect(messageTypeChoices.map(({ label }) => label)).toEqual([
    "CONTRL Control Message",
    "ORDERS Order Message",
    "ORDCHG Order Change Message",
    "ORDRSP Order Response Message",
    "INVRPT Inventory Report Message",
    "DESADV Despatch Advice Message",
  ]);
});
