import type { RuleValues } from "#app/domains/rules/fields.ts";
import type { RuleContext } from "#app/domains/rules/forms.ts";
import { lastSaved } from "#app/domains/rules/history.ts";
import { shownMoment } from "#app/domains/rules/list.ts";
import type { Placed } from "#app/domains/rules/prices/place.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { env } from "#app/env.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { customRuleProblems } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { type Choose, type Merge, mergeRules, sides } from "./merge.ts";

/** A posted form of the editor, and the rule that it makes of the one it was opened with. */
export type Posted = {
  form: FormData;
  values: RuleValues;
  base: EditedRule;
  edited: EditedRule;
  context: RuleContext;
  /** What the place comes to that was chosen for it among the others. */
  placed?: Placed<CustomRule>;
  /** The store's rules, where its place was looked up among them. */
  rows?: readonly WireRow<CustomRule>[];
};

export const shownAt = (value: CustomRule["startDate"]): string => {
  const at = shownMoment(value);
  return at === "" ? "–" : formatDateTime(at, env.TIME_ZONE);
};

/** The rule as it stands, and what becomes of it with what was typed. */
export type Standing = { rule: CustomRule; merge: Merge; problems: string[] };

/** What was chosen of the fields that both changed, where it was about the version that stands. */
function choiceOf({ intent, over, choices }: RuleValues, current: CustomRule): Choose {
  if (over !== standHash(current)) return () => undefined;
  if (intent === "overwrite") return () => "mine";
  const taken = new Map(choices.map(({ field, take }) => [field, take]));
  return (field) => sides.find((side) => side === taken.get(field));
}

/** What was typed, put together with what others saved since the rule was opened (rules#merge). */
export function standingOf(rule: CustomRule, { values, base, edited, context }: Posted): Standing {
  const merge = mergeRules({ base, theirs: rule, mine: edited }, choiceOf(values, rule), shownAt);
  const problems = customRuleProblems(merge.rule, context.attributes, context.now);
  return {
    rule,
    merge,
    problems: problems.flatMap(({ kind, message }) => (kind === "error" ? [message] : [])),
  };
}

/** How a save is told: what others changed meanwhile and is kept is said with it. */
export function doneWords({ rule, merge }: Standing): string {
  const kept = merge.lines.filter(({ from, taken }) => from === "theirs" || (taken && taken !== "mine"));
  if (kept.length === 0) return "Saved";
  const labels = shorten([...new Set(kept.map(({ label }) => label))].join("; "), 200);
  return `Saved with what ${lastSaved(rule).who || "another person"} changed (${labels})`;
}
