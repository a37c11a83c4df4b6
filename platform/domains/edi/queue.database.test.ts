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
    expect(await own()).toMatchObject({ count: 1, title: "Interchange on hold, of an unknown partner" });
    await held(2);
    const line = await own();
    expect(line).toMatchObject({ count: 2, title: "Interchanges on hold, of an unknown partner" });
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
    expect(line).toMatchObject({ count: n, title: "Orders to confirm", group: "needs-person" });
    const query = `page=1&filters=${encodeURIComponent(JSON.stringify(line?.filters))}`;
    const found = readable(lists.orders.parse(await read(`${documents}/orders?${query}`)).rows);
    expect(found.map(({ held_for }) => held_for)).toEqual(Array.from({ length: n }, () => "confirmation"));
  });

  test("what is owed is late by the partner's own hours [edi#due-times, edi#due]", async () => {
    const late = async () =>
      (await queue())
        .filter(({ group, partner }) => group.startsWith("owed") && partner === "Myer")
        .map(({ count, late_count }) => [count, Number(late_count)]);
    await connection.executeSql(
      "update edi_partners set acknowledgement_due_hours = 0, response_due_hours = 0, despatch_due_hours = 0",
    );
    for (const [count, lateCount] of await late()) expect(lateCount).toBe(count);
    await connection.executeSql(
      `update edi_partners set acknowledgement_due_hours = 1e9, response_due_hours = 1e9,
       despatch_due_hours = 1e9`,
    );
    const patient = await late();
    expect(patient.length).toBeGreaterThan(1);
    for (const [, lateCount] of patient) expect(lateCount).toBe(0);
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
    const kept = await partners();
    expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(["Another name", "New"]));
  });
});
