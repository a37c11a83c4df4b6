import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import { createQueue, isOpen } from "./queue.ts";
import type { Attempt, PrintEntry, SendOutcome } from "./types.ts";

const entry = (id: string) => printEntry(id, { state: "waiting" });
const entries = (n: number) => Array.from({ length: n }, (_, index) => entry(String(index + 1)));

type Send = (entry: PrintEntry, attempt: Attempt) => Promise<SendOutcome>;
const sent: SendOutcome = { kind: "sent" };

/** A queue over a print service played by `send`; `log` is what was handed over, and when. */
function queueOver(send: Send, { whenReady = async () => true, checkAlive = async () => undefined } = {}) {
  const log: { id: string; at: number }[] = [];
  const told: string[] = [];
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
    onChange: (changed) => told.push(...changed.map(({ id, state }) => `${id} ${state}`)),
    now: () => Date.now(),
  });
  const states = () => queue.view().entries.map(({ state }) => state);
  return { queue, log, told, states };
}

const prompt: Send = async (_, attempt) => {
  attempt.handed();
  return sent;
};
const silent: Send = (_, attempt) => {
  attempt.handed();
  return new Promise(() => undefined);
};
/** One behaviour per label, the last one for all that follow. */
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
    const { queue, told } = queueOver(async (one) => {
      expect(told.at(-1)).toBe(`${one.id} sending`);
      return sent;
    });
    queue.add(entries(2));
    await soon(1_000);
    expect(told).toEqual(["1 waiting", "2 waiting", "1 sending", "1 sent", "2 sending", "2 sent"]);
  });

  test("do not stop for one that fails, by an answer or by a mistake of ours [labels#failed-label]", async () => {
    const { queue, states } = queueOver(
      inTurn(
        prompt,
        async () => ({ kind: "failed", reason: "Out of paper" }),
        async () => Promise.reject(new Error("Not rendered")),
        prompt,
      ),
    );
    queue.add(entries(4));
    await soon(2_000);
    expect(states()).toEqual(["sent", "failed", "failed", "sent"]);
    expect(queue.view().entries.map(({ reason }) => reason)).toEqual([
      undefined,
      "Out of paper",
      "Not rendered",
      undefined,
    ]);
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

describe("a label without an answer", () => {
  test("is unknown after its time, is not sent again, and the next one goes on", async () => {
    const checkAlive = vi.fn(async () => undefined);
    const { queue, log, states } = queueOver(inTurn(silent, prompt), { checkAlive });
    queue.add(entries(2));
    await soon(19_000);
    expect(states()).toEqual(["sending", "waiting"]);
    await soon(5_000);
    expect(states()).toEqual(["unknown", "sent"]);
    expect(log.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(checkAlive).toHaveBeenCalledOnce();
  });

  test.each([
    [{ kind: "sent" }, "sent"],
    [{ kind: "failed", reason: "Printer removed" }, "failed"],
    [{ kind: "gone" }, "unknown"],
  ] as const)("is settled by a late answer: %o", async (late, state) => {
    const { queue, states } = queueOver(
      inTurn((_, attempt) => {
        attempt.handed();
        return new Promise((resolve) => setTimeout(() => resolve(late), 30_000));
      }, prompt),
    );
    queue.add(entries(2));
    await soon(60_000);
    expect(states()).toEqual([state, "sent"]);
  });

  test("twice in a row, the rest waits for the person", async () => {
    const { queue, log, states } = queueOver(inTurn(silent, silent, prompt));
    queue.add(entries(4));
    await soon(120_000);
    expect(states()).toEqual(["unknown", "unknown", "waiting", "waiting"]);
    expect(queue.view().paused).toMatch(/does not answer/);
    queue.resume();
    await soon(2_000);
    expect(states()).toEqual(["unknown", "unknown", "sent", "sent"]);
    expect(log.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(queue.view().paused).toBeUndefined();
  });

  test("whose request was never handed over has failed, and cannot leave later", async () => {
    let calling: AbortSignal | undefined;
    const { queue, states } = queueOver(
      inTurn((_, { signal }) => {
        calling = signal;
        return new Promise(() => undefined);
      }, prompt),
    );
    queue.add(entries(2));
    await soon(25_000);
    expect(states()).toEqual(["failed", "sent"]);
    expect(calling?.aborted).toBe(true);
  });
});

describe("a connection that breaks", () => {
  const gone = (isHanded: boolean): Send => {
    return async (_, attempt) => {
      if (isHanded) attempt.handed();
      return { kind: "gone" };
    };
  };

  test("before a label was handed over: it is sent after all, in its place", async () => {
    const { queue, log, states } = queueOver(inTurn(gone(false), gone(false), prompt));
    queue.add(entries(2));
    await soon(5_000);
    expect(states()).toEqual(["sent", "sent"]);
    expect(log.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test("while a label was on its way: nobody knows, and it is not sent again", async () => {
    const { queue, log, states } = queueOver(inTurn(gone(true), prompt));
    queue.add(entries(2));
    await soon(5_000);
    expect(states()).toEqual(["unknown", "sent"]);
    expect(log.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(queue.view().entries[0]?.reason).toMatch(/may have been printed/);
  });

  test("and stays away: the labels wait, and go on when the person says so", async () => {
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

  test("again and again: the labels wait", async () => {
    const { queue, states } = queueOver(gone(false));
    queue.add(entries(2));
    await soon(60_000);
    expect(states()).toEqual(["waiting", "waiting"]);
    expect(queue.view().paused).toMatch(/keeps breaking/);
  });

  test("a refusal that would meet every label halts them all, and loses none", async () => {
    const { queue, states } = queueOver(
      inTurn(async () => ({ kind: "halted", reason: "Your session has ended." }), prompt),
    );
    queue.add(entries(2));
    await soon(2_000);
    expect(states()).toEqual(["waiting", "waiting"]);
    expect(queue.view().paused).toBe("Your session has ended.");
    queue.resume();
    await soon(2_000);
    expect(states()).toEqual(["sent", "sent"]);
  });
});

describe("what wants a look", () => {
  test("stays before the next batch until a person has dealt with it", async () => {
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
});
