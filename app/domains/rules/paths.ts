import {
  defineListSearch,
  defineSearch,
  flag,
  oneOf,
  type SearchOf,
  sameList,
  searchOf,
  someOf,
  text,
  typed,
} from "#app/core/search/search.ts";
import { storePath } from "#app/core/stores/paths.ts";

/** The current state of a rule: `disabled` whatever its dates, else by them. */
export const ruleStates = ["active", "scheduled", "expired", "disabled"] as const;
export type RuleState = (typeof ruleStates)[number];

export const ruleSorts = ["priority", "name", "start", "end"] as const;
export type RuleSort = (typeof ruleSorts)[number];

/** Filter and order of the list; no states means all. `deleted` shows the deleted rules instead. */
export const ruleSearch = defineListSearch({
  query: typed("q"),
  states: someOf("state", ruleStates),
  sort: oneOf("sort", ruleSorts),
  descending: flag("desc"),
  deleted: flag("deleted"),
});
export type RuleFilter = SearchOf<typeof ruleSearch>;

/** The conditions that the editor counts matches of, as JSON. */
export const ruleMatchSearch = defineSearch({ groups: text("groups", { longest: 6_000 }) });

/** The product whose price through all rules is shown: its id, code, SKU or a part of its title. */
export const rulePriceSearch = defineSearch({ product: text("product") });

export const ruleTabs = ["details", "history", "raw"] as const;
export type RuleTab = (typeof ruleTabs)[number];

/** A rule's part of the URL besides its id: the open tab. */
export const ruleView = defineSearch({ tab: oneOf("tab", ruleTabs) });

/** The original of a new rule: the rule's id, and the alias of its store if that is another one. */
export const ruleCopy = defineSearch({ copy: text("copy"), from: text("from") });
export type RuleCopy = SearchOf<typeof ruleCopy>;

/** The attribute whose values are read from the store's products. */
export const ruleValueSearch = defineSearch({ attribute: text("attribute") });

const base = (alias: string): string => storePath(alias, "customrules");

export const rulesPath = (alias: string, filter: Partial<RuleFilter> = {}): string =>
  `${base(alias)}${ruleSearch.write(filter)}`;

/** The editor of a new rule, over the list it was opened from; with `copy` it starts as a copy. */
export const newRulePath = (alias: string, filter: RuleFilter, copy: Partial<RuleCopy> = {}): string =>
  `${base(alias)}/new${searchOf(ruleSearch.entries(filter), ruleCopy.entries(copy))}`;

export const rulePath = (alias: string, filter: RuleFilter, id: string, tab?: RuleTab): string =>
  `${base(alias)}/${encodeURIComponent(id)}${searchOf(ruleSearch.entries(filter), ruleView.entries({ tab }))}`;

/**
 * The dialog that deletes, restores or undoes the last change of a rule, or where its Enabled toggle posts, which shows
 * its confirmation if one is needed.
 */
export const ruleCommands = ["toggle", "delete", "restore", "undo"] as const;
export type RuleCommand = (typeof ruleCommands)[number];
export const ruleCommandPath = (command: RuleCommand, alias: string, filter: RuleFilter, id: string) =>
  `${base(alias)}/${encodeURIComponent(id)}/${command}${ruleSearch.write(filter)}`;

/** Values of an attribute in the store's products, for the open editor. */
export const ruleValuesPath = (alias: string, attribute: string): string =>
  `${base(alias)}/values${ruleValueSearch.write({ attribute })}`;

/** Rule timeline, over the list it was opened from. */
export const ruleTimelinePath = (alias: string, filter: RuleFilter): string =>
  `${base(alias)}/timeline${ruleSearch.write(filter)}`;

/** The price of a product, by its id, code, SKU or a part of its title, through all rules; without one the search. */
export const rulePricePath = (alias: string, filter: RuleFilter, product = ""): string =>
  `${base(alias)}/price${searchOf(ruleSearch.entries(filter), rulePriceSearch.entries({ product }))}`;

/** The number of products that conditions match, as JSON; `groups` in the format of `toAskedGroups`. */
export const ruleMatchesPath = (alias: string, groups: string): string =>
  `${base(alias)}/matches${ruleMatchSearch.write({ groups })}`;

export const isSameRuleList = sameList(/^\/store\/[^/]+\/customrules(?=\/|$)/, ruleSearch);
