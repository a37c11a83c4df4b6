import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal } from "#app/core/database/seal.server.ts";
import { maxTestMs, schedules } from "#tests/support/models.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { ApiError } from "./apiError.server.ts";
import { requireLease } from "./lease.server.ts";
import { createOnce } from "./once.server.ts";

const seal = createSeal("a secret of thirty-two characters");
const riley = { subject: "riley" };
const submission = fc.record({
  process: fc.nat(2),
  form: fc.nat(1),
  /** Begins after this many turns of the others. */
  after: fc.nat(6),
  turns: fc.nat(4),
  seconds: fc.oneof(fc.constant(0), fc.nat(30)),
  isRefused: fc.boolean(),
});
/** A process and the turn at which it is killed; the third always survives. */
const death = fc.option(fc.record({ process: fc.nat(1), turn: fc.nat(30) }), { freq: 2 });
/** A process that stands still for a while from one of its turns on, and then goes on. */
const standstill = fc.option(fc.record({ process: fc.nat(2), turn: fc.nat(30), seconds: fc.nat(40) }), {
  freq: 3,
});
/** A process that stands still for less than this renews its runs in time. */
const maxHarmlessSeconds = 6;

const refusal = () =>
  new ApiError({ statusLine: "", code: 409, message: "refused", correlationId: "c", advice: "look" });

const maxMs = maxTestMs(900_000);

onPortalDatabases((database) => {
  test(
    "work is done once per token, whichever process is killed or stands still at whichever moment, and everybody gets its one result",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          // How long each step waits for those of the others: fair, so that polling starves nobody.
          fc.infiniteStream(fc.nat(6)),
          fc.array(submission, { minLength: 2, maxLength: 6 }),
          death,
          standstill,
          async (gaps, submissions, killed, still) => {
            const run = randomUUID();
            let clock = Date.now();
            let isDead = false;
            let die = (): void => undefined;
            const died = new Promise<"killed">((resolve) => {
              die = () => resolve("killed");
            });
            let stillUntil = 0;
            const isStill = (process: number) => process === still?.process && clock < stillUntil;
            const turnOf = (process: number) => {
              let turns = 0;
              return async () => {
                for (let left = gaps.next().value; left >= 0; left -= 1) await setImmediate();
                turns += 1;
                if (process === still?.process && turns === still.turn)
                  stillUntil = clock + still.seconds * 1000;
                while (isStill(process)) await setImmediate();
                if (killed?.process !== process) return;
                if (turns > killed.turn) {
                  isDead = true;
                  die();
                }
                // What a killed process awaits never comes.
                if (isDead) await new Promise(() => undefined);
              };
            };

            const waiting = [0, 0, 0];
            const open = [0, 1, 2].map(
              (index) => submissions.filter(({ process }) => process === index).length,
            );
            type Timer = { process: number; ms: number; next: number; renew: () => Promise<void> };
            const timers = new Set<Timer>();
            const renewing = [0, 0, 0];
            // Queries take no time of the model, however long the database takes.
            let operations = 0;
            const operates = <Value>(operation: Promise<Value>): Promise<Value> => {
              operations += 1;
              return operation.finally(() => {
                operations -= 1;
              });
            };
            const processes = [0, 1, 2].map((process) => {
              const turn = turnOf(process);
              const waits = async (until: () => Promise<unknown>) => {
                waiting[process] = (waiting[process] ?? 0) + 1;
                await until();
                waiting[process] = (waiting[process] ?? 0) - 1;
              };
              const pause = () => waits(turn);
              const takes = (seconds: number) => {
                const until = clock + seconds * 1000;
                return waits(async () => {
                  while (clock < until) await turn();
                });
              };
              const own = database.watchedBy(async (call) => {
                await turn();
                return operates(call());
              });
              const now = () => sql`to_timestamp(${clock / 1000}::float8)`;
              const every = (ms: number, renew: () => Promise<void>) => {
                const timer = { process, ms, next: clock + ms, renew };
                timers.add(timer);
                return () => void timers.delete(timer);
              };
              return { turn, takes, once: createOnce(own, seal, { pause, clock: () => clock, now, every }) };
            });
            const works: { form: number; ended: "done" | "refused" | undefined }[] = [];
            const underWay = new Set<string>();
            const mayBeTakenOver = (process: string | undefined) =>
              (isDead && process === `${killed?.process}`) ||
              (process === `${still?.process}` && (still?.seconds ?? 0) > maxHarmlessSeconds);
            let overlaps = 0;
            let lateWrites = 0;

            const submit = async ({
              process,
              form,
              after,
              turns,
              seconds,
              isRefused,
            }: (typeof submissions)[number]) => {
              const chosen = processes[process];
              if (!chosen) throw new Error(`There is no process ${process}`);
              const { turn, takes, once } = chosen;
              for (let n = 0; n < after; n += 1) await turn();
              return once(riley, `${run}-${form}`, async () => {
                const number = works.length;
                const work: (typeof works)[number] = { form, ended: undefined };
                works.push(work);
                const mine = `${process} ${form}`;
                const others = [...underWay].filter((one) => one.endsWith(` ${form}`));
                overlaps += others.filter((one) => !mayBeTakenOver(one.split(" ")[0])).length;
                underWay.add(mine);
                try {
                  for (let n = 0; n < turns; n += 1) await turn();
                  await takes(seconds);
                  await requireLease();
                  // Whoever began the same after it has taken it over.
                  if (works.slice(number + 1).some((later) => later.form === form)) lateWrites += 1;
                } finally {
                  underWay.delete(mine);
                }
                work.ended = isRefused ? "refused" : "done";
                if (isRefused) throw refusal();
                return { form, number };
              });
            };
            const settle = async (one: (typeof submissions)[number]) => {
              const result = submit(one).then(
                ({ outcome, repeated }) => ({ form: one.form, outcome, repeated }),
                (problem: unknown) => ({ form: one.form, problem }),
              );
              const settled = await (one.process === killed?.process ? Promise.race([result, died]) : result);
              open[one.process] = (open[one.process] ?? 0) - 1;
              return settled;
            };
            const isAwake = (process: number) =>
              !(isStill(process) || (isDead && process === killed?.process));
            const awake = (counts: readonly number[]) =>
              counts.reduce((sum, one, process) => (isAwake(process) ? sum + one : sum), 0);
            // Time passes, sooner where everybody awake only waits; they look at their timers.
            const timePasses = async () => {
              while (open.some((count) => count > 0)) {
                await setImmediate();
                const onlyWaits = awake(waiting) === awake(open) && awake(renewing) === 0;
                if (operations > 0) continue;
                clock += onlyWaits ? 500 : 20;
                for (const timer of timers) {
                  const { process, ms } = timer;
                  if (!isAwake(process) || clock < timer.next) continue;
                  timer.next = clock + ms;
                  renewing[process] = (renewing[process] ?? 0) + 1;
                  void timer.renew().finally(() => {
                    renewing[process] = (renewing[process] ?? 0) - 1;
                  });
                }
              }
            };

            try {
              const [settled] = await Promise.all([Promise.all(submissions.map(settle)), timePasses()]);
              const lost = (isDead ? 1 : 0) + ((still?.seconds ?? 0) > maxHarmlessSeconds ? 1 : 0);
              expect(overlaps, "no two at a time").toBe(0);
              expect(lateWrites, "nothing is written after another has taken over").toBe(0);
              for (const form of [0, 1]) {
                const ours = works.filter((work) => work.form === form);
                const done = ours.filter(({ ended }) => ended === "done").length;
                // Such a process may have done what it could not record: the call's Idempotency-Key is the same.
                expect(done).toBeLessThanOrEqual(1 + lost);
                const answers = settled.flatMap((one) =>
                  one === "killed" || one.form !== form ? [] : [one],
                );
                const results = answers.flatMap((one) => ("outcome" in one ? [one] : []));
                for (const { outcome } of results) expect(outcome).toEqual(results[0]?.outcome);
                const first = results.filter(({ repeated }) => !repeated).length;
                expect(first).toBeLessThanOrEqual(1);
                const problems = answers.flatMap((one) => ("problem" in one ? [one.problem] : []));
                for (const problem of problems)
                  expect(problem instanceof ApiError, String(problem)).toBe(true);
              }
            } finally {
              // A renewal may go on as its run ends, on a database that is being closed.
              while (operations > 0 || awake(renewing) > 0) await setImmediate();
            }
          },
        ),
        schedules(60),
      );
    },
    maxMs,
  );
});
