import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredEdiPartner } from "#contract/ediPartners.ts";
import { type EdiTerms, ediTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import type { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import type { StoredPartner } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { Problem } from "#platform/http/requests.ts";
import { localTime } from "./dueTimes.ts";

export type EdiPartner = typeof ediPartners.$inferSelect;

/** A partner's agreed terms (edi#terms), by its identification: defaults without a record. */
export async function termsOf(database: Database, identification: string): Promise<EdiTerms> {
  const [found] = await database
    .select({ terms: ediPartners.terms })
    .from(ediPartners)
    .where(eq(ediPartners.identification, identification));
  return ediTerms.parse(found?.terms ?? {});
}

/** The inputs for comparing a partner's order at a time: the terms, and the date on the partner's calendar. */
export async function judgingOf(database: Database, identification: string, at: Date) {
  const terms = await termsOf(database, identification);
  return { terms, today: localTime(at, terms.time_zone).slice(0, 10) };
}

export const listEdiPartners = (database: Database) =>
  database
    .select({ partner: ediPartners, storeAlias: stores.alias })
    .from(ediPartners)
    .innerJoin(stores, eq(stores.id, ediPartners.storeId))
    .orderBy(asc(ediPartners.name), asc(ediPartners.identification));

/** The partner with its identification and ours, both with their qualifiers; it may be inactive. */
export async function findEdiPartner(database: Database, partner: StoredPartner, us: StoredPartner) {
  const [found] = await database
    .select()
    .from(ediPartners)
    .where(
      and(
        eq(ediPartners.identification, partner.identification),
        eq(ediPartners.qualifier, partner.qualifier),
        eq(ediPartners.our_identification, us.identification),
        eq(ediPartners.our_qualifier, us.qualifier),
      ),
    );
  return found;
}

type Sides = Pick<
  typeof ediInterchanges.$inferSelect,
  "sender" | "senderQualifier" | "recipient" | "recipientQualifier"
> &
  Partial<Pick<typeof ediInterchanges.$inferSelect, "senderRouting" | "recipientRouting">>;

export const sidesOf = (row: Sides) => ({
  sender: {
    identification: row.sender,
    qualifier: row.senderQualifier,
    routing: row.senderRouting ?? "",
  },
  recipient: {
    identification: row.recipient,
    qualifier: row.recipientQualifier,
    routing: row.recipientRouting ?? "",
  },
});

/** The active partner that sent an interchange to us; undefined when unknown (edi#unknown-partner) or inactive. */
export async function partnerOf(database: Database, interchange: Sides): Promise<EdiPartner | undefined> {
  const { sender, recipient } = sidesOf(interchange);
  const found = await findEdiPartner(database, sender, recipient);
  return found?.active ? found : undefined;
}

/** Saves a partner: a new one without an `id`, else the one with the expected revision. Throws a Problem otherwise. */
export async function keepEdiPartner(
  database: Database,
  { id, revision, store_alias: alias, ...stored }: StoredEdiPartner,
  user: string,
  at: Date,
): Promise<{ partner: EdiPartner; storeAlias: string }> {
  const taken = new Problem(409, "Another partner has this identification");
  return database.transaction(async (transaction) => {
    const [store] = await transaction.select().from(stores).where(eq(stores.alias, alias));
    if (!store) throw new Problem(400, "store_alias: there is no such store");
    const [same] = await transaction
      .select({ id: ediPartners.id })
      .from(ediPartners)
      .where(eq(ediPartners.identification, stored.identification));
    if (same && same.id !== id) throw taken;
    const columns = { ...stored, storeId: store.id, updatedBy: user, updatedAt: at };
    if (id === undefined) {
      const [made] = await transaction
        .insert(ediPartners)
        .values({ id: randomUUID(), ...columns })
        .onConflictDoNothing()
        .returning();
      if (!made) throw taken;
      return { partner: made, storeAlias: alias };
    }
    const [saved] = await transaction
      .update(ediPartners)
      .set({ ...columns, revision: sql`${ediPartners.revision} + 1` })
      .where(and(eq(ediPartners.id, id), eq(ediPartners.revision, revision ?? -1)))
      .returning();
    if (saved) return { partner: saved, storeAlias: alias };
    throw (await transaction.$count(ediPartners, eq(ediPartners.id, id)))
      ? new Problem(409, "Somebody else has kept this partner since it was read")
      : new Problem(404, "There is no such partner");
  });
}
