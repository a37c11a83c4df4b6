import { z } from "zod";
import { defineCall } from "./calls.ts";
import { ediTerms } from "./ediTerms.ts";
import { itemOf, listOf, text } from "./envelopes.ts";

const truth = z.boolean().nullish().catch(undefined);
const hours = z.coerce.number().nullish().catch(undefined);

/** A trading partner and how its interchanges are written (extension `edi-partners`). */
export const ediPartnerRecord = z.looseObject({
  id: z.string(),
  name: text,
  /** 0004 and 0007 of the partner, and of us towards it. */
  identification: text,
  qualifier: text,
  our_identification: text,
  our_qualifier: text,
  /** The store whose orders they become. */
  store_alias: text,
  /** 0001 and 0002 of what we send. */
  syntax_identifier: text,
  syntax_version: text,
  /** Whether we ask it to acknowledge what we send, and answer what it sends only where it asks. */
  asks_acknowledgement: truth,
  /** Hours after which a CONTRL of the partner's, our ORDRSP, and our DESADV is late. */
  acknowledgement_due_hours: hours,
  response_due_hours: hours,
  despatch_due_hours: hours,
  /** Whether what we send begins with UNA, and at which width its lines are wrapped (0: not wrapped). */
  writes_una: truth,
  wrap_width: hours,
  active: truth,
  /** What is agreed about its orders (extension `edi-review`). */
  terms: ediTerms.nullish().catch(undefined),
  /** The version that was read: a save of an older one answers 409. */
  revision: hours,
});
export type EdiPartnerRecord = z.output<typeof ediPartnerRecord>;

/** The character sets in which a line break is no data: only what is written in these can be wrapped. */
const wrappable = ["UNOA", "UNOB", "UNOC"];

/** What is kept of a partner; without an `id` it is a new one. */
export const keptEdiPartner = z
  .object({
    id: z.string().optional(),
    revision: z.number().int().optional(),
    name: z.string().trim().min(1).max(120),
    identification: z.string().trim().min(1).max(35),
    qualifier: z.string().trim().max(4),
    our_identification: z.string().trim().min(1).max(35),
    our_qualifier: z.string().trim().max(4),
    store_alias: z.string().trim().min(1),
    syntax_identifier: z.string().regex(/^UNO[A-Y]$/),
    syntax_version: z.enum(["1", "2", "3", "4"]),
    asks_acknowledgement: z.boolean(),
    acknowledgement_due_hours: z.number().min(0).max(2000),
    response_due_hours: z.number().min(0).max(2000),
    despatch_due_hours: z.number().min(0).max(2000),
    writes_una: z.boolean(),
    wrap_width: z.number().int().min(0).max(1000),
    active: z.boolean(),
    /** Left out, they stay as they are. */
    terms: ediTerms.optional(),
  })
  .refine(({ wrap_width, syntax_identifier }) => wrap_width === 0 || wrappable.includes(syntax_identifier), {
    path: ["wrap_width"],
    message: `Lines can be wrapped in ${wrappable.join(", ")} only: elsewhere a line break is data`,
  });
export type KeptEdiPartner = z.output<typeof keptEdiPartner>;

export const getEdiPartners = defineCall({
  name: "getEdiPartners",
  method: "GET",
  base: "edi",
  path: "/api/bc-myer/v1/partners",
  query: undefined,
  body: undefined,
  answer: listOf(ediPartnerRecord),
  extension: "edi-partners",
});

/** Keeps a partner. 409 where somebody else kept it since it was read, or where another one has its identification. */
export const postEdiPartner = defineCall({
  name: "postEdiPartner",
  method: "POST",
  base: "edi",
  path: "/api/bc-myer/v1/partners",
  query: undefined,
  body: keptEdiPartner,
  answer: itemOf(ediPartnerRecord),
  extension: "edi-partners",
});
