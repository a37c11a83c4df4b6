import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { usualDueHours } from "#platform/domains/edi/partners/knownPartners.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import type { SeedPart } from "#platform/seed/seed.ts";
import { seedStores } from "#platform/seed/stores.ts";

type SeedPartner = {
  name: string;
  identification: string;
  storeAlias: string;
  writesUna: boolean;
  wrapWidth: number;
};

const seedPartners: readonly SeedPartner[] = recorded("partners");

/** All of them have the same qualifier, and so have we. */
const qualifier = "ZZ";
export const partyOf = (identification: string) => ({ identification, qualifier });

export const seedSelf = partyOf("UTOPIA");
export const seedPartner = partyOf("MYERPARTNER");
/** The partner's test system has a counter of its own. */
export const seedTrial = partyOf("MYERTRIAL");

export const secondPartner = seedPartners.find(({ wrapWidth }) => wrapWidth > 0);

function rowOf({ storeAlias, ...partner }: SeedPartner, anchor: Date): typeof ediPartners.$inferInsert {
  const store = seedStores.find(({ alias }) => alias === storeAlias);
  if (!store) throw new Error(`The seed has no store '${storeAlias}'`);
  return {
    ...partner,
    id: `partner-${partner.identification.toLowerCase()}`,
    qualifier,
    ourIdentification: seedSelf.identification,
    ourQualifier: qualifier,
    storeId: store.id,
    syntaxIdentifier: "UNOC",
    syntaxVersion: "3",
    asksAcknowledgement: true,
    acknowledgementDueHours: usualDueHours.acknowledgement,
    responseDueHours: usualDueHours.response,
    despatchDueHours: usualDueHours.despatch,
    isActive: true,
    revision: 1,
    updatedBy: "The seed",
    updatedAt: anchor,
  };
}

/** The trading partners of the seed's interchanges; those that exist already stay as they are. */
export const partnersPart: SeedPart = {
  name: "partners",
  tables: ["edi_partners"],
  rows: () => seedPartners.length,
  async load({ database, anchor, report }) {
    const rows = seedPartners.map((partner) => rowOf(partner, anchor));
    await database.insert(ediPartners).values(rows).onConflictDoNothing();
    report(rows.length);
  },
};
