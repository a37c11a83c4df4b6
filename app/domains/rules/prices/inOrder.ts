import { priorityOf } from "#app/domains/rules/model.ts";
import { toText } from "#app/values/read.ts";
import { customRuleMoment, isBlankAction, isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { actionTypes, isActionType } from "#contract/ruleTable.ts";
import { type AttributeTypes, attributesReader, type ReadAttribute } from "./conditions.ts";
import { evaluateOn, type RuleEffect } from "./evaluate.ts";
import type { Attributes } from "./ruleProduct.ts";

/** What a rule does and when: all that its place among others depends on. */
export type Acting = Pick<
  CustomRule,
  "enabled" | "deleted" | "priority" | "startDate" | "endDate" | "rulesConditionsGroups" | "actions"
>;

type Window = Pick<Acting, "startDate" | "endDate">;
/** The moment a rule begins, epoch milliseconds; one without a start has always begun. */
export const startOf = (rule: Window): number => customRuleMoment(rule.startDate) ?? Number.NEGATIVE_INFINITY;
/** The moment a rule ends; one without an end never does. */
export const endOf = (rule: Window): number => customRuleMoment(rule.endDate) ?? Number.POSITIVE_INFINITY;

/** Whether a rule is in force at a moment (epoch milliseconds). */
export const isInForceAt = (rule: Acting, at: number): boolean =>
  rule.enabled && !rule.deleted && startOf(rule) <= at && at < endOf(rule);

/** Rules in the order in which they work: the lower priority first, equal ones as they stand in the list. */
export const inOrder = <Rule extends Pick<CustomRule, "priority">>(rules: readonly Rule[]): Rule[] =>
  [...rules].sort((one, other) => {
    const [first, second] = [priorityOf(one), priorityOf(other)];
    return first === second ? 0 : first < second ? -1 : 1;
  });

/** What one of several rules does to a product, after those before it. */
export type RuleStep<Rule> = { rule: Rule; effect: RuleEffect };

/**
 * What rules do to a product one after the other, in the order given (rules#effective): each, its conditions too, sees
 * what the ones before it left. `read` reads what is left after the last.
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

/** The attributes that a rule's actions name. */
export const writtenBy = ({ actions }: Body): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    return isBlankAction(action) || name === "" ? [] : [name];
  });

/** The attributes that a rule's conditions look at. */
export const askedBy = ({ rulesConditionsGroups }: Body): string[] =>
  rulesConditionsGroups.flatMap(({ rulesConditions }) =>
    rulesConditions.flatMap((condition) => (isBlankCondition(condition) ? [] : [toText(condition.operand1)])),
  );

const takenBy = ({ actions }: Body): string[] =>
  actions.map(({ percentOf }) => toText(percentOf)).filter(Boolean);

/** Every attribute that a rule reads or writes. */
export const namedBy = (rule: Body): string[] => [...askedBy(rule), ...takenBy(rule), ...writtenBy(rule)];

/** The prices that a rule sets: what its price actions name, and Decimal attributes that any other names. */
export const pricesOf = ({ actions }: Body, types: AttributeTypes): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    if (isBlankAction(action) || name === "") return [];
    const type = types.get(name);
    const isPriceAction = isActionType(action.type) && actionTypes[action.type].group === "price";
    return isPriceAction || type === "Decimal" || type === undefined ? [name] : [];
  });

/** The rules among these that prices of `names` depend on, by what they write or by what is read to write it. */
export function relevantTo<Rule extends Body>(rules: readonly Rule[], names: readonly string[]): Rule[] {
  const wanted = new Set(names);
  const taken = new Set<Rule>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const rule of rules) {
      if (taken.has(rule) || !writtenBy(rule).some((name) => wanted.has(name))) continue;
      taken.add(rule);
      for (const name of [...askedBy(rule), ...takenBy(rule)]) wanted.add(name);
      grew = true;
    }
  }
  return rules.filter((rule) => taken.has(rule));
}
