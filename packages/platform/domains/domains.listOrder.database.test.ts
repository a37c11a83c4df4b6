import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type ExoFilters, exoSorts, getExos } from "#contract/exos.ts";
import { getExtensions } from "#contract/getExtensions.ts";
import { getOrders, orderSorts } from "#contract/orders.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { useApi } from "../../../tests/support/api.ts";
import { testDatabases } from "../../../tests/support/databases.ts";

describe.each(testDatabases())("lists in an order and of some days, on $name", ({ open }) => {
  const used = useApi(open);

  const orderIds = async (query: Record<string, string> = {}) => {
    const requested = new URLSearchParams({ storegroup: "", page: "1", pagesize: "1000", ...query });
    const { status, body } = await used.api.get(`${getOrders.path}?${requested}`);
    expect(status).toBe(200);
    return getOrders.answer.parse(body).flatMap((row) => (row.readable ? [row.row.id] : []));
  };
  const rankedOrders = () =>
    used.connection.database
      .select({
        id: orders.id,
        at: orders.createdAt,
        amount: orders.amount,
        status: orders.status,
        position: orders.position,
      })
      .from(orders);
  const exoRows = async (filters: ExoFilters) => {
    const all = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
      const { status, body } = await used.api.get(`${getExos.path}?${query}`);
      expect(status).toBe(200);
      const found = getExos.answer.parse(body);
      pages = found.pages;
      all.push(...found.rows.flatMap((row) => (row.readable ? [row.row] : [])));
    }
    return all;
  };

  test("is announced, and an unknown sort order is refused", async () => {
    expect((await used.api.get(getExtensions.path)).body).toContain("search");
    const requested = "storegroup=&page=1&pagesize=20";
    expect((await used.api.get(`${getOrders.path}?${requested}&sort=sideways`)).status).toBe(400);
    expect((await used.api.get(`${getOrders.path}?${requested}&createdFrom=yesterday`)).status).toBe(400);
  });

  test("orders are sorted by creation time and by amount, both ways, page by page [calls#dates]", async () => {
    const every = await rankedOrders();
    const by = {
      newest: (one: (typeof every)[0], other: (typeof every)[0]) => +other.at - +one.at,
      oldest: (one: (typeof every)[0], other: (typeof every)[0]) => +one.at - +other.at,
      highest: (one: (typeof every)[0], other: (typeof every)[0]) => other.amount - one.amount,
      lowest: (one: (typeof every)[0], other: (typeof every)[0]) => one.amount - other.amount,
    };
    for (const sort of orderSorts) {
      const back = sort === "newest" || sort === "highest" ? -1 : 1;
      const wanted = [...every].sort(
        (one, other) => by[sort](one, other) || back * (one.position - other.position),
      );
      expect((await orderIds({ sort })).slice(0, 200), sort).toEqual(
        wanted.slice(0, 200).map(({ id }) => id),
      );
      const complete = wanted.filter(({ status }) => status === "COMPLETE").map(({ id }) => id);
      const second = { sort, statuses: "COMPLETE", page: "2", pagesize: "20" };
      expect(await orderIds(second), sort).toEqual(complete.slice(20, 40));
    }
  });

  test("orders of some days are those made from the one moment on and before the other", async () => {
    const every = (await rankedOrders()).sort((one, other) => +other.at - +one.at);
    const [later, earlier] = [every[10]?.at.toISOString() ?? "", every[60]?.at.toISOString() ?? ""];
    const wanted = every.filter(({ at }) => at >= new Date(earlier) && at < new Date(later));
    const days = { createdFrom: earlier, createdBefore: later };
    expect((await orderIds(days)).sort()).toEqual(wanted.map(({ id }) => id).sort());
    expect(await orderIds({ ...days, statuses: "NO_SUCH_STATUS" })).toEqual([]);
    expect(await orderIds({ createdFrom: later, createdBefore: earlier })).toEqual([]);
  });

  test("a text is found in the requested sort order, also by one store", async () => {
    const email = "@";
    const oldest = await orderIds({ sort: "oldest" });
    const found = new Set(await orderIds({ orderQuery: email }));
    expect(found.size).toBeGreaterThan(100);
    expect((await orderIds({ orderQuery: email, sort: "oldest" })).slice(0, 50)).toEqual(
      oldest.filter((id) => found.has(id)).slice(0, 50),
    );
    const rare = "SKX";
    const some = new Set(await orderIds({ orderQuery: rare }));
    expect(await orderIds({ orderQuery: rare, sort: "oldest" })).toEqual(oldest.filter((id) => some.has(id)));
    const store = new Set(await orderIds({ storegroup: "Clarks" }));
    expect(await orderIds({ storegroup: "Clarks", sort: "oldest" })).toEqual(
      oldest.filter((id) => store.has(id)),
    );
  });

  test("returns come by when they were made and when they last changed, and of some days", async () => {
    const every = await exoRows({});
    const made = ({ created_at }: (typeof every)[0]) => Date.parse(String(created_at));
    const changed = ({ updated_at }: (typeof every)[0]) => Date.parse(String(updated_at));
    for (const sort of exoSorts) {
      const at = sort === "newest" || sort === "oldest" ? made : changed;
      const back = sort === "newest" || sort === "updated" ? -1 : 1;
      const times = (await exoRows({ sort })).map(at);
      expect(times).toHaveLength(every.length);
      expect(times, sort).toEqual([...times].sort((one, other) => back * (one - other)));
    }
    const [later, earlier] = [String(every[10]?.created_at), String(every[50]?.created_at)];
    const wanted = every.filter((row) => made(row) >= Date.parse(earlier) && made(row) < Date.parse(later));
    const days = { createdFrom: earlier, createdBefore: later };
    expect((await exoRows(days)).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect((await exoRows({ ...days, sort: "oldest", statusCodes: ["hold"] })).map(({ id }) => id)).toEqual(
      wanted
        .filter(({ status }) => status?.code === "hold")
        .map(({ id }) => id)
        .reverse(),
    );
  });

  test("an index has the pages of every order, without sorting", async () => {
    const pagesBy = {
      orders_created: sql`select position from orders order by created_at desc, position desc limit 20`,
      orders_store_created: sql`select position from orders where store_id = 1 order by created_at, position limit 20`,
      orders_amount: sql`select position from orders order by amount desc, position desc limit 20`,
      orders_store_amount: sql`select position from orders where store_id = 1 order by amount, position limit 20`,
      exos_created: sql`select position from exos order by created_at desc, position desc limit 20`,
      exos_updated: sql`select position from exos order by updated_at, position limit 20`,
    };
    for (const [index, query] of Object.entries(pagesBy)) {
      const plan = await used.connection.database.transaction(async (transaction) => {
        // With so few rows every plan is equally fast.
        await transaction.execute(sql`set local enable_sort = off`);
        await transaction.execute(sql`set local enable_seqscan = off`);
        const explained = await transaction.execute(sql`explain (format json) ${query}`);
        return JSON.stringify(z.looseObject({ rows: z.array(z.unknown()) }).parse(explained).rows);
      });
      expect(plan).toContain(`"${index}"`);
      expect(plan, index).not.toMatch(/"Node Type": ?"(Incremental )?Sort"/);
    }
  });
});
