import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { placeAt, stationAt } from "#tests/support/labelStation.ts";
import { bootLabel } from "#tests/support/labels.ts";
import { schedules, withTime } from "#tests/support/models.ts";
import type { LabelJob } from "../jobs.ts";
import { withCommand, withJobs } from "../stations/queue.ts";
import { createLoop, type LoopOptions, labelSpacingMs } from "./loop.ts";
import type { Answer } from "./place.ts";
import type { Sending, SendOutcome } from "./types.ts";

const jobOf = (title: string): LabelJob => ({ title, label: { ...bootLabel, copies: 1 } });
const zebra = {
  printer: "Zebra",
  language: "ZPL",
  media: { widthMm: 57, heightMm: 32, gapMm: 3, dotsPerMm: 8 },
} as const;

type Options = {
  at?: ReturnType<typeof stationAt>;
  page?: string;
  browser?: string;
  stored?: Pick<Map<string, string>, "get" | "set">;
  isAlone?: () => boolean;
  isGuest?: () => boolean;
  over?: (ask: () => Promise<Answer>) => Promise<Answer>;
} & Partial<Pick<LoopOptions, "send" | "problem" | "spacingMs" | "answerMs" | "checkAlive" | "printer">>;

let names = 0;

/** A page at a station whose print service takes every label, unless a test says otherwise. */
function pageAt({
  at = stationAt("ownbrowser1", Date.now),
  page = `page${++names}`,
  browser = "browser",
  stored = new Map(),
  isAlone = () => true,
  isGuest = () => false,
  over = (ask) => ask(),
  ...parts
}: Options = {}) {
  const leaving = new AbortController();
  const sent: Sending[] = [];
  const place = placeAt({
    ...{ at, page, browser, stored, isAlone, isGuest, over },
    rest: () => new Promise((resolve) => setTimeout(resolve, 3_000)),
  });
  const loop = createLoop({
    place,
    async send(label) {
      sent.push(label);
      return { kind: "sent" };
    },
    checkAlive: async () => undefined,
    printer: () => zebra,
    problem: () => "",
    onChange: () => undefined,
    ...parts,
  });
  void loop.work(leaving.signal);
  const states = () => loop.view().entries.map(({ state }) => state);
  const titles = () => sent.map(({ title }) => title);
  const kill = () => leaving.abort();
  /** Asks the station for labels, as a press on this page does. */
  const add = (jobs: readonly LabelJob[]) => {
    const named = jobs.map((job) => ({ ...job, id: `label${++names}` }));
    at.change((was) => withJobs(was, named, { by: "Lee", now: Date.now(), page }));
    loop.expect();
  };
  return { at, loop: { ...loop, add }, place, sent, states, titles, kill, stored };
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

describe("a page at its station", () => {
  test("sends labels one at a time, in order, 200 ms from an answer to the next start [labels#pace]", () =>
    withTime(async () => {
      const starts: number[] = [];
      const began = Date.now();
      let turns = 0;
      const { loop, states } = pageAt({
        over(ask) {
          turns += 1;
          return ask();
        },
        async send() {
          starts.push(Date.now() - began);
          return later<SendOutcome>(50, { kind: "sent" });
        },
      });
      loop.add(["one", "two", "three"].map(jobOf));
      await passes(1);
      expect(loop.view().isRunning).toBe(true);
      await passes(2_000);
      expect(starts).toEqual([0, 50 + labelSpacingMs, 2 * (50 + labelSpacingMs)]);
      expect(states()).toEqual(["sent", "sent", "sent"]);
      expect(loop.view().isRunning).toBe(false);
      expect(turns, "a turn reports a label and takes the next").toBeLessThanOrEqual(3 + 3);
    }));

  test("asks for nothing when what prints here changes and no label waits: a scan is two turns, its label and its report", () =>
    withTime(async () => {
      let turns = 0;
      const { loop, states } = pageAt({
        async over(ask) {
          turns += 1;
          const answer = await later(5, ask());
          loop.wake();
          return answer;
        },
      });
      await passes(1_000);
      turns = 0;
      loop.add([jobOf("one")]);
      await passes(1_000);
      expect([states(), turns]).toEqual([["sent"], 2]);
    }));

  test("goes on by itself once the portal and the print service are back that were away at the same time [labels#unsent]", () =>
    withTime(async () => {
      let [isPortalAway, isServiceAway] = [false, false];
      const { loop, titles } = pageAt({
        over: (ask) => (isPortalAway ? Promise.resolve({ is: "lost" }) : ask()),
        problem: () => (isServiceAway ? "The print service is not connected." : ""),
      });
      await passes(1_000);
      loop.add(["one", "two", "three"].map(jobOf));
      await passes(100);
      isPortalAway = true;
      await passes(1_000);
      isServiceAway = true;
      loop.wake();
      await passes(1_000);
      isPortalAway = false;
      await passes(10_000);
      expect(titles()).toEqual(["one", "two"]);
      isServiceAway = false;
      loop.wake();
      await passes(1_000);
      expect(titles()).toEqual(["one", "two", "three"]);
    }));

  test("lists a label that was asked for while the one before it was on its way as the last [labels#scan-and-print]", () =>
    withTime(async () => {
      const { loop } = pageAt({ over: (ask) => later(20, undefined).then(ask) });
      const titles = () => loop.entries().map(({ title }) => title);
      await passes(1_000);
      loop.add([jobOf("one")]);
      await passes(10);
      loop.add([jobOf("two")]);
      for (let ms = 0; ms < 600; ms += 10) {
        await passes(10);
        expect(titles()).toEqual(["one", "two"]);
      }
      expect(loop.view().entries.map(({ state }) => state)).toEqual(["sent", "sent"]);
    }));

  test("can be stopped, also in the pause between two labels: the one on its way ends by itself, none starts", () =>
    withTime(async () => {
      for (const [ms, ended] of [
        [20, ["sent", "stopped", "stopped"]],
        [100, ["sent", "stopped", "stopped"]],
      ] as const) {
        const { loop, states, titles, at } = pageAt({
          at: stationAt("ownbrowser1", Date.now),
          send: () => later<SendOutcome>(50, { kind: "sent" }),
        });
        loop.add(["one", "two", "three"].map(jobOf));
        await passes(ms);
        loop.stop();
        await passes(1_000);
        expect(states()).toEqual(ended);
        expect(at.read().jobs.map(({ state }) => state)).toEqual(ended);
        expect(titles()).toEqual([]);
      }
    }));

  test("does not send a label that is discarded while it waits; one that was sent stays sent, and counts no more [labels#void]", () =>
    withTime(async () => {
      const { loop, states, titles, at } = pageAt();
      loop.add(["one", "two", "three"].map(jobOf));
      await passes(10);
      const [one, , three] = loop.view().entries;
      for (const entry of [one, three]) loop.command([entry?.id ?? ""], "void");
      await passes(2_000);
      expect(titles()).toEqual(["one", "two"]);
      expect(states()).toEqual(["sent", "sent", "stopped"]);
      expect(at.read().jobs.map(({ isVoid }) => isVoid ?? false)).toEqual([true, false, true]);
    }));

  test("tells why a label was not sent, looks at a print service that does not answer, and goes on with the others [labels#failed-label]", () =>
    withTime(async () => {
      const checkAlive = vi.fn(async () => undefined);
      const outcomes: (() => Promise<SendOutcome>)[] = [
        async () => ({ kind: "failed", reason: "Out of paper" }),
        async () => {
          throw new Error("No such printer");
        },
        () => new Promise(() => undefined),
      ];
      const { loop, at } = pageAt({
        checkAlive,
        answerMs: 1_000,
        send: async () => outcomes.shift()?.() ?? { kind: "sent" },
      });
      loop.add(["one", "two", "three", "four"].map(jobOf));
      await passes(5_000);
      expect(at.read().jobs.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
        "failed Out of paper",
        "failed No such printer",
        "unknown The print service did not answer. This label may have been printed.",
        "sent ",
      ]);
      expect(checkAlive).toHaveBeenCalledOnce();
    }));

  test("leaves the rest to the person after two labels without an answer, and has it go on, each once", () =>
    withTime(async () => {
      let isSilent = true;
      const { loop, states } = pageAt({
        answerMs: 1_000,
        send: async () => (isSilent ? new Promise<SendOutcome>(() => undefined) : { kind: "sent" }),
      });
      loop.add(["one", "two", "three"].map(jobOf));
      await passes(10_000);
      expect(loop.view()).toMatchObject({
        isRunning: false,
        paused: expect.stringContaining("does not answer"),
      });
      expect(states()).toEqual(["unknown", "unknown", "waiting"]);
      isSilent = false;
      loop.resume();
      await passes(1_000);
      expect(states()).toEqual(["unknown", "unknown", "sent"]);
    }));

  test("keeps what wants a look before the next labels until a person has dealt with it", () =>
    withTime(async () => {
      const outcomes: SendOutcome[] = [{ kind: "failed", reason: "Out of paper" }];
      const { loop } = pageAt({
        send: async () => outcomes.shift() ?? { kind: "sent" },
      });
      const shown = () => loop.view().entries.map(({ title, state }) => `${title} ${state}`);
      loop.add(["one", "two"].map(jobOf));
      await passes(1_000);
      loop.add([jobOf("three")]);
      await passes(1_000);
      expect(shown()).toEqual(["one failed", "three sent"]);
      loop.command([loop.view().entries[0]?.id ?? ""], "again");
      await passes(1_000);
      expect(shown()).toEqual(["three sent", "one sent"]);
    }));

  test("gives a label back for which there is no printer any more, and takes none while it can't print [labels#station-state]", () =>
    withTime(async () => {
      let printer: typeof zebra | undefined = zebra;
      const { loop, sent, at } = pageAt({
        printer: () => printer,
        problem: () => (printer ? "" : "No printer is chosen."),
      });
      loop.add(["one", "two"].map(jobOf));
      await passes(10);
      printer = undefined;
      await passes(5_000);
      expect(sent).toHaveLength(1);
      expect(at.read().jobs.map(({ state }) => state)).toEqual(["sent", "waiting"]);
      expect(at.read().worker?.problem).toBe("No printer is chosen.");
    }));

  test("tells by its browser's notes what an earlier page left; what they do not know may have been printed [labels#station-once, labels#unsent]", () =>
    withTime(async () => {
      const left = async (note: string | undefined, isAlone = true, id = "ownbrowser1") => {
        const at = stationAt(id, Date.now);
        const asked = [{ id: "one", ...jobOf("one") }];
        at.change((was) => withJobs(was, asked, { by: "Lee", now: Date.now(), page: "before" }));
        at.turn({
          ...{ page: "before", browser: "browser", printer: zebra, problem: "", isAlone: true },
          lease: "earlier1",
        });
        const notes = note === undefined ? {} : { earlier1: { is: note, reason: "" } };
        const stored = new Map([[`notes-${id}`, JSON.stringify(notes)]]);
        await passes(20_000);
        const { kill } = pageAt({ at, stored, isAlone: () => isAlone, problem: () => "Not now." });
        await passes(10);
        kill();
        return at.read().jobs[0]?.state;
      };
      const notes = ["sent", "unknown", "sending", "failed", "waiting", "stopped", undefined];
      const states = [];
      for (const note of notes) states.push(await left(note));
      expect(states).toEqual(["sent", "unknown", "unknown", "failed", "stopped", "stopped", "unknown"]);
      expect(await left("waiting", true, "dock"), "a print station goes on").toBe("waiting");
      expect(await left("waiting", false), "the page that it waits in may live").toBe("unknown");
    }));

  test("notes that a label is on its way before it is sent: once its page is killed the next one says that it may be printed [labels#station-once, labels#unsent]", () =>
    withTime(async () => {
      const { at, stored, loop, kill } = pageAt({ send: () => new Promise(() => undefined) });
      loop.add(["one", "two"].map(jobOf));
      await passes(100);
      kill();
      const next = pageAt({ at, stored });
      await passes(1_000);
      expect(next.states(), "what an earlier page left stays in sight").toEqual(["unknown", "stopped"]);
      expect(next.titles()).toEqual([]);
    }));

  test("shows the labels of another page of its browser, and asks that one for its own [labels#away]", () =>
    withTime(async () => {
      const at = stationAt("ownbrowser1", Date.now);
      const works = pageAt({ at });
      await passes(10);
      const guest = pageAt({ at, isAlone: () => false, isGuest: () => true });
      guest.loop.add([jobOf("one")]);
      await passes(10);
      works.place.wake();
      await passes(1_000);
      guest.place.wake();
      await passes(10);
      expect([works.titles(), guest.titles()]).toEqual([["one"], []]);
      expect(guest.states()).toEqual(["sent"]);
    }));
});

/** One step of somebody: of a workstation's page, a handheld, a person at the printer, or none while time passes. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant("asks" as const), who: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant("passes" as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
  },
  fc.record({ is: fc.constantFrom("killed" as const, "closed" as const, "stops" as const), who: fc.nat(1) }),
  fc.record({ is: fc.constant("looks" as const) }),
);
const cycle = <Value>(...values: Value[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 12, maxLength: 12 });

test("asked once is printed once, waits, or is named as what it may be: two pages, three handhelds, one printer; kills, lost answers, silence, stops [labels#station-once]", () =>
  withTime(() =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        cycle("well", "well", "well", "unasked", "unanswered"),
        cycle("sent", "sent", "failed", "silent", "silent, printed", "gone", "dropped", "dropped, printed"),
        fc.boolean(),
        async (steps, answers, outcomes, isOwn) => {
          // A workstation's own has two pages of one browser; at a print station two browsers take turns.
          const at = stationAt(isOwn ? "ownbrowser1" : "dock", Date.now);
          const printed: string[] = [];
          const asked: string[] = [];
          const storages = [new Map<string, string>(), new Map<string, string>()];
          let turns = 0;
          let isWell = false;
          const alive: (ReturnType<typeof open> | undefined)[] = [];
          /** The page that has the browser's lock. */
          let first: number | undefined;
          const isFirst = (who: number) => !isOwn || first === who;

          function open(who: number) {
            const life = { isOver: false };
            const shared = storages[isOwn ? 0 : who] ?? new Map();
            const page = pageAt({
              ...{ at, browser: isOwn ? "browser" : `browser${who}`, answerMs: 500 },
              stored: {
                get: (key) => shared.get(key),
                set: (key, value) => (life.isOver ? shared : shared.set(key, value)),
              },
              isAlone: () => isFirst(who),
              isGuest: () => isOwn && !isFirst(who),
              async over(ask) {
                turns += 1;
                const is = isWell ? "well" : answers[turns % answers.length];
                await later(5, undefined);
                if (is === "unasked") return { is: "lost" };
                const answer = await ask();
                await later(5, undefined);
                return is === "unanswered" ? { is: "lost" } : answer;
              },
              async send({ title }) {
                turns += 1;
                const is = (isWell ? "sent" : outcomes[turns % outcomes.length]) ?? "sent";
                await later(20, undefined);
                if (life.isOver || is === "gone") return { kind: "gone" };
                if (is.includes("printed") || is === "sent") printed.push(title);
                await later(20, undefined);
                if (is.startsWith("silent")) return new Promise(() => undefined);
                if (is.startsWith("dropped")) return { kind: "dropped" };
                return is === "failed" ? { kind: "failed", reason: "No paper" } : { kind: "sent" };
              },
            });
            return { ...page, life };
          }
          const pageOf = (who: number) => {
            first ??= who;
            alive[who] ??= open(who);
            return alive[who];
          };
          function end(who: number, hasLeft: boolean) {
            const page = alive[who];
            if (!page) return;
            if (hasLeft) page.place.leave(page.loop.leaving());
            page.life.isOver = true;
            page.kill();
            alive[who] = undefined;
            if (first === who) first = alive[1 - who] && 1 - who;
            for (const other of alive) other?.place.wake();
          }

          for (const one of steps) {
            if (one.is === "passes") await passes(one.ms);
            else if (one.is === "killed" || one.is === "closed") end(one.who, one.is === "closed");
            else if (one.is === "stops") alive[one.who]?.loop.stop();
            else if (one.is === "asks") {
              const title = `label ${asked.length}`;
              asked.push(title);
              const page = pageOf(one.who % 2);
              if (isOwn) page?.loop.add([jobOf(title)]);
              else {
                // A handheld's form that is sent twice.
                const job = { ...jobOf(title), id: title };
                for (const _ of [1, 2])
                  at.change((was) => withJobs(was, [job], { by: "Mia", now: Date.now() }));
              }
            } else {
              // Whoever looks at the printer knows what came out.
              await passes(2_000);
              const found = at.read().jobs.find(({ state }) => state === "unknown");
              const command = found && printed.includes(found.title) ? "came" : "again";
              const by = { by: "Mia", now: Date.now() };
              if (found) at.change((was) => withCommand(was, { id: found.id, command }, by));
            }
          }
          isWell = true;
          pageOf(0)?.loop.resume();
          for (let wakes = 0; wakes < 5; wakes += 1) {
            await passes(20_000);
            for (const page of alive) page?.place.wake();
          }
          for (const title of asked) {
            const states = at.read().jobs.flatMap((job) => (job.title === title ? [job.state] : []));
            const said = `${title} is ${states} at the station`;
            const times = printed.filter((one) => one === title).length;
            expect(states.length, "it is asked for once").toBeLessThanOrEqual(1);
            const [state = "stopped"] = states;
            if (state === "unknown") expect(times, said).toBeLessThanOrEqual(1);
            else expect(times, said).toBe(state === "sent" ? 1 : 0);
            expect(["sent", "failed", "unknown", "stopped", "waiting"], said).toContain(state);
          }
          for (const page of alive) page?.kill();
        },
      ),
      schedules(60),
    ),
  ));
