import { readable } from "#app/core/lists/listed.ts";
import { attributeOf, shorten, toText } from "#app/core/values/values.ts";
import { priorityOf } from "#app/domains/rules/model.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct, MetaProductVariant } from "#contract/metaproducts.ts";
import { centsLessPercent, dollarsText, readCents, readNumber } from "#contract/numbers.ts";
import { customRuleMoment, isBlankAction, isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRuleAction, CustomRuleCondition, CustomRuleConditionGroup } from "#contract/rules.ts";
import {
  type ActionTypeCode,
  actionTypes,
  type ComparatorCode,
  type CustomRuleAttributeType,
  comparators,
  isActionType,
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
const isItem = (item: unknown, named: unknown): boolean => folded(item) === folded(named);

const opposites = {
  IsNotNull: "IsNull",
  NotContains: "Contains",
  NotEquals: "Equals",
} as const satisfies Partial<Record<ComparatorCode, ComparatorCode>>;

const isOpposite = (code: ComparatorCode): code is keyof typeof opposites => Object.hasOwn(opposites, code);

type Compared = Exclude<ComparatorCode, "IsNull" | keyof typeof opposites>;

/** How a comparator compares a value with its operand, by the attribute's type: folded texts, numbers, list items. */
type Comparison = {
  String?: (text: string, operand: string) => boolean;
  Decimal?: (number: number, operand: number) => boolean;
  Array?: (items: readonly string[], operand: string) => boolean;
};

const comparisons: Record<Compared, Comparison> = {
  Contains: {
    String: (text, operand) => text.includes(operand),
    Array: (items, operand) => items.includes(operand),
  },
  Equals: {
    String: (text, operand) => text === operand,
    Decimal: (number, operand) => number === operand,
  },
  GreaterThan: {
    String: (text, operand) => text > operand,
    Decimal: (number, operand) => number > operand,
  },
  LessThan: {
    String: (text, operand) => text < operand,
    Decimal: (number, operand) => number < operand,
  },
};

/** A missing value compares with nothing, and without an operand nobody knows. */
function compare(code: Compared, type: CustomRuleAttributeType, value: unknown, operand: unknown): Holds {
  const comparison = comparisons[code];
  if (type === "Decimal") {
    const [number, limit] = [readNumber(value), readNumber(operand)];
    if (limit === undefined || !comparison.Decimal) return "unknown";
    return number !== undefined && comparison.Decimal(number, limit);
  }
  const other = folded(operand);
  if (other === "") return "unknown";
  if (type === "Array") return comparison.Array?.(itemsOf(value).map(folded), other) ?? "unknown";
  const text = folded(value);
  return text === "" ? false : (comparison.String?.(text, other) ?? "unknown");
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
  const positive = isOpposite(code) ? opposites[code] : code;
  const holds = positive === "IsNull" ? toText(value) === "" : compare(positive, type, value, operand2);
  return holds === "unknown" || positive === code ? holds : !holds;
}

/** Short-circuit over three-valued parts: `or` where the first true one decides, `and` where the first false one does. */
function holdsOver<Part>(parts: readonly Part[], holds: (part: Part) => Holds, decides: boolean): Holds {
  let found: Holds = !decides;
  for (const part of parts) {
    const one = holds(part);
    if (one === decides) return one;
    if (one === "unknown") found = one;
  }
  return found;
}

/** Non-blank conditions, cached per group, since a group is evaluated for thousands of products. */
const filledIn = new WeakMap<CustomRuleConditionGroup, CustomRuleCondition[]>();

function conditionsOf(group: CustomRuleConditionGroup): CustomRuleCondition[] {
  const cached = filledIn.get(group);
  if (cached) return cached;
  const found = group.rulesConditions.filter((condition) => !isBlankCondition(condition));
  filledIn.set(group, found);
  return found;
}

function groupHolds(group: CustomRuleConditionGroup, types: AttributeTypes, read: ReadAttribute): Holds {
  const conditions = conditionsOf(group);
  if (conditions.length === 0) return true;
  const holds = (condition: CustomRuleCondition) => conditionHolds(condition, types, read);
  const operator = toText(group.logicalOperator).toLowerCase();
  if (operator === "" || operator === "or") return holdsOver(conditions, holds, true);
  const all = holdsOver(conditions, holds, false);
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
): Holds => holdsOver(groups, (group) => groupHolds(group, types, read), false);

/** How a price changes: below 0, to 0, up, or down. */
export const priceKinds = ["negative", "free", "dearer", "cheaper"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** One price of a product or variant before and after, in dollars; `from` is undefined if there was none. */
export type PriceStep = { name: string; attribute: string; from: number | undefined; to: number };

/** The kind of a price change; undefined if it is unchanged, or there was none and is one now. */
export function kindOf(from: number | undefined, to: number | undefined): PriceKind | undefined {
  if (to === undefined || to === from) return undefined;
  if (to < 0) return "negative";
  if (to === 0) return "free";
  if (from === undefined) return undefined;
  return to > from ? "dearer" : "cheaper";
}

/** The difference of a price in dollars; a new price counts in full. */
export const changeOf = ({ from, to }: Pick<PriceStep, "from" | "to">): number => to - (from ?? 0);

export type AttributeChange = { attribute: string; before: unknown; after: unknown };

/**
 * The effect of a rule on one product. Indicative: the server decides, and only it knows the
 * effects of earlier rules. `unclear` says in words what the portal cannot decide.
 */
export type RuleEffect = { applies: Holds; changes: AttributeChange[]; unclear: string[] };

type Evaluation = { value: unknown } | { unclear: string };

/** A price of whole cents in the attribute's format: a text with two decimals if it was a text. */
const priceLike = (before: unknown, cents: number): unknown =>
  typeof before === "string" ? dollarsText(cents) : cents / 100;

// A rule's text keeps its spaces: ' by Clarks' is intentional.
const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

type Act = (action: CustomRuleAction, value: unknown, read: ReadAttribute) => Evaluation;

const discounted = (before: unknown, cents: number | undefined): Evaluation =>
  cents === undefined
    ? { unclear: "it has no number to take a discount off" }
    : { value: priceLike(before, Math.max(0, cents)) };

const acts: Record<ActionTypeCode, Act> = {
  FixedPrice: ({ newValue }, before) => {
    const price = readCents(newValue);
    return price === undefined
      ? { unclear: "the price is not a number" }
      : { value: priceLike(before, price) };
  },
  PercentDiscount: ({ percentOf, percentValue }, before, read) =>
    readNumber(percentValue) === undefined
      ? { unclear: "the percentage is not a number" }
      : discounted(before, centsLessPercent(read(toText(percentOf)), percentValue)),
  AmountDiscount: ({ newValue }, before) => {
    const [price, amount] = [readCents(before), readCents(newValue)];
    if (amount === undefined) return { unclear: "the amount is not a number" };
    return discounted(before, price === undefined ? undefined : price - amount);
  },
  RemoveItem: ({ orignalValue }, before) => ({
    value: itemsOf(before).filter((item) => !isItem(item, orignalValue)),
  }),
  AddItem: ({ newValue }, before) => ({
    value: itemsOf(before).some((item) => isItem(item, newValue))
      ? itemsOf(before)
      : [...itemsOf(before), asText(newValue)],
  }),
  ReplaceItem: ({ orignalValue, newValue }, before) => ({
    value: itemsOf(before).map((item) => (isItem(item, orignalValue) ? asText(newValue) : item)),
  }),
  ReplaceString: ({ orignalValue, newValue }, before) => ({
    value:
      asText(orignalValue) === ""
        ? asText(newValue)
        : asText(before).replaceAll(asText(orignalValue), () => asText(newValue)),
  }),
  AppendString: ({ newValue }, before) => ({ value: asText(before) + asText(newValue) }),
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function perform(action: CustomRuleAction, types: AttributeTypes, read: ReadAttribute): Evaluation {
  const { type } = action;
  const name = toText(action.attributeName);
  if (!isActionType(type)) return { unclear: `the portal does not know the action '${toText(type)}'` };
  const listed = types.get(name);
  if (listed !== undefined && listed !== actionTypes[type].attributeType) {
    return { unclear: `'${actionTypes[type].label}' does not work on ${listed} attributes` };
  }
  const before = read(name);
  const isList = Array.isArray(before);
  if (
    typeof before === "object" &&
    before !== null &&
    !(isList && actionTypes[type].attributeType === "Array")
  ) {
    return { unclear: `'${actionTypes[type].label}' does not work on the value that is there` };
  }
  const outcome = acts[type](action, before, read);
  if ("unclear" in outcome) return outcome;
  // Removing an item from an absent list does not create an empty list.
  return isSame(outcome.value, itemsOf(before)) ? { value: before } : outcome;
}

/** What a rule does, whenever it is in force. */
type Work = Pick<EditedRule, "rulesConditionsGroups" | "actions">;

/** The effect of a rule on a product whose attributes `stored` reads; as `evaluateRule`. */
function evaluateOn(rule: Work, types: AttributeTypes, stored: ReadAttribute): RuleEffect {
  const applies = conditionsHold(rule.rulesConditionsGroups, types, stored);
  if (applies === "unknown") {
    return { applies, changes: [], unclear: ["a condition is of a kind that the portal does not know"] };
  }
  if (!applies) return { applies, changes: [], unclear: [] };
  const written = new Map<string, unknown>();
  const read: ReadAttribute = (name) => (written.has(name) ? written.get(name) : stored(name));
  const unclear: string[] = [];
  for (const action of rule.actions) {
    if (isBlankAction(action)) continue;
    const name = toText(action.attributeName);
    const outcome = perform(action, types, read);
    if ("unclear" in outcome) unclear.push(`${name || "an action"}: ${outcome.unclear}`);
    else if (name !== "") written.set(name, outcome.value);
  }
  const changes = [...written].flatMap(([attribute, after]) => {
    const before = stored(attribute);
    return isSame(before, after) ? [] : [{ attribute, before, after }];
  });
  return { applies, changes, unclear };
}

/**
 * The effect of a rule on a product, regardless of whether it is enabled and of its dates: its
 * actions in sequence, each on the result of the last. Pure; `attributes` is not modified.
 */
export const evaluateRule = (
  rule: Work,
  types: AttributeTypes,
  attributes: Record<string, unknown> | null | undefined,
): RuleEffect => evaluateOn(rule, types, attributesReader(attributes));

/** The start of a rule in epoch milliseconds; without one, minus infinity. */
export const startOf = (rule: EditedRule) => customRuleMoment(rule.startDate) ?? Number.NEGATIVE_INFINITY;
/** The end of a rule; without one, infinity. */
export const endOf = (rule: EditedRule): number => customRuleMoment(rule.endDate) ?? Number.POSITIVE_INFINITY;

/** Whether a rule is in force at a moment (epoch milliseconds). */
export const isInForceAt = (rule: EditedRule, at: number): boolean =>
  rule.enabled && !rule.deleted && startOf(rule) <= at && at < endOf(rule);

export const ascending = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** Rules in the order in which they apply: lower priority first, equal ones in list order. */
export const inOrder = <Rule extends EditedRule>(rules: readonly Rule[]): Rule[] =>
  [...rules].sort((one, other) => ascending(priorityOf(one), priorityOf(other)));

/**
 * Applies rules to a product in the given order (rules#effective): each one, including its
 * conditions, sees the results of the earlier ones. `read` reads the final attributes.
 */
export function applyInOrder<Rule extends Work>(
  rules: readonly Rule[],
  types: AttributeTypes,
  attributes: Record<string, unknown>,
) {
  const stored = attributesReader(attributes);
  const written = new Map<string, unknown>();
  const read: ReadAttribute = (name) => (written.has(name) ? written.get(name) : stored(name));
  const steps = rules.map((rule) => {
    const effect = evaluateOn(rule, types, read);
    for (const { attribute, after } of effect.changes) written.set(attribute, after);
    return { rule, effect };
  });
  return { steps, read };
}

/** A product or variant that rules are evaluated on. */
export type Unit = { name: string; attributes: Record<string, unknown> };

/** How the prices `names` of a product or variant differ between two lists of rules, each applied in its order. */
export function stepsBetween(
  without: readonly Work[],
  changed: readonly Work[],
  names: readonly string[],
  types: AttributeTypes,
  { name, attributes }: Unit,
): PriceStep[] {
  const from = applyInOrder(without, types, attributes).read;
  const to = applyInOrder(changed, types, attributes).read;
  return names.flatMap((attribute) => {
    const [was, is] = [readNumber(from(attribute)), readNumber(to(attribute))];
    return is === undefined || is === was ? [] : [{ name, attribute, from: was, to: is }];
  });
}

export const writtenBy = ({ actions }: Pick<Work, "actions">): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    return isBlankAction(action) || name === "" ? [] : [name];
  });

export const requiredBy = ({ rulesConditionsGroups }: Work): string[] =>
  rulesConditionsGroups.flatMap(({ rulesConditions }) =>
    rulesConditions.flatMap((condition) => (isBlankCondition(condition) ? [] : [toText(condition.operand1)])),
  );

const takenBy = ({ actions }: Work) => actions.map(({ percentOf }) => toText(percentOf)).filter(Boolean);

export const namedBy = (rule: Work): string[] => [...requiredBy(rule), ...takenBy(rule), ...writtenBy(rule)];

/** The prices that a rule sets: the attributes of its price actions, and Decimal attributes of any other. */
export const pricesOf = ({ actions }: Work, types: AttributeTypes): string[] =>
  actions.flatMap((action) => {
    const name = toText(action.attributeName);
    if (isBlankAction(action) || name === "") return [];
    const type = types.get(name);
    const isPriceAction = isActionType(action.type) && actionTypes[action.type].attributeType === "Decimal";
    return isPriceAction || type === "Decimal" || type === undefined ? [name] : [];
  });

/** The rules that the prices `names` depend on, through what they write or what is read to write it. */
export function relevantTo<Rule extends Work>(rules: readonly Rule[], names: readonly string[]): Rule[] {
  const wanted = new Set(names);
  const appliedRules = new Set<Rule>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const rule of rules) {
      if (appliedRules.has(rule) || !writtenBy(rule).some((name) => wanted.has(name))) continue;
      appliedRules.add(rule);
      for (const name of [...requiredBy(rule), ...takenBy(rule)]) wanted.add(name);
      grew = true;
    }
  }
  return rules.filter((rule) => appliedRules.has(rule));
}

export type Attributes = Record<string, unknown>;

/** The products of a store, `unread` the number of unreadable rows, `isCut` where there are more. */
export type RuleProducts = { products: RuleProduct[]; unread: number; isCut: boolean };

const maxNameLength = 200;

function nameOfProduct({ groupId, id, attributes }: MetaProduct): string {
  const title = ["name", "title"].map((key) => toText(attributeOf(attributes, key))).find(Boolean);
  return shorten([groupId || id, title].filter(Boolean).join(" · "), maxNameLength);
}

const holding = (attributes: MetaProductVariant["attributes"]): Attributes =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([, value]) => toText(value) !== ""));

/** A product as rules are evaluated on it; a variant has its own attributes and its product's (rules#variants). */
const toRuleProduct = (product: MetaProduct) => {
  const attributes: Attributes = product.attributes ?? {};
  return {
    id: product.id,
    code: toText(product.groupId),
    name: nameOfProduct(product),
    attributes,
    variants: (product.variants ?? []).map((variant) => ({
      sku: shorten(toText(variant.productSku), maxNameLength),
      attributes: { ...attributes, ...holding(variant.attributes) },
    })),
  };
};
export type RuleProduct = ReturnType<typeof toRuleProduct>;

/** A key of attributes: rules that read no others than `names` have the same effect for equal keys. */
export const markingBy =
  (names: readonly string[]) =>
  (attributes: Attributes): string =>
    JSON.stringify(names.map((name) => attributeOf(attributes, name) ?? null));

/** The readable rows of a list as rules see them, and the number of unreadable ones. */
export function toRuleProducts(rows: readonly WireRow<MetaProduct>[]): Omit<RuleProducts, "isCut"> {
  const products = readable(rows).map(toRuleProduct);
  return { products, unread: rows.length - products.length };
}
