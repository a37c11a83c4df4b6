import type { OutgoingMessage, OutgoingSegment, PartySummary } from "#edifact/index.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { EdiPartner } from "#platform/domains/edi/partners/repository.ts";
import { partyIn } from "./message.ts";

/** What our messages to partners are written in: EANCOM 2002 on D.01B, syntax 3. */
export const dialect = { syntaxIdentifier: "UNOC", syntaxVersion: "3" } as const;

/** The same in the character set and syntax version of a partner, where it is known. */
export const dialectOf = (partner: EdiPartner | undefined) =>
  partner ? { syntaxIdentifier: partner.syntaxIdentifier, syntaxVersion: partner.syntaxVersion } : dialect;

export const segment = (tag: string, ...elements: OutgoingSegment["elements"]): OutgoingSegment => ({
  tag,
  elements,
});

/** A DTM in format 203 (date and time) or 102 (date) of a local time like 2026-11-20T10:42. */
export const dateAt = (qualifier: string, local: string, format: "203" | "102"): OutgoingSegment =>
  segment("DTM", [qualifier, local.replace(/\D/g, "").slice(0, format === "203" ? 12 : 8), format]);

/** A party as the partner named it, in a function of its own. */
const partyAs = (qualifier: string, party: PartySummary | undefined): OutgoingSegment[] =>
  party
    ? [
        segment(
          "NAD",
          qualifier,
          [party.identifier, "", party.agency],
          "",
          party.names,
          party.street,
          party.city,
          party.state,
          party.postcode,
          party.country,
        ),
      ]
    : [];

/** Buyer, supplier and, with `delivery`, where the goods go. */
export const partiesOf = (parties: readonly PartySummary[], delivery: boolean): OutgoingSegment[] => [
  ...partyAs("BY", partyIn(parties, "BY")),
  ...partyAs("SU", partyIn(parties, "SU")),
  ...(delivery ? partyAs("DP", partyIn(parties, "DP", "ST", "UC", "BY")) : []),
];

/** A line's LIN with its item number. */
export const lineAs = (
  number: string,
  action: string,
  { item, itemType }: StoredOrderLine,
): OutgoingSegment => segment("LIN", number, action, [item, itemType || "SRV"]);

export const messageOf = (
  type: string,
  association: string,
  segments: readonly OutgoingSegment[],
): OutgoingMessage => ({
  reference: "1",
  type,
  version: "D",
  release: "01B",
  agency: "UN",
  association,
  segments,
});
