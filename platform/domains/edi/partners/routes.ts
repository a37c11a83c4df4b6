import type { FastifyInstance } from "fastify";
import { getEdiPartners, postEdiPartner } from "#contract/ediPartners.ts";
import { ediTerms } from "#contract/ediTerms.ts";
import type { Database } from "#platform/database/connect.ts";
import { nameOf } from "#platform/http/authorisation.ts";
import { Problem, serve } from "#platform/http/requests.ts";
import { type EdiPartner, keepEdiPartner, listEdiPartners } from "./repository.ts";

/** A partner in its wire form (edi#partners). */
const ediPartnerWire = (
  { storeId: _id, updatedBy: _by, updatedAt: _at, ...partner }: EdiPartner,
  storeAlias: string,
) => ({ ...partner, store_alias: storeAlias, terms: ediTerms.parse(partner.terms) });

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
