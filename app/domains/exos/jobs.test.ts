import { expect, test } from "vitest";
import { exo } from "#contract/exos.ts";
import { jobsIn, progressOf } from "./jobs.ts";
import { toExo } from "./model.ts";

type Record = { action: string; minute: number; jobs?: unknown; message?: string };

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();

function progress(status: { code: string; stream: string; step?: string }, records: Record[]) {
  const histories = records.map(({ action, minute, jobs, message }) => {
    const list = typeof jobs === "string" ? jobs : JSON.stringify(jobs);
    return { action, message, created_at: at(minute), ...(list && { meta: { jobs: list } }) };
  });
  const wire = exo.parse({ id: "1", status, histories });
  return progressOf(toExo(wire), wire.histories ?? []);
}

const started = (minute: number, ...jobs: string[]): Record => ({ action: "process:jobs", minute, jobs });
const done = (minute: number, ...jobs: string[]): Record => ({ action: "process:jobs-done", minute, jobs });
const automatic = { code: "active", stream: "return/automatic" };

const stateOf = (found: ReturnType<typeof progress>, code: string) =>
  found.streams.flatMap(({ jobs }) => jobs).find(({ job }) => job.code === code);

test("a job is still to come, running or finished as the history lists it, in any order and spelling [returns#jobs]", () => {
  const found = progress(automatic, [
    started(1, "triage"),
    done(2, "triage"),
    started(3, "create-return-shipment"),
    done(5, "Create AP21 Return Order"),
    started(4, "create_ap21_return_order"),
  ]);
  expect(stateOf(found, "triage")).toMatchObject({ state: "completed", runs: 1, tookMs: 60_000 });
  expect(stateOf(found, "create-return-shipment")).toMatchObject({ state: "running", startedAt: at(3) });
  expect(stateOf(found, "create-ap21-return-order")).toMatchObject({ state: "completed" });
  expect(stateOf(found, "finish")).toMatchObject({ state: "upcoming", runs: 0 });
  expect(found.streams[0]?.jobs).toHaveLength(17);
});

test("a job is failed if a red record belongs to it or the EXO failed during it, until it runs again; its runs are counted [returns#jobs]", () => {
  const failure = { action: "return-shipment:submit:failure", minute: 4, message: "No such street" };
  const records = [started(3, "create-return-shipment"), failure];
  const found = stateOf(progress(automatic, records), "create-return-shipment");
  expect(found).toMatchObject({ state: "failed", failure: { message: "No such street" } });
  expect(found?.failure?.advice).not.toBe("");
  const again = progress(automatic, [...records, started(6, "create-return-shipment")]);
  expect(stateOf(again, "create-return-shipment")).toMatchObject({ state: "running", runs: 2 });
  const failed = progress({ ...automatic, code: "failed" }, [started(1, "triage")]);
  expect(stateOf(failed, "triage")).toMatchObject({ state: "failed" });
});

test("an EXO shows the streams that it went through; an unknown one with the jobs that ran [returns#streams]", () => {
  const manual = progress({ code: "manual", stream: "return/manual" }, [
    started(1, "triage", "create-return-shipment"),
    started(4, "create-helpdesk-return-ticket"),
  ]);
  expect(manual.streams.map(({ code }) => code)).toEqual(["return/automatic", "return/manual"]);
  const fresh = progress({ code: "new", stream: "return" }, []);
  expect(fresh.streams.map(({ jobs }) => jobs.map(({ job }) => job.code))).toEqual([["triage"]]);
  const unknown = progress({ code: "active", stream: "return/by-air" }, [started(1, "count-feathers")]);
  expect(unknown.streams.at(-1)).toMatchObject({ label: "return/by-air", isKnown: false });
  expect(stateOf(unknown, "count-feathers")).toMatchObject({ state: "running" });
});

test("a list of jobs is JSON that holds a list; one that cannot be read is counted and breaks nothing [returns#meta-jobs]", () => {
  const cases: [unknown, string[] | undefined][] = [
    ['["a","b"]', ["a", "b"]],
    [["a"], ["a"]],
    ['[{"name":"a"},{"code":"b"},7,null]', ["a", "b", "7"]],
    ['["a", ', undefined],
    ['{"an":"object"}', undefined],
    [42, undefined],
    [undefined, undefined],
  ];
  expect(cases.map(([jobs]) => [jobs, jobsIn({ jobs })])).toEqual(cases);
  const broken = { action: "process:jobs", minute: 1, jobs: "[not JSON" };
  const found = progress(automatic, [broken, started(2, "triage")]);
  expect(found.unreadable).toBe(1);
  expect(stateOf(found, "triage")).toMatchObject({ state: "running" });
});
