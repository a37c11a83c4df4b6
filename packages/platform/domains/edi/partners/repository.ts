import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import type { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import type { StoredPartner } from "#platform/database/schema/ediStored.ts";
import { type EdiTerms, ediTerms } from "#platform/database/schema/ediTerms.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { localTime } from "./localTime.ts";

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
