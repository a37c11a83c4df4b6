import type { User } from "#app/auth/guard.server.ts";
import type { Store } from "#contract/stores.ts";
import { type RuleFilter, ruleSearch } from "./search.ts";

/** Whose rules a page is about, who looks at them, and from which list. */
export type RulesOf = { user: User; store: Store; filter: RuleFilter };

/** Whose rules, and which list, a request is about. */
export const rulesOf = (user: User, store: Store, request: Request): RulesOf => ({
  user,
  store,
  filter: ruleSearch.read(request.url),
});
