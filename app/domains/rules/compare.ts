import { isObject, toText } from "#app/values/values.ts";
import type { CustomRule, CustomRuleAction, CustomRuleConditionGroup } from "#contract/rules.ts";
import { logicalOperators } from "#contract/ruleTable.ts";
import { actionInWords, conditionInWords } from "./model.ts";
import type { EditedRule } from "./values.ts";

/** One line of two versions side by side; empty on a side without it. */
export type VersionLine = { label: string; theirs: string; mine: string; differs: boolean };

/** Normalises a value for comparison: absent, null and an empty text are equal, so are 5 and '5'. */
function plainForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => plainForm(element) ?? null);
  if (!isObject(value))
    return value === null || value === undefined || value === "" ? undefined : String(value);
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, plainForm(inner)]);
  return Object.fromEntries(
    entries.filter(([, inner]) => inner !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A text that is equal for equal values. */
const exactOf = (value: unknown): string => JSON.stringify(plainForm(value)) ?? "";

/** The rule without its history and version: a text that is equal for versions that do the same. */
export function standOf({ history: _, version: __, ...rule }: EditedRule): string {
  return JSON.stringify(plainForm({ ...rule, id: undefined }));
}

/** Whether two versions of a rule are equal, apart from history and version number. */
export const isSameRule = (one: EditedRule, other: EditedRule): boolean => standOf(one) === standOf(other);

type Pair = [theirs: number | undefined, mine: number | undefined];

/**
 * Aligns two lists: common elements are paired in order, the ones in between by position. Pairs of
 * indexes, undefined if one side has no element.
 */
export function alignLists(theirs: readonly string[], mine: readonly string[]): Pair[] {
  // lengths[i][j] is the length of the longest common subsequence of theirs from i and mine from j.
  const lengths = theirs.map(() => mine.map(() => 0));
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = theirs.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = mine.length - 1; j >= 0; j -= 1) {
      row[j] =
        theirs[i] === mine[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const common: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < theirs.length && j < mine.length; ) {
    if (theirs[i] === mine[j]) {
      common.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  let [left, right] = [0, 0];
  return [...common, undefined].flatMap((pair) => {
    const [i, j] = pair ?? [theirs.length, mine.length];
    const between = Array.from({ length: Math.max(i - left, j - right) }, (_, at): Pair => {
      return [left + at < i ? left + at : undefined, right + at < j ? right + at : undefined];
    });
    [left, right] = [i + 1, j + 1];
    return pair ? [...between, pair] : between;
  });
}

type Version = EditedRule;
type Show = (moment: CustomRule["startDate"]) => string;

const line = (label: string, theirs: string, mine: string, differs = theirs !== mine): VersionLine => ({
  label,
  theirs,
  mine,
  differs,
});

const yesNo = (flag: boolean) => (flag ? "Yes" : "No");

function listLines<Element>(
  what: string,
  theirs: readonly Element[],
  mine: readonly Element[],
  inWords: (element: Element) => string,
): VersionLine[] {
  return alignLists(theirs.map(exactOf), mine.map(exactOf)).map(([left, right], index) => {
    const [one, other] = [
      left === undefined ? undefined : theirs[left],
      right === undefined ? undefined : mine[right],
    ];
    const words = (element: Element | undefined) => (element === undefined ? "" : inWords(element));
    const differs = one === undefined || other === undefined || exactOf(one) !== exactOf(other);
    return line(`${what} ${index + 1}`, words(one), words(other), differs);
  });
}

function operatorInWords(operator: CustomRuleConditionGroup["logicalOperator"]): string {
  const code = toText(operator) || "Or";
  return Object.entries(logicalOperators).find(([known]) => known === code)?.[1].label ?? code;
}

function groupLines(
  theirs: readonly CustomRuleConditionGroup[],
  mine: readonly CustomRuleConditionGroup[],
): VersionLine[] {
  return Array.from({ length: Math.max(theirs.length, mine.length) }, (_, index) => {
    const [one, other] = [theirs[index], mine[index]];
    const what = `Group ${index + 1}`;
    return [
      line(
        what,
        one ? operatorInWords(one.logicalOperator) : "",
        other ? operatorInWords(other.logicalOperator) : "",
      ),
      ...listLines(
        `${what}, condition`,
        one?.rulesConditions ?? [],
        other?.rulesConditions ?? [],
        conditionInWords,
      ),
    ];
  }).flat();
}

const editedKeys = new Set([
  "id",
  "name",
  "enabled",
  "deleted",
  "priority",
  "startDate",
  "endDate",
  "rulesConditionsGroups",
  "actions",
  "history",
  "version",
]);

const otherLines = (theirs: Version, mine: Version): VersionLine[] =>
  [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    .filter((key) => !editedKeys.has(key))
    .map((key) => line(key, toText(theirs[key]), toText(mine[key])))
    .filter(({ differs }) => differs);

/** Another person's version and one's own, field by field (rules#together); moments are formatted by `show`. */
export function versionLines(theirs: Version, mine: Version, show: Show): VersionLine[] {
  const deleted = line("Deleted", yesNo(theirs.deleted), yesNo(mine.deleted));
  return [
    line("Name", toText(theirs.name), toText(mine.name)),
    line("Enabled", yesNo(theirs.enabled), yesNo(mine.enabled)),
    ...(deleted.differs ? [deleted] : []),
    line("Priority", toText(theirs.priority), toText(mine.priority)),
    line("Start Date", show(theirs.startDate), show(mine.startDate)),
    line("End Date", show(theirs.endDate), show(mine.endDate)),
    ...groupLines(theirs.rulesConditionsGroups, mine.rulesConditionsGroups),
    ...listLines<CustomRuleAction>("Action", theirs.actions, mine.actions, actionInWords),
    ...otherLines(theirs, mine),
  ];
}
