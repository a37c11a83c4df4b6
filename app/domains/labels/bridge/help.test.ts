import { describe, expect, test } from "vitest";
import { bootLabel, printEntry } from "#tests/support/labels.ts";
import { bridgeHelp, entryText, printerQueueText, printStateTexts, queueSummary } from "./help.ts";
import type { BridgeState, PrintEntry } from "./types.ts";
import { needsForceRaw } from "./workstation.ts";

const entries = (...queued: [PrintEntry["state"], number][]) =>
  queued.map(([state, copies]) => printEntry(state, { state, label: { ...bootLabel, copies } }));

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

test("each state of the print service is told apart, with steps wherever a person must do something [labels#trust]", () => {
  const helps = states.map((state) => bridgeHelp(state));
  expect(new Set(helps.map(({ title }) => title)).size).toBe(states.length);
  expect(helps.filter(({ tone, steps }) => steps.length > 0 !== (tone === "attention"))).toEqual([]);
});

test("phones and tablets are led to the stations, the file and the sheet [labels#handhelds]", () => {
  const help = bridgeHelp({ kind: "absent" }, { isHandheld: true });
  expect(help).toMatchObject({ title: "Phones and tablets have no print service", wantsStation: true });
  expect(help.steps.join()).toMatch(/print station.*label file.*printable sheet/);
});

describe("what is said of labels [labels#sent]", () => {
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

  test("a printer's state stands beside it [labels#printer-state]", () => {
    const cases = [
      ["ready", 0, "Ready", "ok"],
      ["ready", 3, "3 jobs waiting", "background"],
      ["paused", 1, "Paused · 1 job waiting", "attention"],
      ["out", 0, "Out of labels", "attention"],
      ["open", 0, "Head open", "attention"],
      ["jammed", 0, "Jammed", "attention"],
      ["offline", 0, "Offline", "attention"],
      ["trouble", 0, "Needs a look", "attention"],
    ] as const;
    const found = cases.map(([is, jobs]) => {
      const { words, tone } = printerQueueText({ printer: "Bench", is, jobs });
      return [is, jobs, words, tone];
    });
    expect(found).toEqual(cases);
  });
});

test("raw commands are forced where queues need it", () => {
  const forced = [
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/150",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605",
  ];
  const others = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150",
    "Mozilla/5.0 (Linux; Android 14) Chrome/150",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
  ];
  expect([...forced, ...others].filter(needsForceRaw)).toEqual(forced);
});
