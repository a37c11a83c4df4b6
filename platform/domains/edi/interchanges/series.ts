import { and, asc, desc, eq, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import type { StoredInterchange } from "./repository.ts";

/** The key of a series (edi#sequence). */
const seriesColumns = {
  direction: ediInterchanges.direction,
  sender: ediInterchanges.sender,
  senderQualifier: ediInterchanges.senderQualifier,
  recipient: ediInterchanges.recipient,
  recipientQualifier: ediInterchanges.recipientQualifier,
  isTest: ediInterchanges.isTest,
};
export type Series = Pick<StoredInterchange, keyof typeof seriesColumns>;
// TypeScript doesn't know that an object has no other keys.
const seriesKeys = Object.keys(seriesColumns) as (keyof Series)[];

const ofSeries = (series: Series) => and(...seriesKeys.map((key) => eq(seriesColumns[key], series[key])));

/**
 * The next interchange of each series (edi#sequence) that is due: the first one that the platform has not finished. One
 * that waits for a person, or was finished, does not block others.
 */
export async function listTurns(database: Database, at: Date): Promise<string[]> {
  const columns = Object.values(seriesColumns);
  const first = database
    .selectDistinctOn(columns, { id: ediInterchanges.id, stepAt: ediInterchanges.stepAt })
    .from(ediInterchanges)
    .where(isNotNull(ediInterchanges.stepAt))
    .orderBy(...columns, asc(ediInterchanges.position))
    .as("first");
  const rows = await database.select({ id: first.id }).from(first).where(lte(first.stepAt, at));
  return rows.map(({ id }) => id);
}

type Identity = Series & { controlReference: string };

const sameSeries = (identity: Identity) =>
  and(ofSeries(identity), eq(ediInterchanges.controlReference, identity.controlReference));

/** An earlier one of the same partners and control reference: one with the same bytes, else the latest. */
export async function findEarlier(
  database: Database,
  identity: Identity & Pick<StoredInterchange, "digest" | "position">,
) {
  const { digest, position } = identity;
  const [found] = await database
    .select()
    .from(ediInterchanges)
    .where(and(sameSeries(identity), lt(ediInterchanges.position, position)))
    .orderBy(desc(eq(ediInterchanges.digest, digest)), desc(ediInterchanges.position))
    .limit(1);
  return found;
}

/** The last one of this control reference, locked: an answer with a test indicator is a test, whatever it names. */
export async function findAnswered(transaction: Database, { isTest, ...identity }: Identity) {
  const live = sameSeries({ ...identity, isTest: false });
  const [found] = await transaction
    .select()
    .from(ediInterchanges)
    .where(or(sameSeries({ ...identity, isTest: true }), isTest ? undefined : live))
    .orderBy(desc(ediInterchanges.position))
    .limit(1)
    .for("update");
  return found;
}

/** An earlier interchange of a series with an order that waits for a person; undefined without one. */
export async function findWaiting(database: Database, before: StoredInterchange, documentIdentifier: string) {
  const lines = sql`string_to_array(${ediInterchanges.documentIdentifiers}, chr(10))`;
  const [found] = await database
    .select({ controlReference: ediInterchanges.controlReference, state: ediInterchanges.state })
    .from(ediInterchanges)
    .where(
      and(
        ofSeries(before),
        lt(ediInterchanges.position, before.position),
        inArray(ediInterchanges.state, ["hold", "manual", "failed", "stalled", "stale"]),
        sql`${documentIdentifier} = any(${lines})`,
      ),
    )
    .orderBy(asc(ediInterchanges.position))
    .limit(1);
  return found;
}
