import { ediTerms } from "#contract/ediTerms.ts";
import type { EdiPartner } from "./repository.ts";

/** A partner as the wire shows it (edi#partners). */
export const ediPartnerWire = (partner: EdiPartner, storeAlias: string) => ({
  id: partner.id,
  name: partner.name,
  identification: partner.identification,
  qualifier: partner.qualifier,
  our_identification: partner.ourIdentification,
  our_qualifier: partner.ourQualifier,
  store_alias: storeAlias,
  syntax_identifier: partner.syntaxIdentifier,
  syntax_version: partner.syntaxVersion,
  asks_acknowledgement: partner.asksAcknowledgement,
  acknowledgement_due_hours: partner.acknowledgementDueHours,
  response_due_hours: partner.responseDueHours,
  despatch_due_hours: partner.despatchDueHours,
  writes_una: partner.writesUna,
  wrap_width: partner.wrapWidth,
  active: partner.isActive,
  terms: ediTerms.parse(partner.terms),
  revision: partner.revision,
});
