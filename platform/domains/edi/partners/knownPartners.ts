import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { EdiDue } from "#contract/ediPartner.ts";
import { ediTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { type DueTerms, owedBefore } from "./dueTimes.ts";

/** Duties between a partner and us: its acknowledgement, our response, our despatch advice. */
type Duty = "acknowledgement" | "response" | "despatch";

/** Hours until an answer is due, unless a partner record says otherwise (edi#due-times). */
export const usualDueHours: Readonly<Record<Duty, number>> = {
  acknowledgement: 4,
  response: 24,
  despatch: 120,
};

/** A partner's name, from its record or else its identification, and its due times (edi#due-times). */
export type KnownPartner = {
  identification: string;
  name: string;
  timeZone: string;
  due: Readonly<Record<Duty, DueTerms>>;
};

/** The partners with a record, and each partner by its identification: with defaults where it has none. */
export type KnownPartners = {
  all: readonly KnownPartner[];
  of: (identification: string) => KnownPartner;
};

function knownPartner(
  { identification, name }: { identification: string; name: string },
  hours: Readonly<Record<Duty, number>>,
  terms: JsonObject,
): KnownPartner {
  const { time_zone: timeZone, working_days: workingDays, closed_days: closedDays } = ediTerms.parse(terms);
  const due = (duty: Duty): DueTerms => ({ hours: hours[duty], timeZone, workingDays, closedDays });
  return {
    identification,
    name,
    timeZone,
    due: {
      acknowledgement: due("acknowledgement"),
      response: due("response"),
      despatch: due("despatch"),
    },
  };
}

export async function readKnownPartners(database: Database): Promise<KnownPartners> {
  const rows = await database
    .select({
      identification: ediPartners.identification,
      name: ediPartners.name,
      acknowledgement: ediPartners.acknowledgementDueHours,
      response: ediPartners.responseDueHours,
      despatch: ediPartners.despatchDueHours,
      terms: ediPartners.terms,
    })
    .from(ediPartners);
  const all = rows.map((row) => knownPartner(row, row, row.terms));
  return {
    all,
    of: (identification) =>
      all.find((partner) => partner.identification === identification) ??
      knownPartner({ identification, name: identification }, usualDueHours, {}),
  };
}

/** Records of a duty: the partner, and since when; null while it has not begun or is done. */
type Owed = { duty: Duty; partner: AnyPgColumn; since: AnyPgColumn };

/** Records with a duty that was due before a moment. */
function dueBefore(partners: KnownPartners, { duty, partner, since }: Owed, at: Date): SQL {
  const bound = ({ due }: KnownPartner) => sql`${owedBefore(at, due[duty]).toISOString()}::timestamptz`;
  // No partner has an empty identification: this one has the defaults.
  const known = partners.all.map((one) => sql`when ${one.identification} then ${bound(one)}`);
  const usual = bound(partners.of(""));
  return known.length === 0
    ? sql`${since} < ${usual}`
    : sql`${since} < case ${partner} ${sql.join(known, sql` `)} else ${usual} end`;
}

const dueSoonMinutes = 60;

/** Records with a duty that is late at a moment, or due in the next hour: either, or neither. */
export function dueConditions(partners: KnownPartners, owed: Owed, at: Date): Record<EdiDue, SQL> {
  const late = dueBefore(partners, owed, at);
  const soon = dueBefore(partners, owed, new Date(at.getTime() + dueSoonMinutes * 60_000));
  return { late, hour: sql`(${soon} and not ${late})` };
}
