/**
 * Comparators and action types by attribute type, with their operands and fields (rules#comparators,
 * rules#action-types). The codes are ours, modelled on `ReplaceString`, the only documented one (rules#action-fields).
 * Codes that are not in these tables are shown and saved unchanged.
 */

export const customRuleAttributeTypes = ["Decimal", "Array", "String"] as const;
export type CustomRuleAttributeType = (typeof customRuleAttributeTypes)[number];

export const logicalOperators = { Or: { label: "Or" }, And: { label: "And" } } as const;
export type LogicalOperatorCode = keyof typeof logicalOperators;
export const defaultLogicalOperator: LogicalOperatorCode = "Or";

type ComparatorRow = {
  label: string;
  attributeTypes: readonly CustomRuleAttributeType[];
  /** Whether it uses `operand2`; the field is hidden otherwise. */
  takesOperand: boolean;
};

const textAndDecimal: readonly CustomRuleAttributeType[] = ["String", "Decimal"];
const textAndArray: readonly CustomRuleAttributeType[] = ["String", "Array"];

export const comparators = {
  IsNull: { label: "is null", attributeTypes: textAndDecimal, takesOperand: false },
  IsNotNull: { label: "is not null", attributeTypes: textAndDecimal, takesOperand: false },
  Contains: { label: "contains", attributeTypes: textAndArray, takesOperand: true },
  NotContains: { label: "not contains", attributeTypes: textAndArray, takesOperand: true },
  Equals: { label: "equals", attributeTypes: textAndDecimal, takesOperand: true },
  NotEquals: { label: "not equals", attributeTypes: textAndDecimal, takesOperand: true },
  GreaterThan: { label: "greater than", attributeTypes: textAndDecimal, takesOperand: true },
  LessThan: { label: "less than", attributeTypes: textAndDecimal, takesOperand: true },
} as const satisfies Record<string, ComparatorRow>;
export type ComparatorCode = keyof typeof comparators;

export type ActionOperandField = "newValue" | "orignalValue" | "percentOf" | "percentValue";

export type ActionOperand = {
  field: ActionOperandField;
  /**
   * `amount`: dollars from 0; `percentage`: 0 to 100; `attribute`: the name of a Decimal attribute;
   * `text`: anything.
   */
  kind: "amount" | "percentage" | "attribute" | "text";
  /** Without a required one the action cannot work. */
  required: boolean;
};

type ActionTypeRow = {
  label: string;
  attributeType: CustomRuleAttributeType;
  operands: readonly ActionOperand[];
};

/**
 * `PercentDiscount` takes `percentValue` per cent of the attribute `percentOf` off it, and sets its own attribute to
 * the rest. `AmountDiscount` takes `newValue` dollars off. `ReplaceString` replaces the text `orignalValue` inside the
 * value, or the whole value where `orignalValue` is empty.
 */
export const actionTypes = {
  FixedPrice: {
    label: "Fixed Price",
    attributeType: "Decimal",
    operands: [{ field: "newValue", kind: "amount", required: true }],
  },
  PercentDiscount: {
    label: "Percent Discount",
    attributeType: "Decimal",
    operands: [
      { field: "percentValue", kind: "percentage", required: true },
      { field: "percentOf", kind: "attribute", required: true },
    ],
  },
  AmountDiscount: {
    label: "Amount Discount",
    attributeType: "Decimal",
    operands: [{ field: "newValue", kind: "amount", required: true }],
  },
  RemoveItem: {
    label: "Remove Item",
    attributeType: "Array",
    operands: [{ field: "orignalValue", kind: "text", required: true }],
  },
  AddItem: {
    label: "Add Item",
    attributeType: "Array",
    operands: [{ field: "newValue", kind: "text", required: true }],
  },
  ReplaceItem: {
    label: "Replace Item",
    attributeType: "Array",
    operands: [
      { field: "orignalValue", kind: "text", required: true },
      { field: "newValue", kind: "text", required: true },
    ],
  },
  ReplaceString: {
    label: "Replace Value",
    attributeType: "String",
    operands: [
      { field: "orignalValue", kind: "text", required: false },
      { field: "newValue", kind: "text", required: false },
    ],
  },
  AppendString: {
    label: "Append Value",
    attributeType: "String",
    operands: [{ field: "newValue", kind: "text", required: true }],
  },
} as const satisfies Record<string, ActionTypeRow>;
export type ActionTypeCode = keyof typeof actionTypes;
export const defaultActionType: ActionTypeCode = "ReplaceString";

const isCodeOf = <Code extends string>(table: Record<Code, unknown>, code: unknown): code is Code =>
  typeof code === "string" && Object.hasOwn(table, code);

export const isComparator = (code: unknown): code is ComparatorCode => isCodeOf(comparators, code);
export const isActionType = (code: unknown): code is ActionTypeCode => isCodeOf(actionTypes, code);
export const isCustomRuleAttributeType = (type: unknown): type is CustomRuleAttributeType =>
  customRuleAttributeTypes.some((known) => known === type);

const codesOf = <Code extends string>(table: Record<Code, unknown>): Code[] =>
  Object.keys(table).filter((code): code is Code => isCodeOf(table, code));

/** The comparators of an attribute type, in the table's order; all of them for an unknown type. */
export const comparatorsFor = (type: string | undefined): ComparatorCode[] =>
  codesOf(comparators).filter((code) => {
    const { attributeTypes }: ComparatorRow = comparators[code];
    return !isCustomRuleAttributeType(type) || attributeTypes.includes(type);
  });

/** The action types of an attribute type, in the table's order; all of them for an unknown type. */
export const actionTypesFor = (type: string | undefined): ActionTypeCode[] =>
  codesOf(actionTypes).filter(
    (code) => !isCustomRuleAttributeType(type) || actionTypes[code].attributeType === type,
  );
