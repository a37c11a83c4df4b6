import type { LoaderFunctionArgs } from "@remix-run/node";
import { callPortalApi, writePortalApi } from "#app/core/api/api.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  type CustomRule,
  type CustomRuleAttribute,
  type CustomRuleToSave,
  getCustomRuleAttributes,
  getCustomRules,
  saveCustomRule,
} from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import { type RuleFilter, ruleSearch } from "./paths.ts";

/** The user, the store of the rules, and the list they were opened from. */
export type RulesOf = { user: User; store: Store; filter: RuleFilter };

export async function requireRules({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return { user, store, filter: ruleSearch.read(request.url) };
}

/** All rules of a store, including deleted ones (calls#rules). Throws ApiError. */
export const listRules = (user: User, store: Pick<Store, "storeName">): Promise<WireRow<CustomRule>[]> =>
  callPortalApi(user, getCustomRules, { query: { storegroup: store.storeName } });

/** One rule of the list: no call returns a single one. */
export const ruleIn = (rows: readonly WireRow<CustomRule>[], id: string): WireRow<CustomRule> | undefined =>
  rows.find((row) => (row.readable ? row.row.id : row.id) === id);

/**
 * Posts a complete rule (calls#save-rule), and returns it as saved if the response contains it.
 * Throws ApiError, 409 if the server has another version.
 */
export const postRule = (
  user: User,
  rule: CustomRuleToSave,
  token: string,
): Promise<CustomRule | undefined> =>
  writePortalApi(user, saveCustomRule, { body: rule, idempotencyKey: token });

const storedAttributes = keepPerSession<CustomRuleAttribute[]>({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: async (user, storetype) =>
    (await callPortalApi(user, getCustomRuleAttributes, { query: { storetype } })).attributes,
});

/** The attributes of a store's type (calls#rule-attributes), cached per session. Throws ApiError. */
export const listRuleAttributes = (user: User, { storeType }: Store) => storedAttributes(user, storeType);
