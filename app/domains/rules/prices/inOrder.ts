import { priorityOf } from "#app/domains/rules/model.ts";
import { toText } from "#app/values/values.ts";
import { customRuleMoment, isBlankAction, isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { actionTypes, isActionType } from "#contract/ruleTable.ts";
import {
  type AttributeTypes,
  attributesReader,
  evaluateOn,
  type ReadAttribute,
  type RuleEffect,
} from "./evaluate.ts";
import type { Attributes } from "./ruleProduct.ts";

/** The properties of a rule that determine its effect and order. */
export type Acting = Pick<
  CustomRule,
  "enabled" | "deleted" | "priority" | "startDate" | "endDate" | "rulesConditionsGroups" | "actions"
>;

type Window = Pick<Acting, "startDate" | "endDate">;
/** The start of a rule in epoch milliseconds; without one, minus infinity. */
export const startOf = (rule: Window): number => customRuleMoment(rule.startDate) ?? Number.NEGATIVE_INFINITY;
/** The end of a rule; without one, infinity. */
export const endOf = (rule: Window): number => customRuleMoment(rule.endDate) ?? Number.POSITIVE_INFINITY;

/** Whether a rule is in force at a moment (epoch milliseconds). */
export const isInForceAt = (rule: Acting, at: number): boolean =>
  rule.enabled && !rule.deleted && startOf(rule) <= at && at < endOf(rule);

export const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** Rules in the order in which they apply: lower priority first, equal ones in list order. */
export const inOrder = <Rule extends Pick<CustomRule, "priority">>(rules: readonly Rule[]): Rule[] =>
  [...rules].sort((one, other) => compare(priorityOf(one), priorityOf(other)));

export type RuleStep<Rule> = { rule: Rule; effect: RuleEffect };

/**
 * Applies rules to a product in the given order (rules#effective): each one, including its
 * conditions, sees the results of the earlier ones. `read` reads the final attributes.
 */
export function applyInOrder<Rule extends Pick<Acting, "rulesConditionsGroups" | "actions">>(
  rules: readonly Rule[],
  types: AttributeTypes,
  attributes: Attributes,
): { steps: RuleStep<Rule>[]; read: ReadAttribute } {
  const stored = attributesReader(attributes);
  const written = new Map<string, unknown>();
  const read: ReadAttribute = (name) => (written.has(name) ? written.get(name) : stored(name));
  const steps = rules.map((rule) => {
    const effect = evaluateOn(rule, types, read);
    for (const { attribute, after } of effect.changes) written.set(attribute, after);
    return { rule, effect };
  });
  return { steps, read };
}

type Body = Pick<Acting, "rulesConditionsGroups" | "actions">;

export const writtenBy = ({ actions }: Pick<Body, "actions">): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    return isBlankAction(action) || name === "" ? [] : [name];
  });

export const requiredBy = ({ rulesConditionsGroups }: Body): string[] =>
  rulesConditionsGroups.flatMap(({ rulesConditions }) =>
    rulesConditions.flatMap((condition) => (isBlankCondition(condition) ? [] : [toText(condition.operand1)])),
  );

const takenBy = ({ actions }: Body): string[] =>
  actions.map(({ percentOf }) => toText(percentOf)).filter(Boolean);

export const namedBy = (rule: Body): string[] => [...requiredBy(rule), ...takenBy(rule), ...writtenBy(rule)];

/** The prices that a rule sets: the attributes of its price actions, and Decimal attributes of any other. */
export const pricesOf = ({ actions }: Body, types: AttributeTypes): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    if (isBlankAction(action) || name === "") return [];
    const type = types.get(name);
    const isPriceAction = isActionType(action.type) && actionTypes[action.type].group === "price";
    return isPriceAction || type === "Decimal" || type === undefined ? [name] : [];
  });

/** The rules that the prices `names` depend on, through what they write or what is read to write it. */
export function relevantTo<Rule extends Body>(rules: readonly Rule[], names: readonly string[]): Rule[] {
  const wanted = new Set(names);
  const taken = new Set<Rule>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const rule of rules) {
      if (taken.has(rule) || !writtenBy(rule).some((name) => wanted.has(name))) continue;
      taken.add(rule);
      for (const name of [...requiredBy(rule), ...takenBy(rule)]) wanted.add(name);
      grew = true;
    }
  }
  return rules.filter((rule) => taken.has(rule));
}
