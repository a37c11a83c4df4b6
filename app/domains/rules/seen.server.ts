import { and, eq, gt, sql } from "drizzle-orm";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { env } from "#app/core/env.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { plural } from "#app/core/values/values.ts";
import { isLive } from "#app/domains/rules/prices/live.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { RulesOf } from "./api.server.ts";
import { standOf } from "./compare.ts";
import { shownMoment } from "./list.ts";
import { ruleCommandPath } from "./paths.ts";
import { ruleUndo } from "./tables.ts";
import { type EditedRule, readBase } from "./values.ts";

const ttlSeconds = 60 * 60;
const rowOf = ({ user, store }: RulesOf, rule: string) =>
  and(
    eq(ruleUndo.subject, user.subject),
    eq(ruleUndo.store, store.storeAlias),
    eq(ruleUndo.rule, rule),
    gt(ruleUndo.expiresAt, sql`now()`),
  );

/** Stores the previous version of a rule for an hour, if that or the new one is live (rules#undo). */
export async function keepUndo(of: RulesOf, before: CustomRule, after: EditedRule): Promise<void> {
  const { history: _, ...rest } = before;
  const now = Date.now();
  if (after.deleted || !(isLive(before, now) || isLive(after, now))) {
    await database.delete(ruleUndo).where(rowOf(of, before.id));
    return;
  }
  const changed = {
    before: JSON.stringify(rest),
    stand: standHash(after),
    expiresAt: inSeconds(ttlSeconds),
  };
  await database
    .insert(ruleUndo)
    .values({ subject: of.user.subject, store: of.store.storeAlias, rule: before.id, ...changed })
    .onConflictDoUpdate({ target: [ruleUndo.subject, ruleUndo.store, ruleUndo.rule], set: changed });
}

async function stored(of: RulesOf, id: string): Promise<{ before: string; stand: string } | undefined> {
  const [row] = await database
    .select({ before: ruleUndo.before, stand: ruleUndo.stand })
    .from(ruleUndo)
    .where(rowOf(of, id));
  return row;
}

/** The rule before this person's last change; undefined if it has changed since, or nothing is stored. */
export async function readUndo(of: RulesOf, rule: CustomRule): Promise<EditedRule | undefined> {
  const undo = await stored(of, rule.id);
  return undo?.stand === standHash(rule) ? readBase(undo.before) : undefined;
}

export const undoHrefOf = async (of: RulesOf, id: string): Promise<string | undefined> =>
  (await stored(of, id)) && ruleCommandPath("undo", of.store.storeAlias, of.filter, id);

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
