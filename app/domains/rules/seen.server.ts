import { z } from "zod";
import { isLive } from "#app/domains/rules/prices/live.ts";
import { env } from "#app/env.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { plural, readJson, shorten, toText } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { RulesOf } from "./api.server.ts";
import { standOf, type VersionLine } from "./compare.ts";
import { readBase } from "./forms.ts";
import { shownMoment } from "./list.ts";
import { ruleCommandPath } from "./paths.ts";
import type { EditedRule } from "./values.ts";

/** The rule before this person's last change, as JSON, and its revision since. */
const undo = z.object({ before: z.string(), stand: z.string() });

const ttlSeconds = 60 * 60;
const keyOf = ({ user, store }: RulesOf, id: string): string =>
  `rule-undo:${user.subject}:${hashOf([store.storeAlias, id])}`;

/** Stores the previous version of a rule for an hour, if that or the new one is live (rules#undo). */
export async function keepUndo(of: RulesOf, before: CustomRule, after: EditedRule): Promise<void> {
  const { history: _, ...rest } = before;
  const now = Date.now();
  if (after.deleted || !(isLive(before, now) || isLive(after, now))) {
    await records.delete(keyOf(of, before.id));
    return;
  }
  const stored = { before: JSON.stringify(rest), stand: standHash(after) } satisfies z.output<typeof undo>;
  await records.set(keyOf(of, before.id), stored, ttlSeconds);
}

/** The rule before this person's last change; undefined if it has changed since, or nothing is stored. */
export async function readUndo(of: RulesOf, rule: CustomRule): Promise<EditedRule | undefined> {
  const stored = await records.get(keyOf(of, rule.id), undo);
  return stored?.stand === standHash(rule) ? readBase(stored.before) : undefined;
}

/** URL that undoes the last change of a rule; undefined if nothing is stored. */
export const undoHrefOf = async (of: RulesOf, id: string): Promise<string | undefined> =>
  (await records.get(keyOf(of, id), undo))
    ? ruleCommandPath("undo", of.store.storeAlias, of.filter, id)
    : undefined;

/** The part of a rule that a list or a dialog showed, small enough for every row. */
const seenRule = z.object({
  stand: z.string(),
  name: z.string(),
  priority: z.string(),
  start: z.string(),
  end: z.string(),
  enabled: z.boolean(),
  conditions: z.string(),
  actions: z.string(),
});
export type SeenRule = z.output<typeof seenRule>;

const markOf = (stand: string): string => hashOf(stand).slice(0, 12);

/** A hash that is equal for equal versions of a rule. */
export const standHash = (rule: EditedRule): string => hashOf(standOf(rule));

/** A rule's revision, with as much of it as can be shown next to a later one. */
export const seenOf = (rule: CustomRule): string =>
  JSON.stringify({
    stand: standHash(rule),
    name: shorten(toText(rule.name), 120),
    priority: toText(rule.priority),
    start: shownMoment(rule.startDate),
    end: shownMoment(rule.endDate),
    enabled: rule.enabled,
    conditions: markOf(standOf({ ...rule, actions: [], ...unnamed })),
    actions: markOf(standOf({ ...rule, rulesConditionsGroups: [], ...unnamed })),
  } satisfies SeenRule);

/** Neutral values for everything but conditions or actions in their hash. */
const unnamed = { name: "", enabled: false, deleted: false, priority: 0, startDate: null, endDate: null };

export function readSeen(text: unknown): SeenRule | undefined {
  return typeof text === "string" ? seenRule.safeParse(readJson(text)).data : undefined;
}

/** A moment in words, as sent if it is unreadable. */
export const shownAt = (moment: CustomRule["startDate"]): string => {
  const at = shownMoment(moment);
  return at === "" ? "–" : formatDateTime(at, env.TIME_ZONE);
};

export const countOf = (rule: CustomRule) => ({
  conditions: plural(
    rule.rulesConditionsGroups.flatMap(({ rulesConditions }) => rulesConditions).length,
    "condition",
    "conditions",
  ),
  actions: plural(rule.actions.length, "action", "actions"),
});

export function linesOf(seen: SeenRule, current: CustomRule): VersionLine[] {
  const now = readSeen(seenOf(current)) ?? seen;
  const line = (label: string, mine: string, theirs: string): VersionLine => ({
    label,
    mine,
    theirs,
    differs: mine !== theirs,
  });
  const yesNo = (flag: boolean) => (flag ? "Yes" : "No");
  const counts = countOf(current);
  const inner = (label: string, count: string, same: boolean): VersionLine => ({
    label,
    mine: same ? count : "as you saw them",
    theirs: same ? count : `${count}, changed since`,
    differs: !same,
  });
  return [
    line("Name", seen.name, now.name),
    line("Priority", seen.priority, now.priority),
    line("Start Date", shownAt(seen.start), shownAt(now.start)),
    line("End Date", shownAt(seen.end), shownAt(now.end)),
    line("Enabled", yesNo(seen.enabled), yesNo(now.enabled)),
    inner("Conditions", counts.conditions, seen.conditions === now.conditions),
    inner("Actions", counts.actions, seen.actions === now.actions),
  ];
}
