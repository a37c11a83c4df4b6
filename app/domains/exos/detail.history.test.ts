import { expect, test } from "vitest";
import { type ExoHistory, exoHistory } from "#contract/exos.ts";
import { historyPageSize, toHistoryPage } from "./detail.ts";

const record = (action: string, minute: number, more: object = {}): ExoHistory =>
  exoHistory.parse({ action, message: `m${minute}`, created_at: Date.UTC(2026, 10, 20, 0, minute), ...more });

const quiet = { mundane: false, historyPage: 1 };

test("newest first; records without a readable time come last [returns#history]", () => {
  const undated = record("note:c", 0, { created_at: "?" });
  const dated = [record("note:a", 1), record("note:b", 3), undated, record("note:d", 2)];
  const { records } = toHistoryPage(dated, quiet);
  expect(records.map(({ action }) => action)).toEqual(["note:b", "note:d", "note:a", "note:c"]);
});

test("mundane records are hidden and counted, unless requested; red and amber ones never [returns#mundane]", () => {
  const mundane = ["run", "actions", "actions-done", "jobs", "jobs-done"].map((name) => `process:${name}`);
  const coloured = ["process:stalled", "triage:manual-return"];
  const histories = [...mundane, ...coloured].map((action, minute) => record(action, minute));
  const hidden = toHistoryPage(histories, quiet);
  expect(hidden.records.map(({ action }) => action).sort()).toEqual(coloured);
  expect(hidden.about).toBe("2 records, 5 mundane ones hidden");
  expect(toHistoryPage(histories, { ...quiet, mundane: true }).records).toHaveLength(7);
});

test("an unhandled failure shows its meta below [returns#unhandled]", () => {
  const failure = record("process:failure:unhandled", 1, { meta: { message: "TypeError" } });
  const [shown] = toHistoryPage([failure], quiet).records;
  expect(shown).toMatchObject({ beneath: "TypeError", colour: "danger", message: "m1" });
});

test("jobs are named; a list that is no JSON is shown as text [returns#meta-jobs]", () => {
  const all = { mundane: true, historyPage: 1 };
  const beneath = (jobs: unknown) =>
    toHistoryPage([record("process:jobs", 1, { meta: { jobs } })], all).records[0]?.beneath;
  expect(beneath('["create-shipment-slip","new-job"]')).toBe("Create shipment slip, new-job");
  expect(beneath("[not JSON")).toBe("The list of jobs is not readable: [not JSON");
});

test("2,000 records are paged, and a record keeps its key when newer ones come", () => {
  const many = Array.from({ length: 2000 }, (_, index) => record("note:added", index));
  const page = toHistoryPage(many, { mundane: false, historyPage: 40 });
  expect(page).toMatchObject({ pages: 40, page: 40, about: "2,000 records" });
  expect(page.records).toHaveLength(historyPageSize);
  expect(toHistoryPage(many, { mundane: false, historyPage: 999 }).page).toBe(40);
  const before = toHistoryPage(many, quiet).records[0];
  const after = toHistoryPage([...many, record("note:new", 3000)], quiet).records[1];
  expect(after?.key).toBe(before?.key);
});
