import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { orderRecord } from "#contract/orders.ts";
import { chooseOrder } from "./find.ts";

const rowsOf = (...records: unknown[]) => listOf(orderRecord).parse(records);
const foundId = (rows: ReturnType<typeof rowsOf>, wanted: string) => {
  const found = chooseOrder(rows, wanted);
  return found?.found === "order" && found.row.readable ? found.row.row.id : found?.found;
};

const rows = rowsOf(
  { id: "r1", order: { sourceId: "1001", externalSourceID: "77" } },
  { id: "1001", order: { sourceId: "9" } },
  { id: "r3", order: { sourceId: "77" } },
  { id: 12 },
);

test("by id before sourceId before externalSourceID", () => {
  expect(foundId(rows, "1001")).toBe("1001");
  expect(foundId(rows, "77")).toBe("r3");
  expect(foundId(rows, "12")).toBe("12");
});

test("a part of an id is no match", () => {
  expect(foundId(rows, "100")).toBeUndefined();
});

test("one number of two orders names neither", () => {
  const twins = rowsOf({ id: "a", order: { sourceId: "5" } }, { id: "b", order: { sourceId: "5" } });
  expect(foundId(twins, "5")).toBe("several");
});

test("a row that could not be read is found by its id", () => {
  const found = chooseOrder(rowsOf({ id: { not: "an id" } }), "row 1");
  expect(found).toMatchObject({ found: "order", row: { readable: false } });
});
