import type { OutgoingMessage, OutgoingSegment, PartySummary } from "#edifact/index.ts";
import { partyIn } from "./message.ts";

/** EANCOM codes (0057) of the messages that we send, by directory (0054). */
const associations = {
  "01B": { ORDRSP: "EAN009", DESADV: "EAN007" },
  "96A": { ORDRSP: "EAN005", DESADV: "EAN005" },
} as const;
export type Directory = keyof typeof associations;

/** The directory of our answer to a message: its own (0054), if we can write it. */
export const directoryOf = (release: string): Directory => (release === "96A" ? "96A" : "01B");

/** A free text (C108): its parts have 70 characters in the older directory and 512 in the newer one. */
export const textIn = (text: string, directory: Directory): string | string[] =>
  directory === "01B" ? text : (text.match(/.{1,70}/gs) ?? []).slice(0, 5);

export const segment = (tag: string, ...elements: OutgoingSegment["elements"]): OutgoingSegment => ({
  tag,
  elements,
});

/** A DTM in format 203 (date and time) or 102 (date) from a local time like 2026-11-20T10:42. */
export const dateAt = (qualifier: string, local: string, format: "203" | "102"): OutgoingSegment =>
  segment("DTM", [qualifier, local.replace(/\D/g, "").slice(0, format === "203" ? 12 : 8), format]);

/** A party with the partner's identification, in its function. */
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

/** Buyer, supplier and, with `delivery`, the delivery party. */
export const partiesOf = (parties: readonly PartySummary[], delivery: boolean): OutgoingSegment[] => [
  ...partyAs("BY", partyIn(parties, "BY")),
  ...partyAs("SU", partyIn(parties, "SU")),
  ...(delivery ? partyAs("DP", partyIn(parties, "DP", "ST", "UC", "BY")) : []),
];

export const lineAs = (
  number: string,
  action: string,
  { item, itemType }: { item: string; itemType: string },
): OutgoingSegment => segment("LIN", number, action, item === "" ? "" : [item, itemType || "SRV"]);

export const messageOf = (
  type: keyof (typeof associations)[Directory],
  directory: Directory,
  segments: readonly OutgoingSegment[],
): OutgoingMessage => ({
  reference: "1",
  type,
  version: "D",
  release: directory,
  agency: "UN",
  association: associations[directory][type],
  segments,
});
