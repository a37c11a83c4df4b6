import { expect, test } from "vitest";
import { ediQueueLine } from "#contract/ediQueue.ts";
import { listOf } from "#contract/envelopes.ts";
import { toQueue } from "./queue.ts";

const queue = (rows: object[]) => toQueue(listOf(ediQueueLine).parse(rows));

test("whose turn it is, in the fixed order; each line leads to the list of exactly what it counts [edi#queue]", () => {
  const { groups, unreadable } = queue([
    { key: "g", group: "gaps", title: "Gaps", list: "gaps", count: 2, partner: "Myer" },
    {
      key: "a",
      group: "owed-by-partner",
      title: "Acknowledgements",
      list: "interchanges",
      filters: { owedByPartner: true, partner: "9300", sort: "oldest" },
      count: 1200,
      oldest_at: "2026-11-20T01:00:00Z",
      late_count: 3,
      partner: "Myer",
    },
    {
      key: "h",
      group: "needs-person",
      title: "Orders on hold",
      list: "orders",
      filters: { states: ["hold"] },
      count: 5,
    },
    { key: "x", group: "needs-person", title: "Odd", list: "orders", filters: { colour: "red" }, count: 1 },
    { key: "z", group: "needs-person", title: "None", list: "orders", count: 0 },
    { key: "broken" },
  ]);
  expect(unreadable).toBe(1);
  expect(groups).toEqual([
    {
      key: "Needs a person",
      title: "Needs a person",
      lines: [
        { key: "h", title: "Orders on hold", count: "5", href: "/edi/myer/orders?state=hold" },
        { key: "x", title: "Odd", count: "1" },
      ],
    },
    {
      key: "Owed by Myer",
      title: "Owed by Myer",
      lines: [
        {
          key: "a",
          title: "Acknowledgements",
          count: "1,200",
          oldestAt: "2026-11-20T01:00:00.000Z",
          late: "3 late",
          href: "/edi/myer/interchanges?partner=9300&sort=oldest&owed=1",
        },
      ],
    },
    {
      key: "Gaps in the control numbers",
      title: "Gaps in the control numbers",
      lines: [{ key: "g", title: "Gaps: Myer", count: "2", href: "#control-numbers" }],
    },
  ]);
});
