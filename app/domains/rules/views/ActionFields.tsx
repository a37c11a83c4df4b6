import { useFormMetadata } from "@conform-to/react";
import { memo } from "react";
import type { RuleFormContext, RuleFormValues } from "#app/domains/rules/editor/editor.ts";
import { Button } from "#app/ui/elements.tsx";
import { defaultActionType } from "#contract/ruleTable.ts";
import { ActionRow } from "./ActionRow.tsx";
import { Advice } from "./GroupFields.tsx";
import { useFocusFollowing } from "./useFocusFollowing.ts";

type Props = { context: RuleFormContext; advice: Record<string, string>; onEdit: () => void };

const operands = ["attribute", "type", "newValue", "originalValue", "percentOf", "percentValue"];

export const ActionFields = memo(function ActionFields({ context, advice, onEdit }: Props) {
  const form = useFormMetadata<RuleFormValues>();
  const { actions } = form.getFieldset();
  const list = actions.getFieldList();
  const section = useFocusFollowing(
    list.map(({ key }) => key),
    ":scope > .rows > .row",
  );
  return (
    <section ref={section} id="actions" className="space-y-3">
      <h3>Actions</h3>
      {advice[actions.name] && <Advice text={advice[actions.name] ?? ""} />}
      <div className="flex flex-col gap-2">
        {list.map((action, index) => (
          <ActionRow
            key={action.key}
            name={action.name}
            listName={actions.name}
            index={index}
            isLast={index === list.length - 1}
            attributes={context.attributes}
            advice={operands.map((operand) => advice[`${action.name}.${operand}`] ?? "").join("\n")}
            onEdit={onEdit}
          />
        ))}
      </div>
      <Button
        type="submit"
        formAction="#actions"
        onClick={onEdit}
        {...form.insert.getButtonProps({
          name: actions.name,
          defaultValue: { type: defaultActionType, byItself: defaultActionType },
        })}
      >
        Add action
      </Button>
    </section>
  );
});
