import { count, eq, inArray, isNotNull, min, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import type { EdiQueueGroup, ediQueueLine } from "#contract/ediQueue.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import {
  isOfUnknownPartner,
  isOwedByPartner,
  isRefused,
  owedAcknowledgements,
} from "#platform/domains/edi/interchanges/repository.ts";
import { orderDuties } from "#platform/domains/edi/orders/repository.ts";
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
const tables = { interchanges: ediInterchanges, orders: ediOrders };
const nouns: Record<List, Noun> = {
  interchanges: ["interchange", "interchanges"],
  orders: ["order", "orders"],
};

function needsPerson(database: Database): Promise<Line[]> {
  const line = async (
    list: List,
    key: string,
    words: string,
    where: SQL | undefined,
    filters: InterchangeFilters | EdiOrderFilters,
  ): Promise<Line> => {
    const table = tables[list];
    const [found = { count: 0, oldestAt: null }] = await database
      .select({ count: count(), oldestAt: min(table.createdAt) })
      .from(table)
      .where(where);
    const own = { key: `${list}-${key}`, group: "needs-person", list } as const;
    return lineOf({ ...own, filters: { ...filters, ...oldestFirst } }, nouns[list], found, words);
  };
  const inStates = (list: List) =>
    waitingStates.map(({ key, states, words }) =>
      line(list, key, words, inArray(tables[list].state, states), { states: [...states] }),
    );
  return Promise.all([
    ...inStates("interchanges"),
    line("interchanges", "unknown-partner", "on hold, of an unknown partner", isOfUnknownPartner(database), {
      hasUnknownPartner: true,
    }),
    line("interchanges", "refused", "with refused messages", isRefused, { hasRefusedMessages: true }),
    ...inStates("orders"),
    line("orders", "to-confirm", "to confirm", eq(ediOrders.heldFor, "confirmation"), {
      states: ["hold"],
      heldFor: "confirmation",
    }),
  ]);
}

type Owed = {
  key: string;
  group: EdiQueueGroup;
  noun: Noun;
  list: List;
  filters: InterchangeFilters & EdiOrderFilters;
  duty: typeof owedAcknowledgements | (typeof orderDuties)["response" | "despatch"];
  condition: SQL | undefined;
};

const owedByUs = (owes: keyof typeof orderDuties, noun: Noun): Owed => ({
  key: owes,
  group: "owed-to-partner",
  noun,
  list: "orders",
  filters: { owes },
  duty: orderDuties[owes],
  condition: isNotNull(orderDuties[owes].since),
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
    condition: isOwedByPartner,
  },
  owedByUs("response", ["order response", "order responses"]),
  owedByUs("despatch", ["despatch advice", "despatch advices"]),
];

/** A line for each partner: records owed, late and due in the next hour at a moment (edi#due-times). */
async function owedLines(
  database: Database,
  partners: KnownPartners,
  { key, group, noun, list, filters, duty, condition }: Owed,
  at: Date,
): Promise<Line[]> {
  const table = tables[list];
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
    .where(condition)
    .groupBy(duty.partner)
    .orderBy(duty.partner);
  return rows.map(({ partner, late: lateCount, soon, nextSince, ...found }) => {
    const { name, timeZone, due } = partners.of(partner);
    const dueOf = (since: Date | null) => since && dueAt(since, due[duty.duty]).toISOString();
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
        due_time_zone: timeZone,
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
  const [waiting, owed] = await Promise.all([
    needsPerson(database),
    Promise.all(owedKinds.map((kind) => owedLines(database, partners, kind, at))),
  ]);
  return [...waiting, ...owed.flat(), ...gapsIn(partners, series)].filter((line) => line.count > 0);
}
