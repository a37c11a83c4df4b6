/** An independent, naive implementation of rules, as an oracle for the portal's. */

export type OracleCondition = { operand1: string; comparisonOperator: string; operand2: string };
export type OracleAction = {
  type: string;
  attributeName: string;
  newValue: string;
  orignalValue: string;
  percentOf: string;
  percentValue: string;
};
export type OracleRule = {
  id: string;
  enabled: boolean;
  deleted: boolean;
  priority: number;
  startDate: string | null;
  endDate: string | null;
  rulesConditionsGroups: { logicalOperator?: string | undefined; rulesConditions: OracleCondition[] }[];
  actions: OracleAction[];
};
export type OracleProduct = Record<string, string | number | null | string[]>;

const decimals = new Set(["price", "rrp"]);
const number = (value: OracleProduct[string] | undefined): number | undefined =>
  value === null || value === undefined || value === "" || Array.isArray(value) ? undefined : Number(value);
const words = (value: OracleProduct[string] | undefined): string[] => {
  if (value === null || value === undefined || value === "") return [];
  return (Array.isArray(value) ? value : [String(value)]).map((one) => one.trim().toLowerCase());
};

function meets({ operand1, comparisonOperator, operand2 }: OracleCondition, product: OracleProduct): boolean {
  const value = product[operand1];
  const [text = ""] = Array.isArray(value) ? [value.join(", ").toLowerCase()] : words(value);
  const wanted = operand2.toLowerCase();
  const isNumber = decimals.has(operand1);
  const [one, other] = isNumber ? [number(value), Number(operand2)] : [text, wanted];
  switch (comparisonOperator) {
    case "IsNull":
      return words(value).length === 0;
    case "IsNotNull":
      return words(value).length > 0;
    case "Equals":
      return one === other;
    case "NotEquals":
      return one !== other;
    case "GreaterThan":
      return one !== undefined && one !== "" && one > other;
    case "LessThan":
      return one !== undefined && one !== "" && one < other;
    case "Contains":
      return operand1 === "tags" ? words(value).includes(wanted) : text.includes(wanted);
    case "NotContains":
      return operand1 === "tags" ? !words(value).includes(wanted) : !text.includes(wanted);
    default:
      throw new Error(`The oracle of rules has no ${comparisonOperator}`);
  }
}

const applies = ({ rulesConditionsGroups }: OracleRule, product: OracleProduct): boolean =>
  rulesConditionsGroups.every(({ logicalOperator = "Or", rulesConditions }) => {
    if (rulesConditions.length === 0) return true;
    const met = rulesConditions.map((condition) => meets(condition, product));
    return logicalOperator.toLowerCase() === "and" ? !met.includes(false) : met.includes(true);
  });

/** Rounds to the cent, half up; differences beyond the sixth decimal of a cent are ignored. */
const cents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(6))) / 100;

function act(action: OracleAction, product: OracleProduct): OracleProduct[string] | undefined {
  const before = product[action.attributeName];
  const like = (amount: number) => (typeof before === "string" ? cents(amount).toFixed(2) : cents(amount));
  const items = Array.isArray(before) ? before : words(before).length === 0 ? [] : [String(before)];
  const is = (item: string, other: string) => item.trim().toLowerCase() === other.trim().toLowerCase();
  const text = before === null || before === undefined ? "" : String(before);
  switch (action.type) {
    case "FixedPrice":
      return like(Number(action.newValue));
    case "PercentDiscount": {
      const base = number(product[action.percentOf]);
      return base === undefined
        ? before
        : like(Math.max(0, base - (base * Number(action.percentValue)) / 100));
    }
    case "AmountDiscount": {
      const base = number(before);
      return base === undefined ? before : like(Math.max(0, base - Number(action.newValue)));
    }
    case "RemoveItem":
      return items.some((item) => is(item, action.orignalValue))
        ? items.filter((item) => !is(item, action.orignalValue))
        : before;
    case "AddItem":
      return items.some((item) => is(item, action.newValue)) ? before : [...items, action.newValue];
    case "ReplaceItem":
      return items.some((item) => is(item, action.orignalValue))
        ? items.map((item) => (is(item, action.orignalValue) ? action.newValue : item))
        : before;
    case "ReplaceString":
      return action.orignalValue === ""
        ? action.newValue
        : text.split(action.orignalValue).join(action.newValue);
    default:
      return text + action.newValue;
  }
}

/** A product after rules, the lower priority first, each on the previous one's result. */
export function afterRules(rules: readonly OracleRule[], product: OracleProduct): OracleProduct {
  let now = product;
  for (const rule of [...rules].sort((one, other) => one.priority - other.priority)) {
    if (!applies(rule, now)) continue;
    for (const action of rule.actions) {
      const value = act(action, now);
      if (value !== undefined) now = { ...now, [action.attributeName]: value };
    }
  }
  return now;
}

/** Whether a price rose, or fell to 0 or below. */
export function isSurprise(before: OracleProduct, after: OracleProduct): boolean {
  return ["price", "rrp"].some((name) => {
    const [from, to] = [number(before[name]), number(after[name])];
    if (to === undefined || to === from) return false;
    return to <= 0 || (from !== undefined && to > from);
  });
}
