import { useFormMetadata } from "@conform-to/react";
import {
  type ComponentProps,
  createContext,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { SelectField, TextField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import type { RuleContext } from "#app/domains/rules/values.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { actionTypes, actionTypesFor, comparators, comparatorsFor } from "#contract/ruleTable.ts";

export type Choice = { value: string; label: string };

/** The choices, and the current value if it isn't one of them: unknown values are preserved. */
export const withPresent = (choices: readonly Choice[], present: string, note = "not known here") =>
  choices.some(({ value }) => value === present)
    ? [...choices]
    : [...choices, { value: present, label: `${present} (${note})` }];

/** The attributes of the store's type by name; only those of `types` if given. */
export function attributeChoices(attributes: readonly CustomRuleAttribute[], present: string, type?: string) {
  const fitting = attributes.filter((attribute) => type === undefined || attribute.type === type);
  const choices = fitting.map(({ name }) => ({ value: name, label: name }));
  const isOther = attributes.some(({ name }) => name === present);
  return withPresent(
    [{ value: "", label: "Choose an attribute" }, ...choices],
    present,
    isOther ? `not ${type}` : "not known here",
  );
}

type Labels<Code extends string = string> = Readonly<Record<Code, { label: string }>>;

const choicesOf = <Code extends string>(table: Labels<Code>, codes: readonly Code[]): Choice[] =>
  codes.map((value) => ({ value, label: table[value].label }));

/** The choices, and the current code if it isn't one of them: not for this type, or unknown. */
function withCode(choices: Choice[], table: Labels, type: string | undefined, present: string): Choice[] {
  const option = Object.hasOwn(table, present) ? table[present] : undefined;
  if (!option || choices.some(({ value }) => value === present)) return withPresent(choices, present);
  return [...choices, { value: present, label: `${option.label} (not for ${type})` }];
}

/** The comparators of an attribute's type (rules#comparators); all of them if the type is unknown. */
export function comparatorChoices(type: string | undefined, present: string): Choice[] {
  const choices = choicesOf(comparators, comparatorsFor(type));
  return withCode([{ value: "", label: "Choose a comparator" }, ...choices], comparators, type, present);
}

/** The action types of an attribute's type (rules#action-types); all of them if the type is unknown. */
export const actionTypeChoices = (type: string | undefined, present: string): Choice[] =>
  withCode(choicesOf(actionTypes, actionTypesFor(type)), actionTypes, type, present);

/** The advice on the form's fields by their names: a field is drawn again when its own changes, and no other is. */
export function createAdvice(initial: Record<string, string>) {
  let advice = initial;
  const listeners = new Set<() => void>();
  return {
    of: (name: string) => advice[name],
    set(found: Record<string, string>) {
      advice = found;
      for (const listen of listeners) listen();
    },
    subscribe(listen: () => void) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/** What every row of the form knows, and what an edit calls. */
type RowsForm = RuleContext & { advice: ReturnType<typeof createAdvice>; here: string; onEdit: () => void };
export const RowsFormContext = createContext<RowsForm>({
  ...{ attributes: [], timeZone: "UTC", now: 0 },
  ...{ advice: createAdvice({}), here: "", onEdit: () => undefined },
});
export const useRowsForm = () => useContext(RowsFormContext);

export function useAdvice(name: string) {
  const { advice } = useRowsForm();
  const read = () => advice.of(name);
  return useSyncExternalStore(advice.subscribe, read, read);
}

type RowField = { name: string; errors?: string[] | undefined };

export const textsOf = ({ name, errors }: RowField, label: string) => ({ label, name, errors });

export const RowText = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} advice={useAdvice(props.name)} />
);

export const RowSelect = (props: ComponentProps<typeof SelectField>) => (
  <SelectField {...props} advice={useAdvice(props.name)} />
);

type AttributeProps = {
  field: RowField;
  chosen: string;
  onChoose: (attribute: string, form: HTMLFormElement | null) => void;
};

export function AttributeField({ field, chosen, onChoose }: AttributeProps) {
  const { attributes } = useRowsForm();
  return (
    <RowSelect
      {...textsOf(field, "Attribute")}
      options={attributeChoices(attributes, chosen)}
      defaultValue={chosen}
      onChange={(event) => onChoose(event.currentTarget.value, event.currentTarget.form)}
    />
  );
}

export function textIn(form: HTMLFormElement | null, name: string): string {
  const namedField = form?.elements.namedItem(name);
  return namedField instanceof HTMLInputElement || namedField instanceof HTMLSelectElement
    ? namedField.value
    : "";
}

export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;

export function ListAdvice({ name }: { name: string }) {
  const text = useAdvice(name);
  if (!text) return null;
  return (
    <p className="field-advice">
      <Icon name="attention" />
      <span>{text}</span>
    </p>
  );
}

/** A button that `adds` a row, by its attributes of conform's. */
export function AddButton({ section, adds, children }: { section: string; adds: object; children: string }) {
  const { onEdit } = useRowsForm();
  return (
    <Button type="submit" formAction={`#${section}`} onClick={onEdit} {...adds}>
      {children}
    </Button>
  );
}

export type RowPlace = { listName: string; index: number; isLast: boolean };

type ButtonsProps = RowPlace & {
  /** For assistive technology: 'action 1'. */
  row: string;
  /** ID of the section that the form returns to. */
  section: string;
  /** Absent for a row without fields of its own. */
  name?: string;
  /** Removing the only row leaves a blank one (rules#blank-condition). */
  isOnly?: boolean;
  /** The text of Remove, if it has one beside its icon. */
  removeText?: string;
};

/** The buttons of a row or group: Update, for a form without scripting, Remove, and one place up or down. */
export function RowButtons(props: ButtonsProps) {
  const { row, name, listName, index, isLast, section, isOnly, removeText } = props;
  const form = useFormMetadata();
  const { onEdit } = useRowsForm();
  const submit = { type: "submit", formAction: `#${section}` } as const;
  const quiet = { ...submit, variant: "quiet" } as const;
  const moves = [
    { way: "up", icon: "chevronUp", to: index - 1, isEnd: index === 0 },
    { way: "down", icon: "chevronDown", to: index + 1, isEnd: isLast },
  ] as const;
  return (
    <div
      className={
        removeText ? "ml-auto flex justify-end gap-1" : "row-buttons col-start-[-2] flex justify-end gap-1"
      }
    >
      {name !== undefined && (
        <Button
          className="without-scripting"
          aria-label={`Update ${row}`}
          {...submit}
          {...form.validate.getButtonProps({ name })}
        >
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
        {...(isOnly
          ? form.update.getButtonProps({ name: listName, value: [{}] })
          : form.remove.getButtonProps({ name: listName, index }))}
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
          {...form.reorder.getButtonProps({ name: listName, from: index, to: isEnd ? index : to })}
        />
      ))}
    </div>
  );
}

const firstField = "select, input:not([type=hidden])";
const removeButton = "button[data-remove]";

/**
 * Moves the focus with a list whose rows are added, removed and moved: into the first field of a new row; from a
 * removed one to the row that took its place, else the one before, else to the add button; and with a moved row. `rows`
 * selects the rows within the element. A row's own Remove carries `data-remove`.
 */
export function useFocusFollowing(list: readonly { key?: string | undefined }[], rows: string) {
  const keys = list.map(({ key }) => key);
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
    const length = Math.max(earlier.length, keys.length);
    const place = Array.from({ length }).findIndex((_, at) => earlier[at] !== keys[at]);
    if (place < 0 || !within) return;
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
