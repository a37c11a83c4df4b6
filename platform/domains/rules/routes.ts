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
import { callerOf, nameOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf, serve } from "#platform/http/requests.ts";
import { listCustomRules, saveCustomRule } from "./repository.ts";
import { customRuleAttributesOf } from "./rules.ts";

// A rule is posted whole, with its history: a large rule that was changed often exceeds a megabyte.
const maxRuleBytes = 8 * 1024 * 1024;

/** GET and POST /api/customRules, GET /api/customRules/attributes (calls#rules, calls#rule-attributes). */
export function customRuleRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getCustomRules,
    permission: "store/customrules",
    summary: "A store's custom rules by priority, deleted ones among them",
    answer: z.array(customRule),
    answerWith: ({ query }) => listCustomRules(database, query.storegroup),
  });
  serve(app, {
    call: getCustomRuleAttributes,
    permission: "store/customrules",
    summary: "The attributes that the rules of a store type may name",
    answer: z.looseObject({ attributes: z.array(customRuleAttribute) }),
    answerWith: async ({ query }) => ({ attributes: customRuleAttributesOf(query.storetype) }),
  });
  serve(app, {
    call: saveCall,
    permission: "store/customrules",
    summary: "Saves a custom rule whole; without an id it is a new one",
    answer: customRule,
    failures: [404, 409, 422],
    idempotent: true,
    words: {
      409: "The rule is no longer in the version that ifVersion names",
      422: "The rule cannot work, or the Idempotency-Key was used for another rule",
    },
    conflict: customRuleConflict,
    bodyLimit: maxRuleBytes,
    answerWith: async ({ body: posted, request, reply }) => {
      const { subject } = callerOf(request);
      const author = { subject, name: nameOf(request), idempotencyKey: idempotencyKeyOf(request) };
      const { conflict, rule } = await saveCustomRule(database, posted, author);
      if (!conflict) return rule;
      return reply.code(409).send({ error: "Another person has changed this rule since it was read.", rule });
    },
  });
}
