import { count, min, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import type { EdiQueueGroup, ediQueueLine } from "#contract/ediQueue.ts";
import type { Database } from "#database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { interchangeCondition, owedAcknowledgements } from "#platform/domains/edi/interchanges/repository.ts";
import { ediOrderCondition, orderDuties } from "#platform/domains/edi/orders/repository.ts";
import {
  dueAt,
  dueConditions,
  type KnownPartners,
  readKnownPartners,
} from "#platform/domains/edi/partners/dueTimes.ts";
import type { ControlNumbers } from "./interchanges/series.ts";

type Line = z.output<z.ZodObject<(typeof ediQueueLine)["shape"]>>;

const waitingStates = [
  { key: "failed", states: ["failed"], words: "failed" },
  { key: "hold", states: ["hold"], words: "on hold" },
  { key: "manual", states: ["manual"], words: "left to a person" },
  { key: "stuck", states: ["stalled", "stale"], words: "stalled or stale" },
] as const;

const oldestFirst = { sort: "oldest" } as const;

type Found = { count: number; oldestAt: Date | null };

type Noun = readonly [one: string, several: string];
const called = ([one, several]: Noun, total: number): string => (total === 1 ? one : several);

const lineOf = (
  line: Omit<Line, "title" | "count" | "oldest_at">,
  noun: Noun,
  { count, oldestAt }: Found,
  words = "",
): Line => ({
  ...line,
  title: [called(noun, count), words].filter(Boolean).join(" "),
  count,
  oldest_at: oldestAt?.toISOString() ?? null,
});

type List = "interchanges" | "orders";
type Filters = InterchangeFilters & EdiOrderFilters;

const lists = {
  interchanges: {
    table: ediInterchanges,
    noun: ["interchange", "interchanges"],
    conditionOf: interchangeCondition,
  },
  orders: { table: ediOrders, noun: ["order", "orders"], conditionOf: ediOrderCondition },
} as const;

type Waiting = { list: List; key: string; words: string; filters: Filters };

const inStates = (list: List): Waiting[] =>
  waitingStates.map(({ key, states, words }) => ({ list, key, words, filters: { states: [...states] } }));

/** What waits for a person, by the filters that find it. */
const waiting: readonly Waiting[] = [
  ...inStates("interchanges"),
  {
    list: "interchanges",
    key: "unknown-partner",
    words: "on hold, of an unknown partner",
    filters: { hasUnknownPartner: true },
  },
  {
    list: "interchanges",
    key: "refused",
    words: "refused in whole or in part",
    filters: { hasRefusedMessages: true },
  },
  ...inStates("orders"),
  {
    list: "orders",
    key: "to-confirm",
    words: "to confirm",
    filters: { states: ["hold"], heldFor: "confirmation" },
  },
];

async function waitingLine(database: Database, { list, key, words, filters }: Waiting): Promise<Line> {
  const { table, noun, conditionOf } = lists[list];
  const [found = { count: 0, oldestAt: null }] = await database
    .select({ count: count(), oldestAt: min(table.createdAt) })
    .from(table)
    .where(await conditionOf(database, filters));
  const own = { key: `${list}-${key}`, group: "needs-person", list } as const;
  return lineOf({ ...own, filters: { ...filters, ...oldestFirst } }, noun, found, words);
}

type Owed = {
  key: string;
  group: EdiQueueGroup;
  noun: Noun;
  list: List;
  filters: Filters;
  duty: typeof owedAcknowledgements | (typeof orderDuties)["response" | "despatch"];
};

const owedByUs = (owes: keyof typeof orderDuties, noun: Noun): Owed => ({
  key: owes,
  group: "owed-to-partner",
  noun,
  list: "orders",
  filters: { owes },
  duty: orderDuties[owes],
});

/** Duties, with their records, debtor and creditor. */
const owedKinds: readonly Owed[] = [
  {
    key: "acknowledgements",
    group: "owed-by-partner",
    noun: ["acknowledgement", "acknowledgements"],
    list: "interchanges",
    filters: { owedByPartner: true },
    duty: owedAcknowledgements,
  },
  owedByUs("response", ["order response", "order responses"]),
  owedByUs("despatch", ["despatch advice", "despatch advices"]),
];

/** A line for each partner: records owed, late and due in the next hour at a moment (edi#due-times). */
async function owedLines(
  database: Database,
  partners: KnownPartners,
  { key, group, noun, list, filters, duty }: Owed,
  at: Date,
): Promise<Line[]> {
  const { table, conditionOf } = lists[list];
  const { late, hour } = dueConditions(partners, duty, at);
  const oldest = (filter: SQL) => sql`min(${duty.since}) ${filter}`.mapWith(table.createdAt);
  const rows = await database
    .select({
      partner: sql<string>`${duty.partner}`,
      count: count(),
      oldestAt: oldest(sql``),
      late: sql`count(*) filter (where ${late})`.mapWith(Number),
      soon: sql`count(*) filter (where ${hour})`.mapWith(Number),
      nextSince: oldest(sql`filter (where not ${late})`),
    })
    .from(table)
    .where(await conditionOf(database, filters))
    .groupBy(duty.partner)
    .orderBy(duty.partner);
  return rows.map(({ partner, late: lateCount, soon, nextSince, ...found }) => {
    const { name, dueHours } = partners.of(partner);
    const dueOf = (since: Date | null) => since && dueAt(since, dueHours[duty.duty]).toISOString();
    return lineOf(
      {
        key: `${key}-${partner}`,
        group,
        list,
        filters: { ...filters, partner, ...oldestFirst },
        late_count: lateCount,
        due_soon_count: soon,
        next_due_at: dueOf(nextSince),
        late_since: lateCount > 0 ? dueOf(found.oldestAt) : null,
        partner: name,
      },
      noun,
      found,
    );
  });
}

const gapsIn = (partners: KnownPartners, series: ControlNumbers): Line[] =>
  series.map(({ direction, sender, recipient, gap_count }) => ({
    key: `gaps-${[direction, sender.identification, recipient.identification].join("-")}`,
    group: "gaps",
    title: `${called(["gap", "gaps"], gap_count)} in ${direction} control numbers`,
    list: "gaps",
    count: gap_count,
    partner: partners.of((direction === "outbound" ? recipient : sender).identification).name,
  }));

/** The EDI queue at a moment (edi#queue); the filters of a line find exactly the records that it counts. */
export async function readEdiQueue(database: Database, series: ControlNumbers, at: Date): Promise<Line[]> {
  const partners = await readKnownPartners(database);
  const [waits, owed] = await Promise.all([
    Promise.all(waiting.map((one) => waitingLine(database, one))),
    Promise.all(owedKinds.map((kind) => owedLines(database, partners, kind, at))),
  ]);
  return [...waits, ...owed.flat(), ...gapsIn(partners, series)].filter((line) => line.count > 0);
}
