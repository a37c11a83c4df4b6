import { z } from "zod";
import { defaultActionType, defaultLogicalOperator } from "#contract/ruleTable.ts";

/** As typed: an empty field is submitted as absent. */
const typed = z.string().default("");

/** `origin` is the index of a row in the rule as opened, so that properties without a field stay with it. */
const conditionFields = z.object({ origin: typed, attribute: typed, comparator: typed, operand: typed });
export type ConditionValues = z.output<typeof conditionFields>;

/** `several` are values to add, one per line, as conditions like the one at `at`. */
const groupFields = z.object({
  origin: typed,
  several: typed,
  at: typed,
  logicalOperator: z.string().default(defaultLogicalOperator),
  conditions: z.array(conditionFields).default([]),
});
export type GroupValues = z.output<typeof groupFields>;

/** `byItself` is the type last chosen automatically: any other was chosen by a person. */
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
 * The fields of the editor. `base` is the rule as opened, as JSON; `over` the revision of another person's version to
 * overwrite; `agreed` the agreement to the rule going live; `place` the rule to put it before or after, whatever its
 * priority. Intents: `save`, `preview`, `paste`; `overwrite`, `theirs` and `edit` choose between two versions.
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
