import { type FieldName, useField, useFormMetadata } from "@conform-to/react";
import { type ClipboardEvent, Fragment, memo, useEffect, useRef, useState } from "react";
import {
  fittingComparator,
  isSuggested,
  linesOf,
  type RuleFormValues,
  typeOfAttribute,
} from "#app/domains/rules/editor/editor.ts";
import type { ConditionValues, GroupValues, RuleContext } from "#app/domains/rules/values.ts";
import { Button } from "#app/ui/Button.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/fields/fields.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { plural } from "#app/values/values.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { comparators, isComparator, logicalOperators } from "#contract/ruleTable.ts";
import {
  AttributeField,
  comparatorChoices,
  RowButtons,
  textIn,
  textsOf,
  useFocusFollowing,
  valuesId,
  withPresent,
} from "./rowFields.tsx";

type Props = {
  context: RuleContext;
  advice: Record<string, string>;
  here: string;
  onEdit: () => void;
};

const operatorOptions = Object.entries(logicalOperators).map(([value, { label }]) => ({ value, label }));

export const GroupFields = memo(function GroupFields({
  context,
  advice,
  here,
  added,
  onEdit,
}: Props & {
  /** Number of conditions just added from pasted values. */
  added: number | undefined;
}) {
  const form = useFormMetadata<RuleFormValues>();
  const { groups } = form.getFieldset();
  const list = groups.getFieldList();
  const section = useFocusFollowing(
    list.map(({ key }) => key),
    ":scope > .rows-group",
  );
  return (
    <section ref={section} id="groups" className="space-y-3">
      <h3>Condition groups</h3>
      {added !== undefined && <Added count={added} />}
      <p className="field-help">
        The rule applies to a product where every group holds. Values are suggested from the store's own
        products, the first 20,000 of them.
      </p>
      {advice[groups.name] && <ListAdvice text={advice[groups.name] ?? ""} />}
      {list.map((group, index) => (
        <Group
          key={group.key}
          name={group.name}
          index={index}
          isLast={index === list.length - 1}
          listName={groups.name}
          context={context}
          advice={advice}
          here={here}
          onEdit={onEdit}
        />
      ))}
      <Button
        type="submit"
        formAction="#groups"
        onClick={onEdit}
        {...form.insert.getButtonProps({
          name: groups.name,
          defaultValue: { logicalOperator: "Or", conditions: [{}] },
        })}
      >
        Add group
      </Button>
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

export function ListAdvice({ text }: { text: string }) {
  return (
    <p className="field-advice">
      <Icon name="attention" />
      <span>{text}</span>
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

type GroupProps = Props & {
  name: FieldName<GroupValues>;
  listName: string;
  index: number;
  isLast: boolean;
};

const Group = memo(function Group({
  name,
  listName,
  index,
  isLast,
  context,
  advice,
  here,
  onEdit,
}: GroupProps) {
  const [field, form] = useField(name);
  const { origin, logicalOperator, conditions } = field.getFieldset();
  const list = conditions.getFieldList();
  const rows = useFocusFollowing(
    list.map(({ key }) => key),
    ":scope > .row",
  );
  const label = `Group ${index + 1}`;
  const [joinedBy, setJoinedBy] = useState(logicalOperator.initialValue ?? "Or");
  return (
    <>
      {index > 0 && <p className="px-1 text-sm font-semibold text-ink-soft">and</p>}
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
          <RowButtons
            row={`group ${index + 1}`}
            index={index}
            isLast={isLast}
            section="groups"
            moveTo={(to) => form.reorder.getButtonProps({ name: listName, from: index, to })}
            remove={form.remove.getButtonProps({ name: listName, index })}
            removeText="Remove group"
            onEdit={onEdit}
          />
        </div>
        <input type="hidden" name={origin.name} defaultValue={origin.initialValue} />
        <div ref={rows} className="flex flex-col gap-2">
          {list.map((condition, place) => (
            <Fragment key={condition.key}>
              {place > 0 && (
                <p className="px-1 text-sm font-semibold text-ink-soft">{joinedBy.toLowerCase()}</p>
              )}
              <ConditionRow
                name={condition.name}
                listName={conditions.name}
                group={index}
                index={place}
                isOnly={list.length === 1}
                isLast={place === list.length - 1}
                attributes={context.attributes}
                attributeAdvice={advice[`${condition.name}.attribute`]}
                comparatorAdvice={advice[`${condition.name}.comparator`]}
                operandAdvice={advice[`${condition.name}.operand`]}
                onEdit={onEdit}
              />
            </Fragment>
          ))}
        </div>
        <Button
          type="submit"
          formAction={`#group-${index}`}
          onClick={onEdit}
          {...form.insert.getButtonProps({ name: conditions.name, defaultValue: {} })}
        >
          Add condition
        </Button>
        <PasteSeveral name={name} index={index} here={here} advice={advice[`${name}.several`]} />
      </fieldset>
    </>
  );
});

/** Values for a group, one per line, that become one condition each (rules#several). */
function PasteSeveral({
  name,
  index,
  here,
  advice,
}: {
  name: FieldName<GroupValues>;
  index: number;
  here: string;
  advice: string | undefined;
}) {
  const [field] = useField(name);
  const { several, at } = field.getFieldset();
  const present = several.initialValue ?? "";
  return (
    <details className="open:space-y-2" open={present !== "" || advice !== undefined || undefined}>
      <summary>Paste several values</summary>
      <input type="hidden" name={at.name} defaultValue="" data-at="" />
      <TextArea
        label={`Values of group ${index + 1}, one a line`}
        name={several.name}
        defaultValue={present}
        help="Each becomes a condition like the last one of the group that takes a value."
        advice={advice}
      />
      <Button type="submit" name="intent" value="paste" formAction={`${here}#group-${index}`} data-paste="">
        Add as conditions
      </Button>
    </details>
  );
}

type ConditionRowProps = {
  name: FieldName<ConditionValues>;
  listName: string;
  group: number;
  index: number;
  /** Removing the last condition of a group leaves a blank one (rules#blank-condition). */
  isOnly: boolean;
  isLast: boolean;
  attributes: readonly CustomRuleAttribute[];
  attributeAdvice: string | undefined;
  comparatorAdvice: string | undefined;
  operandAdvice: string | undefined;
  onEdit: () => void;
};

/** One condition: attribute, comparator by the attribute's type, operand if the comparator takes one. */
const ConditionRow = memo(function ConditionRow({
  name,
  listName,
  group,
  index,
  isOnly,
  isLast,
  attributes,
  attributeAdvice,
  comparatorAdvice,
  operandAdvice,
  onEdit,
}: ConditionRowProps) {
  const [field, form] = useField(name);
  const fields = field.getFieldset();
  const [attribute, setAttribute] = useState(fields.attribute.initialValue ?? "");
  const [comparator, setComparator] = useState(fields.comparator.initialValue ?? "");
  const type = typeOfAttribute(attributes, attribute);
  const takesOperand = !isComparator(comparator) || comparators[comparator].takesOperand;

  function chooseAttribute(chosen: string, posted: HTMLFormElement | null) {
    setAttribute(chosen);
    const operand = textIn(posted, fields.operand.name);
    setComparator(fittingComparator({ comparator, operand }, typeOfAttribute(attributes, chosen)));
  }

  const remove = isOnly
    ? form.update.getButtonProps({ name: listName, value: [{}] })
    : form.remove.getButtonProps({ name: listName, index });
  return (
    <fieldset className="row">
      <legend className="sr-only">
        Group {group + 1}, condition {index + 1}
      </legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <AttributeField
        field={fields.attribute}
        chosen={attribute}
        attributes={attributes}
        advice={attributeAdvice}
        onChoose={chooseAttribute}
      />
      <SelectField
        {...textsOf(fields.comparator, "Comparator", comparatorAdvice)}
        options={comparatorChoices(type, comparator)}
        value={comparator}
        onChange={(event) => setComparator(event.currentTarget.value)}
      />
      <div hidden={!takesOperand}>
        <TextField
          {...textsOf(fields.operand, "Operand", operandAdvice)}
          defaultValue={fields.operand.initialValue}
          list={isSuggested(type) ? valuesId(attribute) : undefined}
          inputMode={type === "Decimal" ? "decimal" : undefined}
          autoComplete="off"
        />
      </div>
      <RowButtons
        row={`group ${group + 1}, condition ${index + 1}`}
        index={index}
        isLast={isLast}
        section={`group-${group}`}
        update={form.validate.getButtonProps({ name })}
        moveTo={(to) => form.reorder.getButtonProps({ name: listName, from: index, to })}
        remove={remove}
        onEdit={onEdit}
      />
    </fieldset>
  );
});
