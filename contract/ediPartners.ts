import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediTerms } from "./ediTerms.ts";
import { itemOf, listOf, text, truth } from "./envelopes.ts";

const hours = z.coerce.number().nullish().catch(undefined);

/** A trading partner and its interchange format (extension `edi-partners`). */
export const ediPartnerRecord = z.looseObject({
  id: z.string(),
  name: text,
  /** 0004 and 0007 of the partner, and of us towards it. */
  identification: text,
  qualifier: text,
  our_identification: text,
  our_qualifier: text,
  /** The store of their orders. */
  store_alias: text,
  /** 0001 and 0002 of outbound interchanges. */
  syntax_identifier: text,
  syntax_version: text,
  /** Whether we request acknowledgements from it, and acknowledge its interchanges only on request. */
  asks_acknowledgement: truth,
  /** Hours after which the partner's CONTRL, our ORDRSP, and our DESADV are late. */
  acknowledgement_due_hours: hours,
  response_due_hours: hours,
  despatch_due_hours: hours,
  /** Whether outbound interchanges begin with UNA, and their line width (0: not wrapped). */
  writes_una: truth,
  wrap_width: hours,
  active: truth,
  /** The agreed terms for its orders (extension `edi-review`). */
  terms: ediTerms.nullish().catch(undefined),
  /** The revision that was read: saving over a newer one answers 409. */
  revision: hours,
});
export type EdiPartnerRecord = z.output<typeof ediPartnerRecord>;

/** The character sets (0001) that we write. */
export const ediCharacterSets = [
  "UNOA",
  "UNOB",
  "UNOC",
  "UNOD",
  "UNOE",
  "UNOF",
  "UNOG",
  "UNOH",
  "UNOI",
  "UNOJ",
  "UNOK",
  "UNOL",
  "UNOW",
  "UNOY",
] as const;

/** The character sets in which a line break is no data: only these can be wrapped (edi#wrapped). */
const wrappable = ["UNOA", "UNOB", "UNOC"];
/** Bytes per line; a shorter one would break UNA and the character set in UNB, which readers need first. */
const minWrapWidth = 20;
const wrapWords = `Lines are wrapped at ${minWrapWidth} to 1,000 bytes; 0 is for none.`;

const filled = (missing: string) => z.string({ error: missing }).trim().min(1, missing);
const code = (missing: string) => filled(missing).max(35, "A code has at most 35 characters.");
const qualifier = z.string().trim().max(4, "A qualifier has at most 4 characters.");
const dueHours = (missing: string) =>
  z.number({ error: missing }).min(0, "Hours are 0 or more.").max(2000, "Hours are at most 2,000.");

/** A partner to save; without an `id` it is a new one. Its error messages are shown at the fields of its form. */
export const storedEdiPartner = z
  .object({
    id: z.string().optional(),
    revision: z.number().int().optional(),
    name: filled("Give the partner a name.").max(120, "A name has at most 120 characters."),
    identification: code("Say by which code the partner names itself."),
    qualifier,
    our_identification: code("Say by which code the partner names us."),
    our_qualifier: qualifier,
    store_alias: filled("Choose the store whose orders they become."),
    syntax_identifier: z.enum(ediCharacterSets, { error: "Choose a character set of the list." }),
    syntax_version: z.enum(["1", "2", "3", "4"], { error: "A syntax version is 1, 2, 3 or 4." }),
    asks_acknowledgement: z.boolean(),
    acknowledgement_due_hours: dueHours("Say after how many hours a CONTRL is late."),
    response_due_hours: dueHours("Say after how many hours our ORDRSP is late."),
    despatch_due_hours: dueHours("Say after how many hours our DESADV is late."),
    writes_una: z.boolean(),
    wrap_width: z
      .number({ error: "Say at which width lines are wrapped, 0 for none." })
      .int("A width is a whole number.")
      .max(1000, wrapWords)
      .refine((width) => width === 0 || width >= minWrapWidth, wrapWords),
    active: z.boolean(),
    /** If left out, they stay unchanged. */
    terms: ediTerms.optional(),
  })
  .superRefine(checkWrapping);

/** Rejects a line width with a character set in which a line break is data. */
export function checkWrapping(
  { wrap_width, syntax_identifier }: { wrap_width: number; syntax_identifier: string },
  context: z.core.$RefinementCtx,
): void {
  if (wrap_width === 0 || wrappable.includes(syntax_identifier)) return;
  context.addIssue({
    code: "custom",
    path: ["wrap_width"],
    message: `Lines can be wrapped in ${wrappable.join(", ")} only: elsewhere a line break is data.`,
  });
}
export type StoredEdiPartner = z.output<typeof storedEdiPartner>;

export const getEdiPartners = defineCall({
  name: "getEdiPartners",
  base: "edi",
  path: "/api/bc-myer/v1/partners",
  answer: listOf(ediPartnerRecord),
  extension: "edi-partners",
});

/**
 * Saves a partner. 409 where another person saved it since it was read, or where another one has its identification.
 */
export const postEdiPartner = defineCall({
  name: "postEdiPartner",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/partners",
  body: storedEdiPartner,
  answer: itemOf(ediPartnerRecord),
  extension: "edi-partners",
});
