import type { Fact } from "#app/confirm/command.ts";
import { listRuleAttributes, listRules, type RulesOf } from "#app/domains/rules/api.server.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { attempt } from "#app/http/api.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule, CustomRuleConditionGroup } from "#contract/rules.ts";
import { typesOf } from "./conditions.ts";
import { type Judgement, judging } from "./judge.ts";
import {
  covers,
  goesLive,
  isHarmless,
  liveFacts,
  liveWarning,
  type NotRead,
  readAgreement,
  toAgreement,
} from "./live.ts";
import { countingMatches, type ProductList, type RuleMatches, toRuleMatches } from "./matches.ts";
import { forEachProduct, listRuleProducts, readRuleProducts } from "./products.server.ts";

/** The question before a rule goes live, and the form text that agrees to it. */
export type LiveQuestion = { warning: string; facts: Fact[]; agreed: string };

/**
 * The effects of a rule's change on all products of its store, read by `read`, together with the
 * rules `known` if already read. Throws ApiError.
 */
export async function judgeRule(
  { user, store }: RulesOf,
  before: CustomRule | undefined,
  after: EditedRule,
  { known, read }: { known?: readonly WireRow<CustomRule>[] | undefined; read: typeof listRuleProducts },
): Promise<NotRead & { judged: Judgement; rules: CustomRule[] }> {
  const [{ products, unread, isCut }, rows, attributes] = await Promise.all([
    read(user, store),
    known ?? listRules(user, store),
    listRuleAttributes(user, store),
  ]);
  const rules = rows.flatMap((row) => (row.readable && !row.row.deleted ? [row.row] : []));
  const types = typesOf(attributes);
  const reckoning = judging({ before, after, rules, types, now: Date.now(), products: products.length });
  await forEachProduct(products, reckoning.look);
  return { judged: reckoning.result(), rules, unread, isCut };
}

/**
 * The question to ask before `after` is saved over `before` (rules#toggle-price): undefined if
 * nothing goes live, the change is harmless, or `agreed`, a form's text, covers it. Effects that
 * cannot be calculated are asked about, too. Products are evaluated in their current state.
 */
export async function liveQuestion(
  of: RulesOf,
  before: CustomRule | undefined,
  after: EditedRule,
  known?: readonly WireRow<CustomRule>[],
): Promise<(LiveQuestion & { isCovered(agreed: unknown): boolean }) | undefined> {
  if (!goesLive(before, after, Date.now())) return undefined;
  const made = await attempt(judgeRule(of, before, after, { known, read: readRuleProducts }));
  const found = made.ok
    ? toAgreement(standHash(after), made.value.judged, made.value)
    : toAgreement(standHash(after), undefined);
  if (isHarmless(found)) return undefined;
  return {
    warning: liveWarning(found),
    facts: made.ok
      ? liveFacts(after, made.value.judged, made.value)
      : [{ label: "Prices", value: `could not be reckoned: ${made.error.message}` }],
    agreed: JSON.stringify(found),
    isCovered: (agreed) => covers(readAgreement(agreed), found),
  };
}

/** The number of the store's products that meet conditions (rules#matches). Throws ApiError. */
export async function matchesOf(
  { user, store }: Pick<RulesOf, "user" | "store">,
  groups: readonly CustomRuleConditionGroup[],
  list: ProductList,
): Promise<RuleMatches> {
  const [{ products, isCut }, attributes] = await Promise.all([
    listRuleProducts(user, store),
    listRuleAttributes(user, store),
  ]);
  const types = typesOf(attributes);
  const { count, look } = countingMatches(groups, types);
  await forEachProduct(products, look);
  return toRuleMatches(count, groups, list, isCut);
}
