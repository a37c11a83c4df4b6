import { type FieldName, useField, useFormMetadata } from "@conform-to/react";
import { memo } from "react";
import type { RuleFormContext, RuleFormValues } from "#app/domains/rules/editor.ts";
import type { GroupValues } from "#app/domains/rules/fields.ts";
import { Button } from "#app/ui/Button.tsx";
import { SelectField } from "#app/ui/fields/SelectField.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { logicalOperators } from "#contract/ruleTable.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import { withPresent } from "./choices.ts";
import { useFocusFollowing } from "./useFocusFollowing.ts";

type Props = { context: RuleFormContext; advice: Record<string, string>; onEdit: () => void };

const operatorOptions = Object.entries(logicalOperators).map(([value, { label }]) => ({ value, label }));

/** The condition groups of a rule, each with its conditions. */
export const GroupFields = memo(function GroupFields({ context, advice, onEdit }: Props) {
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
      <p className="field-help">The rule applies to a product where every group holds.</p>
      {advice[groups.name] && <Advice text={advice[groups.name] ?? ""} />}
      {list.map((group, index) => (
        <Group
          key={group.key}
          name={group.name}
          index={index}
          listName={groups.name}
          context={context}
          advice={advice}
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

/** Advice on a list as a whole. */
export function Advice({ text }: { text: string }) {
  return (
    <p className="field-advice">
      <Icon name="attention" />
      <span>{text}</span>
    </p>
  );
}

type GroupProps = Props & { name: FieldName<GroupValues>; listName: string; index: number };

const Group = memo(function Group({ name, listName, index, context, advice, onEdit }: GroupProps) {
  const [field, form] = useField(name);
  const { origin, logicalOperator, conditions } = field.getFieldset();
  const list = conditions.getFieldList();
  const rows = useFocusFollowing(
    list.map(({ key }) => key),
    ":scope > .row",
  );
  const label = `Group ${index + 1}`;
  return (
    <fieldset className="rows-group" id={`group-${index}`}>
      <legend className="sr-only">{label}</legend>
      <div className="rows-head">
        <b aria-hidden="true">{label}</b>
        <SelectField
          label="Joined by"
          name={logicalOperator.name}
          options={withPresent(operatorOptions, logicalOperator.initialValue ?? "Or")}
          defaultValue={logicalOperator.initialValue ?? "Or"}
          errors={logicalOperator.errors}
        />
        <Button
          type="submit"
          variant="quiet"
          icon="close"
          formAction="#groups"
          aria-label={`Remove group ${index + 1}`}
          data-remove=""
          onClick={onEdit}
          {...form.remove.getButtonProps({ name: listName, index })}
        >
          Remove group
        </Button>
      </div>
      <input type="hidden" name={origin.name} defaultValue={origin.initialValue} />
      <div ref={rows} className="rows">
        {list.map((condition, place) => (
          <ConditionRow
            key={condition.key}
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
    </fieldset>
  );
});
