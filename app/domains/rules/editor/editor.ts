import type { SubmissionResult } from "@conform-to/react";
import type { Fact } from "#app/confirm/command.ts";
import type { VersionLine } from "#app/domains/rules/compare.ts";
import type { ActionValues, ConditionValues, RuleValues } from "#app/domains/rules/fields.ts";
import { type ShownHistory, toShownHistory } from "#app/domains/rules/history.ts";
import { nameOfRule, ruleStateOf } from "#app/domains/rules/model.ts";
import {
  deleteRulePath,
  newRulePath,
  type RuleFilter,
  type RuleState,
  type RuleTab,
  rulePath,
  rulesPath,
} from "#app/domains/rules/paths.ts";
import type { RuleMatches } from "#app/domains/rules/prices/matches.ts";
import type { RulePreview } from "#app/domains/rules/prices/preview.ts";
import { ruleInWords } from "#app/domains/rules/sentence.ts";
import { operandsOf } from "#app/domains/rules/values.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import type { NotesShown } from "#app/notes/notes.ts";
import { shorten } from "#app/values/show.ts";
import type { CustomRule, CustomRuleAttribute } from "#contract/rules.ts";
import {
  type ActionOperandField,
  actionTypesFor,
  comparatorsFor,
  isActionType,
  isComparator,
} from "#contract/ruleTable.ts";

/** The type of an attribute by its name; undefined for one that the store's type does not have. */
export const typeOfAttribute = (
  attributes: readonly CustomRuleAttribute[],
  name: string,
): string | undefined => attributes.find((attribute) => attribute.name === name)?.type;

/** Whether values of the store are suggested for an attribute of this type: its prices are nobody's suggestion. */
export const isSuggested = (type: string | undefined): boolean => type !== undefined && type !== "Decimal";

/** The form's names of the fields that an action's type takes. */
export const operandNames = {
  newValue: "newValue",
  orignalValue: "originalValue",
  percentOf: "percentOf",
  percentValue: "percentValue",
} as const satisfies Record<ActionOperandField, keyof ActionValues>;

/**
 * The type of an action for an attribute's type (rules#fitting): one that does not fit gives way to the first that does,
 * unless a person chose it and filled in what it takes. `byItself` is the type that was chosen by itself, last.
 */
export function fittingAction<Action extends Omit<ActionValues, "origin" | "attribute">>(
  action: Action,
  attributeType: string | undefined,
): Action {
  const { type, byItself } = action;
  const fitting: readonly string[] = actionTypesFor(attributeType);
  const [first] = fitting;
  if (first === undefined || !isActionType(type) || fitting.includes(type)) return action;
  const isFilled = operandsOf(type).some(({ field }) => action[operandNames[field]] !== "");
  return type !== byItself && isFilled ? action : { ...action, type: first, byItself: first };
}

/** The comparator for an attribute's type: one that does not fit goes, unless what it compares with is filled in. */
export function fittingComparator(
  { comparator, operand }: Pick<ConditionValues, "comparator" | "operand">,
  attributeType: string | undefined,
): string {
  const fits = comparatorsFor(attributeType).some((code) => code === comparator);
  return fits || !isComparator(comparator) || operand !== "" ? comparator : "";
}

/** The rows of a form that comes back without scripting, each with what fits its attribute. */
export const fittingRows = (values: RuleValues, attributes: readonly CustomRuleAttribute[]): RuleValues => ({
  ...values,
  groups: values.groups.map((group) => ({
    ...group,
    conditions: group.conditions.map((condition) => ({
      ...condition,
      comparator: fittingComparator(condition, typeOfAttribute(attributes, condition.attribute)),
    })),
  })),
  actions: values.actions.map((action) =>
    fittingAction(action, typeOfAttribute(attributes, action.attribute)),
  ),
});

/** What the fields of the form hold as it is opened. */
export type RuleFormValues = Omit<RuleValues, "intent">;

/** What the form needs besides its values. */
export type RuleFormContext = {
  attributes: CustomRuleAttribute[];
  timeZone: string;
  now: number;
};

/** The panel of one rule, or of one that is not there yet. */
export type RuleEditor = {
  shown: true;
  title: string;
  /** The store whose rule it is. */
  alias: string;
  storeName: string;
  /** What the rule does now; a new one does nothing yet. */
  state?: RuleState;
  closeTo: string;
  deleteHref?: string;
  duplicateHref?: string;
  /** What a new rule is a copy of. */
  copy?: ShownCopy;
  tab: RuleTab;
  tabs: { key: RuleTab; label: string; href: string }[];
  values: RuleFormValues;
  advice: Record<string, string>;
  context: RuleFormContext;
  /** The places among the store's other rules that it can be put at; none where they could not be read. */
  places: { value: string; label: string }[];
  /** The attributes could not be read: what is chosen is not checked against them. */
  attributesError?: ErrorView;
  /** These values were typed before, and are put back. */
  restored: boolean;
  history: ShownHistory[];
  /** The rule as it is saved, in one sentence; empty for a new one. */
  inWords: string;
  /** JSON text of the rule as the server sent it. */
  rawText?: string;
  /** What people say of it; a new one has none. */
  notes?: NotesShown;
};

/** Which rule of which store a new rule is a copy of, and the stores that it may go to instead. */
export type ShownCopy = {
  name: string;
  from: string;
  to: string;
  others: { name: string; href: string }[];
};

/** The result of a posted form that was not saved. */
export type RuleAnswer =
  | {
      is: "form";
      values: RuleFormValues;
      advice: Record<string, string>;
      lastResult: SubmissionResult | undefined;
      edited: boolean;
      problem?: ErrorView;
      preview?: RulePreview;
      /** The form is made anew with rows that nobody typed: how many, and what tells it from the one before. */
      remade?: { added: number; key: string };
      /** What the store's products hold, by the attributes of the form's rows. */
      suggested?: Record<string, string[]>;
      /** How many products the conditions match, where it was counted. */
      matches?: RuleMatches;
    }
  | { is: "conflict"; conflict: RuleConflict }
  | { is: "question"; question: RuleQuestion };

/** What is asked before a rule goes live by being saved. */
export type RuleQuestion = {
  name: string;
  warning: string;
  facts: Fact[];
  /** The form's field that agrees to it, and the intent that it goes on with. */
  agreed: string;
  intent: "save" | "overwrite";
  /** The whole form as it was typed. */
  typed: [name: string, value: string][];
};

/** The version that another person saved meanwhile beside one's own. */
export type RuleConflict = {
  /** Who saved theirs, and when; empty where the server does not say. */
  who: string;
  at: string;
  /** Both versions whole. */
  lines: VersionLine[];
  /** The whole form as it was typed. */
  typed: [name: string, value: string][];
  /** The state of their version: what is chosen is about this one, and no later one. */
  over: string;
};

/** The panel when its rule cannot be shown. */
export type RuleNotShown = {
  shown: false;
  title: string;
  explanation?: string;
  error?: ErrorView;
  rawText?: string;
  /** Where a deleted rule is restored. */
  restoreHref?: string;
  closeTo: string;
  retryHref: string;
};

const maxValueLength = 300;
type Place = { alias: string; filter: RuleFilter; tab: RuleTab };

const tabLabels: Record<RuleTab, string> = { details: "Details", raw: "Raw Data", history: "History" };
/** Details and Raw Data come first (rules#editor). */
const tabOrder: readonly RuleTab[] = ["details", "raw", "history"];

/** Title, links and tabs of the panel; without a rule those of a new one. Moments as `show` says. */
export function toEditorFrame(
  rule: CustomRule | undefined,
  { alias, filter, tab }: Place,
  now: number,
  show: (moment: CustomRule["startDate"]) => string,
): Pick<
  RuleEditor,
  | "shown"
  | "title"
  | "state"
  | "closeTo"
  | "deleteHref"
  | "duplicateHref"
  | "tab"
  | "tabs"
  | "history"
  | "inWords"
> {
  const closeTo = rulesPath(alias, filter);
  if (!rule) {
    return { shown: true, title: "New Rule", closeTo, tab: "details", tabs: [], history: [], inWords: "" };
  }
  return {
    shown: true,
    title: shorten(nameOfRule(rule), maxValueLength),
    state: ruleStateOf(rule, now),
    closeTo,
    deleteHref: deleteRulePath(alias, filter, rule.id),
    duplicateHref: newRulePath(alias, filter, { copy: rule.id }),
    tab,
    tabs: tabOrder.map((key) => ({
      key,
      label: tabLabels[key],
      href: rulePath(alias, filter, rule.id, key),
    })),
    history: tab === "history" ? toShownHistory(rule, show) : [],
    inWords: ruleInWords(rule),
  };
}

/** What a form that is on its way asks for; undefined while none is. */
export function sentIntent(form: FormData | undefined): string | undefined {
  const intent = form?.get("intent");
  return typeof intent === "string" ? intent : undefined;
}
