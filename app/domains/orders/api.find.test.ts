import fc from "fast-check";
import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { orderPageSize, orderRecord } from "#contract/orders.ts";
import { schedules } from "#tests/support/models.ts";
import { searchOrder } from "./api.server.ts";

const rowsOf = (...records: unknown[]) => listOf(orderRecord).parse(records);
const rows = rowsOf(
  { id: "r1", order: { sourceId: "1001", externalSourceID: "77" } },
  { id: "1001", order: { sourceId: "9" } },
  { id: "r3", order: { sourceId: "77" } },
  { id: 12 },
  { id: "a", order: { sourceId: "5" } },
  { id: "b", order: { sourceId: "5" } },
  { id: { not: "an id" } },
);
const none = async () => rowsOf();

test("an order is found by exactly its id, else its sourceId, else its externalSourceID [orders#find]", async () => {
  const idOf = async (wanted: string) => {
    const found = await searchOrder(wanted, async () => rows, none);
    if (found.found !== "order") return found.found;
    return found.row.readable ? found.row.row.id : "unreadable";
  };
  const ids = await Promise.all(["1001", "77", "12", "100", "5", "row 7"].map(idOf));
  expect(ids).toEqual(["1001", "r3", "12", "none", "several", "unreadable"]);
});

test("an id on a later page goes before a number on an earlier one, and equal numbers are several on any pages [orders#find]", async () => {
  const others = (page: number) =>
    Array.from({ length: orderPageSize - 1 }, (_, n) => ({ id: `${page}-${n}` }));
  const foundOn = async (...pages: object[]) => {
    const pageOf = async (page: number) => rowsOf(...others(page), pages[page - 1] ?? {});
    const found = await searchOrder("1001", async (page) => (page > pages.length ? [] : pageOf(page)), none);
    return found.found === "order" && found.row.readable ? found.row.row.id : found.found;
  };
  const numbered = (id: string, order: object) => ({ id, order });
  expect(await foundOn(numbered("a", { externalSourceID: "1001" }), { id: "1001" })).toBe("1001");
  expect(
    await foundOn(numbered("a", { externalSourceID: "1001" }), numbered("b", { sourceId: "1001" })),
  ).toBe("b");
  expect(await foundOn(numbered("a", { sourceId: "1001" }), numbered("b", { sourceId: "1001" }))).toBe(
    "several",
  );
});

test("over as many pages as it takes, five at most, and then the list that it was opened from [orders#find]", async () => {
  const full = rowsOf(...Array.from({ length: orderPageSize }, (_, index) => ({ id: `x${index}` })));
  const search = async (pages: number, listed = none) => {
    let read = 0;
    const pageOf = async (page: number) => {
      read += 1;
      return page < pages ? full : rows;
    };
    return [(await searchOrder("1001", pageOf, listed)).found, read];
  };
  expect(await search(5)).toEqual(["order", 5]);
  expect(await search(6)).toEqual(["tooMany", 5]);
  expect(await search(6, async () => rows)).toEqual(["order", 5]);
});

type Known = { id: string; sourceId: string; externalSourceID: string };

/** What one unpaged list says. */
function foundIn(orders: readonly Known[], wanted: string): string {
  for (const name of ["id", "sourceId", "externalSourceID"] as const) {
    const [only, another] = orders.filter((order) => order[name] === wanted);
    if (another && name !== "id") return "several";
    if (only) return only.id;
  }
  return "none";
}

test("the one found is that of an unpaged list, however its pages fall, or it is said why not [orders#find]", async () => {
  const number = fc.constantFrom("1", "2", "3", "4");
  // Mostly another's, so that pages are full of orders and few of them match.
  const some = fc.oneof({ weight: 1, arbitrary: number }, { weight: 15, arbitrary: fc.uuid() });
  const known = fc.uniqueArray(fc.record({ id: some, sourceId: some, externalSourceID: some }), {
    ...{ selector: ({ id }) => id, minLength: 0, maxLength: 120, size: "max" as const },
  });
  await fc.assert(
    fc.asyncProperty(known, number, async (orders, wanted) => {
      const pageOf = async (page: number) =>
        rowsOf(
          ...orders
            .slice((page - 1) * orderPageSize, page * orderPageSize)
            .map(({ id, ...order }) => ({ id, order })),
        );
      const result = await searchOrder(wanted, pageOf, none);
      const id = result.found === "order" && result.row.readable ? result.row.row.id : result.found;
      if (id !== "tooMany") expect(id).toBe(foundIn(orders, wanted));
      else expect(orders.length).toBeGreaterThanOrEqual(5 * orderPageSize);
    }),
    schedules(100),
  );
});
