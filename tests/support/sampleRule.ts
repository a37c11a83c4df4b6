import type { CustomRuleToSave } from "#contract/rules.ts";

/** A valid rule to create. */
export const newRule = (parts: Partial<CustomRuleToSave> = {}): CustomRuleToSave => ({
  name: "Ten per cent off",
  storeGroup: "Clarks",
  enabled: false,
  deleted: false,
  priority: 3,
  startDate: "2027-01-01T13:00:00.000Z",
  endDate: "2027-02-01T13:00:00.000Z",
  rulesConditionsGroups: [
    {
      logicalOperator: "Or",
      rulesConditions: [{ operand1: "brand", comparisonOperator: "Equals", operand2: "Clarks" }],
    },
  ],
  actions: [{ type: "PercentDiscount", attributeName: "price", percentOf: "rrpPrice", percentValue: "10" }],
  ...parts,
});
