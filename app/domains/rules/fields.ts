import { z } from "zod";
import { defaultActionType, defaultLogicalOperator } from "#contract/ruleTable.ts";

/** As typed: an empty field arrives as nothing. */
const typed = z.string().default("");

/** `origin` is the place of a row in the rule as it was opened, so that what is not edited stays with it. */
const conditionFields = z.object({ origin: typed, attribute: typed, comparator: typed, operand: typed });
export type ConditionValues = z.output<typeof conditionFields>;

/** `several` are values to be added, a line each, like the condition at `at`. */
const groupFields = z.object({
  origin: typed,
  several: typed,
  at: typed,
  logicalOperator: z.string().default(defaultLogicalOperator),
  conditions: z.array(conditionFields).default([]),
});
export type GroupValues = z.output<typeof groupFields>;

/** `byItself` is the type that was chosen by itself, last: another one was chosen by a person. */
const actionFields = z.object({
  origin: typed,
  type: z.string().default(defaultActionType),
  byItself: typed,
  attribute: typed,
  newValue: typed,
  originalValue: typed,
  percentOf: typed,
  percentValue: typed,
});
export type ActionValues = z.output<typeof actionFields>;

/**
 * The fields of the editor. `base` is the rule as it was opened, as JSON; `over` the state of another person's version
 * that is replaced; `agreed` what was agreed to before the rule goes live; `place` the rule that it is put before or
 * after, whatever its number. Intents: `save`, `preview`, `paste`; `overwrite`, `theirs` and `edit` choose between two
 * versions.
 */
export const ruleFields = z.object({
  intent: z.enum(["save", "preview", "paste", "overwrite", "theirs", "edit"]).catch("edit"),
  token: typed,
  base: typed,
  over: typed,
  agreed: typed,
  name: typed,
  enabled: z.union([z.boolean(), z.literal("on").transform(() => true)]).default(false),
  priority: typed,
  place: typed,
  startDate: typed,
  startTime: typed,
  endDate: typed,
  endTime: typed,
  groups: z.array(groupFields).default([]),
  actions: z.array(actionFields).default([]),
});
export type RuleValues = z.output<typeof ruleFields>;
