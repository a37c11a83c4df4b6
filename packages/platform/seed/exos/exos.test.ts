import { expect, test } from "vitest";
import { exo, exoErrorCodes } from "#contract/exos.ts";
import { processingStates } from "#contract/processing.ts";
import { availableExoActions } from "#platform/domains/exos/rules.ts";
import { orderAt } from "#platform/seed/orders/orders.ts";
import { orderTimeline } from "#platform/seed/orders/timeline.ts";
import { type ExoRow, edgeCases, exoAt, exoCount, returnStoreIds } from "./exos.ts";
import { canComeBack } from "./stories.ts";

const anchor = new Date("2026-11-20T00:00:00Z");
const returned = [...orderTimeline("small", anchor)]
  .map((place) => orderAt(place, "small", anchor).row)
  .filter(({ storeId, status }) => status === "COMPLETE" && returnStoreIds.includes(storeId))
  .map(({ storeId, document }) => ({ storeId: storeId, document }))
  .filter(({ document }) => canComeBack(document));

const rowAt = (position: number, size: "small" | "demo" = "small") => {
  const order = returned[position % returned.length];
  if (!order) throw new Error("There is no such order");
  return exoAt(position, order, size, anchor);
};
const rowsOf = (size: "small" | "demo") =>
  Array.from({ length: exoCount(size) }, (_, index) => rowAt(index + 1, size));
const rows = rowsOf("small");
const regular = rows.slice(edgeCases.length);

const wireOf = ({ id, document, referenceList, histories }: ExoRow) =>
  exo.parse({ ...document, id, references: referenceList, histories });
const edgeCaseOne = (word: string) => {
  const found = rows.find(({ originalOrderId }) => originalOrderId?.startsWith(`ODD-${word}-`));
  if (!found) throw new Error(`The seed has no ODD-${word}`);
  return found;
};

test("the seed is the same every time, and no two returns share an id", () => {
  expect(rowsOf("small")).toEqual(rows);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("every processing error occurs, most of them where the platform's own rules put them", () => {
  const codes = new Set(regular.flatMap(({ histories }) => histories.map(({ action }) => action)));
  const withoutStory = exoErrorCodes.filter((code) => !codes.has(code));
  // These result from people's actions, and from states without a story.
  expect(withoutStory).toEqual([
    "process:skip:code-unprocessable",
    "process:failure:code-not-recognised",
    "process:failure:action-not-recognised",
    "process:failure:no-matching-actions",
    "process:failure:no-matching-jobs",
  ]);
  const all = edgeCaseOne("EVERYCODE").histories.map(({ action }) => action);
  expect(all).toEqual(exoErrorCodes);
});

test("a small seed is at rest; of a demo's newest returns some continue", () => {
  expect(rows.every(({ stepAt }) => stepAt === null)).toBe(true);
  const live = rowsOf("demo").filter(({ stepAt }) => stepAt !== null);
  expect(live.length).toBeGreaterThan(5);
  expect(live.every(({ stepAt }) => stepAt && stepAt >= anchor)).toBe(true);
});

test("the contract can read every return, including the edge cases", () => {
  for (const row of rows) expect(wireOf(row).id).toBe(row.id);
  expect(edgeCaseOne("2000HISTORY").histories).toHaveLength(2000);
  expect(wireOf(edgeCaseOne("40PHOTOS")).exchange?.Items?.[0]?.Photos).toHaveLength(40);
  expect(wireOf(edgeCaseOne("NOEXCHANGE")).exchange).toBeUndefined();
  expect(wireOf(edgeCaseOne("NULLEXCHANGE")).exchange).toBeNull();
  const jobs = wireOf(edgeCaseOne("BADJOBS")).histories?.map(({ meta }) => meta?.jobs);
  expect(jobs).toContain("[not JSON");
  const unknown = edgeCaseOne("UNKNOWNSTATUS");
  expect(processingStates).not.toContain(unknown.status);
  expect(availableExoActions(unknown)).toEqual([]);
  expect(rows.some((row) => row.originalOrderId === null && row.emailAddress === null)).toBe(true);
});
