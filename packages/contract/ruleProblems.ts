import { dollarsText, readCents, readMoment, readNumber } from "./numbers.ts";
import type { CustomRule, CustomRuleAction, CustomRuleAttribute, CustomRuleCondition } from "./rules.ts";
import {
  type ActionOperand,
  actionTypes,
  type ComparatorCode,
  comparators,
  isActionType,
  isComparator,
  isCustomRuleAttributeType,
} from "./ruleTable.ts";

/**
 * A problem of a rule: an `error` where it cannot work, an `advice` where it is merely suspicious. `path` is the
 * field's, in the rule's own names.
 */
export type CustomRuleProblem = {
  path: (string | number)[];
  kind: "error" | "advice";
  message: string;
};

/** The longest name of a rule, in characters (rules#name). */
export const maxRuleNameLength = 200;

/** The checked parts of a rule; both a form's texts and the wire's values fit. */
export type CheckedCustomRule = Pick<
  CustomRule,
  "name" | "enabled" | "priority" | "startDate" | "endDate" | "rulesConditionsGroups" | "actions"
>;

type Stored = string | number | boolean | null | undefined;

const textOf = (value: Stored): string => (value === null || value === undefined ? "" : String(value).trim());

/** A number in a rule, as `readNumber` but without thousands separators: a service may take them for decimal ones. */
export function customRuleNumber(value: Stored): number | undefined {
  const text = textOf(value);
  return text.includes(",") ? undefined : readNumber(text);
}

/** A rule's start or end in epoch milliseconds; numbers are epoch seconds or milliseconds. */
export const customRuleMoment = (value: Stored): number | undefined => readMoment(textOf(value));

/** An empty condition is no condition: it is saved and ignored (rules#blank-condition). */
export const isBlankCondition = (condition: CustomRuleCondition): boolean =>
  [condition.operand1, condition.comparisonOperator, condition.operand2].every((part) => textOf(part) === "");

/** An action with only its type is no action: it is saved and ignored. */
export const isBlankAction = (action: CustomRuleAction): boolean =>
  [action.attributeName, action.newValue, action.orignalValue, action.percentOf, action.percentValue].every(
    (part) => textOf(part) === "",
  );

type Note = (field: string, kind: CustomRuleProblem["kind"], message: string) => void;

function attributeProblem(
  note: Note,
  field: string,
  name: string,
  attributes: ReadonlyMap<string, string>,
): void {
  if (name === "") note(field, "error", "Choose an attribute.");
  else if (attributes.size > 0 && !attributes.has(name)) {
    note(field, "advice", "This store type has no attribute of this name. It is kept as it is.");
  }
}

function checkCondition(note: Note, condition: CustomRuleCondition, attributes: ReadonlyMap<string, string>) {
  if (isBlankCondition(condition)) return;
  const attribute = textOf(condition.operand1);
  const code = textOf(condition.comparisonOperator);
  const type = attributes.get(attribute);
  attributeProblem(note, "operand1", attribute, attributes);
  if (code === "") note("comparisonOperator", "error", "Choose a comparator.");
  else if (isComparator(code)) checkComparison(note, code, type, textOf(condition.operand2));
  else note("comparisonOperator", "advice", "This comparator is not known here. It is kept as it is.");
}

function checkComparison(note: Note, code: ComparatorCode, type: string | undefined, operand: string): void {
  const { label, takesOperand, attributeTypes } = comparators[code];
  if (type !== undefined && isOtherType(attributeTypes, type)) {
    note("comparisonOperator", "error", `'${label}' does not work on ${type} attributes.`);
  }
  if (!takesOperand) return;
  const isNumber = customRuleNumber(operand) !== undefined;
  if (operand === "") note("operand2", "error", `Enter what '${label}' compares with.`);
  else if (type === "Decimal" && !isNumber) note("operand2", "error", "Enter a number.");
  else if (type === "String" && isNumber && (code === "GreaterThan" || code === "LessThan")) {
    note("operand2", "advice", "This attribute is text: '9' counts as greater than '10'.");
  }
}

// An unknown type is no error: the rule is saved unchanged.
const isOtherType = (types: readonly string[], type: string): boolean =>
  isCustomRuleAttributeType(type) && !types.includes(type);

function checkOperand(
  note: Note,
  { field, kind, required }: ActionOperand,
  text: string,
  attributes: ReadonlyMap<string, string>,
): void {
  if (text === "") {
    if (required) note(field, "error", kind === "attribute" ? "Choose an attribute." : "Enter a value.");
  } else if (kind === "attribute") {
    const type = attributes.get(text);
    attributeProblem(note, field, text, attributes);
    if (type !== undefined && isOtherType(["Decimal"], type)) {
      note(field, "error", "Choose a Decimal attribute.");
    }
  } else if (kind !== "text") {
    const number = customRuleNumber(text);
    if (number === undefined) note(field, "error", "Enter a number.");
    else if (number < 0) note(field, "error", "Enter 0 or more.");
    else if (kind === "percentage" && number > 100) note(field, "error", "Enter 100 or less.");
  }
}

function checkAction(note: Note, action: CustomRuleAction, attributes: ReadonlyMap<string, string>): void {
  if (isBlankAction(action)) return;
  const attribute = textOf(action.attributeName);
  const code = textOf(action.type);
  attributeProblem(note, "attributeName", attribute, attributes);
  if (code === "") note("type", "error", "Choose what to do.");
  else if (!isActionType(code)) {
    note("type", "advice", "This action type is not known here. It is kept as it is.");
  } else {
    const { label, attributeType, operands } = actionTypes[code];
    const type = attributes.get(attribute);
    if (type !== undefined && isOtherType([attributeType], type)) {
      note("type", "error", `'${label}' does not work on ${type} attributes.`);
    }
    for (const operand of operands) checkOperand(note, operand, textOf(action[operand.field]), attributes);
    adviseOnAction(note, action);
  }
}

function adviseOnAction(note: Note, action: CustomRuleAction): void {
  const newNumber = customRuleNumber(action.newValue);
  const percentage = customRuleNumber(action.percentValue);
  const [from, to] = [textOf(action.orignalValue), textOf(action.newValue)];
  const isMoney = action.type === "FixedPrice" || action.type === "AmountDiscount";
  const cents = readCents(newNumber);
  if (isMoney && cents !== undefined && cents / 100 !== newNumber)
    note("newValue", "advice", `Prices have whole cents: this counts as $${dollarsText(cents)}.`);
  if (action.type === "FixedPrice" && newNumber === 0)
    note("newValue", "advice", "A price of 0 makes it free.");
  if (action.type === "AmountDiscount" && newNumber === 0) note("newValue", "advice", "0 changes nothing.");
  if (action.type === "PercentDiscount" && percentage === 0)
    note("percentValue", "advice", "0 changes nothing.");
  if (action.type === "PercentDiscount" && percentage === 100)
    note("percentValue", "advice", "100 makes it free.");
  if (action.type === "ReplaceString" && from === "" && to === "") {
    note("newValue", "advice", "An empty value empties the attribute.");
  }
  if ((action.type === "ReplaceString" || action.type === "ReplaceItem") && from !== "" && from === to) {
    note("newValue", "advice", "Both values are the same: this changes nothing.");
  }
}

function checkTimes(note: Note, rule: CheckedCustomRule, now: number): void {
  const start = customRuleMoment(rule.startDate);
  const end = customRuleMoment(rule.endDate);
  if (textOf(rule.startDate) !== "" && start === undefined) note("startDate", "error", "Enter a date.");
  if (textOf(rule.endDate) !== "" && end === undefined) note("endDate", "error", "Enter a date.");
  if (start !== undefined && end !== undefined && end <= start) {
    note("endDate", "error", "The end must be after the start.");
  } else if (rule.enabled && end !== undefined && end <= now) {
    note("endDate", "advice", "The end has passed: the rule no longer does anything.");
  }
}

/**
 * Every problem of a rule, by the tables of comparators and action types (rules#comparators, rules#action-types).
 * `attributes` are those of the rule's store type; without them their types are not checked. Codes that are not in the
 * tables give advice, never an error.
 */
export function customRuleProblems(
  rule: CheckedCustomRule,
  attributes: readonly CustomRuleAttribute[],
  now: number,
): CustomRuleProblem[] {
  const problems: CustomRuleProblem[] = [];
  const typesByName = new Map(attributes.map(({ name, type }) => [name, type]));
  const noteAt =
    (...place: (string | number)[]): Note =>
    (field, kind, message) =>
      problems.push({ path: [...place, field], kind, message });
  const note = noteAt();
  const priority = customRuleNumber(rule.priority);
  const name = textOf(rule.name);
  if (name === "") note("name", "error", "Enter a name.");
  if (name.length > maxRuleNameLength) {
    note("name", "error", `Enter ${maxRuleNameLength} characters at most: these are ${name.length}.`);
  }
  if (priority === undefined || !Number.isSafeInteger(priority))
    note("priority", "error", "Enter a whole number.");
  checkTimes(note, rule, now);
  rule.rulesConditionsGroups.forEach(({ rulesConditions }, group) => {
    rulesConditions.forEach((condition, index) => {
      checkCondition(
        noteAt("rulesConditionsGroups", group, "rulesConditions", index),
        condition,
        typesByName,
      );
    });
  });
  rule.actions.forEach((action, index) => {
    checkAction(noteAt("actions", index), action, typesByName);
  });
  if (rule.enabled && rule.actions.every(isBlankAction)) {
    note("actions", "advice", "The rule has no action: it does nothing.");
  }
  if (rule.rulesConditionsGroups.every(({ rulesConditions }) => rulesConditions.every(isBlankCondition))) {
    note(
      "rulesConditionsGroups",
      "advice",
      "The rule has no condition: it applies to every product of the store.",
    );
  }
  return problems;
}
