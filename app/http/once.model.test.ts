import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRecords, createSeal, type RecordStore } from "#app/records/records.server.ts";
import { schedules } from "#tests/support/models.ts";
import { interleaved, storeOfFiles } from "#tests/support/stores.ts";
import { ApiError } from "./apiError.server.ts";
import { createOnce } from "./once.server.ts";

const seal = createSeal("a secret of thirty-two characters");
const riley = { subject: "riley" };
const open = storeOfFiles();
let stores: RecordStore[];
beforeAll(() => {
  stores = [open(), open(), open()];
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

const submission = fc.record({
  process: fc.nat(2),
  form: fc.nat(1),
  /** Begins after this many turns of the others. */
  after: fc.nat(6),
  turns: fc.nat(4),
  isRefused: fc.boolean(),
});
/** A process and the turn at which it is killed; the third always survives. */
const death = fc.option(fc.record({ process: fc.nat(1), turn: fc.nat(30) }), { freq: 2 });

const refusal = () =>
  new ApiError({ statusLine: "", code: 409, message: "refused", correlationId: "c", advice: "look" });

test("work is done once per token, whichever process is killed at whichever moment, and everybody gets its one result", async () => {
  await fc.assert(
    fc.asyncProperty(
      // How long each step waits for those of the others: fair, so that polling starves nobody.
      fc.infiniteStream(fc.nat(6)),
      fc.array(submission, { minLength: 2, maxLength: 6 }),
      death,
      async (gaps, submissions, killed) => {
        const run = randomUUID();
        let clock = Date.now();
        vi.useFakeTimers({ toFake: ["Date"], now: clock });
        let isDead = false;
        let die = (): void => undefined;
        const died = new Promise<"killed">((resolve) => {
          die = () => resolve("killed");
        });
        const turnOf = (process: number) => {
          let turns = 0;
          return async () => {
            for (let left = gaps.next().value; left >= 0; left -= 1) await setImmediate();
            if (killed?.process !== process) return;
            turns += 1;
            if (turns > killed.turn) {
              isDead = true;
              die();
            }
            // What a killed process awaits never comes.
            if (isDead) await new Promise(() => undefined);
          };
        };

        const waiting = [0, 0, 0];
        let unsettled = submissions.length;
        const processes = stores.map((store, process) => {
          const turn = turnOf(process);
          const pause = async () => {
            waiting[process] = (waiting[process] ?? 0) + 1;
            await turn();
            waiting[process] = (waiting[process] ?? 0) - 1;
          };
          const records = createRecords(interleaved(store, turn), seal, pause);
          return { turn, once: createOnce(records, pause) };
        });
        const works: { form: number; ended: "done" | "refused" | undefined }[] = [];
        const underWay = new Set<string>();
        let overlaps = 0;

        const submit = async ({ process, form, after, turns, isRefused }: (typeof submissions)[number]) => {
          const chosen = processes[process];
          if (!chosen) throw new Error(`There is no process ${process}`);
          const { turn, once } = chosen;
          for (let n = 0; n < after; n += 1) await turn();
          return once(riley, `${run}-${form}`, async () => {
            const work: (typeof works)[number] = { form, ended: undefined };
            works.push(work);
            const mine = `${process} ${form}`;
            const others = [...underWay].filter((one) => one.endsWith(` ${form}`));
            overlaps += others.filter((one) => !isDead || !one.startsWith(`${killed?.process} `)).length;
            underWay.add(mine);
            for (let n = 0; n < turns; n += 1) await turn();
            underWay.delete(mine);
            work.ended = isRefused ? "refused" : "done";
            if (isRefused) throw refusal();
            return { form };
          });
        };
        const settle = async (one: (typeof submissions)[number]) => {
          const result = submit(one).then(
            ({ outcome, repeated }) => ({ form: one.form, outcome, repeated }),
            (problem: unknown) => ({ form: one.form, problem }),
          );
          const settled = await (one.process === killed?.process ? Promise.race([result, died]) : result);
          unsettled -= 1;
          return settled;
        };
        // The work of a killed process counts as running until its time is over.
        const timePasses = async () => {
          while (unsettled > 0) {
            await setImmediate();
            const alive = waiting.reduce(
              (sum, one, process) => (process === killed?.process ? sum : sum + one),
              0,
            );
            if (isDead && alive >= unsettled) {
              clock += 121_000;
              vi.setSystemTime(clock);
            }
          }
        };

        try {
          const [settled] = await Promise.all([Promise.all(submissions.map(settle)), timePasses()]);
          const lost = isDead ? 1 : 0;
          expect(overlaps, "no two at a time").toBe(0);
          for (const form of [0, 1]) {
            const ours = works.filter((work) => work.form === form);
            const done = ours.filter(({ ended }) => ended === "done").length;
            // A killed process may have done what it could not record: the call's Idempotency-Key is the same.
            expect(done).toBeLessThanOrEqual(1 + lost);
            const answers = settled.flatMap((one) => (one === "killed" || one.form !== form ? [] : [one]));
            const results = answers.filter((one) => "outcome" in one);
            for (const { outcome } of results) expect(outcome).toEqual({ form });
            const first = results.filter(({ repeated }) => !repeated).length;
            expect(first).toBeLessThanOrEqual(1);
            // Or a lock stays taken while the clock leaps: an error, and nothing is done.
            const problems = answers.flatMap((one) => ("problem" in one ? [one.problem] : []));
            for (const problem of problems)
              expect(problem instanceof ApiError || /stays taken/.test(String(problem))).toBe(true);
          }
        } finally {
          vi.useRealTimers();
        }
      },
    ),
    schedules(60),
  );
}, 240_000);
