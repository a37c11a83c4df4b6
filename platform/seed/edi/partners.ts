import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { usualDueHours } from "#platform/domains/edi/partners/knownPartners.ts";
import type { SeedContext, SeedPart } from "#platform/seed/seed.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { type SeedPartner, seedPartners } from "./texts.ts";

const rowOf = (
  { name, storeAlias, writing, ...partner }: SeedPartner,
  anchor: Date,
): typeof ediPartners.$inferInsert => {
  const store = seedStores.find(({ alias }) => alias === storeAlias);
  if (!store) throw new Error(`The seed has no store '${storeAlias}'`);
  return {
    id: `partner-${partner.identification.toLowerCase()}`,
    name,
    identification: partner.identification,
    qualifier: partner.qualifier,
    ourIdentification: partner.us.identification,
    ourQualifier: partner.us.qualifier,
    storeId: store.id,
    syntaxIdentifier: "UNOC",
    syntaxVersion: "3",
    asksAcknowledgement: true,
    acknowledgementDueHours: usualDueHours.acknowledgement,
    responseDueHours: usualDueHours.response,
    despatchDueHours: usualDueHours.despatch,
    writesUna: !writing.withoutAdvice,
    wrapWidth: writing.wrapWidth,
    isActive: true,
    revision: 1,
    updatedBy: "The seed",
    updatedAt: anchor,
  };
};

async function loadPartners({ database, anchor, report }: SeedContext): Promise<void> {
  const rows = seedPartners.map((partner) => rowOf(partner, anchor));
  await database.insert(ediPartners).values(rows).onConflictDoNothing();
  report(rows.length);
}

/** The trading partners of the seed's interchanges. */
export const partnersPart: SeedPart = {
  name: "partners",
  tables: ["edi_partners"],
  rows: () => seedPartners.length,
  load: loadPartners,
};
