import { type Availability, refused } from "#app/core/commands/command.server.ts";
import { type LiveQuestion, liveQuestion } from "#app/domains/rules/prices/live.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule, CustomRuleToSave } from "#contract/rules.ts";
import { listRules, postRule, type RulesOf, ruleIn } from "./api.server.ts";
import { isSameRule } from "./compare.ts";
import { keepUndo, standHash } from "./seen.server.ts";
import { noteRuleChange } from "./today.server.ts";
import type { EditedRule } from "./values.ts";

/** The availability of a change, and the question before a rule goes live by it. */
export type Gated = { availability: Availability; live?: LiveQuestion };

/** A save: the rule as it is now, absent for a new one, and what `changed` makes of it. */
type Save = {
  current?: CustomRule;
  changed: EditedRule;
  /** The store's rules, if they are known. */
  rows?: readonly WireRow<CustomRule>[] | undefined;
  seen?: string | undefined;
  /** How it was confirmed: by the form's agreement, or on a page that shows everything to confirm. */
  agreed: { by: FormDataEntryValue | null | undefined } | "as shown";
  made?: (id: string) => void;
};

/**
 * The availability of a save: the complete rule is posted if it is unchanged since `seen` (rules#together); undefined if
 * nobody has seen it before. A server with versions also rejects it if the rule was saved in between. Asks before a rule
 * goes live (rules#toggle-price).
 */
export async function saveAvailability(
  of: RulesOf,
  { current, changed, rows, seen, agreed, made }: Save,
): Promise<Gated> {
  if (current && isSameRule(current, changed)) return { availability: { is: "alreadyDone" } };
  const rule: CustomRuleToSave = current
    ? { ...changed, id: current.id, history: current.history, ...versionOf(current) }
    : changed;
  const availability: Availability =
    current && seen !== undefined && seen !== standHash(current)
      ? { is: "unconfirmed", status: 409 }
      : {
          is: "offered",
          send: async (token) => {
            const saved = await postRule(of.user, rule, token);
            if (current) await keepUndo(of, current, saved ?? changed);
            else if (saved) {
              made?.(saved.id);
              await keepUndo(of, { ...saved, enabled: false }, saved);
            }
            await noteRuleChange(of, current, changed);
            return {};
          },
        };
  const found = await liveQuestion(of, current, changed, rows);
  if (!found) return { availability };
  const { isCovered, ...live } = found;
  const isRequested = availability.is === "offered" && agreed !== "as shown" && !isCovered(agreed.by);
  return { live, availability: isRequested ? { is: "unconfirmed", status: 200 } : availability };
}

const versionOf = ({ version }: CustomRule) => ({
  version,
  ifVersion: typeof version === "number" ? version : undefined,
});

export type Found = { raw: unknown; rule: CustomRule; rows: readonly WireRow<CustomRule>[] };
type RuleRead = Found | { raw: unknown; availability: Availability };

/** The current rule, or why it can't be changed: a deleted one only by `mayBeDeleted`. Throws ApiError. */
export async function readRule(
  of: RulesOf,
  id: string,
  list = listRules,
  mayBeDeleted = false,
): Promise<RuleRead> {
  const rows = await list(of.user, of.store);
  const row = ruleIn(rows, id);
  if (!row || (row.readable && row.row.deleted && !mayBeDeleted)) {
    return { raw: row?.raw, availability: refused(404, "This store no longer has this rule.") };
  }
  if (row.readable) return { raw: row.raw, rule: row.row, rows };
  const words = `This rule could not be read, and so is left alone: ${row.problem}`;
  return { raw: row.raw, availability: refused(422, words) };
}
