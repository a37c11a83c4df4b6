import { z } from "zod";
import { formatUnits, plural, readJson, toText } from "#app/core/values/values.ts";
import type { GroupValues } from "#app/domains/rules/values.ts";
import { isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRuleConditionGroup } from "#contract/rules.ts";
import type { Judgement } from "./judge.ts";

/** The number of products that meet a rule's conditions, in words, with the list of them if there is one. */
export const ruleMatches = z.object({
  words: z.string(),
  /** The filtered list of Meta Products; empty if its filters cannot express the conditions, as `note` says. */
  href: z.string(),
  note: z.string(),
});
export type RuleMatches = z.output<typeof ruleMatches>;

export const unknownMatches: RuleMatches = {
  words: "",
  href: "",
  note: "How many products match is not known now.",
};

/** A store's product list: the attributes that its title filter searches, and its URL with that filter. */
export type ProductList = { titles: readonly string[]; href(title: string): string };

/** Conditions as encoded in a URL: the operator, and attribute, comparator, operand of each. */
const askedGroups = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.string(), z.string()]))]));

/** A longer URL is not requested. */
export const maxAskedLength = 6_000;

export const toAskedGroups = (groups: readonly GroupValues[]): string =>
  JSON.stringify(
    groups.map(({ logicalOperator, conditions }) => [
      logicalOperator,
      conditions.map(({ attribute, comparator, operand }) => [attribute, comparator, operand]),
    ]),
  );

/** Decodes the conditions of a URL; undefined if it is not ours. */
export function readAskedGroups(text: string): CustomRuleConditionGroup[] | undefined {
  return askedGroups.safeParse(readJson(text)).data?.map(([logicalOperator, conditions]) => ({
    logicalOperator,
    rulesConditions: conditions.map(([operand1, comparisonOperator, operand2]) => ({
      operand1,
      comparisonOperator,
      operand2,
    })),
  }));
}

/** The text that the titles of a store's products have to contain, if the conditions say no more than that. */
function titleAsked(groups: readonly CustomRuleConditionGroup[], titles: readonly string[]) {
  const conditions = groups
    .flatMap(({ rulesConditions }) => rulesConditions)
    .filter((condition) => !isBlankCondition(condition));
  const [only] = conditions;
  if (conditions.length !== 1 || only?.comparisonOperator !== "Contains") return undefined;
  return titles.includes(toText(only.operand1)) ? toText(only.operand2) : undefined;
}

/** The count in words, with the list of the same products if its filters can express the conditions. */
export function toRuleMatches(
  { of, matched, unclear }: Judgement,
  groups: readonly CustomRuleConditionGroup[],
  { titles, href }: ProductList,
  isCut: boolean,
): RuleMatches {
  const isEvery = groups.every(({ rulesConditions }) => rulesConditions.every(isBlankCondition));
  const title = titleAsked(groups, titles);
  const canFilter = isEvery || title !== undefined;
  return {
    words: [
      `Matches ${formatUnits(matched.products)} of ${plural(of.products, "product", "products")}`,
      matched.variants > 0 ? `, with ${plural(matched.variants, "variant", "variants")}` : "",
      unclear.products > 0 ? `; of ${formatUnits(unclear.products)} the portal cannot tell` : "",
      isCut ? "; the store has more, which were not looked at" : "",
      ".",
    ].join(""),
    href: canFilter ? href(title ?? "") : "",
    note: canFilter
      ? ""
      : "Meta Products can be filtered by code, barcode or one part of the title, not by this.",
  };
}
