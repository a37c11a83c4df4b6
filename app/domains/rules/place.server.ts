import type { Fact } from "#app/confirm/command.ts";
import { type Placed, placeAt, readPlace, type Shift, storedPlace } from "#app/domains/rules/prices/place.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { plural, shorten, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { customRuleNumber } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRules, postRule, type RulesOf } from "./api.server.ts";
import { nameOfRule } from "./model.ts";
import type { EditedRule } from "./values.ts";

/** The priority for a chosen place; `problem`: the place no longer exists; `error`: the rules could not be read. */
type Placing =
  | { placed: Placed<CustomRule>; rows: readonly WireRow<CustomRule>[] }
  | { problem: string }
  | { error: ErrorView };

/** The priority that puts a rule at the place chosen in its form, and the rules that give way (rules#place). */
export async function placingOf(of: RulesOf, edited: EditedRule, place: string): Promise<Placing> {
  const read = await attempt(listRules(of.user, of.store));
  if (!read.ok) return { error: read.error };
  const rules = read.value.flatMap((row) => (row.readable ? [row.row] : []));
  const found = readPlace(place, rules, edited.id);
  const placed = found && placeAt(found.others, found.at, customRuleNumber(edited.priority));
  return placed
    ? { placed, rows: read.value }
    : { problem: "That rule is no longer there, or has no number to go by." };
}

/**
 * A list with new priorities for some of its rules, and the rule that they give way to at its current place among them.
 */
export function withShifts(
  rows: readonly WireRow<CustomRule>[],
  before: CustomRule | undefined,
  shifts: readonly Shift<CustomRule>[],
): { rows: readonly WireRow<CustomRule>[]; before: CustomRule | undefined } {
  if (shifts.length === 0) return { rows, before };
  const given = new Map(shifts.map(({ rule, priority }) => [rule.id, priority]));
  const numbered = rows.map((row) => {
    const priority = row.readable ? given.get(row.row.id) : undefined;
    return row.readable && priority !== undefined ? { ...row, row: { ...row.row, priority } } : row;
  });
  const rules = rows.flatMap((row) => (row.readable ? [row.row] : []));
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
export async function writeShifts(
  { user }: RulesOf,
  shifts: readonly Shift<CustomRule>[],
  token: string,
): Promise<void> {
  for (const [index, { rule, priority }] of shifts.entries()) {
    const { version } = rule;
    await postRule(
      user,
      { ...rule, priority, ...(typeof version === "number" ? { ifVersion: version } : {}) },
      `${token}.${index}`,
    );
  }
}

const maxNamed = 10;

/** The priority for a place, and the rules that give way to it, as facts of a confirmation or preview. */
export function placedFacts(placed: Placed<CustomRule> | undefined): Fact[] {
  if (!placed) return [];
  const { priority, shifts } = placed;
  const named = shifts
    .slice(0, maxNamed)
    .map(
      ({ rule, priority: to }) => `${shorten(nameOfRule(rule), 60)} from ${toText(rule.priority)} to ${to}`,
    );
  const more = shifts.length - named.length;
  return [
    { label: "Priority", value: String(priority) },
    {
      label: "Gives way",
      value: [...named, more > 0 ? `${more} more` : ""].filter(Boolean).join("; "),
    },
  ].filter(({ value }) => value !== "");
}

/** The sentence about the rules that gave way, after 'Saved'. */
export const shiftsInWords = (shifts: readonly Shift<CustomRule>[]): string =>
  shifts.length === 0
    ? ""
    : `, with a new number for ${plural(shifts.length, "other rule", "other rules")}, their order as it was`;
