import { storePath } from "#app/domains/stores/paths.ts";

/** What a rule does at this moment: `disabled` whatever its dates, else by them. */
export const ruleStates = ["active", "scheduled", "expired", "disabled"] as const;
export type RuleState = (typeof ruleStates)[number];

export const ruleSorts = ["priority", "name", "start", "end"] as const;
export type RuleSort = (typeof ruleSorts)[number];

/** What the list is narrowed to and how it is sorted; an empty list of states is every state. */
export type RuleFilter = { query: string; states: RuleState[]; sort: RuleSort; descending: boolean };

export const ruleTabs = ["details", "history", "raw"] as const;
export type RuleTab = (typeof ruleTabs)[number];

export const everyRule: RuleFilter = { query: "", states: [], sort: "priority", descending: false };

const base = (alias: string): string => storePath(alias, "customrules");

const searchOf = (filter: RuleFilter, tab?: RuleTab): string => {
  const search = new URLSearchParams();
  if (filter.query !== "") search.set("q", filter.query);
  for (const state of filter.states) search.append("state", state);
  if (filter.sort !== "priority") search.set("sort", filter.sort);
  if (filter.descending) search.set("desc", "1");
  if (tab !== undefined && tab !== "details") search.set("tab", tab);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
};

/** The list of a store's rules, filtered and sorted; without a filter all of them by priority. */
export const rulesPath = (alias: string, filter: Partial<RuleFilter> = {}): string =>
  `${base(alias)}${searchOf({ ...everyRule, ...filter })}`;

/** The editor of a rule that is not there yet, over the list it was opened from. */
export const newRulePath = (alias: string, filter: RuleFilter): string =>
  `${base(alias)}/new${searchOf(filter)}`;

/** The editor of one rule, over the list it was opened from. */
export const rulePath = (alias: string, filter: RuleFilter, id: string, tab?: RuleTab): string =>
  `${base(alias)}/${encodeURIComponent(id)}${searchOf(filter, tab)}`;

/** The question whether to delete a rule. */
export const deleteRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/delete${searchOf(filter)}`;

/** Where the Enabled toggle of a rule posts to, and asks where it has to. */
export const toggleRulePath = (alias: string, filter: RuleFilter, id: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/toggle${searchOf(filter)}`;

const listKey = (url: URL): string =>
  JSON.stringify([
    url.pathname.split("/")[2] ?? "",
    url.searchParams.get("q") ?? "",
    url.searchParams.getAll("state"),
    url.searchParams.get("sort") ?? "",
    url.searchParams.get("desc") ?? "",
  ]);

/** Whether two URLs show the same list: whose, filter and order; an open panel or its tab makes no other. */
export const isSameRuleList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
