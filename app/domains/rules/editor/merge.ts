import { exactOf, groupInWords, operatorInWords, yesNo } from "#app/domains/rules/compare.ts";
import { actionInWords, conditionInWords } from "#app/domains/rules/model.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { toText } from "#app/values/read.ts";
import type { CustomRuleAction, CustomRuleCondition, CustomRuleConditionGroup } from "#contract/rules.ts";
import { type Likeness, type ListChange, listChange } from "./mergeLists.ts";

/** Whose value a field takes that both changed; `both` where each put something in at one place. */
export const sides = ["theirs", "mine", "both"] as const;
export type Side = (typeof sides)[number];

/** One field that one of two people changed, or both. */
export type MergeLine = {
  /** Names the field; the same for as long as both versions are. */
  field: string;
  label: string;
  was: string;
  theirs: string;
  mine: string;
  /** Whose change it is: `same` where both made the same, `asked` where each made another. */
  from: "theirs" | "mine" | "same" | "asked";
  /** What may be taken where it is asked, and what was. */
  may: Side[];
  taken?: Side;
};

/** Two changes of one rule put together. */
export type Merge = { rule: EditedRule; lines: MergeLine[] };

/** What was chosen for a field that is asked about. */
export type Choose = (field: string) => Side | undefined;

type Merging = { choose: Choose; lines: MergeLine[] };
type Three<Value> = { base: Value; theirs: Value; mine: Value };
type Field<Value> = { field: string; label: string; inWords: (value: Value) => string };

/** The fields that are asked about and not answered. */
export const openLines = ({ lines }: Merge): MergeLine[] =>
  lines.filter(({ from, taken }) => from === "asked" && taken === undefined);

/** A field takes the value of the one who changed it; where both did, the one that was chosen. */
function mergeField<Value>(
  { choose, lines }: Merging,
  { field, label, inWords }: Field<Value>,
  { base, theirs, mine }: Three<Value>,
): Value {
  const [was, one, other] = [exactOf(base), exactOf(theirs), exactOf(mine)];
  if (one === was && other === was) return mine;
  const from = one === other ? "same" : other === was ? "theirs" : one === was ? "mine" : "asked";
  const chosen = from === "asked" ? choose(field) : undefined;
  const taken = chosen === "both" ? undefined : chosen;
  lines.push({
    field,
    label,
    was: inWords(base),
    theirs: inWords(theirs),
    mine: inWords(mine),
    from,
    may: from === "asked" ? ["theirs", "mine"] : [],
    ...(taken === undefined ? {} : { taken }),
  });
  return from === "theirs" || taken === "theirs" ? theirs : mine;
}

/** What a list's rows are, and how they are put together. */
type Rows<Row> = {
  singular: string;
  plural: string;
  like: Likeness<Row>;
  inWords: (row: Row) => string;
  /** Each works on what the one before it left: two that are put in at one place are asked about. */
  inOrder: boolean;
  /** For rows that have fields of their own. */
  mergeRow?: (merging: Merging, place: { field: string; label: string }, three: Three<Row>) => Row;
};

/** What each put in at one place: both where they may stand together, else it is asked. */
function mergeAdded<Row>(
  { choose, lines }: Merging,
  field: string,
  { theirs, mine }: { theirs: Row[]; mine: Row[] },
  { plural, like, inWords, inOrder }: Rows<Row>,
): Row[] {
  const held = new Set(theirs.map(like.exact));
  const others = mine.filter((row) => !held.has(like.exact(row)));
  const words = (list: Row[]) => list.map(inWords).join("; ");
  const line = { field, label: `${plural}, added`, was: "", theirs: words(theirs), mine: words(mine) };
  if (inOrder && theirs.length > 0 && others.length > 0) {
    const taken = choose(field);
    lines.push({ ...line, from: "asked", may: [...sides], ...(taken === undefined ? {} : { taken }) });
    if (taken === "theirs") return theirs;
    return taken === "both" ? [...theirs, ...others] : mine;
  }
  const isSame = others.length < mine.length;
  if (theirs.length > 0) {
    lines.push({ ...line, mine: isSame ? line.mine : "", from: isSame ? "same" : "theirs", may: [] });
  }
  if (others.length > 0) lines.push({ ...line, theirs: "", mine: words(others), from: "mine", may: [] });
  return [...theirs, ...others];
}

/** Lists are merged row by row, and are one field where it cannot be told what became of their rows. */
function mergeList<Row>(merging: Merging, field: string, three: Three<Row[]>, rows: Rows<Row>): Row[] {
  const { singular, plural, like, inWords, mergeRow } = rows;
  const theirs = listChange(three.base, three.theirs, like);
  const mine = listChange(three.base, three.mine, like);
  if (!theirs || !mine) {
    const whole = (list: Row[]) => list.map(inWords).join("; ") || "none";
    return mergeField(merging, { field, label: plural, inWords: whole }, three);
  }
  const added = (place: number, { added }: ListChange<Row>) => added[place] ?? [];
  const mergedAt = (place: number) =>
    mergeAdded(
      merging,
      `${field}.added.${place}`,
      { theirs: added(place, theirs), mine: added(place, mine) },
      rows,
    );
  const merged = three.base.flatMap((base, place): Row[] => {
    const before = mergedAt(place);
    const at = { field: `${field}.${place}`, label: `${singular} ${place + 1}` };
    const [one, other] = [theirs.rows[place], mine.rows[place]];
    if (mergeRow && one !== undefined && other !== undefined) {
      return [...before, mergeRow(merging, at, { base, theirs: one, mine: other })];
    }
    const words = (row: Row | undefined) => (row === undefined ? "removed" : inWords(row));
    const left = mergeField<Row | undefined>(
      merging,
      { ...at, inWords: words },
      { base, theirs: one, mine: other },
    );
    return left === undefined ? before : [...before, left];
  });
  return [...merged, ...mergedAt(three.base.length)];
}

const conditionRows = (of: string): Rows<CustomRuleCondition> => ({
  singular: `${of}, condition`,
  plural: `${of}, conditions`,
  like: { exact: exactOf, isKin: (one, other) => toText(one.operand1) === toText(other.operand1) },
  inWords: conditionInWords,
  inOrder: false,
});

const groupRows: Rows<CustomRuleConditionGroup> = {
  singular: "Group",
  plural: "Condition groups",
  like: {
    exact: exactOf,
    isKin(one, other) {
      const held = new Set(one.rulesConditions.map(exactOf));
      return other.rulesConditions.some((condition) => held.has(exactOf(condition)));
    },
  },
  inWords: groupInWords,
  inOrder: false,
  mergeRow(merging, { field, label }, { base, theirs, mine }) {
    const operator = mergeField(
      merging,
      { field: `${field}.operator`, label, inWords: operatorInWords },
      { base: base.logicalOperator, theirs: theirs.logicalOperator, mine: mine.logicalOperator },
    );
    const conditions = {
      base: base.rulesConditions,
      theirs: theirs.rulesConditions,
      mine: mine.rulesConditions,
    };
    return {
      ...theirs,
      logicalOperator: operator,
      rulesConditions: mergeList(merging, `${field}.conditions`, conditions, conditionRows(label)),
    };
  },
};

const actionRows: Rows<CustomRuleAction> = {
  singular: "Action",
  plural: "Actions",
  like: { exact: exactOf, isKin: (one, other) => toText(one.attributeName) === toText(other.attributeName) },
  inWords: actionInWords,
  inOrder: true,
};

/**
 * Another person's change of a rule and one's own, both made to `base`, put together (rules#merge): what only one of
 * them changed is theirs or mine, what both changed in different ways is `asked`, and mine until it is chosen. A
 * condition, an action and a date with its hour are one field each; what the editor does not edit is theirs. `show` is
 * how moments read.
 */
export function mergeRules(
  { base, theirs, mine }: Three<EditedRule>,
  choose: Choose,
  show: (moment: EditedRule["startDate"]) => string,
): Merge {
  const merging: Merging = { choose, lines: [] };
  const scalar = <Key extends "name" | "enabled" | "priority" | "startDate" | "endDate">(
    key: Key,
    label: string,
    inWords: (value: EditedRule[Key]) => string,
  ): EditedRule[Key] =>
    mergeField(
      merging,
      { field: key, label, inWords },
      { base: base[key], theirs: theirs[key], mine: mine[key] },
    );
  const groups = {
    base: base.rulesConditionsGroups,
    theirs: theirs.rulesConditionsGroups,
    mine: mine.rulesConditionsGroups,
  };
  const actions = { base: base.actions, theirs: theirs.actions, mine: mine.actions };
  const rule: EditedRule = {
    ...theirs,
    name: scalar("name", "Name", toText),
    enabled: scalar("enabled", "Enabled", yesNo),
    priority: scalar("priority", "Priority", toText),
    startDate: scalar("startDate", "Start Date", show),
    endDate: scalar("endDate", "End Date", show),
    rulesConditionsGroups: mergeList(merging, "groups", groups, groupRows),
    actions: mergeList(merging, "actions", actions, actionRows),
  };
  return { rule, lines: merging.lines };
}
