import { count, eq, inArray, isNotNull, min, type SQL, sql } from "drizzle-orm";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import type { EdiQueueGroup } from "#contract/ediQueue.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type { ControlNumbers } from "#platform/domains/edi/interchanges/controlNumbers.ts";
import {
  isOfUnknownPartner,
  isOwedByPartner,
  isRefused,
  owedAcknowledgements,
} from "#platform/domains/edi/interchanges/pages.ts";
import { orderDuties } from "#platform/domains/edi/orders/pages.ts";
import {
  dueAt,
  dueConditions,
  type KnownPartners,
  readKnownPartners,
} from "#platform/domains/edi/partners/dueTimes.ts";

/** A line under its wire names. */
type Line = {
  key: string;
  group: EdiQueueGroup;
  title: string;
  list: "interchanges" | "orders" | "gaps";
  filters?: InterchangeFilters | EdiOrderFilters;
  count: number;
  /** ISO 8601. */
  oldest_at?: string | null;
  late_count?: number;
  due_soon_count?: number;
  /** ISO 8601, both. */
  next_due_at?: string | null;
  late_since?: string | null;
  due_time_zone?: string;
  partner?: string;
};

/** The states that need a person, and the titles of their lines. */
const waitingStates = [
  { key: "failed", states: ["failed"], words: "failed" },
  { key: "hold", states: ["hold"], words: "on hold" },
  { key: "manual", states: ["manual"], words: "left to a person" },
  { key: "stuck", states: ["stalled", "stale"], words: "stalled or stale" },
] as const;

const oldestFirst = { sort: "oldest" } as const;

type Found = { count: number; oldestAt: Date | null };

/** The noun after a number, singular and plural. */
type Noun = readonly [one: string, several: string];
const interchangeNoun: Noun = ["interchange", "interchanges"];
const orderNoun: Noun = ["order", "orders"];
const called = ([one, several]: Noun, total: number): string => (total === 1 ? one : several);

type Untitled = Omit<Line, "title" | "count" | "oldest_at"> & { noun: Noun; words?: string };

const lineOf = ({ noun, words = "", ...line }: Untitled, found: Found): Line => ({
  ...line,
  title: [called(noun, found.count), words].filter(Boolean).join(" "),
  count: found.count,
  oldest_at: found.oldestAt?.toISOString() ?? null,
});

/** The number of records in each of the states that need a person. */
async function waitingIn(database: Database, table: typeof ediInterchanges | typeof ediOrders) {
  const rows = await database
    .select({ state: table.state, count: count(), oldestAt: min(table.createdAt) })
    .from(table)
    .where(
      inArray(
        table.state,
        waitingStates.flatMap(({ states }) => states),
      ),
    )
    .groupBy(table.state);
  return (states: readonly string[]): Found => {
    const own = rows.filter(({ state }) => states.includes(state));
    const times = own.flatMap(({ oldestAt }) => (oldestAt ? [oldestAt.getTime()] : []));
    return {
      count: own.reduce((sum, row) => sum + row.count, 0),
      oldestAt: times.length > 0 ? new Date(Math.min(...times)) : null,
    };
  };
}

async function interchangesWhere(database: Database, condition: SQL | undefined): Promise<Found> {
  const [found] = await database
    .select({ count: count(), oldestAt: min(ediInterchanges.createdAt) })
    .from(ediInterchanges)
    .where(condition);
  return found ?? { count: 0, oldestAt: null };
}

async function ordersToConfirm(database: Database): Promise<Line> {
  const [found] = await database
    .select({ count: count(), oldestAt: min(ediOrders.createdAt) })
    .from(ediOrders)
    .where(eq(ediOrders.heldFor, "confirmation"));
  return lineOf(
    {
      key: "orders-to-confirm",
      group: "needs-person",
      noun: orderNoun,
      words: "to confirm",
      list: "orders",
      filters: { states: ["hold"], heldFor: "confirmation", ...oldestFirst },
    },
    found ?? { count: 0, oldestAt: null },
  );
}

async function needsPerson(database: Database): Promise<Line[]> {
  const [interchanges, orders, refused, unknown, toConfirm] = await Promise.all([
    waitingIn(database, ediInterchanges),
    waitingIn(database, ediOrders),
    interchangesWhere(database, isRefused),
    interchangesWhere(database, isOfUnknownPartner(database)),
    ordersToConfirm(database),
  ]);
  const inStates = (list: "interchanges" | "orders", noun: Noun, found: typeof orders) =>
    waitingStates.map(({ key, states, words }) =>
      lineOf(
        {
          key: `${list}-${key}`,
          group: "needs-person",
          noun,
          words,
          list,
          filters: { states: [...states], ...oldestFirst },
        },
        found(states),
      ),
    );
  const ofInterchanges = (key: string, words: string, filters: InterchangeFilters, found: Found) =>
    lineOf(
      {
        key: `interchanges-${key}`,
        group: "needs-person",
        noun: interchangeNoun,
        words,
        list: "interchanges",
        filters: { ...filters, ...oldestFirst },
      },
      found,
    );
  return [
    ...inStates("interchanges", interchangeNoun, interchanges),
    ofInterchanges("unknown-partner", "on hold, of an unknown partner", { hasUnknownPartner: true }, unknown),
    ofInterchanges("refused", "with refused messages", { hasRefusedMessages: true }, refused),
    ...inStates("orders", orderNoun, orders),
    toConfirm,
  ];
}

type Owed = {
  key: string;
  group: EdiQueueGroup;
  noun: Noun;
  list: "interchanges" | "orders";
  filters: InterchangeFilters & EdiOrderFilters;
  duty: typeof owedAcknowledgements | (typeof orderDuties)["response" | "despatch"];
  table: typeof ediInterchanges | typeof ediOrders;
  condition: SQL | undefined;
};

const owedByUs = (owes: keyof typeof orderDuties, noun: Noun): Owed => ({
  key: owes,
  group: "owed-to-partner",
  noun,
  list: "orders",
  filters: { owes },
  duty: orderDuties[owes],
  table: ediOrders,
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
    table: ediInterchanges,
    condition: isOwedByPartner,
  },
  owedByUs("response", ["order response", "order responses"]),
  owedByUs("despatch", ["despatch advice", "despatch advices"]),
];

/** A line for each partner: records owed, late and due in the next hour at a moment (edi#due-times). */
async function owedLines(
  database: Database,
  partners: KnownPartners,
  { key, group, noun, list, filters, duty, table, condition }: Owed,
  at: Date,
): Promise<Line[]> {
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
        noun,
        list,
        filters: { ...filters, partner, ...oldestFirst },
        late_count: lateCount,
        due_soon_count: soon,
        next_due_at: dueOf(nextSince),
        late_since: lateCount > 0 ? dueOf(found.oldestAt) : null,
        due_time_zone: timeZone,
        partner: name,
      },
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

/**
 * The EDI queue at a moment, line by line (edi#queue); lines without a record are left out. The filters of a line find
 * exactly the records that it counts.
 */
export async function readEdiQueue(database: Database, series: ControlNumbers, at: Date): Promise<Line[]> {
  const partners = await readKnownPartners(database);
  const [waiting, owed] = await Promise.all([
    needsPerson(database),
    Promise.all(owedKinds.map((kind) => owedLines(database, partners, kind, at))),
  ]);
  return [...waiting, ...owed.flat(), ...gapsIn(partners, series)].filter((line) => line.count > 0);
}
