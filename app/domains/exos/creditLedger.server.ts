import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { compact } from "#app/core/values/values.ts";
import { readMoment } from "#contract/numbers.ts";
import { comparable } from "#contract/typedText.ts";
import type { Database } from "#database/connect.ts";
import type { Credit, CreditFacts, CreditGiven, CreditSide } from "./credit.ts";
import { type CreditFilter, creditSearch } from "./paths.ts";
import { credits, creditsAsked } from "./tables.ts";

/** Seven years, for accounting (returns#credit-kept). */
const ttlSeconds = 7 * 365 * 24 * 3600;
export const creditPageSize = 20;

type Row = typeof credits.$inferSelect;
/** A credit, and the number of times it was given or taken back. */
type KnownCredit = Credit & { turns: number };

function creditOf({
  id,
  name,
  store,
  orderId,
  customer,
  cents,
  orMore,
  since,
  turns,
  ...row
}: Row): KnownCredit {
  const { givenAt, givenBy, because } = row;
  const given: CreditGiven | undefined =
    givenAt === null ? undefined : { because: because ?? "", by: givenBy ?? "", at: givenAt.toISOString() };
  return compact({
    ...{ id, name, store, orderId, customer, turns, given },
    cents: cents ?? undefined,
    orMore: orMore || undefined,
    since: since ?? undefined,
  });
}

function dateOf(moment: string | undefined): Date | null {
  const at = readMoment(moment);
  return at === undefined ? null : new Date(at);
}

const rowOf = ({ id, name, store, orderId, customer, cents, orMore, since }: CreditFacts) => ({
  ...{ id, name, store, orderId, customer, orMore: orMore === true },
  customerSearch: comparable(customer),
  cents: cents ?? null,
  since: since ?? null,
  sinceAt: dateOf(since),
  expiresAt: inSeconds(ttlSeconds),
});

const givenOf = (given: CreditGiven | undefined) => ({
  givenAt: given ? new Date(given.at) : null,
  givenBy: given?.by ?? null,
  because: given?.because ?? null,
});

const isOf = (side: CreditSide): SQL =>
  side === "given" ? isNotNull(credits.givenAt) : isNull(credits.givenAt);

/** Whether the ledger already has this information: a given credit never changes. */
export const isKnown = (entry: Credit | undefined, { cents, orMore }: CreditFacts): boolean =>
  entry !== undefined &&
  (entry.given !== undefined || cents === undefined || (entry.cents === cents && entry.orMore === orMore));

const sumOf = {
  count: count(),
  cents: sql<number>`coalesce(sum(${credits.cents}), 0)`.mapWith(Number),
  unpriced: sql<number>`count(*) filter (where ${credits.cents} is null or ${credits.orMore})`.mapWith(
    Number,
  ),
  last: sql<number>`coalesce(max(${credits.place}), 0)`.mapWith(Number),
};

/** Where to continue querying what is owed: from which time, and which page of the result. */
export type AskFrom = { since?: string | undefined; page: number };

/** The credits owed and given: one for each return, so that none is given twice (returns#credit-given). */
export function createCreditLedger(database: Database) {
  async function knownOf(ids: readonly string[]): Promise<Map<string, KnownCredit>> {
    if (ids.length === 0) return new Map();
    const rows = await database
      .select()
      .from(credits)
      .where(inArray(credits.id, [...ids]));
    return new Map(rows.map((row) => [row.id, creditOf(row)]));
  }

  return {
    readCredit: async (id: string): Promise<KnownCredit | undefined> => (await knownOf([id])).get(id),

    /** Those of these credits that are missing in the ledger, or have another amount there. */
    async unknownCredits(some: readonly CreditFacts[]): Promise<CreditFacts[]> {
      const knownCredits = await knownOf(some.map(({ id }) => id));
      return some.filter((credit) => !isKnown(knownCredits.get(credit.id), credit));
    },

    /** Adds unknown credits as owed, in this order, and corrects the amounts of known ones; stores `next` if given. */
    noteOwed: (some: readonly CreditFacts[], next?: AskFrom): Promise<void> =>
      database.transaction(async (transaction) => {
        // A service may list one twice; a statement can change it once.
        const news = [...new Map(some.map((credit) => [credit.id, credit])).values()];
        if (news.length > 0)
          await transaction
            .insert(credits)
            .values(news.map((facts) => ({ ...rowOf(facts), turns: 0 })))
            .onConflictDoUpdate({
              target: credits.id,
              set: { cents: sql`excluded.cents`, orMore: sql`excluded.or_more` },
              setWhere: sql`${credits.givenAt} is null and excluded.cents is not null`,
            });
        if (next)
          await transaction
            .insert(creditsAsked)
            .values({ since: next.since ?? null, page: next.page })
            .onConflictDoUpdate({
              target: creditsAsked.id,
              set: { since: next.since ?? null, page: next.page },
            });
      }),

    /** Records a credit as given, or (`given` absent) as not given after all; false if that is already so. */
    async settleCredit(facts: CreditFacts, given: CreditGiven | undefined): Promise<boolean> {
      const change = {
        ...{ ...rowOf(facts), ...givenOf(given) },
        turns: sql`${credits.turns} + 1`,
        place: sql`default`,
      };
      const changed = given
        ? await database
            .insert(credits)
            .values({ ...rowOf(facts), ...givenOf(given), turns: 1 })
            .onConflictDoUpdate({ target: credits.id, set: change, setWhere: isOf("owed") })
            .returning({ id: credits.id })
        : await database
            .update(credits)
            .set(change)
            .where(and(eq(credits.id, facts.id), isOf("given")))
            .returning({ id: credits.id });
      return changed.length > 0;
    },

    /**
     * Removes the customer from the credits of these returns, and reasons that name them; only counts those unless
     * `isMeant`. Returns the number of credits that name the customer.
     */
    async forget(
      ids: readonly string[],
      names: (text: string) => boolean,
      isMeant: boolean,
    ): Promise<number> {
      const storedCredits = [...(await knownOf(ids)).values()];
      const naming = storedCredits.filter(
        ({ customer, given }) => customer !== "" || (given !== undefined && names(given.because)),
      );
      for (const { id, given } of isMeant ? naming : [])
        await database
          .update(credits)
          .set({
            ...{ customer: "", customerSearch: "" },
            ...(given && names(given.because) && { because: "[forgotten]" }),
          })
          .where(eq(credits.id, id));
      return naming.length;
    },

    async askFromWhere(): Promise<AskFrom> {
      const [asked] = await database.select().from(creditsAsked);
      return { since: asked?.since ?? undefined, page: asked?.page ?? 1 };
    },

    /** The sum of one side; `orMore` if more may be owed than is known. */
    async sumOfCredits(side: CreditSide, orMore: boolean) {
      const [sum] = await database.select(sumOf).from(credits).where(isOf(side));
      const { count = 0, cents = 0, unpriced = 0, last = 0 } = sum ?? {};
      return { count, cents, isAmountWhole: unpriced === 0, orMore, revision: hashOf([count, cents, last]) };
    },

    async creditsOfAmount(cents: number): Promise<Credit[]> {
      const rows = await database
        .select()
        .from(credits)
        .where(and(isOf("owed"), eq(credits.cents, cents)))
        .orderBy(asc(credits.place));
      return rows.map(creditOf);
    },

    /**
     * One page of a side: owed ones oldest first, given ones latest first; where they are filtered with the sum of all
     * that match.
     */
    async listCredits(filter: CreditFilter, pageSize = creditPageSize) {
      const { side, stores, customer, older, page } = filter;
      const condition = and(
        isOf(side),
        stores.length === 0 ? undefined : inArray(credits.store, [...stores]),
        customer === "" ? undefined : sql`strpos(${credits.customerSearch}, ${comparable(customer)}) > 0`,
        // An age that is not known is no age.
        older === undefined
          ? undefined
          : sql`${credits.sinceAt} < now() - make_interval(days => ${Number(older)})`,
      );
      const [rows, [sum]] = await Promise.all([
        database
          .select()
          .from(credits)
          .where(condition)
          .orderBy(side === "given" ? desc(credits.place) : asc(credits.place))
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        database.select(sumOf).from(credits).where(condition),
      ]);
      const { count = 0, cents = 0, unpriced = 0 } = sum ?? {};
      return {
        rows: rows.map(creditOf),
        pages: Math.max(1, Math.ceil(count / pageSize)),
        ...(creditSearch.isFiltered({ ...filter, side: "owed" }) && {
          sum: { count, cents, isAmountWhole: unpriced === 0 },
        }),
      };
    },
  };
}

export const creditLedger = createCreditLedger(database);
