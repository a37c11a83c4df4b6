import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  customRule,
  customRuleAttribute,
  customRuleConflict,
  getCustomRuleAttributes,
  getCustomRules,
  saveCustomRule as saveCall,
} from "#contract/rules.ts";
import type { Database } from "#platform/database/connect.ts";
import { callerOf } from "#platform/http/authorisation.ts";
import { documented, idempotencyKeyOf, parseRequest } from "#platform/http/requests.ts";
import { listCustomRules, saveCustomRule } from "./repository.ts";
import { customRuleAttributesOf } from "./rules.ts";

// A rule is posted whole, with its history: a large rule that was changed often exceeds a megabyte.
const maxRuleBytes = 8 * 1024 * 1024;

/** GET and POST /api/customRules, GET /api/customRules/attributes (calls#rules, calls#rule-attributes). */
export function customRuleRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(
    getCustomRules.path,
    documented({
      call: getCustomRules,
      permission: "store/customrules",
      summary: "A store's custom rules by priority, deleted ones among them",
      answer: z.array(customRule),
      failures: [400, 401, 403],
    }),
    (request) => listCustomRules(database, parseRequest(getCustomRules.query, request.query).storegroup),
  );
  app.get(
    getCustomRuleAttributes.path,
    documented({
      call: getCustomRuleAttributes,
      permission: "store/customrules",
      summary: "The attributes that the rules of a store type may name",
      answer: z.looseObject({ attributes: z.array(customRuleAttribute) }),
      failures: [400, 401, 403],
    }),
    async (request) => ({
      attributes: customRuleAttributesOf(
        parseRequest(getCustomRuleAttributes.query, request.query).storetype,
      ),
    }),
  );
  app.post(
    saveCall.path,
    {
      bodyLimit: maxRuleBytes,
      ...documented({
        call: saveCall,
        permission: "store/customrules",
        summary: "Saves a custom rule whole; without an id it is a new one",
        answer: customRule,
        failures: [400, 401, 403, 404, 409, 422],
        idempotent: true,
        words: {
          409: "The rule is no longer in the version that ifVersion names",
          422: "The rule cannot work, or the Idempotency-Key was used for another rule",
        },
        conflict: customRuleConflict,
      }),
    },
    async (request, reply) => {
      const { subject, username } = callerOf(request);
      const posted = parseRequest(saveCall.body, request.body);
      const author = { subject, name: username || subject, idempotencyKey: idempotencyKeyOf(request) };
      const { conflict, rule } = await saveCustomRule(database, posted, author);
      if (!conflict) return rule;
      return reply.code(409).send({ error: "Another person has changed this rule since it was read.", rule });
    },
  );
}
