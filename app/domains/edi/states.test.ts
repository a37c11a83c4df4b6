import { expect, test } from "vitest";
import { processingStates } from "#contract/processing.ts";
import { exoStatusOf } from "../exos/model.ts";
import { directionLabel, messageTypeChoices } from "./codes.ts";
import { displayStateOf, mayMove, stateOf, streamsByNeed, summaryStateOf } from "./states.ts";

test("every state has its label and style, as returns have it, and a new document is a new EXO [states#new-exo]", () => {
  for (const code of processingStates) {
    const { label, tone } = exoStatusOf(code);
    expect(stateOf(code)).toMatchObject({ code, label: code === "new" ? "New EXO" : label, tone });
  }
});

test("a row shows the first state by priority [states#summary, edi#summary-icon]", () => {
  const priority = "failed rejected hold stale stalled manual passive active new completed".split(" ");
  for (const [index, code] of priority.entries())
    expect(summaryStateOf(priority.slice(index).reverse()).code).toBe(code);
});

test("a held document has its state's label, and the reason beside it [edi#review-list]", () => {
  const stream_statuses = { "order/create": { state: "hold", step: "create-utopia-order" } };
  const shown = displayStateOf({ stream_statuses, held_for: "confirmation" });
  expect([shown.summary.label, shown.reason]).toEqual(["On Hold", "to confirm"]);
  expect(displayStateOf({ stream_statuses, held_for: "unheard-of" }).reason).toBe("");
});

test("of several streams the first that needs a person comes first, else that of the document's state [edi#row-streams]", () => {
  const first = (states: Record<string, string>) => {
    const stream_statuses = Object.fromEntries(
      Object.entries(states).map(([stream, state]) => [stream, { state, step: "x" }]),
    );
    return streamsByNeed(displayStateOf({ stream_statuses }))[0]?.stream;
  };
  expect(first({ a: "completed", b: "rejected", c: "hold", d: "manual" })).toBe("c");
  expect(first({ a: "completed", b: "active" })).toBe("b");
});

test("an unknown state shows its code, and its icon only if it is the only one", () => {
  for (const codes of [[], ["levitating"], [undefined, null, ""]])
    expect(summaryStateOf(codes).label).toBe("Unknown State");
  expect(stateOf("levitating")).toMatchObject({ label: "levitating", code: "" });
  expect(stateOf(undefined).label).toBe("No state");
});

test("a document moves while one of its streams does, and before it has any", () => {
  const moves = (state: string) =>
    mayMove(displayStateOf({ stream_statuses: { "order/create": { state, step: "x" } } }));
  const moving = ["active", "passive", "new", "completed", "failed", "hold"].filter(moves);
  expect(moving).toEqual(["active", "passive", "new"]);
  expect(mayMove(displayStateOf({}))).toBe(true);
});

test("a direction is shown in words, and an unknown one as such", () => {
  const labels = ["inbound", "outbound", "unspecified", "sideways", "Inbound", undefined].map(directionLabel);
  const unknown = ['Unknown: "sideways"', 'Unknown: "Inbound"', 'Unknown: ""'];
  expect(labels).toEqual(["Inbound", "Outbound", "Unspecified", ...unknown]);
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
