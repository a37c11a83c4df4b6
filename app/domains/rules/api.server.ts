import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi, writePortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
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

/** Whose rules a page is about, who looks at them, and from which list. */
export type RulesOf = { user: User; store: Store; filter: RuleFilter };

/** Whose rules, and which list, a request is about. */
export const rulesOf = (user: User, store: Store, request: Request): RulesOf => ({
  user,
  store,
  filter: ruleSearch.read(request.url),
});

/** Every rule of a store, deleted ones among them (calls#rules). Throws ApiError. */
export const listRules = (user: User, store: Pick<Store, "storeName">): Promise<WireRow<CustomRule>[]> =>
  callPortalApi(user, getCustomRules, { query: { storegroup: store.storeName } });

/** The rule of this id in a list. */
export const ruleIn = (rows: readonly WireRow<CustomRule>[], id: string): WireRow<CustomRule> | undefined =>
  rows.find((row) => (row.readable ? row.row.id : row.id) === id);

/** One rule. No call returns a single one: it is looked up in the list. Throws ApiError. */
export const findRule = async (
  user: User,
  store: Store,
  id: string,
): Promise<WireRow<CustomRule> | undefined> => ruleIn(await listRules(user, store), id);

/**
 * Posts a rule whole (calls#save-rule), and gives it as it was saved, where the answer says so. Throws ApiError, 409
 * where the server has another version.
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

/**
 * The attributes that rules of a store's type may name (calls#rule-attributes), kept per session for a minute. Throws
 * ApiError.
 */
export const listRuleAttributes = (user: User, { storeType }: Store): Promise<CustomRuleAttribute[]> =>
  storedAttributes(user, storeType);
