import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exoStreams } from "#contract/exoJobs.ts";
import { processingStates } from "#contract/processing.ts";
import type { ReturnReply } from "#platform/outside/returns.ts";
import { schedules } from "../../../../tests/support/models.ts";
import {
  actionRules,
  availableExoActions,
  type MovingExo,
  moved,
  movedByAction,
  offeredExoRule,
  platformMoves,
} from "./rules.ts";
import { afterReply, currentJob, requestOf, returnRetryLimit, withoutJob } from "./steps.ts";

const pace = 1000;
const start = new Date("2026-11-20T00:00:00Z");

const arrived: MovingExo = {
  ...{ id: "e1", name: "EXO-000001", storeName: "Clarks", storeType: "bigcommerce" },
  ...{ status: "new", stream: "return", step: "triage", originalOrderId: "10100042", raNumber: null },
  ...{ emailAddress: "mei@customer.example", refusals: 0, retries: 0, stepSince: start, stepAt: start },
  document: {
    exchange: { Customer: { Ap21CustomerCode: "C1" }, Items: [{ LevelCode: "1_BLK_8", Quantity: -1 }] },
  },
  referenceList: [],
};

const done: ReturnReply = { kind: "done", facts: {}, message: "Done (simulated)" };

const keysIn = (status: string, stream = "return/automatic") =>
  availableExoActions({ status, stream }).map(({ key }) => key);

test("the picture in docs/exo-states.md shows every arrow of the tables, and no other [returns#states]", async () => {
  const picture = await readFile(new URL("../../../../docs/exo-states.md", import.meta.url), "utf8");
  const drawn = [...picture.matchAll(/^ +(\w+) --> (\w+): (\S+)$/gm)].map(([, from, to, label]) =>
    [from, to, label].join(" "),
  );
  const byPeople = actionRules.flatMap(({ key, from, to }) => from.map((status) => `${status} ${to} ${key}`));
  const byPlatform = Object.entries(platformMoves).flatMap(([name, { from, to }]) =>
    from.map((status) => `${status} ${to} [${name}]`),
  );
  expect(drawn.sort()).toEqual([...byPeople, ...byPlatform].sort());
});

test("actions are offered where they are legal, and nowhere else [returns#states]", () => {
  expect(keysIn("failed")).toEqual(["retry", "move-to-manual", "reject"]);
  expect(keysIn("failed", "return/manual")).toEqual(["retry", "reject"]);
  expect(keysIn("hold")).toEqual(["resume", "move-to-manual", "reject"]);
  expect(keysIn("manual", "return/manual")).toEqual(["complete", "reject"]);
  expect(keysIn("active")).toEqual(["hold"]);
  for (const end of ["completed", "rejected", "parked", ""]) expect(keysIn(end)).toEqual([]);
});

test("a move that the table does not have is refused", () => {
  expect(() => moved({ ...arrived, status: "completed" }, "goesOn")).toThrow("completed");
});

test("a job uses one key until it is refused, and then the next one", () => {
  const place = { status: "active", stream: "return/automatic", step: "create-return-shipment" };
  const at: MovingExo = { ...arrived, ...place };
  const job = currentJob(at);
  if (!job) throw new Error("There is no such job");
  const key = (exo: MovingExo) => requestOf(exo, job, start)?.key;
  const busy = afterReply(at, job, { kind: "busy", message: "later" }, start, pace).exo;
  expect(key(busy)).toBe(key(at));
  expect(busy).toMatchObject({ status: "active", retries: 1, stepAt: new Date(start.getTime() + 2 * pace) });
  const tired = { ...at, retries: returnRetryLimit };
  const failed = afterReply(tired, job, { kind: "busy", message: "later" }, start, pace).exo;
  expect(failed).toMatchObject({ status: "failed", stepAt: null });
  expect(key(failed)).toBe(key(at));
  const refused = afterReply(at, job, { kind: "refused", message: "no" }, start, pace).exo;
  expect(key(refused)).not.toBe(key(at));
});

type Event = { reply: ReturnReply } | { action: string };

const replies: fc.Arbitrary<Event> = fc
  .constantFrom<ReturnReply>(
    ...Array.from({ length: 16 }, () => done),
    { kind: "pending", message: "nothing yet" },
    { kind: "busy", message: "busy" },
    { kind: "pending", message: "nothing yet" },
    { kind: "refused", message: "no" },
    { kind: "charged", message: "at a cost" },
    { kind: "unknown", message: "what?" },
  )
  .map((reply) => ({ reply }));
const actions: fc.Arbitrary<Event> = fc
  .constantFrom("resume", "retry", "retry", "hold", "move-to-manual", "complete", "reject")
  .map((action) => ({ action }));

/** One event in a return's life: a step of the platform, or a person's action, depending on its state. */
function live(exo: MovingExo, event: Event, at: Date) {
  if ("action" in event) {
    const rule = offeredExoRule(exo, event.action);
    return rule && movedByAction(rule, exo, "clerk", at);
  }
  if (!exo.stepAt) return undefined;
  const job = currentJob(exo);
  if (!job) return withoutJob(exo, at, pace);
  return afterReply(exo, job, requestOf(exo, job, at) && event.reply, at, pace);
}

test("whatever happens in whatever order: states stay legal, and no job is finished twice or out of order [returns#automatic-jobs]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 9, arbitrary: replies }, actions), {
        minLength: 20,
        maxLength: 200,
        size: "max",
      }),
      (events) => {
        let exo = arrived;
        let at = start;
        const finished: string[] = [];
        for (const event of events) {
          const effect = live(exo, event, at);
          if (!effect) continue;
          exo = effect.exo;
          for (const { action, meta } of effect.notes) {
            if (action === "process:jobs-done") finished.push(...JSON.parse(String(meta?.jobs)));
          }
          at = new Date(Math.max(at.getTime(), exo.stepAt?.getTime() ?? 0) + pace);
          expect(processingStates).toContain(exo.status);
          // Somebody always has the next move: the platform has a due time, or a person has an action, unless the
          // return is finished.
          const isOver = exo.status === "completed" || exo.status === "rejected";
          const offered = availableExoActions(exo).length > 0;
          expect(exo.stepAt !== null || offered || isOver).toBe(true);
          if (isOver) expect(exo.stepAt).toBeNull();
        }
        const automatic = finished.filter((job) => job !== "create-helpdesk-return-ticket");
        expect(automatic).toEqual(exoStreams["return/automatic"].slice(0, automatic.length));
        expect(finished.length - automatic.length).toBeLessThan(2);
      },
    ),
    schedules(500),
  );
});
