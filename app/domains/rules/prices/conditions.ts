import { attributeOf, toText } from "#app/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import { isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRuleCondition, CustomRuleConditionGroup } from "#contract/rules.ts";
import {
  type ComparatorCode,
  type CustomRuleAttributeType,
  comparators,
  isComparator,
  isCustomRuleAttributeType,
} from "#contract/ruleTable.ts";

export type AttributeTypes = ReadonlyMap<string, string>;

export const typesOf = (attributes: readonly { name: string; type: string }[]): AttributeTypes =>
  new Map(attributes.map(({ name, type }) => [name, type]));

export type ReadAttribute = (name: string) => unknown;

/** Whether a condition is met; `unknown` if it depends on data that the portal does not have. */
export type Holds = boolean | "unknown";

/** Reads the attributes of a product; a dotted name is a path. */
export const attributesReader =
  (attributes: Record<string, unknown> | null | undefined): ReadAttribute =>
  (name) =>
    attributeOf(attributes, name);

const typeOf = (value: unknown): CustomRuleAttributeType | undefined => {
  if (Array.isArray(value)) return "Array";
  if (typeof value === "number") return "Decimal";
  return typeof value === "string" ? "String" : undefined;
};

// Texts are compared case-insensitively, as in search.
const folded = (value: unknown): string => toText(value).toLowerCase();

/** The items of a list attribute; a single text is a list of one. */
export const itemsOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return toText(value) === "" ? [] : [value];
};

/** Whether a list attribute's item is the one named by a rule. */
export const isItem = (item: unknown, named: unknown): boolean => folded(item) === folded(named);

const opposites: Partial<Record<ComparatorCode, ComparatorCode>> = {
  IsNotNull: "IsNull",
  NotContains: "Contains",
  NotEquals: "Equals",
};

function compareNumbers(code: ComparatorCode, value: unknown, operand: unknown): Holds {
  const limit = readNumber(operand);
  if (limit === undefined) return "unknown";
  const number = readNumber(value);
  if (number === undefined) return false;
  if (code === "Equals") return number === limit;
  return code === "GreaterThan" ? number > limit : number < limit;
}

function compareTexts(code: ComparatorCode, value: unknown, operand: unknown): Holds {
  const [text, other] = [folded(value), folded(operand)];
  if (other === "") return "unknown";
  if (code === "Contains") return text.includes(other);
  if (code === "Equals") return text === other;
  if (text === "") return false;
  return code === "GreaterThan" ? text > other : text < other;
}

function compare(
  code: ComparatorCode,
  type: CustomRuleAttributeType,
  value: unknown,
  operand: unknown,
): Holds {
  if (code === "IsNull") return toText(value) === "";
  if (type === "Decimal") return compareNumbers(code, value, operand);
  if (type === "String") return compareTexts(code, value, operand);
  return folded(operand) === "" ? "unknown" : itemsOf(value).some((item) => isItem(item, operand));
}

/** Whether a product meets one condition (rules#comparators). A missing value is null, and so is an empty text. */
export function conditionHolds(
  condition: CustomRuleCondition,
  types: AttributeTypes,
  read: ReadAttribute,
): Holds {
  const { operand1, comparisonOperator: code, operand2 } = condition;
  const name = toText(operand1);
  if (name === "" || !isComparator(code)) return "unknown";
  const value = read(name);
  const listed = types.get(name);
  const type = isCustomRuleAttributeType(listed) ? listed : typeOf(value);
  if (type === undefined || !comparators[code].attributeTypes.some((one) => one === type)) return "unknown";
  const opposite = opposites[code];
  if (opposite === undefined) return compare(code, type, value, operand2);
  const holds = compare(opposite, type, value, operand2);
  return holds === "unknown" ? holds : !holds;
}

/** Short-circuit `or` over three-valued parts. */
function someHolds<Part>(parts: readonly Part[], holds: (part: Part) => Holds): Holds {
  let found: Holds = false;
  for (const part of parts) {
    const one = holds(part);
    if (one === true) return true;
    if (one === "unknown") found = one;
  }
  return found;
}

/** Short-circuit `and` over three-valued parts. */
function allHold<Part>(parts: readonly Part[], holds: (part: Part) => Holds): Holds {
  let found: Holds = true;
  for (const part of parts) {
    const one = holds(part);
    if (one === false) return false;
    if (one === "unknown") found = one;
  }
  return found;
}

/** Non-blank conditions, cached per group, since a group is evaluated for thousands of products. */
const filledIn = new WeakMap<CustomRuleConditionGroup, CustomRuleCondition[]>();

function conditionsOf(group: CustomRuleConditionGroup): CustomRuleCondition[] {
  const known = filledIn.get(group);
  if (known) return known;
  const found = group.rulesConditions.filter((condition) => !isBlankCondition(condition));
  filledIn.set(group, found);
  return found;
}

function groupHolds(group: CustomRuleConditionGroup, types: AttributeTypes, read: ReadAttribute): Holds {
  const conditions = conditionsOf(group);
  if (conditions.length === 0) return true;
  const holds = (condition: CustomRuleCondition) => conditionHolds(condition, types, read);
  const operator = toText(group.logicalOperator).toLowerCase();
  if (operator === "" || operator === "or") return someHolds(conditions, holds);
  const all = allHold(conditions, holds);
  // Whatever an operator means: if all parts agree, the result can hardly differ.
  return operator === "and" || all === true ? all : "unknown";
}

/**
 * Whether a product meets a rule's conditions: each group by its own operator, `Or` if none is
 * given, and all groups together. Without conditions every product does.
 */
export const conditionsHold = (
  groups: readonly CustomRuleConditionGroup[],
  types: AttributeTypes,
  read: ReadAttribute,
): Holds => allHold(groups, (group) => groupHolds(group, types, read));
