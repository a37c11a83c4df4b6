import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { customRuleNumber } from "#contract/ruleProblems.ts";
import {
  customRuleAttribute,
  customRuleConflict,
  getCustomRuleAttributes,
  getCustomRules,
  saveCustomRule as saveCall,
} from "#contract/rules.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import type { Database } from "#database/connect.ts";
import { customRules } from "#platform/database/schema/rules.ts";
import { findStoreByName, type StoredStore } from "#platform/domains/stores/repository.ts";
import { actorOf, callerOf } from "#platform/http/authorisation.ts";
import { idempotencyKeyOf, Problem, serve } from "#platform/http/requests.ts";
import {
  changesBetween,
  customRuleAttributesOf,
  documentOf,
  historyEntryOf,
  type PostedRule,
  refusalOf,
} from "./rules.ts";

type StoredRule = typeof customRules.$inferSelect;

export type RuleAuthor = { subject: string; name: string; idempotencyKey: string | null };

/** A completed save, or the current rule where another version was expected. */
export type SavedRule = { conflict: boolean; rule: ReturnType<typeof toWire> };

// Older entries are dropped: every list includes every rule's history.
const maxHistoryLength = 100;

/** A rule in its wire form (rules#fields), its history oldest first. */
const toWire = (rule: StoredRule, store: StoredStore) => ({
  ...rule.document,
  id: rule.id,
  storeGroup: store.name,
  storeName: store.name,
  storeType: store.type,
  priority: rule.priority,
  version: rule.version,
  history: rule.history,
});

// Only a rule that is being deleted or switched off may still have a priority that isn't a whole number.
const priorityOf = ({ priority }: PostedRule): number => {
  const number = customRuleNumber(priority);
  return number !== undefined && Number.isSafeInteger(number) ? number : 0;
};

/** A store's rules by priority, then name, including deleted ones. An unknown store has none. */
async function listCustomRules(database: Database, storeGroup: string) {
  const store = await findStoreByName(database, storeGroup);
  if (!store) return [];
  const rules = await database
    .select()
    .from(customRules)
    .where(eq(customRules.storeId, store.id))
    .orderBy(
      asc(customRules.priority),
      asc(sql`lower(${customRules.document} ->> 'name')`),
      asc(customRules.id),
    );
  return rules.map((rule) => toWire(rule, store));
}

async function createRule(
  database: Database,
  store: StoredStore,
  posted: PostedRule,
  author: RuleAuthor,
): Promise<SavedRule> {
  const refusal = refusalOf(posted, [], customRuleAttributesOf(store.type));
  if (refusal) throw new Problem(422, refusal);
  const [created] = await database
    .insert(customRules)
    .values({
      id: randomUUID(),
      storeId: store.id,
      priority: priorityOf(posted),
      createdBy: author.subject,
      idempotencyKey: author.idempotencyKey,
      document: documentOf(posted),
      history: [historyEntryOf(author.name, new Date(), undefined)],
    })
    .onConflictDoNothing({ target: [customRules.createdBy, customRules.idempotencyKey] })
    .returning();
  if (created) return { conflict: false, rule: toWire(created, store) };
  const [earlier] = await database
    .select()
    .from(customRules)
    .where(
      and(
        eq(customRules.createdBy, author.subject),
        eq(customRules.idempotencyKey, author.idempotencyKey ?? ""),
        eq(customRules.storeId, store.id),
      ),
    );
  if (!earlier) throw new Problem(422, "The Idempotency-Key was used for another rule");
  return { conflict: false, rule: toWire(earlier, store) };
}

async function changeRule(
  database: Database,
  store: StoredStore,
  id: string,
  posted: PostedRule,
  author: RuleAuthor,
): Promise<SavedRule> {
  return database.transaction(async (transaction) => {
    const [present] = await transaction
      .select()
      .from(customRules)
      .where(and(eq(customRules.id, id), eq(customRules.storeId, store.id)))
      .for("update");
    if (!present) throw new Problem(404, `${store.name} has no such rule`);
    const document = documentOf(posted);
    const priority = priorityOf(posted);
    const changes = changesBetween(
      { ...present.document, priority: present.priority },
      { ...document, priority },
    );
    if (changes.length === 0) return { conflict: false, rule: toWire(present, store) };
    if (posted.ifVersion !== undefined && posted.ifVersion !== present.version) {
      return { conflict: true, rule: toWire(present, store) };
    }
    const refusal = refusalOf(posted, changes, customRuleAttributesOf(store.type));
    if (refusal) throw new Problem(422, refusal);
    const changed = {
      priority,
      document,
      version: present.version + 1,
      history: [...present.history, historyEntryOf(author.name, new Date(), changes)].slice(
        -maxHistoryLength,
      ),
    };
    await transaction.update(customRules).set(changed).where(eq(customRules.id, id));
    return { conflict: false, rule: toWire({ ...present, ...changed }, store) };
  });
}

/**
 * Saves a whole rule; one without an id is created. Nothing is written when nothing changed, or when the rule's version
 * is not `ifVersion`. Throws 404 for an unknown rule, 422 for an invalid one.
 */
async function saveCustomRule(database: Database, posted: PostedRule, author: RuleAuthor) {
  const store = await findStoreByName(database, posted.storeGroup ?? "");
  if (!store) throw new Problem(422, "storeGroup: There is no such store.");
  if (!storeTypeHas(store.type, "rules"))
    throw new Problem(422, `storeGroup: ${store.type} stores have no rules.`);
  return posted.id === undefined
    ? createRule(database, store, posted, author)
    : changeRule(database, store, posted.id, posted, author);
}

// A rule is posted whole, with its history: a large rule that was changed often exceeds a megabyte.
const maxRuleBytes = 8 * 1024 * 1024;

/** GET and POST /api/customRules, GET /api/customRules/attributes (calls#rules, calls#rule-attributes). */
export function customRuleRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getCustomRules,
    permission: "store/customrules",
    summary: "A store's custom rules by priority, deleted ones among them",
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
      const author = { subject, name: actorOf(request), idempotencyKey: idempotencyKeyOf(request) };
      const { conflict, rule } = await saveCustomRule(database, posted, author);
      if (!conflict) return rule;
      return reply.code(409).send({ error: "Another person has changed this rule since it was read.", rule });
    },
  });
}
