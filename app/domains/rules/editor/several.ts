import type { ConditionValues, GroupValues } from "#app/domains/rules/fields.ts";
import { comparators, isComparator } from "#contract/ruleTable.ts";

/** So many values become conditions at a time; the others stay, to be added next. */
export const maxBatchSize = 500;

/** The lines of a text, each once, without blank ones. */
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

/** The row that values are added like: the one they were pasted into, else the last that can take one. */
function likeAt({ conditions, at }: GroupValues): number {
  const place = /^\d{1,3}$/.test(at) ? Number(at) : -1;
  const pasted = conditions[place];
  if (pasted && isOf(pasted)) return place;
  return conditions.reduce((last, condition, index) => (isOf(condition) ? index : last), -1);
}

/**
 * A group with one more condition for each value that was pasted, a line each: they look at what the row they are added
 * like looks at, which takes the first one itself where it has none. Values that are there already are left out. What
 * was not added stays in `several`; `added` is undefined where there is no row to add them like.
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

/** Groups with a condition for each value that was pasted, how many, and the groups that can take none yet. */
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
