import { unreadableRows } from "#app/core/lists/listed.ts";
import { shorten } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { customRuleMoment } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { containsText } from "#contract/typedText.ts";
import { lastSaved } from "./compare.ts";
import { nameOfRule, priorityOf, ruleInWords, ruleStateOf } from "./model.ts";
import type { RuleFilter, RuleSort } from "./paths.ts";
import { ascending, endOf, startOf } from "./prices/evaluate.ts";

const maxTextLength = 120;

/** A moment for the screen: ISO if readable, else as sent; empty if none is set. */
export function shownMoment(value: CustomRule["startDate"]): string {
  const at = customRuleMoment(value);
  return at === undefined ? String(value ?? "") : new Date(at).toISOString();
}

const byName = new Intl.Collator("en-AU", { sensitivity: "base", numeric: true });

/** An absent start sorts first, an absent end last. */
const orders: Record<RuleSort, (one: CustomRule, other: CustomRule) => number> = {
  priority: (one, other) => ascending(priorityOf(one), priorityOf(other)),
  name: (one, other) => byName.compare(nameOfRule(one), nameOfRule(other)),
  start: (one, other) => ascending(startOf(one), startOf(other)),
  end: (one, other) => ascending(endOf(one), endOf(other)),
};

function isWanted(rule: CustomRule, filter: RuleFilter, now: number): boolean {
  const states = filter.states;
  if (states.length > 0 && !states.includes(ruleStateOf(rule, now))) return false;
  return containsText(nameOfRule(rule), filter.query);
}

type ListContext = { storeType: string; now: number; seenOf: (rule: CustomRule) => string };

/** One row of the list as shown. Its links are built in the view. */
const toRow = (rule: CustomRule, { storeType, now, seenOf }: ListContext) => ({
  id: rule.id,
  priority: shorten(String(rule.priority ?? "–"), 20),
  name: shorten(nameOfRule(rule), maxTextLength),
  inWords: shorten(ruleInWords(rule), 300),
  /** An ISO moment, or the unreadable value of the server. */
  start: shorten(shownMoment(rule.startDate), 60),
  end: shorten(shownMoment(rule.endDate), 60),
  enabled: rule.enabled,
  state: ruleStateOf(rule, now),
  storeType: shorten(rule.storeType ?? storeType, 40),
  /** The revision that the toggle shows, to detect another person's change. */
  seen: seenOf(rule),
  /** Who deleted it and when, as far as known; only for a deleted rule. */
  changed: rule.deleted ? lastSaved(rule) : undefined,
});
export type RuleRow = ReturnType<typeof toRow>;

/**
 * The rows of the list: filtered and sorted, equal ones by priority and name. Deleted rules are
 * left out, or shown alone if the filter says so; unreadable rows come first, whatever the filter.
 */
export function toRuleList(rows: readonly WireRow<CustomRule>[], filter: RuleFilter, context: ListContext) {
  const present = rows.flatMap((row) =>
    row.readable && row.row.deleted === filter.deleted ? [row.row] : [],
  );
  const order = orders[filter.sort];
  const direction = filter.descending ? -1 : 1;
  const wanted = present
    .filter((rule) => isWanted(rule, filter, context.now))
    .sort(
      (one, other) => direction * order(one, other) || orders.priority(one, other) || orders.name(one, other),
    );
  const unreadable = unreadableRows(rows);
  return {
    rows: [...unreadable, ...wanted.map((rule) => ({ row: toRow(rule, context) }))],
    /** The number of the store's rules, existing or deleted as filtered, before other filters. */
    total: present.length + unreadable.length,
  };
}
