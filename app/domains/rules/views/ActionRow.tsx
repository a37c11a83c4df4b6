import { type FieldName, useField } from "@conform-to/react";
import { memo, useState } from "react";
import {
  fittingAction,
  isSuggested,
  operandNames,
  typeOfAttribute,
} from "#app/domains/rules/editor/editor.ts";
import { type ActionValues, operandsOf } from "#app/domains/rules/values.ts";
import { SelectField, TextField } from "#app/ui/fields/fields.tsx";
import { type ActionOperandField, defaultActionType } from "#contract/ruleTable.ts";
import {
  AttributeField,
  actionTypeChoices,
  attributeChoices,
  RowButtons,
  type RowPlace,
  textIn,
  useRowsForm,
  valuesId,
} from "./rowFields.tsx";

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
export const ActionRow = memo(function ActionRow({
  name,
  ...place
}: RowPlace & { name: FieldName<ActionValues> }) {
  const [field] = useField(name);
  const fields = field.getFieldset();
  const { attributes, textsOf } = useRowsForm();
  const [attribute, setAttribute] = useState(fields.attribute.initialValue ?? "");
  const [chosen, setChosen] = useState({
    type: fields.type.initialValue ?? defaultActionType,
    byItself: fields.byItself.initialValue ?? "",
  });
  const { type, byItself } = chosen;
  const attributeType = typeOfAttribute(attributes, attribute);
  const taken = operandsOf(type).map((operand) => operand.field);

  function chooseAttribute(next: string, posted: HTMLFormElement | null) {
    setAttribute(next);
    const held = {
      newValue: textIn(posted, fields.newValue.name),
      originalValue: textIn(posted, fields.originalValue.name),
      percentOf: textIn(posted, fields.percentOf.name),
      percentValue: textIn(posted, fields.percentValue.name),
    };
    const fitting = fittingAction({ ...chosen, ...held }, typeOfAttribute(attributes, next));
    setChosen({ type: fitting.type, byItself: fitting.byItself });
  }

  return (
    <fieldset className="row row-action">
      <legend className="sr-only">Action {place.index + 1}</legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <input type="hidden" name={fields.byItself.name} value={byItself} />
      <AttributeField field={fields.attribute} chosen={attribute} onChoose={chooseAttribute} />
      <SelectField
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
          <div key={wire} hidden={!taken.includes(wire)}>
            {wire === "percentOf" ? (
              <SelectField
                {...texts}
                options={attributeChoices(attributes, value, "Decimal")}
                defaultValue={value}
              />
            ) : (
              <TextField
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
