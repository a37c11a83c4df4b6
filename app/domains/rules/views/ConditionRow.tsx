import { type FieldName, useField } from "@conform-to/react";
import { memo, useState } from "react";
import { fittingComparator, isSuggested, typeOfAttribute } from "#app/domains/rules/editor/editor.ts";
import type { ConditionValues } from "#app/domains/rules/values.ts";
import { SelectField, TextField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { comparators, isComparator } from "#contract/ruleTable.ts";
import { AttributeField, comparatorChoices, RowButtons, textIn, textsOf, valuesId } from "./rowFields.tsx";

type Props = {
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
export const ConditionRow = memo(function ConditionRow({
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
}: Props) {
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
