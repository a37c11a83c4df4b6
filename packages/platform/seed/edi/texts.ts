import { readFileSync } from "node:fs";
import { ediTerms } from "#platform/database/schema/ediTerms.ts";
import { preparedAt } from "#platform/domains/edi/interchanges/outbound.ts";
import { parsePartners, savePartners } from "#platform/domains/edi/partners/partnersFile.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import type { SeedPart } from "#platform/seed/seed.ts";

const seedPartners = parsePartners(readFileSync(new URL("../../partners.json", import.meta.url), "utf8"));

/** All of them have the same qualifier, and so have we. */
const qualifier = "ZZ";
export const partyOf = (identification: string) => ({ identification, qualifier });

export const seedSelf = partyOf("UTOPIA");
export const seedPartner = partyOf("MYERPARTNER");
/** The partner's test system has a counter of its own. */
export const seedTrial = partyOf("MYERTRIAL");

export const secondPartner = seedPartners.find(({ wrap_width }) => wrap_width > 0);

/** The trading partners of the seed's interchanges, until the platform reads its file of partners. */
export const partnersPart: SeedPart = {
  name: "partners",
  tables: ["edi_partners"],
  async load({ database, report }) {
    await savePartners(database, seedPartners);
    report(seedPartners.length);
  },
};

type Message = "ORDERS" | "ORDCHG" | "CONTRL" | "INVRPT";

/** The segments of the partner's messages and of their lines. */
const messages: Record<Message | `${Message} line`, string[]> = recorded("edi").messages;

const seedTerms = ediTerms.parse({});
/** The preparation time, on the clock of the seed's partners. */
export const seedTime = (at: Date): string => preparedAt(at, seedTerms);

const digits = (at: Date) => seedTime(at).replace(/\D/g, "");

/** Times as messages and envelopes have them; an order is due after two weeks. */
export const timesOf = (at: Date) => ({
  day: digits(at).slice(2, 8),
  time: digits(at).slice(8, 12),
  at: digits(at).slice(0, 12),
  due: digits(new Date(at.getTime() + 14 * 86_400_000)).slice(0, 12),
});

const linesOf = (type: Message, lines: readonly object[]): string[] =>
  lines.flatMap((line) => Object(filled(messages[`${type} line`], line)));

/** The text of an interchange with one message, from the partner; with `outbound` to it. */
export function interchangeText(
  type: Message,
  {
    reference,
    at,
    lines = [],
    ...words
  }: { reference: string; at: Date; lines?: readonly object[]; [word: string]: unknown },
  { asks = false, lineBreaks = false, outbound = false, partner = seedPartner } = {},
): Uint8Array {
  const times = timesOf(at);
  const [sender, recipient] = outbound
    ? [seedSelf.identification, partner.identification]
    : [partner.identification, seedSelf.identification];
  const filledIn = {
    ...words,
    ...times,
    sender,
    recipient,
    lines: linesOf(type, lines),
    count: lines.length,
  };
  const segments: string[] = Object(filled(messages[type], filledIn));
  const text = [
    "UNA:+.? ",
    `UNB+UNOC:3+${sender}:ZZ+${recipient}:ZZ+${times.day}:${times.time}+${reference}${asks ? "++++1" : ""}`,
    ...segments,
    `UNT+${segments.length + 1}+1`,
    `UNZ+1+${reference}`,
  ];
  return Buffer.from(text.map((segment) => `${segment}'${lineBreaks ? "\r\n" : ""}`).join(""), "latin1");
}
