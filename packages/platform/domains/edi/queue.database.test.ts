import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { documents } from "../../../../tests/support/ediBench.ts";

const lists = { interchanges: pagedListOf(ediInterchange), orders: pagedListOf(ediOrder) };

const readable = <T>(rows: readonly ({ readable: true; row: T } | { readable: false })[]): T[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

describe.each(testDatabases())("the EDI queue on $name", ({ open }) => {
  const used = useApi(open);

  const read = async (path: string) => {
    const { status, body } = await used.api.get(path);
    expect(status).toBe(200);
    return body;
  };
  const queue = async () => readable(getEdiQueue.answer.parse(await read(getEdiQueue.path)));
  const series = async () => readable(getControlNumbers.answer.parse(await read(getControlNumbers.path)));
  const lineOf = async (key: string) => (await queue()).find((line) => line.key === key);
  const execute = (sql: string) => used.connection.executeSql(sql);
  /** The records found by a line's filters, in list order. */
  const found = async (list: keyof typeof lists, filters: object = {}) => {
    const pageOf = async (page: number) => {
      const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
      return lists[list].parse(await read(`${documents}/${list}?${query}`));
    };
    const { pages } = await pageOf(1);
    const all = await Promise.all(Array.from({ length: pages }, (_, index) => pageOf(index + 1)));
    return all.flatMap(({ rows }) => readable<Record<string, unknown> & { id: string }>(rows));
  };

  test("every line counts exactly what its filters find, and has the age of the oldest", async () => {
    const lines = await queue();
    const groups = new Set(lines.map(({ group }) => group));
    expect(groups).toEqual(new Set(["needs-person", "owed-by-partner", "owed-to-partner", "gaps"]));
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    for (const { key, list, filters, count, oldest_at, late_count, group } of lines) {
      expect(count, key).toBeGreaterThan(0);
      if (list === "gaps") continue;
      const records = await found(list, filters ?? {});
      expect([records.length, records[0]?.created_at], key).toEqual([count, oldest_at]);
      if (group.startsWith("owed")) expect(Number(late_count), key).toBeLessThanOrEqual(count);
    }
  });

  test("one record counts once, and unknown partners have a line of their own", async () => {
    const own = () => lineOf("interchanges-unknown-partner");
    expect(await own()).toBeUndefined();
    for (const [many, title] of [
      [1, "interchange on hold, of an unknown partner"],
      [2, "interchanges on hold, of an unknown partner"],
    ]) {
      await execute(
        `update edi_interchanges set sender = 'STRANGER', state = 'hold' where id in
         (select id from edi_interchanges where direction = 'inbound' order by position desc limit ${many})`,
      );
      expect(await own()).toMatchObject({ count: many, title });
    }
    const held = await found("interchanges", (await own())?.filters ?? {});
    const stranger = { sender: { identification: "STRANGER" } };
    expect(held).toMatchObject([stranger, stranger]);
  });

  test("orders to confirm have a line of their own, which finds them alone [edi#queue]", async () => {
    expect(await lineOf("orders-to-confirm")).toBeUndefined();
    await execute(
      `update edi_orders set state = 'hold', held_for = case when position % 2 = 0 then 'confirmation' else 'duplicate' end
       where id in (select id from edi_orders where state <> 'hold' order by position desc limit 4)`,
    );
    const { rows } = await execute("select id from edi_orders where held_for = 'confirmation'");
    const confirmed = z.array(z.object({ id: z.string() })).parse(rows);
    const line = await lineOf("orders-to-confirm");
    const confirmation = { count: confirmed.length, title: "orders to confirm", group: "needs-person" };
    expect(line).toMatchObject(confirmation);
    const ids = (await found("orders", line?.filters ?? {})).map(({ id }) => id);
    expect(ids.sort()).toEqual(confirmed.map(({ id }) => id).sort());
  });

  test("late and soon due are counted as the lists find them and as each record says, by the partner's hours [edi#due-times, edi#due]", async () => {
    const due = [
      ["acknowledgements", "acknowledgement_due_at"],
      ["response", "response_due_at"],
      ["despatch", "despatch_due_at"],
    ] as const;
    const sum = { late: 0, hour: 0 };
    // Some records of each duty are due in half an hour.
    const soon = (since: string, table: string, condition: string) =>
      `extract(epoch from now() - (select ${since} from ${table} where ${condition} and partner = p.identification
       order by position limit 1 offset 1)) / 3600 + 0.5`;
    const someOrder = (column: string) => soon(column, "edi_orders", `${column} is not null`);
    const isOwed = "direction = 'outbound' and acknowledgement_expected";
    const someInterchange = soon("created_at", "edi_interchanges", isOwed);
    for (const hours of ["near", "4", "24"]) {
      const set = (near: string) => (hours === "near" ? `coalesce(greatest(${near}, 0), 4)` : hours);
      await execute(
        `update edi_partners p set acknowledgement_due_hours = ${set(someInterchange)},
         response_due_hours = ${set(someOrder("response_owed_since"))},
         despatch_due_hours = ${set(someOrder("despatch_owed_since"))}`,
      );
      const now = Date.now();
      for (const line of (await queue()).filter(({ group }) => group.startsWith("owed"))) {
        if (line.list === "gaps") throw new Error("Gaps are owed by nobody");
        const duty = due.find(([key]) => line.key.startsWith(key))?.[1] ?? "";
        const { list, filters } = line;
        const idsOf = async (over: object) =>
          (await found(list, { ...filters, ...over })).map(({ id }) => id);
        const all = await found(list, filters ?? {});
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

  test("a gap settled with a reason is no longer shown, also when it is settled twice [edi#gaps]", async () => {
    const before = (await series()).find(({ gaps }) => (gaps ?? []).length > 0);
    const [gap] = before?.gaps ?? [];
    const counted = async () =>
      (await queue()).filter(({ group }) => group === "gaps").reduce((sum, { count }) => sum + count, 0);
    const total = await counted();
    const { direction, sender, recipient } = before ?? {};
    const request = { direction, sender, recipient, from: gap?.from, to: gap?.to };
    const settle = (over: object = {}) =>
      used.api.post("/api/bc-myer/v1/control-numbers/settle", {
        ...request,
        reason: "Never used, says the partner",
        ...over,
      });
    expect((await settle({ reason: " " })).status).toBe(400);
    expect((await settle({ from: "x" })).status).toBe(400);
    expect((await settle()).status).toBe(200);
    expect((await settle({ reason: "Pressed again" })).status).toBe(200);
    const after = (await series()).find(
      (one) => one.direction === direction && one.sender?.identification === sender?.identification,
    );
    expect(Number(after?.gap_count)).toBe(Number(before?.gap_count) - 1);
    expect(after?.gaps).not.toContainEqual(gap);
    expect(await counted()).toBe(total - 1);
    const { rows } = await execute("select reason, settled_by from edi_settled_gaps");
    expect(rows).toEqual([
      { reason: "Never used, says the partner", settled_by: expect.stringMatching(/./) },
    ]);
  });
});
