import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf, number, text, truth } from "./envelopes.ts";

/** A trading partner and its interchange format (extension `edi-desk`). */
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
  /** Hours after which the partner's CONTRL, our ORDRSP, and our DESADV are late. */
  acknowledgement_due_hours: number,
  response_due_hours: number,
  despatch_due_hours: number,
  active: truth,
});
export type EdiPartnerRecord = z.output<typeof ediPartnerRecord>;

export const getEdiPartners = defineCall({
  name: "getEdiPartners",
  base: "edi",
  path: "/api/bc-myer/v1/partners",
  answer: listOf(ediPartnerRecord),
  extension: "edi-desk",
});
