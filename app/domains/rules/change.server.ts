import { type Availability, refused } from "#app/confirm/command.server.ts";
import { type Fact, factsOf } from "#app/confirm/command.ts";
import { type LiveQuestion, liveQuestion } from "#app/domains/rules/prices/live.server.ts";
import { type Placed, type Shift, storedPlace } from "#app/domains/rules/prices/place.ts";
import { readable } from "#app/lists/listed.ts";
import { plural, shorten, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule, CustomRuleToSave } from "#contract/rules.ts";
import { listRules, postRule, type RulesOf, ruleIn } from "./api.server.ts";
import { isSameRule } from "./compare.ts";
import { nameOfRule } from "./model.ts";
import { keepUndo, standHash } from "./seen.server.ts";
import { noteRuleChange } from "./today.server.ts";
import type { EditedRule } from "./values.ts";

/** A list with new priorities for some of its rules, and at its place among them the rule that they give way to. */
export function withShifts(
  rows: readonly WireRow<CustomRule>[],
  before: CustomRule | undefined,
  shifts: readonly Shift[],
): { rows: readonly WireRow<CustomRule>[]; before: CustomRule | undefined } {
  if (shifts.length === 0) return { rows, before };
  const given = new Map(shifts.map(({ rule, priority }) => [rule.id, priority]));
  const numbered = rows.map((row) => {
    const priority = row.readable ? given.get(row.row.id) : undefined;
    return row.readable && priority !== undefined ? { ...row, row: { ...row.row, priority } } : row;
  });
  const rules = readable(rows);
  const stored = before && storedPlace(before.id, rules, given);
  return {
    rows: numbered,
    before: before && stored !== undefined ? { ...before, priority: stored } : before,
  };
}

/**
 * Writes the new priorities of the rules that give way, one after the other: each step keeps the order in which rules
 * apply, so that no price changes by it. Throws ApiError, 409 if one was changed since.
 */
async function writeShifts({ user }: RulesOf, shifts: readonly Shift[], token: string): Promise<void> {
  for (const [index, { rule, priority }] of shifts.entries()) {
    await postRule(user, { ...rule, priority, ...versionOf(rule) }, `${token}.${index}`);
  }
}

const maxNamed = 10;

/** The priority for a place, and the rules that give way to it, as facts of a confirmation or preview. */
export function placedFacts(placed: Placed | undefined): Fact[] {
  if (!placed) return [];
  const { priority, shifts } = placed;
  const named = shifts
    .slice(0, maxNamed)
    .map(
      ({ rule, priority: to }) => `${shorten(nameOfRule(rule), 60)} from ${toText(rule.priority)} to ${to}`,
    );
  const more = shifts.length - named.length;
  return factsOf([
    ["Priority", String(priority)],
    ["Gives way", [...named, more > 0 ? `${more} more` : ""].filter(Boolean).join("; ")],
  ]);
}

/** The sentence about the rules that gave way, after 'Saved'. */
export const shiftsInWords = (shifts: readonly Shift[]): string =>
  shifts.length === 0
    ? ""
    : `, with a new number for ${plural(shifts.length, "other rule", "other rules")}, their order as it was`;

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
  /** The rules that give way to it, which are written first. */
  shifts?: readonly Shift[];
  made?: (id: string) => void;
};

/**
 * The availability of a save: the complete rule is posted if it is unchanged since `seen` (rules#together); undefined if
 * nobody has seen it before. A server with versions also rejects it if the rule was saved in between. Asks before a rule
 * goes live (rules#toggle-price).
 */
export async function saveAvailability(
  of: RulesOf,
  { current, changed, rows, seen, agreed, shifts = [], made }: Save,
): Promise<Gated> {
  if (current && isSameRule(current, changed) && shifts.length === 0)
    return { availability: { is: "alreadyDone" } };
  const rule: CustomRuleToSave = current
    ? { ...changed, id: current.id, history: current.history, ...versionOf(current) }
    : changed;
  const availability: Availability =
    current && seen !== undefined && seen !== standHash(current)
      ? { is: "unconfirmed", status: 409 }
      : {
          is: "offered",
          send: async (token) => {
            await writeShifts(of, shifts, token);
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
  const known = rows ?? (shifts.length > 0 ? await listRules(of.user, of.store) : undefined);
  const given = known ? withShifts(known, current, shifts) : { before: current, rows: undefined };
  const found = await liveQuestion(of, given.before, changed, given.rows);
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
