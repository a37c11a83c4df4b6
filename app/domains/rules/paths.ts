import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { searchOf } from "#app/search/entries.ts";
import { flag, oneOf, someOf, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { sameList } from "#app/search/sameList.ts";
import { storePath } from "#app/stores/paths.ts";

/** What a rule does at this moment: `disabled` whatever its dates, else by them. */
export const ruleStates = ["active", "scheduled", "expired", "disabled"] as const;
export type RuleState = (typeof ruleStates)[number];

export const ruleSorts = ["priority", "name", "start", "end"] as const;
export type RuleSort = (typeof ruleSorts)[number];

/**
 * What the list is narrowed to and how it is sorted; an empty list of states is every state. `deleted` shows the rules
 * that were deleted instead of those that are there.
 */
export const ruleSearch = defineListSearch({
  query: text("q"),
  states: someOf("state", ruleStates),
  sort: oneOf("sort", ruleSorts),
  descending: flag("desc"),
  deleted: flag("deleted"),
});
export type RuleFilter = SearchOf<typeof ruleSearch>;

/** The conditions that the editor asks about, as JSON. */
export const ruleMatchSearch = defineSearch({ groups: text("groups", { longest: 6_000 }) });

/** The product whose price through all rules is looked at: its id, code, SKU or a part of its title. */
export const rulePriceSearch = defineSearch({ product: text("product") });

export const ruleTabs = ["details", "history", "raw"] as const;
export type RuleTab = (typeof ruleTabs)[number];

/** What a rule's own URL says besides its id: the open tab. */
export const ruleView = defineSearch({ tab: oneOf("tab", ruleTabs) });

/** What a new rule is a copy of: the rule's id, and the alias of its store where that is another one. */
export const ruleCopy = defineSearch({ copy: text("copy"), from: text("from") });
export type RuleCopy = SearchOf<typeof ruleCopy>;

/** Whose values the store's products are looked through for. */
export const ruleValueSearch = defineSearch({ attribute: text("attribute") });

const base = (alias: string): string => storePath(alias, "customrules");

/** The list of a store's rules, filtered and sorted; without a filter all of them by priority. */
export const rulesPath = (alias: string, filter: Partial<RuleFilter> = {}): string =>
  `${base(alias)}${ruleSearch.write(filter)}`;

/** The editor of a rule that is not there yet, over the list it was opened from; with `copy` it starts as one. */
export const newRulePath = (alias: string, filter: RuleFilter, copy: Partial<RuleCopy> = {}): string =>
  `${base(alias)}/new${searchOf(ruleSearch.entries(filter), ruleCopy.entries(copy))}`;

/** The editor of one rule, over the list it was opened from. */
export const rulePath = (alias: string, filter: RuleFilter, id: string, tab?: RuleTab): string =>
  `${base(alias)}/${encodeURIComponent(id)}${searchOf(ruleSearch.entries(filter), ruleView.entries({ tab }))}`;

/** The question whether to delete a rule. */
export const deleteRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/delete${ruleSearch.write(filter)}`;

/** Where the Enabled toggle of a rule posts to, and asks where it has to. */
export const toggleRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/toggle${ruleSearch.write(filter)}`;

/** The question whether to restore a rule that was deleted. */
export const restoreRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/restore${ruleSearch.write(filter)}`;

/** The question whether to undo this person's last change of a rule. */
export const undoRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/undo${ruleSearch.write(filter)}`;

/** What the store's products hold in an attribute, for the editor that is open. */
export const ruleValuesPath = (alias: string, attribute: string): string =>
  `${base(alias)}/values${ruleValueSearch.write({ attribute })}`;

/** Rule timeline, over the list it was opened from. */
export const ruleTimelinePath = (alias: string, filter: RuleFilter): string =>
  `${base(alias)}/timeline${ruleSearch.write(filter)}`;

/** What a product costs through all rules: a product's id, code, SKU or a part of its title; none asks for one. */
export const rulePricePath = (alias: string, filter: RuleFilter, product = ""): string =>
  `${base(alias)}/price${searchOf(ruleSearch.entries(filter), rulePriceSearch.entries({ product }))}`;

/** How many products conditions match, as JSON; `groups` as `toAskedGroups` writes them. */
export const ruleMatchesPath = (alias: string, groups: string): string =>
  `${base(alias)}/matches${ruleMatchSearch.write({ groups })}`;

/** Whether two URLs show the same list: whose, filter and order; an open panel or its tab makes no other. */
export const isSameRuleList = sameList(/^\/store\/[^/]+\/customrules(?=\/|$)/, ruleSearch);
