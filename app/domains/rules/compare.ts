import { isObject, shorten, toText } from "#app/core/values/values.ts";
import {
  type CustomRule,
  type CustomRuleAction,
  type CustomRuleConditionGroup,
  type CustomRuleHistoryItem,
  customRuleHistoryItem,
} from "#contract/rules.ts";
import { logicalOperators } from "#contract/ruleTable.ts";
import { actionInWords, conditionInWords, ruleInWords } from "./model.ts";
import { type EditedRule, editedRule } from "./values.ts";

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

function groupLines(theirs: readonly CustomRuleConditionGroup[], mine: readonly CustomRuleConditionGroup[]) {
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

const otherLines = (theirs: EditedRule, mine: EditedRule): VersionLine[] =>
  [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    .filter((key) => !editedKeys.has(key))
    .map((key) => line(key, toText(theirs[key]), toText(mine[key])))
    .filter(({ differs }) => differs);

/** Another person's version and one's own, field by field (rules#together); moments are formatted by `show`. */
export function versionLines(theirs: EditedRule, mine: EditedRule, show: Show): VersionLine[] {
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

type Change = { field: string; oldValue: unknown; newValue: unknown };

const maxValueLength = 300;
const maxSentenceLength = 600;
const shownEntries = 200;

const readHistory = (entry: unknown): CustomRuleHistoryItem =>
  customRuleHistoryItem.safeParse(entry).data ?? { message: toText(entry) };

/** The path segments of 'actions[0].newValue'; empty for any other format. */
const stepsOf = (field: string): string[] =>
  /^[^.[\]]+(\.[^.[\]]+|\[\d+\])*$/.test(field) ? field.split(/[.[\]]+/).filter(Boolean) : [];

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Reverts one change within a value; false if the value differs from the result of the change. */
function takeBack(within: unknown, steps: readonly string[], { oldValue, newValue }: Change): boolean {
  const [step = "", ...rest] = steps;
  if (Array.isArray(within)) {
    const at = Number(step);
    if (rest.length > 0) return takeBack(within[at], rest, { field: "", oldValue, newValue });
    if (!isSame(within[at], newValue)) return false;
    // Added and removed elements are recorded as a whole, and are always at the end.
    if (oldValue === null || oldValue === undefined) within.splice(at, 1);
    else within[at] = oldValue;
    return true;
  }
  if (!isObject(within) || step === "") return false;
  if (rest.length > 0) return takeBack(within[step], rest, { field: "", oldValue, newValue });
  if (!isSame(within[step], newValue)) return false;
  within[step] = oldValue;
  return true;
}

/** The rule before these changes; undefined if it can't be reconstructed. */
function versionBefore(rule: EditedRule, changes: readonly Change[]): EditedRule | undefined {
  const copy: unknown = JSON.parse(JSON.stringify(rule));
  // Backwards, so that several added elements are removed from the end.
  const isWhole = changes.toReversed().every((change) => takeBack(copy, stepsOf(change.field), change));
  return isWhole ? editedRule.safeParse(copy).data : undefined;
}

const fromTo = (what: string, from: string, to: string): string =>
  from === to ? "" : `${what} from ${from || "none"} to ${to || "none"}`;

const doing = (rule: EditedRule): string => ruleInWords(rule).replace(/\.$/, "");

/** The difference between two versions of a rule in one sentence (rules#history). */
function changeInWords(before: EditedRule, after: EditedRule, show: Show): string {
  const [did, does] = [doing(before), doing(after)];
  const parts = [
    before.deleted === after.deleted ? "" : after.deleted ? "deleted" : "restored",
    before.enabled === after.enabled ? "" : after.enabled ? "switched on" : "switched off",
    toText(before.name) === toText(after.name)
      ? ""
      : `renamed from '${toText(before.name)}' to '${toText(after.name)}'`,
    fromTo("priority", toText(before.priority), toText(after.priority)),
    fromTo("start", show(before.startDate), show(after.startDate)),
    fromTo("end", show(before.endDate), show(after.endDate)),
    did === does ? "" : `it was '${did}', and became '${does}'`,
  ].filter(Boolean);
  const sentence = parts.join(", ");
  return sentence === ""
    ? ""
    : shorten(`${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`, maxSentenceLength);
}

const isCreation = (changes: readonly Change[], index: number) => changes.length === 0 && index === 0;

const changesOf = ({ meta }: CustomRuleHistoryItem): Change[] =>
  (meta?.changes ?? []).map(({ field, oldValue, newValue }) => ({ field: field ?? "", oldValue, newValue }));

/** The latest earlier version of a rule that `isWanted`, as far as its history goes back. */
export function earlierVersion(
  rule: CustomRule,
  isWanted: (version: EditedRule) => boolean,
): EditedRule | undefined {
  let version: EditedRule | undefined = { ...rule, history: undefined };
  for (const entry of (rule.history ?? []).toReversed()) {
    version = versionBefore(version, changesOf(readHistory(entry)));
    if (!version || isWanted(version)) return version;
  }
  return undefined;
}

/**
 * A rule's history, newest first, with a sentence per entry as far as the versions can be
 * reconstructed backwards from the current rule; the server sends it oldest first.
 */
export function toHistoryView(rule: CustomRule, show: Show) {
  const entries = rule.history ?? [];
  let version: EditedRule | undefined = { ...rule, history: undefined };
  return entries
    .map((entry, index) => ({ ...readHistory(entry), index }))
    .slice(-shownEntries)
    .reverse()
    .map(({ index, ...entry }) => {
      const { action, message, createdAt, meta } = entry;
      const changes = changesOf(entry);
      const earlier = version && versionBefore(version, changes);
      const began = version && isCreation(changes, index) ? `It began as '${doing(version)}'.` : "";
      const inWords = began || (version && earlier ? changeInWords(earlier, version, show) : "");
      version = earlier;
      return {
        key: String(index),
        title: shorten(message || action || "Entry", maxValueLength),
        who: shorten(meta?.user ?? "", maxValueLength),
        /** Its changes in one sentence; empty if unknown. */
        inWords,
        changes: changes.map(({ field, oldValue, newValue }) => ({
          field: shorten(field, maxValueLength),
          before: shorten(toText(oldValue), maxValueLength),
          after: shorten(toText(newValue), maxValueLength),
        })),
        at: createdAt === undefined || createdAt === null ? undefined : String(createdAt),
      };
    });
}

export type HistoryView = ReturnType<typeof toHistoryView>[number];

/** Who last saved a rule, and when, by its history; empty if unknown. */
export function lastSaved(rule: Pick<CustomRule, "history">): { who: string; at: string } {
  const last = rule.history?.at(-1);
  if (last === undefined) return { who: "", at: "" };
  const { createdAt, meta } = readHistory(last);
  return { who: shorten(meta?.user ?? "", maxValueLength), at: toText(createdAt) };
}
