import { expect, test } from "vitest";
import { likelyFirst } from "#app/screens/ListScreen.tsx";
import { allMatching } from "./review.server.ts";
import { sharedFacts, sumOf } from "./rows.ts";

const size = 10;

/** A list of these ids in pages, which changes after each page read. */
function listOf(ids: string[], change: (rows: string[], calls: number) => string[] = (rows) => rows) {
  let rows = ids;
  let calls = 0;
  const page = async (number: number) => {
    const from = (number - 1) * size;
    const answer = { rows: rows.slice(from, from + size), hasNext: rows.length > from + size };
    calls += 1;
    rows = change(rows, calls);
    return answer;
  };
  return { page, calls: () => calls };
}
const named = (count: number) => Array.from({ length: count }, (_, index) => `exo-${index + 1}`);

test("records that leave the list while it is read hide none of the others [bulk#all-that-match]", async () => {
  const ids = named(17);
  const left = ["exo-2", "exo-4", "exo-6"];
  const list = listOf(ids, (rows, calls) => (calls === 1 ? rows.filter((id) => !left.includes(id)) : rows));
  const found = await allMatching(list);
  expect([...found.ids].sort()).toEqual([...ids].sort());
  expect(found).toMatchObject({ stopped: undefined, isMoving: false });
});

test("a list of one page is read once; one that never holds still says so [bulk#all-that-match]", async () => {
  const short = listOf(named(10));
  expect(await allMatching(short)).toMatchObject({ ids: named(10), isMoving: false });
  expect(short.calls()).toBe(1);
  const long = listOf(named(100), (rows, calls) => [...rows, `new-${calls}`]);
  expect(await allMatching(long)).toMatchObject({ stopped: undefined, isMoving: true });
});

test("a list of more pages than are read says so, however few records are on them [bulk#all-that-match]", async () => {
  const long = listOf(named(1_000));
  const few = async (page: number) => {
    const { rows, hasNext } = await long.page(page);
    return { rows: rows.slice(0, 5), hasNext };
  };
  const found = await allMatching({ page: few });
  expect(found).toMatchObject({ stopped: "pages", isMoving: false });
  expect(found.ids).toHaveLength(300);
  expect(await allMatching(listOf(named(620)))).toMatchObject({ stopped: "records" });
});

test("what all rows share is said once, and what differs is in columns [bulk#review]", () => {
  const rowOf = (name: string, step: string, cents?: number) => ({
    name,
    amount: cents === undefined ? undefined : { cents, orMore: false },
    facts: [
      { label: "EXO Name", value: name },
      { label: "Status", value: "Task Failed" },
      { label: "Step", value: step },
    ],
  });
  const rows = [rowOf("EXO-1", "Triage", 1495), rowOf("EXO-2", "Finish")];
  expect(sharedFacts(rows)).toEqual({
    shared: [{ label: "Status", value: "Task Failed" }],
    labels: ["Step"],
  });
  expect(sharedFacts(rows.slice(1))).toEqual({ shared: [], labels: ["Status", "Step"] });
  expect(sumOf(rows.slice(0, 1))).toEqual({ cents: 1495, orMore: false });
  expect([sumOf(rows), sumOf(rows.slice(1))]).toEqual([{ cents: 1495, orMore: true }, undefined]);
});

test("the likeliest action is that of most rows, in their own order, and never a final one [bulk#bar]", () => {
  const actions = (...values: string[]) => values.map((value) => ({ value, label: value }));
  const rows = [actions("reject", "hold", "retry"), actions("reject", "retry", "move"), actions("reject")];
  expect(likelyFirst(rows).map(({ value }) => value)).toEqual(["retry", "hold", "move", "reject"]);
});
