import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import { createQueue, isOpen } from "./queue.ts";
import type { Attempt, PrintEntry, SendOutcome } from "./types.ts";

const entry = (id: string) => printEntry(id, { state: "waiting" });
const entries = (n: number) => Array.from({ length: n }, (_, index) => entry(String(index + 1)));

type Send = (entry: PrintEntry, attempt: Attempt) => Promise<SendOutcome>;
const sent: SendOutcome = { kind: "sent" };

/** A queue over a print service played by `send`; `log` records what was sent, and when. */
function queueOver(send: Send, { whenReady = async () => true, checkAlive = async () => undefined } = {}) {
  const log: { id: string; at: number }[] = [];
  const reports: string[] = [];
  const queue = createQueue({
    send(one, attempt) {
      return send(one, {
        ...attempt,
        handed() {
          log.push({ id: one.id, at: Date.now() });
          attempt.handed();
        },
      });
    },
    whenReady,
    checkAlive,
    onChange: (changed) => reports.push(...changed.map(({ id, state }) => `${id} ${state}`)),
    now: () => Date.now(),
  });
  const states = () => queue.view().entries.map(({ state }) => state);
  return { queue, log, reports, states };
}

const prompt: Send = async (_, attempt) => {
  attempt.handed();
  return sent;
};
const silent: Send = (_, attempt) => {
  attempt.handed();
  return new Promise(() => undefined);
};
/** One behaviour per label; the last one applies to all that follow. */
const inTurn = (...sends: Send[]): Send => {
  let n = 0;
  return (one, attempt) => (sends[Math.min(n++, sends.length - 1)] ?? prompt)(one, attempt);
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});
const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe("labels on their way", () => {
  test("go one at a time, in order, 200 ms from an answer to the next start [labels#pace]", async () => {
    const slow: Send = async (_, attempt) => {
      attempt.handed();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sent;
    };
    const { queue, log, states } = queueOver(slow);
    queue.add(entries(4));
    await soon(2_000);
    expect(log.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(log.map(({ at }) => at - 1_000_000)).toEqual([0, 250, 500, 750]);
    expect(states()).toEqual(["sent", "sent", "sent", "sent"]);
    expect(queue.view()).toMatchObject({ isRunning: false });
  });

  test("keep their distance from the batch before", async () => {
    const { queue, log } = queueOver(prompt);
    queue.add([entry("a")]);
    await soon(100);
    queue.add([entry("b")]);
    await soon(1_000);
    expect(log.map(({ at }) => at - 1_000_000)).toEqual([0, 200]);
  });

  test("are told as sending before they are sent", async () => {
    const { queue, reports } = queueOver(async (one) => {
      expect(reports.at(-1)).toBe(`${one.id} sending`);
      return sent;
    });
    queue.add(entries(2));
    await soon(1_000);
    expect(reports).toEqual(["1 waiting", "2 waiting", "1 sending", "1 sent", "2 sending", "2 sent"]);
  });

  test("can be stopped: the one on its way ends by itself, the others are not sent", async () => {
    let answer: (outcome: SendOutcome) => void = () => undefined;
    const { queue, log, states } = queueOver((_, attempt) => {
      attempt.handed();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    queue.add(entries(3));
    await soon();
    queue.stop();
    expect(states()).toEqual(["sending", "stopped", "stopped"]);
    answer(sent);
    await soon(5_000);
    expect(states()).toEqual(["sent", "stopped", "stopped"]);
    expect(log).toHaveLength(1);
  });

  test("that are struck while they wait are not sent; one that was sent stays sent, and counts no more [labels#void]", async () => {
    const { queue, log, states } = queueOver(prompt);
    queue.add(entries(3));
    await soon(100);
    queue.discard("1");
    queue.discard("2");
    await soon(5_000);
    expect(states()).toEqual(["sent", "stopped", "sent"]);
    expect(log.map(({ id }) => id)).toEqual(["1", "3"]);
    expect(queue.view().entries.map(({ isVoid }) => isVoid)).toEqual([true, true, undefined]);
    expect(queue.view().entries.filter(isOpen)).toEqual([]);
  });

  test("stopped in the pause between two, none starts", async () => {
    const { queue, log, states } = queueOver(prompt);
    queue.add(entries(2));
    await soon(100);
    queue.stop();
    await soon(5_000);
    expect(states()).toEqual(["sent", "stopped"]);
    expect(log).toHaveLength(1);
  });
});

const fails = (reason: string): Send => {
  return async () => ({ kind: "failed", reason });
};
const breaks: Send = () => Promise.reject(new Error("Not rendered"));
const halts: Send = async () => ({ kind: "halted", reason: "Your session has ended." });
const goneBefore: Send = async () => ({ kind: "gone" });
const goneAfter: Send = async (_, attempt) => {
  attempt.handed();
  return { kind: "gone" };
};
const late = (outcome: SendOutcome): Send => {
  return (_, attempt) => {
    attempt.handed();
    return new Promise((resolve) => setTimeout(() => resolve(outcome), 30_000));
  };
};
test.each([
  ["one that fails does not stop the others", [prompt, fails("Empty"), prompt], "sent failed sent", "1 3"],
  ["nor does a mistake of ours [labels#failed-label]", [breaks, prompt], "failed sent", "2"],
  ["without an answer it is unknown, and not sent again", [silent, prompt], "unknown sent", "1 2"],
  ["a late answer settles it: sent", [late(sent), prompt], "sent sent", "1 2"],
  ["or failed", [late({ kind: "failed", reason: "Removed" }), prompt], "failed sent", "1 2"],
  ["but a late break leaves it unknown", [late({ kind: "gone" }), prompt], "unknown sent", "1 2"],
  ["a break before the hand-over sends it after all", [goneBefore, goneBefore, prompt], "sent sent", "1 2"],
  ["a break after it: nobody knows, not sent again", [goneAfter, prompt], "unknown sent", "1 2"],
] as const)("%s", async (_, sends, states, handed) => {
  const found = queueOver(inTurn(...sends));
  found.queue.add(entries(states.split(" ").length));
  await soon(60_000);
  expect(found.states().join(" ")).toBe(states);
  expect(found.log.map(({ id }) => id).join(" ")).toBe(handed);
});

test("what is not sent says why, and a print service that does not answer is looked at", async () => {
  const checkAlive = vi.fn(async () => undefined);
  const { queue } = queueOver(inTurn(fails("Out of paper"), breaks, silent, goneAfter), { checkAlive });
  queue.add(entries(4));
  await soon(60_000);
  const reasons = queue.view().entries.map(({ reason }) => reason);
  expect(reasons).toEqual([
    "Out of paper",
    "Not rendered",
    expect.stringMatching(/did not answer/),
    expect.stringMatching(/It may have been/),
  ]);
  expect(checkAlive).toHaveBeenCalledOnce();
});

test("a label whose request was never handed over has failed, and cannot leave later", async () => {
  let calling: AbortSignal | undefined;
  const hangs: Send = (_, { signal }) => {
    calling = signal;
    return new Promise(() => undefined);
  };
  const { queue, states } = queueOver(inTurn(hangs, prompt));
  queue.add(entries(2));
  await soon(25_000);
  expect(states()).toEqual(["failed", "sent"]);
  expect(calling?.aborted).toBe(true);
});

describe("the rest waits for the person, who has it go on, each once", () => {
  test.each([
    ["two in a row without an answer", [silent, silent], "unknown unknown", /does not answer/],
    ["a connection that breaks again and again", Array(5).fill(goneBefore), "", /keeps breaking/],
    ["a refusal that would meet every label", [halts], "", /^Your session has ended\.$/],
  ])("after %s", async (_, sends: Send[], settled, paused) => {
    const { queue, log, states } = queueOver(inTurn(...sends, prompt));
    queue.add(entries(4));
    await soon(120_000);
    const before = settled.split(" ").filter(Boolean);
    const rest = Array(4 - before.length);
    expect(states()).toEqual([...before, ...rest.fill("waiting")]);
    expect(queue.view().paused).toMatch(paused);
    queue.resume();
    await soon(2_000);
    expect(states()).toEqual([...before, ...rest.fill("sent")]);
    expect(log.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(queue.view().paused).toBeUndefined();
  });

  test("while the print service stays away", async () => {
    let isBack = false;
    const { queue, states } = queueOver(prompt, { whenReady: async () => isBack });
    queue.add(entries(2));
    await soon(1_000);
    expect(states()).toEqual(["waiting", "waiting"]);
    expect(queue.view().paused).toMatch(/cannot be reached/);
    queue.add([entry("3")]);
    await soon(1_000);
    expect(states()).toEqual(["waiting", "waiting", "waiting"]);
    isBack = true;
    queue.resume();
    await soon(2_000);
    expect(states()).toEqual(["sent", "sent", "sent"]);
  });
});

test("what wants a look stays before the next batch until a person has dealt with it", async () => {
  const { queue } = queueOver(inTurn(async () => ({ kind: "failed", reason: "No" }), prompt));
  queue.add(entries(2));
  await soon(1_000);
  queue.add([entry("3")]);
  await soon(1_000);
  expect(queue.view().entries.map(({ id, state }) => `${id} ${state}`)).toEqual(["1 failed", "3 sent"]);
  queue.close("1");
  expect(queue.view().entries.filter(isOpen)).toEqual([]);
  queue.add([entry("4")]);
  await soon(1_000);
  expect(queue.view().entries.map(({ id }) => id)).toEqual(["4"]);
});
