import { expect, test } from "vitest";
import type { EdiHistory } from "#contract/edi.ts";
import { toRecordPage } from "./records.ts";
import { toStreams } from "./streams.ts";

const stream = "interchange/receive";
const record = (action: string, step: string, minute: number, message = ""): EdiHistory => ({
  action,
  message,
  created_at: `2026-11-20T01:${String(minute).padStart(2, "0")}:00Z`,
  meta: { stream, step },
});
const statesOf = (histories: EdiHistory[], state = "active", step = "") =>
  toStreams({ [stream]: { state, step } }, histories)[0]?.steps.map((one) => one.state);

const [first, second] = ["send-functional-acknowledgement", "receive-inbound-functional-acknowledgements"];

test("steps are started and finished by their records, in whatever order these are sent [edi#timelines]", () => {
  const began = [record("step:start", first, 1), record("step:finish", first, 2)];
  const histories = [...began, record("step:start", second, 3)];
  for (const sent of [histories, histories.toReversed()])
    expect(statesOf(sent)).toEqual(["completed", "running", "upcoming", "upcoming"]);
});

test("a start and a finish of one moment are a finished step, newest first or last", () => {
  const histories = [record("step:finish", first, 1), record("step:start", first, 1)];
  for (const sent of [histories, histories.toReversed()]) expect(statesOf(sent)?.[0]).toBe("completed");
});

test("a step that was restarted after it finished is running", () => {
  const began = [record("step:start", first, 1), record("step:finish", first, 2)];
  const histories = [...began, record("step:start", first, 3)];
  const [shown] = toStreams({ [stream]: { state: "active", step: first } }, histories)[0]?.steps ?? [];
  expect(shown).toMatchObject({ state: "running", runs: 2 });
});

test("a failure shows its message, until the step is restarted [edi#failed-step]", () => {
  const failed = [record("step:start", first, 1), record("step:failure", first, 2, "The disk is full")];
  const [shown] = toStreams({ [stream]: { state: "failed", step: first } }, failed)[0]?.steps ?? [];
  expect(shown).toMatchObject({ state: "failed", message: "The disk is full" });
  expect(statesOf([...failed, record("step:start", first, 3)], "active", first)?.[0]).toBe("running");
  const stopped = statesOf([record("step:start", first, 1)], "failed", first);
  expect(stopped?.[0], "the stream says so").toBe("failed");
});

test("a step at which the stream waits for a person is held, although it ended [edi#held-step]", () => {
  const histories = [record("step:start", first, 1), record("step:finish", first, 2)];
  for (const state of ["hold", "manual"]) expect(statesOf(histories, state, first)?.[0]).toBe("held");
  expect(statesOf(histories, "hold", second)?.[0], "another step").toBe("completed");
  const [shown] = toStreams({ [stream]: { state: "hold", step: first } }, histories)[0]?.steps ?? [];
  expect(shown?.finishedAt).toBeUndefined();
});

test("records of another stream's step of the same name do not count", () => {
  const other = { ...record("step:start", first, 1), meta: { stream: "order/create", step: first } };
  expect(statesOf([other])?.[0]).toBe("upcoming");
});

test("an unknown stream cannot be rendered, and breaks nothing", () => {
  expect(toStreams({ "order/by-pigeon": { state: "active", step: "coo" } }, [])).toMatchObject([
    { stream: "order/by-pigeon", isKnown: false, steps: [] },
  ]);
  expect(toStreams(undefined, [])).toEqual([]);
});

test("the history is paged, newest first, and keeps its keys when newer records come [edi#detail-history]", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 0, 0, second)).toISOString();
  const histories = Array.from({ length: 120 }, (_, n) => ({ action: `note:${n}`, created_at: at(n) }));
  const page = toRecordPage(histories, 1);
  expect(page).toMatchObject({ page: 1, pages: 3, about: "120 records" });
  expect(page.records[0]).toMatchObject({ action: "note:119", key: "120" });
  expect(toRecordPage(histories, 99).page).toBe(3);
  const later = toRecordPage([...histories, { action: "new", created_at: "2026-11-21T00:00:00Z" }], 1);
  expect(later.records.find(({ action }) => action === "note:119")?.key).toBe("120");
});
