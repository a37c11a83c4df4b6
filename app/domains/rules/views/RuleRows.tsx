import { type FieldName, useField, useFormMetadata } from "@conform-to/react";
import { type ClipboardEvent, Fragment, memo, useEffect, useRef, useState } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { SelectField, TextArea } from "#app/core/ui/fields/fields.tsx";
import { plural } from "#app/core/values/values.ts";
import {
  fittingAction,
  fittingComparator,
  isSuggested,
  linesOf,
  operandNames,
  type RuleFormValues,
  typeOfAttribute,
} from "#app/domains/rules/editor/editor.ts";
import {
  type ActionValues,
  type ConditionValues,
  type GroupValues,
  operandsOf,
} from "#app/domains/rules/values.ts";
import {
  type ActionOperandField,
  comparators,
  defaultActionType,
  isComparator,
  logicalOperators,
} from "#contract/ruleTable.ts";
import {
  AddButton,
  AttributeField,
  actionTypeChoices,
  attributeChoices,
  comparatorChoices,
  ListAdvice,
  RowButtons,
  type RowPlace,
  RowSelect,
  RowText,
  textIn,
  textsOf,
  useAdvice,
  useFocusFollowing,
  useRowsForm,
  valuesId,
  withPresent,
} from "./rowFields.tsx";

/** `contain` limits the layout work of a key press to its row. */
const rowLook =
  "row grid items-start gap-2 [contain:layout_style] max-sm:grid-cols-[minmax(0,1fr)] max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-2";

const operatorOptions = Object.entries(logicalOperators).map(([value, { label }]) => ({ value, label }));

/** The condition groups; `added` is the number of conditions just added from pasted values. */
export const GroupFields = memo(function GroupFields({ added }: { added: number | undefined }) {
  const form = useFormMetadata<RuleFormValues>();
  const { groups } = form.getFieldset();
  const list = groups.getFieldList();
  const section = useFocusFollowing(list, ":scope > .rows-group");
  return (
    <section ref={section} id="groups" className="space-y-3">
      <h3 className="text-md">Condition groups</h3>
      {added !== undefined && <Added count={added} />}
      <p className="field-help">
        The rule applies to a product where every group holds. Values are suggested from the store's own
        products, the first 20,000 of them.
      </p>
      <ListAdvice name={groups.name} />
      {list.map((group, index) => (
        <Group
          key={group.key}
          name={group.name}
          index={index}
          isLast={index === list.length - 1}
          listName={groups.name}
        />
      ))}
      <AddButton
        section="groups"
        adds={form.insert.getButtonProps({
          name: groups.name,
          defaultValue: { logicalOperator: "Or", conditions: [{}] },
        })}
      >
        Add group
      </AddButton>
    </section>
  );
});

/** The result of pasting values; focused, since the rows have changed. */
function Added({ count }: { count: number }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} role="status">
      {count === 0 ? "No condition was added." : `${plural(count, "value", "values")} added as conditions.`}{" "}
      Nothing is saved yet.
    </p>
  );
}

/** Several lines pasted into one row's value are handled like 'Paste several values', with that row as template. */
function pasteSeveral(event: ClipboardEvent<HTMLFieldSetElement>) {
  const { target, currentTarget: group } = event;
  const text = event.clipboardData.getData("text");
  const at = target instanceof HTMLInputElement ? /\[(\d+)\]\.operand$/.exec(target.name)?.[1] : undefined;
  if (at === undefined || linesOf(text).length < 2) return;
  const place = group.querySelector<HTMLInputElement>("input[data-at]");
  const several = group.querySelector("textarea");
  const add = group.querySelector<HTMLButtonElement>("button[data-paste]");
  if (!place || !several || !add) return;
  event.preventDefault();
  place.value = at;
  several.value = text;
  several.closest("details")?.setAttribute("open", "");
  add.click();
}

const Group = memo(function Group({ name, ...place }: RowPlace & { name: FieldName<GroupValues> }) {
  const { index } = place;
  const [field, form] = useField(name);
  const { origin, logicalOperator, conditions } = field.getFieldset();
  const list = conditions.getFieldList();
  const rows = useFocusFollowing(list, ":scope > .row");
  const label = `Group ${index + 1}`;
  const [joinedBy, setJoinedBy] = useState(logicalOperator.initialValue ?? "Or");
  return (
    <>
      {index > 0 && <p className="px-1 text-xs font-semibold text-ink-soft">and</p>}
      <fieldset
        className="rows-group space-y-2 rounded-lg border border-line bg-surface p-3 max-sm:bg-surface-page max-sm:p-2"
        id={`group-${index}`}
        onPaste={pasteSeveral}
      >
        <legend className="sr-only">{label}</legend>
        <div className="flex flex-wrap items-end gap-3 [&>.field]:w-[8rem]">
          <b className="pb-1.5" aria-hidden="true">
            {label}
          </b>
          <SelectField
            label="Joined by"
            name={logicalOperator.name}
            options={withPresent(operatorOptions, logicalOperator.initialValue ?? "Or")}
            defaultValue={logicalOperator.initialValue ?? "Or"}
            errors={logicalOperator.errors}
            onChange={(event) => setJoinedBy(event.currentTarget.value)}
          />
          <RowButtons {...place} row={`group ${index + 1}`} section="groups" removeText="Remove group" />
        </div>
        <input type="hidden" name={origin.name} defaultValue={origin.initialValue} />
        <div ref={rows} className="flex flex-col gap-2">
          {list.map((condition, place) => (
            <Fragment key={condition.key}>
              {place > 0 && (
                <p className="px-1 text-xs font-semibold text-ink-soft">{joinedBy.toLowerCase()}</p>
              )}
              <ConditionRow
                name={condition.name}
                listName={conditions.name}
                group={index}
                index={place}
                isOnly={list.length === 1}
                isLast={place === list.length - 1}
              />
            </Fragment>
          ))}
        </div>
        <AddButton
          section={`group-${index}`}
          adds={form.insert.getButtonProps({ name: conditions.name, defaultValue: {} })}
        >
          Add condition
        </AddButton>
        <PasteSeveral name={name} index={index} />
      </fieldset>
    </>
  );
});

/** Values for a group, one per line, that become one condition each (rules#several). */
function PasteSeveral({ name, index }: { name: FieldName<GroupValues>; index: number }) {
  const [field] = useField(name);
  const { several, at } = field.getFieldset();
  const { here } = useRowsForm();
  const advice = useAdvice(several.name);
  const present = several.initialValue ?? "";
  return (
    <details className="open:space-y-2" open={present !== "" || advice !== undefined || undefined}>
      <summary>Paste several values</summary>
      <input type="hidden" name={at.name} defaultValue="" data-at="" />
      <TextArea
        {...textsOf(several, `Values of group ${index + 1}, one a line`)}
        advice={advice}
        defaultValue={present}
        help="Each becomes a condition like the last one of the group that takes a value."
      />
      <Button type="submit" name="intent" value="paste" formAction={`${here}#group-${index}`} data-paste="">
        Add as conditions
      </Button>
    </details>
  );
}

type ConditionRowProps = RowPlace & { name: FieldName<ConditionValues>; group: number; isOnly: boolean };

/** One condition: attribute, comparator by the attribute's type, operand if the comparator takes one. */
const ConditionRow = memo(function ConditionRow({ name, group, ...place }: ConditionRowProps) {
  const [field] = useField(name);
  const fields = field.getFieldset();
  const { attributes } = useRowsForm();
  const [attribute, setAttribute] = useState(fields.attribute.initialValue ?? "");
  const [comparator, setComparator] = useState(fields.comparator.initialValue ?? "");
  const type = typeOfAttribute(attributes, attribute);
  const takesOperand = !isComparator(comparator) || comparators[comparator].takesOperand;

  function chooseAttribute(chosen: string, posted: HTMLFormElement | null) {
    setAttribute(chosen);
    const operand = textIn(posted, fields.operand.name);
    setComparator(fittingComparator({ comparator, operand }, typeOfAttribute(attributes, chosen)));
  }

  const row = `group ${group + 1}, condition ${place.index + 1}`;
  return (
    <fieldset className={`${rowLook} grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_auto]`}>
      <legend className="sr-only">
        Group {group + 1}, condition {place.index + 1}
      </legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <AttributeField field={fields.attribute} chosen={attribute} onChoose={chooseAttribute} />
      <RowSelect
        {...textsOf(fields.comparator, "Comparator")}
        options={comparatorChoices(type, comparator)}
        value={comparator}
        onChange={(event) => setComparator(event.currentTarget.value)}
      />
      <div hidden={!takesOperand}>
        <RowText
          {...textsOf(fields.operand, "Operand")}
          defaultValue={fields.operand.initialValue}
          list={isSuggested(type) ? valuesId(attribute) : undefined}
          inputMode={type === "Decimal" ? "decimal" : undefined}
          autoComplete="off"
        />
      </div>
      <RowButtons {...place} name={name} row={row} section={`group-${group}`} />
    </fieldset>
  );
});

export const ActionFields = memo(function ActionFields() {
  const form = useFormMetadata<RuleFormValues>();
  const { actions } = form.getFieldset();
  const list = actions.getFieldList();
  const section = useFocusFollowing(list, ":scope > div > .row");
  return (
    <section ref={section} id="actions" className="space-y-3">
      <h3 className="text-md">Actions</h3>
      <ListAdvice name={actions.name} />
      <div className="flex flex-col gap-2">
        {list.map((action, index) => (
          <ActionRow
            key={action.key}
            name={action.name}
            listName={actions.name}
            index={index}
            isLast={index === list.length - 1}
          />
        ))}
      </div>
      <AddButton
        section="actions"
        adds={form.insert.getButtonProps({
          name: actions.name,
          defaultValue: { type: defaultActionType, byItself: defaultActionType },
        })}
      >
        Add action
      </AddButton>
    </section>
  );
});

type Operand = { label: string; help?: string };

const words: Record<ActionOperandField, Operand> = {
  newValue: { label: "New value" },
  orignalValue: { label: "Original value" },
  percentOf: { label: "Percent of", help: "The discount is taken off this; what is left is the new value." },
  percentValue: { label: "Percent value (% off)" },
};
const wordsByType: Record<string, Partial<Record<ActionOperandField, Operand>>> = {
  FixedPrice: { newValue: { label: "New value ($)" } },
  AmountDiscount: { newValue: { label: "New value ($ off)" } },
};

const wireFields: readonly ActionOperandField[] = ["orignalValue", "newValue", "percentValue", "percentOf"];

/** One action: attribute, type by the attribute's type, and what the type needs (rules#action-types). */
const ActionRow = memo(function ActionRow({ name, ...place }: RowPlace & { name: FieldName<ActionValues> }) {
  const [field] = useField(name);
  const fields = field.getFieldset();
  const { attributes } = useRowsForm();
  const [attribute, setAttribute] = useState(fields.attribute.initialValue ?? "");
  const [chosen, setChosen] = useState({
    type: fields.type.initialValue ?? defaultActionType,
    byItself: fields.byItself.initialValue ?? "",
  });
  const { type, byItself } = chosen;
  const attributeType = typeOfAttribute(attributes, attribute);
  const operands = operandsOf(type).map((operand) => operand.field);

  function chooseAttribute(next: string, posted: HTMLFormElement | null) {
    setAttribute(next);
    const typed = {
      newValue: textIn(posted, fields.newValue.name),
      originalValue: textIn(posted, fields.originalValue.name),
      percentOf: textIn(posted, fields.percentOf.name),
      percentValue: textIn(posted, fields.percentValue.name),
    };
    const fitting = fittingAction({ ...chosen, ...typed }, typeOfAttribute(attributes, next));
    setChosen({ type: fitting.type, byItself: fitting.byItself });
  }

  return (
    <fieldset
      className={`${rowLook} row-action grid-cols-[repeat(4,minmax(0,1fr))_auto] rounded-lg border border-line bg-surface p-3`}
    >
      <legend className="sr-only">Action {place.index + 1}</legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <input type="hidden" name={fields.byItself.name} value={byItself} />
      <AttributeField field={fields.attribute} chosen={attribute} onChoose={chooseAttribute} />
      <RowSelect
        {...textsOf(fields.type, "Action")}
        options={actionTypeChoices(attributeType, type)}
        value={type}
        onChange={(event) => setChosen({ type: event.currentTarget.value, byItself })}
      />
      {wireFields.map((wire) => {
        const word = operandNames[wire];
        const { label, help } = wordsByType[type]?.[wire] ?? words[wire];
        const texts = { ...textsOf(fields[word], label), ...(help ? { help } : {}) };
        const value = fields[word].initialValue ?? "";
        return (
          <div key={wire} hidden={!operands.includes(wire)}>
            {wire === "percentOf" ? (
              <RowSelect
                {...texts}
                options={attributeChoices(attributes, value, "Decimal")}
                defaultValue={value}
              />
            ) : (
              <RowText
                {...texts}
                defaultValue={value}
                list={isSuggested(attributeType) ? valuesId(attribute) : undefined}
                autoComplete="off"
              />
            )}
          </div>
        );
      })}
      <RowButtons {...place} name={name} row={`action ${place.index + 1}`} section="actions" />
    </fieldset>
  );
});
