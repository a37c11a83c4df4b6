import { type ListPage, unreadableRows } from "#app/lists/listed.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { customRuleMoment } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { lastSaved } from "./history.ts";
import { nameOfRule, priorityOf, ruleStateOf } from "./model.ts";
import type { RuleFilter, RuleSort, RuleState } from "./paths.ts";
import { ruleInWords } from "./sentence.ts";

/** One row of the list, ready to show. Its links are made where it is shown. */
export type RuleRow = {
  id: string;
  priority: string;
  name: string;
  /** What it does, in one sentence. */
  inWords: string;
  /** An ISO moment, or what the server sent in its place. */
  start: string;
  end: string;
  enabled: boolean;
  state: RuleState;
  storeType: string;
  /** Who deleted it and when, as far as the server says; only of a rule that was deleted. */
  changed?: { who: string; at: string };
  /** What the toggle says it saw, so that another person's change is noticed. */
  seen: string;
};

export type RuleList = ListPage<RuleRow> & {
  /** How many rules the store has, there or deleted as the filter says, before any other. */
  total: number;
};

const maxTextLength = 120;

/** A moment for the screen: ISO where it can be read, else what was sent; empty where none is set. */
export function shownMoment(value: CustomRule["startDate"]): string {
  const at = customRuleMoment(value);
  return at === undefined ? String(value ?? "") : new Date(at).toISOString();
}

const byName = new Intl.Collator("en-AU", { sensitivity: "base", numeric: true });

const momentOr = (value: CustomRule["startDate"], none: number) => customRuleMoment(value) ?? none;

/** An absent start has always been, an absent end never comes. */
const orders: Record<RuleSort, (one: CustomRule, other: CustomRule) => number> = {
  priority: (one, other) => compare(priorityOf(one), priorityOf(other)),
  name: (one, other) => byName.compare(nameOfRule(one), nameOfRule(other)),
  start: (one, other) =>
    compare(
      momentOr(one.startDate, Number.NEGATIVE_INFINITY),
      momentOr(other.startDate, Number.NEGATIVE_INFINITY),
    ),
  end: (one, other) =>
    compare(
      momentOr(one.endDate, Number.POSITIVE_INFINITY),
      momentOr(other.endDate, Number.POSITIVE_INFINITY),
    ),
};

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

function isWanted(rule: CustomRule, filter: RuleFilter, now: number): boolean {
  const states = filter.states;
  if (states.length > 0 && !states.includes(ruleStateOf(rule, now))) return false;
  return nameOfRule(rule).toLowerCase().includes(filter.query.toLowerCase());
}

type ListContext = { storeType: string; now: number; seenOf: (rule: CustomRule) => string };

const toRow = (rule: CustomRule, { storeType, now, seenOf }: ListContext): RuleRow => ({
  id: rule.id,
  priority: shorten(String(rule.priority ?? "–"), 20),
  name: shorten(nameOfRule(rule), maxTextLength),
  inWords: shorten(ruleInWords(rule), 300),
  start: shorten(shownMoment(rule.startDate), 60),
  end: shorten(shownMoment(rule.endDate), 60),
  enabled: rule.enabled,
  state: ruleStateOf(rule, now),
  storeType: shorten(rule.storeType ?? storeType, 40),
  seen: seenOf(rule),
  ...(rule.deleted ? { changed: lastSaved(rule) } : {}),
});

/**
 * The rows of the list: filtered and sorted, equal ones by priority and name. Deleted rules are left out, or alone where
 * the filter asks for them; rows that could not be read come first, whatever the filter.
 */
export function toRuleList(
  rows: readonly WireRow<CustomRule>[],
  filter: RuleFilter,
  context: ListContext,
): RuleList {
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
    total: present.length + unreadable.length,
  };
}
