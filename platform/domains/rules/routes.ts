import type { FastifyInstance } from "fastify";
import { getCustomRuleAttributes, getCustomRules, saveCustomRule as saveCall } from "#contract/rules.ts";
import type { Database } from "#platform/database/connect.ts";
import { callerOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf } from "#platform/http/idempotency.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { customRuleAttributesOf } from "./attributes.ts";
import { listCustomRules, saveCustomRule } from "./repository.ts";

// A rule is posted whole, its history included: a large rule that was changed often passes a megabyte.
const largestRule = 8 * 1024 * 1024;

/** GET and POST /api/customRules, GET /api/customRules/attributes (calls#rules, calls#rule-attributes). */
export function customRuleRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(getCustomRules.path, (request) =>
    listCustomRules(database, parseRequest(getCustomRules.query, request.query).storegroup),
  );
  app.get(getCustomRuleAttributes.path, async (request) => ({
    attributes: customRuleAttributesOf(parseRequest(getCustomRuleAttributes.query, request.query).storetype),
  }));
  app.post(saveCall.path, { bodyLimit: largestRule }, async (request, reply) => {
    const { subject, username } = callerOf(request);
    const posted = parseRequest(saveCall.body, request.body);
    const author = { subject, name: username || subject, idempotencyKey: idempotencyKeyOf(request) };
    const { conflict, rule } = await saveCustomRule(database, posted, author);
    if (!conflict) return rule;
    return reply.code(409).send({ error: "Another person has changed this rule since it was read.", rule });
  });
}
