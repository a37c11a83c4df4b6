import { z } from "zod";
import { env } from "#app/env.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { plural, readJson, shorten, toText } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { standOf, type VersionLine } from "./compare.ts";
import { shownMoment } from "./list.ts";
import type { EditedRule } from "./values.ts";

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
