import type { FastifyInstance } from "fastify";
import { getEdiPartners, postEdiPartner } from "#contract/ediPartners.ts";
import { ediTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import { nameOf } from "#platform/http/authorisation.ts";
import { Problem, serve } from "#platform/http/requests.ts";
import { type EdiPartner, keepEdiPartner, listEdiPartners } from "./repository.ts";

/** A partner in its wire form (edi#partners). */
const ediPartnerWire = (partner: EdiPartner, storeAlias: string) => ({
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

const refusals = {
  "changed meanwhile": [409, "Somebody else has kept this partner since it was read"],
  taken: [409, "Another partner has this identification"],
  "without store": [400, "store_alias: there is no such store"],
  unknown: [404, "There is no such partner"],
} as const;

/** The partners as data (edi#partners). */
export function ediPartnerRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getEdiPartners,
    permission: "edi",
    summary: "All trading partners, by name",
    answerWith: async () =>
      (await listEdiPartners(database)).map(({ partner, storeAlias }) => ediPartnerWire(partner, storeAlias)),
  });

  serve(app, {
    call: postEdiPartner,
    permission: "edi.keepPartners",
    summary: "Keeps a trading partner, a new one without an id",
    failures: [404, 409],
    words: { 409: "Somebody else kept it since it was read, or another one has its identification" },
    answerWith: async ({ body, request }) => {
      const keeping = await keepEdiPartner(database, body, nameOf(request), new Date());
      if (keeping.is !== "kept") {
        const [status, words] = refusals[keeping.is];
        throw new Problem(status, words);
      }
      return { item: ediPartnerWire(keeping.partner, keeping.storeAlias) };
    },
  });
}
