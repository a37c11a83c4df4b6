import { type ButtonHTMLAttributes, type RefObject, useEffect, useRef } from "react";
import { Button } from "#app/ui/Button.tsx";
import { SelectField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import {
  actionTypes,
  actionTypesFor,
  comparators,
  comparatorsFor,
  isActionType,
  isComparator,
} from "#contract/ruleTable.ts";

export type Choice = { value: string; label: string };

/** The choices, and the current value if it isn't one of them: unknown values are preserved. */
export const withPresent = (
  choices: readonly Choice[],
  present: string,
  note = "not known here",
): Choice[] =>
  choices.some(({ value }) => value === present)
    ? [...choices]
    : [...choices, { value: present, label: `${present} (${note})` }];

/** The attributes of the store's type by name; only those of `types` if given. */
export function attributeChoices(
  attributes: readonly CustomRuleAttribute[],
  present: string,
  type?: string,
): Choice[] {
  const fitting = attributes.filter((attribute) => type === undefined || attribute.type === type);
  const choices = fitting.map(({ name }) => ({ value: name, label: name }));
  const isOther = attributes.some(({ name }) => name === present);
  return withPresent(
    [{ value: "", label: "Choose an attribute" }, ...choices],
    present,
    isOther ? `not ${type}` : "not known here",
  );
}

/** The comparators of an attribute's type (rules#comparators); all of them if the type is unknown. */
export function comparatorChoices(type: string | undefined, present: string): Choice[] {
  const choices = comparatorsFor(type).map((code) => ({ value: code, label: comparators[code].label }));
  const all = [{ value: "", label: "Choose a comparator" }, ...choices];
  if (isComparator(present) && !choices.some(({ value }) => value === present)) {
    return [...all, { value: present, label: `${comparators[present].label} (not for ${type})` }];
  }
  return withPresent(all, present);
}

/** The action types of an attribute's type (rules#action-types); all of them if the type is unknown. */
export function actionTypeChoices(type: string | undefined, present: string): Choice[] {
  const choices = actionTypesFor(type).map((code) => ({ value: code, label: actionTypes[code].label }));
  if (isActionType(present) && !choices.some(({ value }) => value === present)) {
    return [...choices, { value: present, label: `${actionTypes[present].label} (not for ${type})` }];
  }
  return withPresent(choices, present);
}

type AttributeProps = {
  field: RowField;
  chosen: string;
  attributes: readonly CustomRuleAttribute[];
  advice: string | undefined;
  onChoose: (attribute: string, form: HTMLFormElement | null) => void;
};

export const AttributeField = ({ field, chosen, attributes, advice, onChoose }: AttributeProps) => (
  <SelectField
    {...textsOf(field, "Attribute", advice)}
    options={attributeChoices(attributes, chosen)}
    defaultValue={chosen}
    onChange={(event) => onChoose(event.currentTarget.value, event.currentTarget.form)}
  />
);

export type RowField = { name: string; errors?: string[] | undefined };

export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});

export function textIn(form: HTMLFormElement | null, name: string): string {
  const held = form?.elements.namedItem(name);
  return held instanceof HTMLInputElement || held instanceof HTMLSelectElement ? held.value : "";
}

export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;

/** Makes a submit button change the form instead of submitting it. */
type Intent = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "value" | "form" | "formNoValidate">;

type ButtonsProps = {
  /** For assistive technology: 'action 1'. */
  row: string;
  index: number;
  isLast: boolean;
  /** ID of the section that the form returns to. */
  section: string;
  /** Absent for a row without fields of its own. */
  update?: Intent;
  moveTo: (place: number) => Intent;
  remove: Intent;
  /** The text of Remove, if it has one beside its icon. */
  removeText?: string;
  onEdit: () => void;
};

/** The buttons of a row or group: Update, for a form without scripting, Remove, and one place up or down. */
export function RowButtons(props: ButtonsProps) {
  const { row, index, isLast, section, update, moveTo, remove, removeText, onEdit } = props;
  const submit = { type: "submit", formAction: `#${section}` } as const;
  const quiet = { ...submit, variant: "quiet" } as const;
  const moves = [
    { way: "up", icon: "chevronUp", to: index - 1, isEnd: index === 0 },
    { way: "down", icon: "chevronDown", to: index + 1, isEnd: isLast },
  ] as const;
  return (
    <div className={removeText ? "ml-auto flex justify-end gap-1" : "row-buttons"}>
      {update && (
        <Button className="without-scripting" aria-label={`Update ${row}`} {...submit} {...update}>
          Update
        </Button>
      )}
      <Button
        icon="close"
        aria-label={`Remove ${row}`}
        title={removeText ? undefined : "Remove"}
        data-remove=""
        onClick={onEdit}
        {...quiet}
        {...remove}
      >
        {removeText}
      </Button>
      {/* At the end of the list it stays enabled without effect, to keep the focus. */}
      {moves.map(({ way, icon, to, isEnd }) => (
        <Button
          key={way}
          icon={icon}
          aria-label={`Move ${row} ${way}`}
          title={`Move ${way}`}
          aria-disabled={isEnd || undefined}
          onClick={isEnd ? undefined : onEdit}
          {...quiet}
          {...moveTo(isEnd ? index : to)}
        />
      ))}
    </div>
  );
}

const firstField = "select, input:not([type=hidden])";
const removeButton = "button[data-remove]";

/**
 * Moves the focus with a list whose rows are added, removed and moved: into the first field of a new row; from a
 * removed one to the row that took its place, else the one before, else to the add button; and with a moved row. `keys`
 * are those of the rows in order, `rows` selects the rows within the element. A row's own Remove carries `data-remove`.
 */
export function useFocusFollowing(
  keys: readonly (string | undefined)[],
  rows: string,
): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(keys);
  const focused = useRef<EventTarget | null>(null);

  useEffect(() => {
    const within = element.current;
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    within?.addEventListener("focusin", note);
    return () => within?.removeEventListener("focusin", note);
  }, []);

  useEffect(() => {
    const earlier = before.current;
    before.current = keys;
    const within = element.current;
    const place = firstDifference(earlier, keys);
    if (place === undefined || !within) return;
    const found = [...within.querySelectorAll(rows)];
    if (keys.length > earlier.length) {
      found[place]?.querySelector<HTMLElement>(firstField)?.focus();
      return;
    }
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost) return;
    // A moved row is detached for a moment, and the element in it loses the focus.
    if (focused.current instanceof HTMLElement && within.contains(focused.current)) {
      focused.current.focus();
      return;
    }
    const next = found[place] ?? found[place - 1];
    const target = next?.querySelector<HTMLElement>(removeButton) ?? within.querySelector("button");
    target?.focus();
  }, [keys, rows]);

  return element;
}

/** The first index at which two lists differ; undefined if they are equal. */
function firstDifference<Element>(one: readonly Element[], other: readonly Element[]): number | undefined {
  const longest = Math.max(one.length, other.length);
  for (let place = 0; place < longest; place += 1) if (one[place] !== other[place]) return place;
  return undefined;
}
