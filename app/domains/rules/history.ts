import { isObject, shorten, toText } from "#app/values/values.ts";
import { type CustomRule, type CustomRuleHistoryItem, customRuleHistoryItem } from "#contract/rules.ts";
import { ruleInWords } from "./sentence.ts";
import { type EditedRule, editedRule } from "./values.ts";

type Show = (moment: CustomRule["startDate"]) => string;
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
function before(rule: EditedRule, changes: readonly Change[]): EditedRule | undefined {
  const copy: unknown = JSON.parse(JSON.stringify(rule));
  // Backwards, so that several added elements are removed from the end.
  const isWhole = changes.toReversed().every((change) => takeBack(copy, stepsOf(change.field), change));
  return isWhole ? editedRule.safeParse(copy).data : undefined;
}

const fromTo = (what: string, was: string, is: string): string =>
  was === is ? "" : `${what} from ${was || "none"} to ${is || "none"}`;

const doing = (rule: EditedRule): string => ruleInWords(rule).replace(/\.$/, "");

/** The difference between two versions of a rule in one sentence (rules#history). */
function changeInWords(was: EditedRule, is: EditedRule, show: Show): string {
  const [did, does] = [doing(was), doing(is)];
  const parts = [
    was.deleted === is.deleted ? "" : is.deleted ? "deleted" : "restored",
    was.enabled === is.enabled ? "" : is.enabled ? "switched on" : "switched off",
    toText(was.name) === toText(is.name) ? "" : `renamed from '${toText(was.name)}' to '${toText(is.name)}'`,
    fromTo("priority", toText(was.priority), toText(is.priority)),
    fromTo("start", show(was.startDate), show(is.startDate)),
    fromTo("end", show(was.endDate), show(is.endDate)),
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
    version = before(version, changesOf(readHistory(entry)));
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
  let is: EditedRule | undefined = { ...rule, history: undefined };
  return entries
    .map((entry, index) => ({ ...readHistory(entry), index }))
    .slice(-shownEntries)
    .reverse()
    .map(({ index, ...entry }) => {
      const { action, message, createdAt, meta } = entry;
      const changes = changesOf(entry);
      const was = is && before(is, changes);
      const began = is && isCreation(changes, index) ? `It began as '${doing(is)}'.` : "";
      const inWords = began || (is && was ? changeInWords(was, is, show) : "");
      is = was;
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
