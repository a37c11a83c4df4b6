import type { ProcessingState } from "#contract/processing.ts";

const customer = { FirstName: "Mei", LastName: "Chen", Ap21CustomerCode: "C1", Ap21CustomerIdx: "2" };
const item = { Title: "Loafer", LevelCode: "10200001_BLK_8", Quantity: -1, Cost: 99.95, Total: -99.95 };

type Shape = { ends: ProcessingState; script?: Record<string, string>; items?: object[] };

// Every sixth return doesn't run through; the ways in which it ends take turns.
const detours: readonly Shape[] = [
  { ends: "completed", script: { "create-return-shipment": "busy:2", "finalise-shipment-order": "busy:1" } },
  { ends: "manual", items: [item, { ...item, Quantity: 1 }] },
  { ends: "failed", script: { "update-return-shipment": "refuse" } },
  { ends: "manual", script: { "create-return-shipment": "charge" } },
  { ends: "stale", script: { "await-ap21-return-received": "never" } },
  { ends: "failed", script: { "acquire-shipment-labels": "unstorable" } },
  { ends: "failed", items: [] },
  { ends: "failed", script: { "retrieve-ap21-ra-number": "break" } },
];

const shapeOf = (index: number): Shape =>
  index % 6 === 5
    ? (detours[Math.floor(index / 6) % detours.length] ?? { ends: "completed" })
    : { ends: "completed" };

/** The returns of the crash test: what comes in, and how each has to end however often the platform dies. */
export const crashReturns = Array.from({ length: 200 }, (_, index) => {
  const { ends, script, items = [item] } = shapeOf(index);
  const exchange = { Customer: customer, Items: items, ...(script ? { Simulated: script } : {}) };
  return { id: `crash-${String(index + 1).padStart(3, "0")}`, ends, document: { exchange } };
});
