import type { ConditionValues, GroupValues } from "#app/domains/rules/values.ts";
import { comparators, isComparator } from "#contract/ruleTable.ts";

/** Maximum number of values converted to conditions at a time; the others remain, to be added next. */
export const maxBatchSize = 500;

/** The distinct non-blank lines of a text. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

const isOf = ({ attribute, comparator }: ConditionValues): boolean =>
  attribute !== "" && isComparator(comparator) && comparators[comparator].takesOperand;

/** The row used as a template for added values: the one they were pasted into, else the last suitable one. */
function likeAt({ conditions, at }: GroupValues): number {
  const place = /^\d{1,3}$/.test(at) ? Number(at) : -1;
  const pasted = conditions[place];
  if (pasted && isOf(pasted)) return place;
  return conditions.reduce((last, condition, index) => (isOf(condition) ? index : last), -1);
}

/**
 * A group with one more condition per pasted line: each uses the template row's attribute and
 * comparator, and the template takes the first value itself if it has none. Duplicates are skipped.
 * Remaining values stay in `several`; `added` is undefined without a template row.
 */
function withSeveral(group: GroupValues): { group: GroupValues; added: number | undefined } {
  const place = likeAt(group);
  const like = group.conditions[place];
  if (!like) return { group, added: undefined };
  const { attribute, comparator } = like;
  const held = new Set(
    group.conditions
      .filter((condition) => condition.attribute === attribute && condition.comparator === comparator)
      .map(({ operand }) => operand),
  );
  const values = linesOf(group.several).filter((line) => !held.has(line));
  const taken = values.slice(0, maxBatchSize);
  const [own, others] = like.operand === "" ? [taken[0] ?? "", taken.slice(1)] : [like.operand, taken];
  const conditions = [
    ...group.conditions.map((condition, index) =>
      index === place ? { ...condition, operand: own } : condition,
    ),
    ...others.map((operand): ConditionValues => ({ origin: "", attribute, comparator, operand })),
  ];
  const several = values.slice(maxBatchSize).join("\n");
  return { group: { ...group, conditions, several, at: "" }, added: taken.length };
}

/** Groups with a condition per pasted value, the number added, and the groups without a suitable row. */
export function withPasted(groups: readonly GroupValues[]) {
  const refused: number[] = [];
  let total = 0;
  const pasted = groups.map((given, index) => {
    if (given.several.trim() === "") return given;
    const { group, added } = withSeveral(given);
    if (added === undefined) refused.push(index);
    total += added ?? 0;
    return group;
  });
  return { groups: pasted, added: total, refused };
}
