import { nameOfRule } from "#app/domains/rules/model.ts";
import { type RuleFilter, rulePath } from "#app/domains/rules/paths.ts";
import { ruleInWords } from "#app/domains/rules/sentence.ts";
import { shorten } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { endOf, inOrder, isInForceAt, startOf } from "./inOrder.ts";

export type TimelineRule = { id: string; name: string; href: string; priority: string; inWords: string };

/** A period with the same rules in force; an empty `from` is now, an empty `to` means no end. ISO moments. */
export type Period = {
  key: string;
  from: string;
  to: string;
  rules: TimelineRule[];
  begins: string[];
  ends: string[];
};

export type RuleTimeline = { periods: Period[]; isCut: boolean };

/** Maximum periods shown: later ones are far in the future. */
const maxPeriods = 60;
const maxNameLength = 120;

/** Rule timeline, from `now` on, by the enabled rules of a store (rules#timeline). */
export function toTimeline(
  rules: readonly CustomRule[],
  now: number,
  { alias, filter }: { alias: string; filter: RuleFilter },
): RuleTimeline {
  const enabled = inOrder(rules.filter((rule) => rule.enabled && !rule.deleted));
  const turns = [...new Set(enabled.flatMap((rule) => [startOf(rule), endOf(rule)]))]
    .filter((at) => at > now && Number.isFinite(at))
    .sort((one, other) => one - other);
  const froms = [now, ...turns];
  const iso = (at: number | undefined) => (at === undefined ? "" : new Date(at).toISOString());
  const names = (some: readonly CustomRule[]) => some.map((rule) => shorten(nameOfRule(rule), maxNameLength));
  const periods = froms.slice(0, maxPeriods).map(
    (from, index): Period => ({
      key: String(index),
      from: index === 0 ? "" : iso(from),
      to: iso(froms[index + 1]),
      rules: enabled
        .filter((rule) => isInForceAt(rule, from))
        .map((rule) => ({
          id: rule.id,
          name: shorten(nameOfRule(rule), maxNameLength),
          href: rulePath(alias, filter, rule.id),
          priority: shorten(String(rule.priority ?? "–"), 20),
          inWords: shorten(ruleInWords(rule), 300),
        })),
      begins:
        index === 0 ? [] : names(enabled.filter((rule) => startOf(rule) === from && isInForceAt(rule, from))),
      ends: index === 0 ? [] : names(enabled.filter((rule) => endOf(rule) === from)),
    }),
  );
  return { periods, isCut: froms.length > maxPeriods };
}
