import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createSeal } from "#app/database/seal.server.ts";
import { schedules } from "#tests/support/models.ts";
import { interleaved, onEveryStore } from "#tests/support/stores.ts";
import { createRecords, LockLost, type RecordStore } from "./records.server.ts";

const seal = createSeal("a secret of thirty-two characters");
const ttlSeconds = 600;

type Operation = {
  kind: "get" | "set" | "take" | "lock" | "unlock";
  key: string;
  value: string;
  only: "absent" | "present" | undefined;
  owner: string;
  isFenced: boolean;
};
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("get", "set", "take", "lock", "unlock"),
    key: fc.constantFrom("a", "b"),
    value: fc.string(),
    only: fc.constantFrom(undefined, "absent", "present"),
    owner: fc.constantFrom("one", "two"),
    isFenced: fc.boolean(),
  }),
  { maxLength: 40 },
);

type Model = { values: Map<string, string>; holder: string | undefined };
const lost = "lock lost";

/** Applies an operation to the model; returns its result. */
function byModel(model: Model, { kind, key, value, only, owner, isFenced }: Operation): unknown {
  const found = model.values.get(key);
  if (kind === "get") return found;
  if (kind === "unlock") {
    if (model.holder === owner) model.holder = undefined;
    return undefined;
  }
  if (kind === "lock") {
    const isFree = model.holder === undefined;
    model.holder ??= owner;
    return isFree;
  }
  if (isFenced && model.holder !== owner) return lost;
  if (kind === "take") {
    model.values.delete(key);
    return found;
  }
  const isWritten = only === undefined || (found !== undefined) === (only === "present");
  if (isWritten) model.values.set(key, value);
  return isWritten;
}

async function byStore(store: RecordStore, run: string, operation: Operation): Promise<unknown> {
  const { kind, value, only, owner } = operation;
  const key = `${run}:${operation.key}`;
  const lock = `${run}:lock`;
  const fence = operation.isFenced ? { lock, owner } : undefined;
  const work = {
    get: () => store.get(key),
    set: () => store.set(key, value, ttlSeconds, { only, fence }),
    take: () => store.take(key, fence),
    lock: () => store.lock(lock, owner, ttlSeconds),
    unlock: () => store.unlock(lock, owner),
  }[kind];
  return work().catch((problem: unknown) => {
    if (problem instanceof LockLost) return lost;
    throw problem;
  });
}

onEveryStore((open) => {
  let processes: [RecordStore, RecordStore];
  beforeAll(() => {
    processes = [open(), open()];
  });
  afterAll(() => Promise.all(processes.map((store) => store.close())));
  const processOf = (n: number): RecordStore => processes[n % 2 ? 1 : 0];

  test("a store behaves like its model, from any process", async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (all) => {
        const run = randomUUID();
        const model: Model = { values: new Map(), holder: undefined };
        for (const [n, operation] of all.entries())
          expect(await byStore(processOf(n), run, operation)).toEqual(byModel(model, operation));
      }),
      schedules(60),
    );
  });

  test("a write under a lock is not overwritten by a late holder, whenever leases expire", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 3 }), async (scheduler, runOut) => {
        const key = randomUUID();
        // Lets the disk operations of the others proceed.
        const turn = async () => {
          await scheduler.schedule(Promise.resolve());
          await setImmediate();
        };
        const append = (n: number) =>
          createRecords(interleaved(processOf(n), turn), seal, { pause: turn }).withLock(
            key,
            600,
            async (locked) => {
              const before = (await locked.get(key, z.array(z.number()))) ?? [];
              await locked.set(key, [...before, n], ttlSeconds);
              return n;
            },
          );
        const runsOut = async () => {
          await turn();
          await processOf(0).take(`lock:${key}`);
        };
        const writers = Promise.allSettled([0, 1, 2, 3].map(append));
        const leases = Promise.all(Array.from({ length: runOut }, runsOut));
        const settled = await scheduler.waitFor(writers);
        await scheduler.waitFor(leases);
        const acknowledged = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
        const late = settled.filter((one) => one.status === "rejected");
        for (const { reason } of late) expect(reason).toBeInstanceOf(LockLost);
        expect(late.length).toBeLessThanOrEqual(runOut);
        const written = await createRecords(processOf(0), seal).get(key, z.array(z.number()));
        expect(written?.sort()).toEqual(acknowledged.sort());
      }),
      schedules(60),
    );
  });
});
