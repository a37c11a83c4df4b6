import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, someOf, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";

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
