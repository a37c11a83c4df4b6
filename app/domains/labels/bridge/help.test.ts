import { describe, expect, test } from "vitest";
import { defaultMedia } from "../label.ts";
import { testLabel } from "../render/render.ts";
import { bridgeHelp, entryText, printerQueueText, printStateTexts, queueSummary } from "./help.ts";
import type { BridgeState, PrintEntry } from "./types.ts";
import { needsForceRaw } from "./workstation.ts";

const entries = (...queued: [PrintEntry["state"], number][]) =>
  queued.map(([state, copies]) => ({
    state,
    label: { ...testLabel(defaultMedia), copies },
  }));

const states: BridgeState[] = [
  { kind: "connecting", asks: false },
  { kind: "connecting", asks: true },
  { kind: "denied" },
  { kind: "absent" },
  { kind: "blocked" },
  { kind: "outdated", version: "2.1.6" },
  { kind: "refused", message: "Your session has ended." },
  { kind: "lost" },
  { kind: "ready", signed: true, version: "2.2.6", asks: false },
  { kind: "ready", signed: true, version: "2.2.6", asks: true },
  { kind: "ready", signed: false, version: "2.2.6", asks: false },
];

describe("what is said of the print service", () => {
  test("differs from state to state", () => {
    const titles = states.map((state) => bridgeHelp(state).title);
    expect(new Set(titles).size).toBe(states.length);
  });

  test.each(states.map((state) => [state]))("has steps wherever a person must do something: %o", (state) => {
    const { tone, steps } = bridgeHelp(state);
    expect(steps.length > 0).toBe(tone === "attention");
  });
});

describe("what is said of labels", () => {
  test("counts, and claims no more than is known", () => {
    expect(queueSummary(entries(["sent", 1], ["sent", 4], ["waiting", 2]))).toBe("5 of 7 labels sent.");
    expect(queueSummary(entries(["sent", 1]))).toBe("1 of 1 label sent.");
    const mixed = entries(["sent", 1], ["failed", 1], ["unknown", 1], ["stopped", 1], ["stopped", 1]);
    expect(queueSummary(mixed)).toBe("1 of 5 labels sent, 1 failed, 1 may have been printed, 2 not sent.");
    expect(printStateTexts.sent.label).toBe("Sent");
  });

  test("a label in the queue of a printer that does not print is not simply sent", () => {
    const [label] = entries(["sent", 2]);
    if (!label) throw new Error("No label");
    const held = { ...label, hold: "open" } as const;
    expect(entryText(label)).toEqual({ label: "Sent", tone: "ok" });
    expect(entryText(held)).toEqual({ label: "Sent · the printer's head is open", tone: "attention" });
    expect(entryText({ state: "failed", hold: "open" }).label).toBe("Failed");
    expect(queueSummary([held, ...entries(["printed", 3], ["sent", 1])])).toBe(
      "6 of 6 labels sent, 3 printed, 2 in the printer's queue: the printer's head is open.",
    );
  });

  test.each([
    ["ready", 0, "Ready", "ok"],
    ["ready", 3, "3 jobs waiting", "background"],
    ["paused", 1, "Paused · 1 job waiting", "attention"],
    ["out", 0, "Out of labels", "attention"],
  ] as const)("beside the printer: %s with %i jobs", (is, jobs, words, tone) => {
    expect(printerQueueText({ printer: "Bench", is, jobs })).toEqual({ words, tone });
  });
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150", false],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/150", true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605", true],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/150", false],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", false],
])("raw commands are forced where queues need it: %s", (userAgent, forced) => {
  expect(needsForceRaw(userAgent)).toBe(forced);
});
