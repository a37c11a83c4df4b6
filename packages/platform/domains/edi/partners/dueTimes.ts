import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { EdiDue } from "#contract/ediPartner.ts";
import type { Database } from "#database/connect.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";

type Duty = "acknowledgement" | "response" | "despatch";

/** Hours until an answer is due, unless a partner record says otherwise (edi#due-times). */
const usualDueHours: Readonly<Record<Duty, number>> = {
  acknowledgement: 4,
  response: 24,
  despatch: 120,
};

/** A partner's name, from its record or else its identification, and its due times (edi#due-times). */
const knownPartner = (
  { identification, name }: { identification: string; name: string },
  dueHours: Readonly<Record<Duty, number>>,
) => ({ identification, name, dueHours });

export type KnownPartner = ReturnType<typeof knownPartner>;

/** The partners with a record, and each partner by its identification: with defaults where it has none. */
export async function readKnownPartners(database: Database) {
  const rows = await database
    .select({
      identification: ediPartners.identification,
      name: ediPartners.name,
      acknowledgement: ediPartners.acknowledgement_due_hours,
      response: ediPartners.response_due_hours,
      despatch: ediPartners.despatch_due_hours,
    })
    .from(ediPartners);
  const all = rows.map((row) => knownPartner(row, row));
  return {
    all,
    of: (identification: string) =>
      all.find((partner) => partner.identification === identification) ??
      knownPartner({ identification, name: identification }, usualDueHours),
  };
}

export type KnownPartners = Awaited<ReturnType<typeof readKnownPartners>>;

const hour = 3_600_000;

/** When something owed since a moment is due. It is late after that. */
export const dueAt = (since: Date, hours: number): Date => new Date(since.getTime() + hours * hour);

/** Records of a duty: the partner, and since when; null while it has not begun or is done. */
type Owed = { duty: Duty; partner: AnyPgColumn; since: AnyPgColumn };

/** Records with a duty that was due before a moment. */
function dueBefore(partners: KnownPartners, { duty, partner, since }: Owed, at: Date): SQL {
  const bound = ({ dueHours }: KnownPartner) => sql`${dueAt(at, -dueHours[duty]).toISOString()}::timestamptz`;
  // No partner has an empty identification: this one has the defaults.
  const identified = partners.all.map((one) => sql`when ${one.identification} then ${bound(one)}`);
  const usual = bound(partners.of(""));
  return identified.length === 0
    ? sql`${since} < ${usual}`
    : sql`${since} < case ${partner} ${sql.join(identified, sql` `)} else ${usual} end`;
}

/** Records with a duty that is late at a moment, or due in the next hour: either, or neither. */
export function dueConditions(partners: KnownPartners, owed: Owed, at: Date): Record<EdiDue, SQL> {
  const late = dueBefore(partners, owed, at);
  const soon = dueBefore(partners, owed, dueAt(at, 1));
  return { late, hour: sql`(${soon} and not ${late})` };
}
