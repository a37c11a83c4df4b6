import { describe, expect, test } from "vitest";
import { exo } from "#contract/exos.ts";
import { jobsIn, progressOf } from "./jobs.ts";
import { toExo } from "./model.ts";

type Record = { action: string; minute: number; jobs?: unknown; message?: string };

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();

function progress(status: { code: string; stream: string; step?: string }, records: Record[]) {
  const wire = exo.parse({
    id: "1",
    status,
    histories: records.map(({ action, minute, jobs, message }) => ({
      action,
      message,
      created_at: at(minute),
      ...(jobs === undefined
        ? {}
        : { meta: { jobs: typeof jobs === "string" ? jobs : JSON.stringify(jobs) } }),
    })),
  });
  return progressOf(toExo(wire), wire.histories ?? []);
}

const started = (minute: number, ...jobs: string[]): Record => ({ action: "process:jobs", minute, jobs });
const done = (minute: number, ...jobs: string[]): Record => ({ action: "process:jobs-done", minute, jobs });
const automatic = { code: "active", stream: "return/automatic" };

const stateOf = (found: ReturnType<typeof progress>, code: string) =>
  found.streams.flatMap(({ jobs }) => jobs).find(({ job }) => job.code === code);

describe("a job", () => {
  test("is upcoming, running, finished [returns#jobs]", () => {
    const found = progress(automatic, [
      started(1, "triage"),
      done(2, "triage"),
      started(3, "create-return-shipment"),
    ]);
    expect(stateOf(found, "triage")).toMatchObject({ state: "completed", runs: 1, tookMs: 60_000 });
    expect(stateOf(found, "create-return-shipment")).toMatchObject({ state: "running", startedAt: at(3) });
    expect(stateOf(found, "finish")).toMatchObject({ state: "upcoming", runs: 0 });
    expect(found.streams[0]?.jobs).toHaveLength(17);
  });

  test("is found whatever order the records come in, and however it is spelt", () => {
    const found = progress(automatic, [
      done(2, "Create AP21 Return Order"),
      started(1, "create_ap21_return_order"),
    ]);
    expect(stateOf(found, "create-ap21-return-order")).toMatchObject({ state: "completed" });
  });

  test("that is run again counts its runs", () => {
    const found = progress(automatic, [
      started(1, "triage"),
      started(5, "triage"),
      done(6, "triage"),
      started(9, "triage"),
    ]);
    expect(stateOf(found, "triage")).toMatchObject({ state: "running", runs: 3 });
  });

  test("is failed when a red record belongs to it, with its words, until it runs again", () => {
    const failure = { action: "return-shipment:submit:failure", minute: 4, message: "No such street" };
    const records = [started(3, "create-return-shipment"), failure];
    const found = stateOf(progress(automatic, records), "create-return-shipment");
    expect(found).toMatchObject({ state: "failed", failure: { message: "No such street" } });
    expect(found?.failure?.advice).not.toBe("");
    const again = [...records, started(6, "create-return-shipment")];
    expect(stateOf(progress(automatic, again), "create-return-shipment")).toMatchObject({ state: "running" });
  });

  test("is failed when the EXO failed while it ran", () => {
    const found = progress({ ...automatic, code: "failed" }, [started(1, "triage")]);
    expect(stateOf(found, "triage")).toMatchObject({ state: "failed" });
  });
});

describe("streams", () => {
  test("an EXO that moved to manual shows both", () => {
    const found = progress({ code: "manual", stream: "return/manual" }, [
      started(1, "triage", "create-return-shipment"),
      started(4, "create-helpdesk-return-ticket"),
    ]);
    expect(found.streams.map(({ code }) => code)).toEqual(["return/automatic", "return/manual"]);
  });

  test("a new one shows triage only", () => {
    const found = progress({ code: "new", stream: "return" }, []);
    expect(found.streams.map(({ jobs }) => jobs.map(({ job }) => job.code))).toEqual([["triage"]]);
  });

  test("an unknown stream is named, with the jobs that ran", () => {
    const found = progress({ code: "active", stream: "return/by-air" }, [started(1, "count-feathers")]);
    expect(found.streams.at(-1)).toMatchObject({ label: "return/by-air", known: false });
    expect(stateOf(found, "count-feathers")).toMatchObject({ state: "running" });
  });
});

describe("the list of jobs of a record", () => {
  test.each<[unknown, string[] | undefined]>([
    ['["a","b"]', ["a", "b"]],
    [["a"], ["a"]],
    ['[{"name":"a"},{"code":"b"},7,null]', ["a", "b", "7"]],
    ['["a", ', undefined],
    ['{"an":"object"}', undefined],
    [42, undefined],
    [undefined, undefined],
  ])("%j", (jobs, expected) => expect(jobsIn({ jobs })).toEqual(expected));

  test("one that cannot be read is counted and breaks nothing", () => {
    const found = progress(automatic, [
      { action: "process:jobs", minute: 1, jobs: "[not JSON" },
      started(2, "triage"),
    ]);
    expect(found.unreadable).toBe(1);
    expect(stateOf(found, "triage")).toMatchObject({ state: "running" });
  });
});
