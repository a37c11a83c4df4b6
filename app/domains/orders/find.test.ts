import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { orderPageSize, orderRecord } from "#contract/orders.ts";
import { searchOrder } from "./orders.server.ts";

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
