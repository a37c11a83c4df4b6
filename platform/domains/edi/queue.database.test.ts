import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import { getEdiPartners } from "#contract/ediPartners.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents } from "#tests/support/ediBench.ts";

const databases = testDatabases();
const lists = { interchanges: pagedListOf(ediInterchange), orders: pagedListOf(ediOrder) };

const readable = <T>(rows: readonly ({ readable: true; row: T } | { readable: false })[]): T[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

describe.each(databases)("the EDI queue on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const read = async (path: string) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    return body;
  };
  const queue = async () => readable(getEdiQueue.answer.parse(await read("/api/bc-myer/v1/queue")));
  const series = async () =>
    readable(getControlNumbers.answer.parse(await read("/api/bc-myer/v1/control-numbers")));
  const partners = async () => readable(getEdiPartners.answer.parse(await read("/api/bc-myer/v1/partners")));

  test("every line counts exactly what its filters find, and says how old the oldest is", async () => {
    const lines = await queue();
    const groups = new Set(lines.map(({ group }) => group));
    expect(groups).toEqual(new Set(["needs-person", "owed-by-partner", "owed-to-partner", "gaps"]));
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    for (const { key, list, filters, count, oldest_at, late_count, group } of lines) {
      expect(count, key).toBeGreaterThan(0);
      if (list === "gaps") continue;
      const query = `page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`;
      const page = lists[list].parse(await read(`${documents}/${list}?${query}`));
      const last = lists[list].parse(
        await read(`${documents}/${list}?page=${page.pages}&filters=${query.slice(15)}`),
      );
      expect((page.pages - 1) * 20 + last.rows.length, key).toBe(count);
      const [oldest] = readable<{ created_at?: string | number | null }>(page.rows);
      expect(oldest_at, key).toBe(oldest?.created_at);
      if (group.startsWith("owed")) expect(Number(late_count), key).toBeLessThanOrEqual(count);
    }
  });

  test("one record is one, and what nobody knows the partner of has a line of its own", async () => {
    const own = async () => (await queue()).find(({ key }) => key === "interchanges-unknown-partner");
    expect(await own()).toBeUndefined();
    const held = (many: number) =>
      connection.executeSql(
        `update edi_interchanges set sender = 'STRANGER', state = 'hold' where id in
         (select id from edi_interchanges where direction = 'inbound' order by position desc limit ${many})`,
      );
    await held(1);
    expect(await own()).toMatchObject({ count: 1, title: "interchange on hold, of an unknown partner" });
    await held(2);
    const line = await own();
    expect(line).toMatchObject({ count: 2, title: "interchanges on hold, of an unknown partner" });
    const query = `page=1&filters=${encodeURIComponent(JSON.stringify(line?.filters))}`;
    const found = readable(lists.interchanges.parse(await read(`${documents}/interchanges?${query}`)).rows);
    expect(found.map(({ sender }) => sender?.identification)).toEqual(["STRANGER", "STRANGER"]);
  });

  test("orders to confirm have a line of their own, which finds them alone [edi#queue]", async () => {
    const own = async () => (await queue()).find(({ key }) => key === "orders-to-confirm");
    expect(await own()).toBeUndefined();
    await connection.executeSql(
      `update edi_orders set state = 'hold', held_for = case when position % 2 = 0 then 'confirmation' else 'duplicate' end
       where id in (select id from edi_orders where state <> 'hold' order by position desc limit 4)`,
    );
    const { rows: held } = await connection.executeSql(
      "select count(*)::int as n from edi_orders where held_for = 'confirmation'",
    );
    const [{ n }] = z.tuple([z.object({ n: z.number() })]).parse(held);
    const line = await own();
    expect(line).toMatchObject({ count: n, title: "orders to confirm", group: "needs-person" });
    const query = `page=1&filters=${encodeURIComponent(JSON.stringify(line?.filters))}`;
    const found = readable(lists.orders.parse(await read(`${documents}/orders?${query}`)).rows);
    expect(found.map(({ held_for }) => held_for)).toEqual(Array.from({ length: n }, () => "confirmation"));
  });

  test("late and soon due are counted as the lists find them and as each record says, by the partner's clock and days [edi#due-times, edi#due]", async () => {
    const due = {
      acknowledgements: "acknowledgement_due_at",
      response: "response_due_at",
      despatch: "despatch_due_at",
    };
    const found = async (list: "interchanges" | "orders", filters: object) => {
      const pageOf = async (page: number) => {
        const query = `page=${page}&filters=${encodeURIComponent(JSON.stringify(filters))}`;
        return lists[list].parse(await read(`${documents}/${list}?${query}`));
      };
      const { pages } = await pageOf(1);
      const all = await Promise.all(Array.from({ length: pages }, (_, index) => pageOf(index + 1)));
      return all.flatMap(({ rows }) => readable<Record<string, unknown> & { id: string }>(rows));
    };
    const sum = { late: 0, hour: 0 };
    // Of each duty, some records are due in half an hour, whatever day it is.
    const near = `extract(epoch from now() - (select $1 from $2)) / 3600 + 0.5`;
    const soon = (since: string, table: string) => near.replace("$1", since).replace("$2", table);
    const someOrder = (column: string) =>
      soon(
        column,
        `edi_orders where ${column} is not null and partner = p.identification order by position limit 1 offset 1`,
      );
    const someInterchange = soon(
      "created_at",
      `edi_interchanges where direction = 'outbound' and acknowledgement_expected and partner = p.identification order by position limit 1 offset 1`,
    );
    const termsOf = [
      { time_zone: "Australia/Melbourne", working_days: [1, 2, 3, 4, 5, 6, 7], hours: "near" },
      { time_zone: "Pacific/Auckland", working_days: [1, 2, 3, 4, 5], hours: "4" },
      { time_zone: "America/Los_Angeles", working_days: [3], hours: "24" },
    ];
    for (const { hours, ...terms } of termsOf) {
      const set = (near: string) =>
        hours === "near" ? `coalesce(least(greatest(${near}, 0), 2000), 4)` : hours;
      await connection.executeSql(
        `update edi_partners p set terms = '${JSON.stringify(terms)}',
         acknowledgement_due_hours = ${set(someInterchange)},
         response_due_hours = ${set(someOrder("response_owed_since"))},
         despatch_due_hours = ${set(someOrder("despatch_owed_since"))}`,
      );
      const now = Date.now();
      for (const line of (await queue()).filter(({ group }) => group.startsWith("owed"))) {
        if (line.list === "gaps") throw new Error("Gaps are owed by nobody");
        const duty = Object.entries(due).find(([key]) => line.key.startsWith(key))?.[1] ?? "";
        const idsOf = async (over: object) =>
          (await found(line.list as "interchanges" | "orders", { ...line.filters, ...over })).map(
            ({ id }) => id,
          );
        const all = await found(line.list, line.filters ?? {});
        const times = all.map((row) => Date.parse(String(row[duty])));
        const where = (is: (at: number) => boolean) =>
          all.filter((_, index) => is(times[index] ?? 0)).map(({ id }) => id);
        const late = where((at) => at < now);
        const hour = where((at) => at >= now && at < now + 3_600_000);
        expect(await idsOf({ due: "late" }), line.key).toEqual(late);
        expect(await idsOf({ due: "hour" }), line.key).toEqual(hour);
        expect([line.late_count, line.due_soon_count], line.key).toEqual([late.length, hour.length]);
        const first = (is: (at: number) => boolean) => {
          const [time] = times.filter(is).sort((one, other) => one - other);
          return time === undefined ? null : new Date(time).toISOString();
        };
        expect([line.next_due_at ?? null, line.late_since ?? null], line.key).toEqual([
          first((at) => at >= now),
          first((at) => at < now),
        ]);
        sum.late += late.length;
        sum.hour += hour.length;
      }
    }
    expect(Math.min(sum.late, sum.hour)).toBeGreaterThan(2);
  });

  test("a gap that is settled with a reason is told no more, also when it is settled twice [edi#gaps]", async () => {
    const before = (await series()).find(({ gaps }) => (gaps ?? []).length > 0);
    const [gap] = before?.gaps ?? [];
    const counted = async () =>
      (await queue()).filter(({ group }) => group === "gaps").reduce((sum, { count }) => sum + count, 0);
    const total = await counted();
    const settle = (over: object = {}) =>
      api.post("/api/bc-myer/v1/control-numbers/settle", {
        direction: before?.direction,
        sender: before?.sender,
        recipient: before?.recipient,
        from: gap?.from,
        to: gap?.to,
        reason: "Never used, says the partner",
        ...over,
      });
    expect((await settle({ reason: " " })).status).toBe(400);
    expect((await settle({ from: "x" })).status).toBe(400);
    expect((await settle()).status).toBe(200);
    expect((await settle({ reason: "Pressed again" })).status).toBe(200);
    const after = (await series()).find(
      ({ direction, sender }) =>
        direction === before?.direction && sender?.identification === before?.sender?.identification,
    );
    expect(Number(after?.gap_count)).toBe(Number(before?.gap_count) - 1);
    expect(after?.gaps).not.toContainEqual(gap);
    expect(await counted()).toBe(total - 1);
    const { rows } = await connection.executeSql("select reason, settled_by from edi_settled_gaps", []);
    expect(rows).toEqual([
      { reason: "Never used, says the partner", settled_by: expect.stringMatching(/./) },
    ]);
  });

  test("a partner is kept under the revision that was read, and no two have one identification [edi#partners, edi#terms]", async () => {
    await connection.executeSql(
      `update edi_partners set acknowledgement_due_hours = 4, response_due_hours = 24, despatch_due_hours = 0.5`,
    );
    const [first, second] = await partners();
    if (!first || !second) throw new Error("The seed has no two partners");
    const save = (over: object) => api.post("/api/bc-myer/v1/partners", over);
    expect(await save({ ...first, name: "Another name" })).toMatchObject({
      status: 200,
      body: { item: { name: "Another name", revision: Number(first.revision) + 1 } },
    });
    expect((await save({ ...first, name: "Too late" })).status).toBe(409);
    expect((await save({ ...second, identification: first.identification })).status).toBe(409);
    expect((await save({ ...second, store_alias: "NONE" })).status).toBe(400);
    expect((await save({ ...second, id: "nobody", identification: "NOBODY" })).status).toBe(404);
    expect((await save({ ...second, syntax_identifier: "UNOZ" })).status).toBe(400);
    expect((await save({ ...second, syntax_identifier: "UNOY", wrap_width: 80 })).status).toBe(400);
    const { id: _id, revision: _revision, ...fields } = second;
    expect((await save({ ...fields, identification: "NEWPARTNER", name: "New" })).status).toBe(200);
    expect((await save({ ...fields, identification: "NEWPARTNER", name: "New again" })).status).toBe(409);
    const stored = await partners();
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(["Another name", "New"]));
  });
});
