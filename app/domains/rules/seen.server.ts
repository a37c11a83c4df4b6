import { z } from "zod";
import { isLive } from "#app/domains/rules/prices/live.ts";
import { env } from "#app/env.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { plural } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { RulesOf } from "./api.server.ts";
import { standOf } from "./compare.ts";
import { shownMoment } from "./list.ts";
import { ruleCommandPath } from "./paths.ts";
import { type EditedRule, readBase } from "./values.ts";

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

export const undoHrefOf = async (of: RulesOf, id: string): Promise<string | undefined> =>
  (await records.get(keyOf(of, id), undo))
    ? ruleCommandPath("undo", of.store.storeAlias, of.filter, id)
    : undefined;

export const standHash = (rule: EditedRule): string => hashOf(standOf(rule));

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
