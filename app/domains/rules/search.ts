import { z } from "zod";
import { type RuleFilter, type RuleTab, ruleSorts, ruleStates, ruleTabs } from "./paths.ts";

/** Longer texts are cut: the box holds some words of a name. */
const longestText = 200;

const ruleSearch = z.object({
  query: z
    .string()
    .transform((value) => value.trim().slice(0, longestText))
    .catch(""),
  states: z
    .array(z.string())
    .transform((asked) => ruleStates.filter((state) => asked.includes(state)))
    .catch([]),
  sort: z.enum(ruleSorts).catch("priority"),
  descending: z
    .string()
    .transform((value) => value === "1")
    .catch(false),
});

/** The list's filter from its URL; a bad value falls back to no filter and the order by priority. */
export const readRuleSearch = (search: URLSearchParams): RuleFilter =>
  ruleSearch.parse({
    query: search.get("q"),
    states: search.getAll("state"),
    sort: search.get("sort"),
    descending: search.get("desc"),
  });

const tabSearch = z.enum(ruleTabs).catch("details");

/** The open tab of a rule's panel. */
export const readRuleTab = (search: URLSearchParams): RuleTab => tabSearch.parse(search.get("tab"));
