import { toText } from "#app/values/read.ts";
import { readNumber } from "#contract/numbers.ts";
import { customRuleMoment, isBlankAction } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";

/** The properties of a rule that determine its overlaps. */
type Meeting = Pick<CustomRule, "enabled" | "deleted" | "priority" | "startDate" | "endDate" | "actions">;

/** A rule that changes the same attributes at the same time. */
export type Overlap<Rule> = {
  rule: Rule;
  /** Names of the attributes that both change. */
  attributes: string[];
  /** Whether it applies before or after, or has the same priority: the lower number comes first. */
  order: "before" | "after" | "same";
};

const changedBy = ({ actions }: Pick<CustomRule, "actions">): Set<string> =>
  new Set(
    actions
      .filter((action) => !isBlankAction(action))
      .map(({ attributeName }) => toText(attributeName))
      .filter((name) => name !== ""),
  );

const priorityOf = ({ priority }: Pick<CustomRule, "priority">): number => readNumber(priority) ?? 0;

function meetInTime(one: Meeting, other: Meeting): boolean {
  const start = (rule: Meeting) => customRuleMoment(rule.startDate) ?? Number.NEGATIVE_INFINITY;
  const end = (rule: Meeting) => customRuleMoment(rule.endDate) ?? Number.POSITIVE_INFINITY;
  return Math.max(start(one), start(other)) < Math.min(end(one), end(other));
}

/**
 * The enabled rules among `others` that change an attribute which `rule` changes too, at a time
 * when both are in force, in priority order. An absent start or end is unlimited. Indicative.
 */
export function overlaps<Rule extends Meeting & { id: string }>(
  rule: Meeting & { id?: string | undefined },
  others: readonly Rule[],
): Overlap<Rule>[] {
  const mine = changedBy(rule);
  const own = priorityOf(rule);
  return others
    .flatMap((other): Overlap<Rule>[] => {
      if (other.id === rule.id || !other.enabled || other.deleted || !meetInTime(rule, other)) return [];
      const attributes = [...changedBy(other)].filter((name) => mine.has(name)).sort();
      const theirs = priorityOf(other);
      const order = theirs < own ? "before" : theirs > own ? "after" : "same";
      return attributes.length === 0 ? [] : [{ rule: other, attributes, order }];
    })
    .sort((one, other) => priorityOf(one.rule) - priorityOf(other.rule));
}
