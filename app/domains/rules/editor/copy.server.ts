import type { User } from "#app/auth/guard.server.ts";
import { findRule, type RulesOf } from "#app/domains/rules/api.server.ts";
import { nameOfRule } from "#app/domains/rules/model.ts";
import { newRulePath, type RuleCopy, ruleSearch } from "#app/domains/rules/paths.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { findStore, readableStores } from "#app/stores/model.ts";
import { shorten } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { maxRuleNameLength } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import type { CopyView } from "./editor.ts";

const mark = " (copy)";

/** The initial copy of a rule in `store`: disabled, not deleted, with '(copy)' in its name. */
function copyOfRule(
  rule: CustomRule,
  { storeName, storeType }: Pick<Store, "storeName" | "storeType">,
): EditedRule {
  const { id: _, version: __, history: ___, ...stored } = rule;
  return {
    ...stored,
    name: `${nameOfRule(rule).slice(0, maxRuleNameLength - mark.length)}${mark}`,
    enabled: false,
    deleted: false,
    storeGroup: storeName,
    storeName,
    storeType,
  };
}

/** Lists the stores that a user may see. Throws ApiError. */
export type ListStores = (user: User) => Promise<WireRow<Store>[]>;

type Copied = { rule: EditedRule; copy: CopyView } | { error: ErrorView } | { explanation: string };

/** The copy requested by a URL (rules#duplicate), and the stores of the same type that it may go to. */
export async function readCopy(
  of: RulesOf,
  { copy: id, from }: RuleCopy,
  listStores: ListStores,
): Promise<Copied> {
  const { user, store, filter } = of;
  const stores = await attempt(listStores(user));
  if (!stores.ok) return { error: stores.error };
  const source = from === "" ? store : findStore(stores.value, from);
  if (!source) return { explanation: "There is no such store to copy a rule from." };
  if (source.storeType !== store.storeType) {
    return { explanation: "A rule can be copied into stores of the same type only." };
  }
  const found = await attempt(findRule(user, source, id));
  if (!found.ok) return { error: found.error };
  if (!found.value) return { explanation: "The store has no rule with this id to copy." };
  if (!found.value.readable) {
    return { explanation: `This rule could not be read, and so cannot be copied: ${found.value.problem}` };
  }
  const others = readableStores(stores.value).filter(
    ({ storeType, storeAlias }) => storeType === store.storeType && storeAlias !== store.storeAlias,
  );
  const hrefIn = ({ storeAlias }: Store) => {
    const place = storeAlias === store.storeAlias ? filter : ruleSearch.every;
    return newRulePath(storeAlias, place, {
      copy: id,
      from: storeAlias === source.storeAlias ? "" : source.storeAlias,
    });
  };
  return {
    rule: copyOfRule(found.value.row, store),
    copy: {
      name: shorten(nameOfRule(found.value.row), 120),
      from: source.storeName,
      to: store.storeName,
      others: others.map((other) => ({ name: other.storeName, href: hrefIn(other) })),
    },
  };
}
