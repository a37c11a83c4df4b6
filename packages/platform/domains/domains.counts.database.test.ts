import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getExoCounts, getOrderCounts, getProductMessageCounts } from "#contract/counts.ts";
import { getExos } from "#contract/exos.ts";
import { getMetaProducts } from "#contract/metaproducts.ts";
import { getOrders } from "#contract/orders.ts";
import { useApi } from "../../../tests/support/api.ts";
import { testDatabases } from "../../../tests/support/databases.ts";

const positions = z.array(z.object({ position: z.number() }));

const rowsOf = <T>(rows: readonly ({ readable: true; row: T } | { readable: false })[]): T[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

describe.each(testDatabases())("the counts of Today, on $name", ({ open }) => {
  const used = useApi(open);

  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await used.api.get(path);
    expect(status, path).toBe(200);
    return body;
  };
  const orderCounts = async (statuses: string) =>
    rowsOf(getOrderCounts.answer.parse(await read(`${getOrderCounts.path}?statuses=${statuses}`)));
  const exoCounts = async (statuses: string) =>
    rowsOf(getExoCounts.answer.parse(await read(`${getExoCounts.path}?statuses=${statuses}`)));

  test("orders by status, as in the list; the revision changes with a record [calls#counts]", async () => {
    const status = "UNPROCESSABLE_HARD";
    const query = `storegroup=&page=1&pagesize=1000&statuses=${status}`;
    const rows = rowsOf(getOrders.answer.parse(await read(`${getOrders.path}?${query}`)));
    const [before, ...others] = await orderCounts(`${status},NO_SUCH_STATUS`);
    expect(others).toEqual([]);
    expect(before).toMatchObject({ status, count: rows.length });
    const oldest = Math.min(...rows.map(({ _ts }) => Number(_ts)));
    expect(Math.floor(Date.parse(String(before?.oldest_at)) / 1000)).toBe(oldest);
    const touch = "update orders set modified_at = modified_at + interval '1 second' where id = $1";
    await used.connection.executeSql(touch, [rows[0]?.id]);
    const [after] = await orderCounts(status);
    expect(after?.count).toBe(before?.count);
    expect(after?.stamp).not.toBe(before?.stamp);
  });

  test("returns by status and step, as the list holds them", async () => {
    const counts = await exoCounts("failed,hold");
    expect(new Set(counts.map(({ status }) => status))).toEqual(new Set(["failed", "hold"]));
    for (const status of ["failed", "hold"]) {
      const filters = encodeURIComponent(JSON.stringify({ statusCodes: [status] }));
      const listed = new Map<string, number>();
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = getExos.answer.parse(await read(`${getExos.path}?page=${page}&filters=${filters}`));
        pages = found.pages;
        for (const row of rowsOf(found.rows)) {
          const step = String(row.status?.step);
          listed.set(step, (listed.get(step) ?? 0) + 1);
        }
      }
      const ours = counts.filter((one) => one.status === status);
      expect(new Map(ours.map(({ step, count }) => [String(step), count]))).toEqual(listed);
    }
  });

  test("refused products by store and message, each product once for a message", async () => {
    const counts = rowsOf(getProductMessageCounts.answer.parse(await read(getProductMessageCounts.path)));
    expect(counts.length).toBeGreaterThan(0);
    const store = String(counts[0]?.storegroup);
    const query = `storegroup=${encodeURIComponent(store)}&page=1&pagesize=1000&excludeValid=1`;
    const products = rowsOf(getMetaProducts.answer.parse(await read(`${getMetaProducts.path}?${query}`)));
    const listed = new Map<string, number>();
    for (const { validationStatus } of products)
      for (const message of new Set((validationStatus ?? []).map(String)))
        listed.set(message, (listed.get(message) ?? 0) + 1);
    const ours = counts.filter(({ storegroup }) => storegroup === store);
    expect(new Map(ours.map(({ message, count }) => [message, count]))).toEqual(listed);
  });

  test("the revision of returns changes with one of them, and when one is replaced by another", async () => {
    const [before] = await exoCounts("failed");
    const place = { status: "failed", step: before?.step };
    const standing = async () => (await exoCounts("failed")).find(({ step }) => step === place.step);
    const placed = [place.status, place.step];
    await used.connection.executeSql(
      "update exos set updated_at = updated_at + interval '1 second' where position = (select min(position) from exos where status = $1 and step = $2)",
      placed,
    );
    const changed = await standing();
    const { rows } = await used.connection.executeSql(
      "select position from exos where status = $1 and step = $2 order by position limit 1",
      placed,
    );
    const [{ position: leaving } = { position: 0 }] = positions.parse(rows);
    expect(changed).toMatchObject({ ...place, count: before?.count });
    expect(changed?.stamp).not.toBe(before?.stamp);
    // The new row has the same modification time as the deleted one.
    await used.connection.executeSql(
      "update exos set status = $1, step = $2, updated_at = (select updated_at from exos where position = $3) where position = (select min(position) from exos where status <> $1)",
      [...placed, leaving],
    );
    await used.connection.executeSql("update exos set status = 'hold' where position = $1", [leaving]);
    const exchanged = await standing();
    expect(exchanged).toMatchObject({ ...place, count: before?.count });
    expect(exchanged?.stamp).not.toBe(changed?.stamp);
  });
});
