import { describe, expect, test } from "vitest";
import { bootLabel, printEntry } from "#tests/support/labels.ts";
import { entryText, queueSummary } from "../labelStates.ts";
import type { StationJob } from "../stations/station.ts";
import { jobNameOf, leaseOf } from "./bridge.ts";
import { bridgeHelp, printerQueueText } from "./help.ts";
import { awayText } from "./island.ts";
import { needsForceRaw } from "./place.ts";
import type { BridgeState, QueueView } from "./types.ts";

const entries = (...queued: [StationJob["state"], number][]) =>
  queued.map(([state, copies]) => printEntry(state, { state, label: { ...bootLabel, copies } }));

const states: BridgeState[] = [
  ...([{ kind: "denied" }, { kind: "absent" }, { kind: "blocked" }, { kind: "lost" }] as const),
  ...[true, false].map((asks) => ({ kind: "connecting", asks }) as const),
  ...[true, false].map((asks) => ({ kind: "ready", signed: true, version: "2.2.6", asks }) as const),
  { kind: "ready", signed: false, version: "2.2.6", asks: false },
  { kind: "outdated", version: "2.1.6" },
  { kind: "refused", message: "Your session has ended." },
];

test("each state of the print service is told apart, with steps wherever a person must do something [labels#trust]", () => {
  const helps = states.map((state) => bridgeHelp(state));
  expect(new Set(helps.map(({ title }) => title)).size).toBe(states.length);
  expect(
    helps.filter(({ tone = "attention", steps }) => steps.length > 0 !== (tone === "attention")),
  ).toEqual([]);
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
  });

  test("a label in the queue of a printer that does not print is not simply sent", () => {
    const held = printEntry("held", { label: { ...bootLabel, copies: 2 }, hold: "open" });
    expect(entryText(printEntry("sent"))).toEqual({ label: "Sent", tone: "ok" });
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
    for (const [is, jobs, words, tone] of cases)
      expect(printerQueueText({ printer: "Bench", is, jobs })).toMatchObject({ words, tone });
  });
});

test("the line at the foot is there while labels are on their way, and stays where one needs a person [labels#away]", () => {
  const away = (fields: Partial<StationJob>[], rest: Partial<QueueView> = {}) =>
    awayText({ entries: fields.map((one, at) => printEntry(String(at), one)), isRunning: false, ...rest });
  const done: Partial<StationJob>[][] = [
    [],
    [{}, { state: "printed" }],
    [{ state: "failed", isClosed: true }],
  ];
  for (const entries of done) expect(away(entries)).toBeUndefined();
  const running = away([{}, { state: "waiting" }], { isRunning: true });
  expect(running).toEqual({ words: "1 of 2 labels sent.", isTrouble: false });
  const failed = { words: "1 of 2 labels sent, 1 failed.", isTrouble: true };
  expect(away([{}, { state: "failed" }])).toEqual(failed);
  for (const one of [{ hold: "out" }, { state: "unknown" }] as const)
    expect(away([one])).toMatchObject({ isTrouble: true });
  const paused = away([{ state: "waiting" }], { paused: "The session has ended." });
  expect(paused?.words).toBe("0 of 1 label sent. The session has ended.");
});

test("a job is named in the spooler as the label is in the portal, and tells which hand-over it is of", () => {
  const job = jobNameOf({ lease: "e0u3", title: "Coogee Kid’s Sneaker, Tan, 7.5" });
  expect(job).toBe("Coogee Kid s Sneaker, Tan, 7.5 e0u3");
  expect(leaseOf(job)).toBe("e0u3");
});

test("raw commands are forced where queues need it", () => {
  const agents = ["X11; Linux x86_64", "Macintosh; Intel Mac OS X 10_15_7", "Windows NT 10.0; Win64; x64"];
  const handhelds = ["Linux; Android 14", "iPhone; CPU iPhone OS 18_0 like Mac OS X"];
  const forced = [...agents, ...handhelds].map((agent) => needsForceRaw(`Mozilla/5.0 (${agent}) Chrome/150`));
  expect(forced).toEqual([true, true, false, false, false]);
});
