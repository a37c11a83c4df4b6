import { count, eq, inArray, isNotNull, min, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import type { EdiQueueGroup } from "#contract/ediQueue.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import type { ControlNumbers } from "#platform/domains/edi/interchanges/controlNumbers.ts";
import { isOfUnknownPartner, isOwedByPartner, isRefused } from "#platform/domains/edi/interchanges/pages.ts";
import { usualDueHours } from "#platform/domains/edi/partners/repository.ts";

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
  partner?: string;
};

/** The states in which a person has to look, and what their lines are called. */
const waitingStates = [
  { key: "failed", states: ["failed"], words: "failed" },
  { key: "hold", states: ["hold"], words: "on hold" },
  { key: "manual", states: ["manual"], words: "left to a person" },
  { key: "stuck", states: ["stalled", "stale"], words: "stalled or stale" },
] as const;

const oldestFirst = { sort: "oldest" } as const;

type Found = { count: number; oldestAt: Date | null };

/** What one record, and what several, are called. */
type Noun = readonly [one: string, several: string];
const interchangeNoun: Noun = ["Interchange", "Interchanges"];
const orderNoun: Noun = ["Order", "Orders"];
const called = ([one, several]: Noun, total: number): string => (total === 1 ? one : several);

type Untitled = Omit<Line, "title" | "count" | "oldest_at"> & { noun: Noun; words?: string };

const lineOf = ({ noun, words = "", ...line }: Untitled, found: Found): Line => ({
  ...line,
  title: [called(noun, found.count), words].filter(Boolean).join(" "),
  count: found.count,
  oldest_at: found.oldestAt?.toISOString() ?? null,
});

/** How many records there are in each of the states in which a person has to look. */
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

/** Records that are owed since a time, by partner, with how many of them are older than the partner's due hours. */
async function owedBy(
  database: Database,
  owed: { since: AnyPgColumn; partner: AnyPgColumn; condition: SQL | undefined },
  due: { hours: AnyPgColumn; usual: number },
  table: typeof ediInterchanges | typeof ediOrders,
  at: Date,
) {
  const age = sql`extract(epoch from ${at.toISOString()}::timestamptz - ${owed.since}) / 3600`;
  return database
    .select({
      partner: owed.partner,
      name: ediPartners.name,
      count: count(),
      oldestAt: sql`min(${owed.since})`.mapWith(table.createdAt),
      late: sql`count(*) filter (where ${age} >= coalesce(${due.hours}, ${due.usual}))`.mapWith(Number),
    })
    .from(table)
    .leftJoin(ediPartners, eq(ediPartners.identification, owed.partner))
    .where(owed.condition)
    .groupBy(owed.partner, ediPartners.name)
    .orderBy(owed.partner);
}

async function owed(database: Database, at: Date): Promise<Line[]> {
  const acknowledgements = await owedBy(
    database,
    { since: ediInterchanges.createdAt, partner: ediInterchanges.partner, condition: isOwedByPartner },
    { hours: ediPartners.acknowledgementDueHours, usual: usualDueHours.acknowledgement },
    ediInterchanges,
    at,
  );
  const kinds = [
    {
      owes: "response",
      noun: ["Order response", "Order responses"],
      since: ediOrders.responseOwedSince,
      due: { hours: ediPartners.responseDueHours, usual: usualDueHours.response },
    },
    {
      owes: "despatch",
      noun: ["Despatch advice", "Despatch advices"],
      since: ediOrders.despatchOwedSince,
      due: { hours: ediPartners.despatchDueHours, usual: usualDueHours.despatch },
    },
  ] as const;
  const lines = acknowledgements.map(({ partner, name, late, ...found }) =>
    lineOf(
      {
        key: `acknowledgements-${partner}`,
        group: "owed-by-partner",
        noun: ["Acknowledgement", "Acknowledgements"],
        list: "interchanges",
        filters: { owedByPartner: true, partner: String(partner), ...oldestFirst },
        late_count: late,
        partner: name ?? String(partner),
      },
      found,
    ),
  );
  for (const { owes, noun, since, due } of kinds) {
    const condition = isNotNull(since);
    const rows = await owedBy(database, { since, partner: ediOrders.partner, condition }, due, ediOrders, at);
    for (const { partner, name, late, ...found } of rows) {
      lines.push(
        lineOf(
          {
            key: `${owes}-${partner}`,
            group: "owed-to-partner",
            noun,
            list: "orders",
            filters: { owes, partner: String(partner), ...oldestFirst },
            late_count: late,
            partner: name ?? String(partner),
          },
          found,
        ),
      );
    }
  }
  return lines;
}

async function gapsIn(database: Database, series: ControlNumbers): Promise<Line[]> {
  const names = await database
    .select({ name: ediPartners.name, identification: ediPartners.identification })
    .from(ediPartners);
  return series.map(({ direction, sender, recipient, gap_count }) => {
    const { identification } = direction === "outbound" ? recipient : sender;
    return {
      key: `gaps-${[direction, sender.identification, recipient.identification].join("-")}`,
      group: "gaps",
      title: `${called(["Gap", "Gaps"], gap_count)} in ${direction} control numbers`,
      list: "gaps",
      count: gap_count,
      partner: names.find((known) => known.identification === identification)?.name ?? identification,
    };
  });
}

/**
 * What is to be done about EDI at a moment, line by line (edi#queue); those without a record are left out. The filters
 * of a line find exactly the records that it counts.
 */
export async function readEdiQueue(database: Database, series: ControlNumbers, at: Date): Promise<Line[]> {
  const groups = await Promise.all([needsPerson(database), owed(database, at), gapsIn(database, series)]);
  return groups.flat().filter((line) => line.count > 0);
}
