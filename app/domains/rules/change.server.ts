import type { Availability } from "#app/confirm/command.server.ts";
import { type LiveQuestion, liveQuestion } from "#app/domains/rules/prices/live.server.ts";
import type { Shift } from "#app/domains/rules/prices/place.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule, CustomRuleToSave } from "#contract/rules.ts";
import { listRules, postRule, type RulesOf, ruleIn } from "./api.server.ts";
import { isSameRule } from "./compare.ts";
import { withShifts, writeShifts } from "./place.server.ts";
import { standHash } from "./seen.server.ts";
import { noteRuleChange } from "./today.server.ts";
import { keepUndo } from "./undo.server.ts";
import type { EditedRule } from "./values.ts";

export const refused = (status: 404 | 409 | 422, words: string): Availability => ({
  is: "refused",
  status,
  words,
});

/** The availability of a change, and the question before a rule goes live by it. */
export type Gated = { availability: Availability; live?: LiveQuestion };

/** How a change was confirmed: by the form's agreement, or on a page that shows everything to confirm. */
export type Agreed = { by: FormDataEntryValue | null | undefined } | "as shown";

async function gated(
  of: RulesOf,
  before: CustomRule | undefined,
  after: EditedRule,
  agreed: Agreed,
  availability: Availability,
  known?: readonly WireRow<CustomRule>[],
): Promise<Gated> {
  const found = await liveQuestion(of, before, after, known);
  if (!found) return { availability };
  const { isCovered, ...live } = found;
  const isRequested = availability.is === "offered" && agreed !== "as shown" && !isCovered(agreed.by);
  return { live, availability: isRequested ? { is: "unconfirmed", status: 200 } : availability };
}

type Shifts = readonly Shift<CustomRule>[];

/**
 * Saves a new rule, once for the same content, after the rules that give way to it; asks before it
 * goes live. Throws ApiError.
 */
export async function createAvailability(
  of: RulesOf,
  rule: EditedRule,
  agreed: Agreed,
  shifts: Shifts,
  made: (id: string) => void,
): Promise<Gated> {
  const availability: Availability = {
    is: "offered",
    send: async (token) => {
      await writeShifts(of, shifts, token);
      const saved = await postRule(of.user, rule, token);
      if (saved) {
        made(saved.id);
        await keepUndo(of, { ...saved, enabled: false }, saved);
      }
      await noteRuleChange(of, undefined, rule);
      return {};
    },
  };
  const rows = shifts.length > 0 ? await listRules(of.user, of.store) : undefined;
  return gated(of, undefined, rule, agreed, availability, rows && withShifts(rows, undefined, shifts).rows);
}

/**
 * The availability of a change to a rule: the complete rule is posted if it is unchanged since
 * `seen` (rules#together); undefined if nobody has seen it before. A server with versions also
 * rejects it if the rule was saved in between. Asks before a rule goes live (rules#toggle-price).
 * The rules that give way to it are written first.
 */
export async function changeAvailability(
  of: RulesOf,
  { rule: current, rows }: Pick<Found, "rule" | "rows">,
  changed: EditedRule,
  seen: string | undefined,
  agreed: Agreed,
  shifts: Shifts = [],
): Promise<Gated> {
  if (isSameRule(current, changed) && shifts.length === 0) return { availability: { is: "alreadyDone" } };
  const stand = standHash(current);
  const { id, version, history } = current;
  const rule: CustomRuleToSave = {
    ...changed,
    id,
    history,
    version,
    ...(typeof version === "number" ? { ifVersion: version } : {}),
  };
  const availability: Availability =
    seen !== undefined && seen !== stand
      ? { is: "unconfirmed", status: 409 }
      : {
          is: "offered",
          send: async (token) => {
            await writeShifts(of, shifts, token);
            const saved = await postRule(of.user, rule, token);
            await keepUndo(of, current, saved ?? changed);
            await noteRuleChange(of, current, changed);
            return {};
          },
        };
  const given = withShifts(rows, current, shifts);
  return gated(of, given.before, changed, agreed, availability, given.rows);
}

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
