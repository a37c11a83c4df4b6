import { type FieldName, useField } from "@conform-to/react";
import type { GroupValues } from "#app/domains/rules/fields.ts";
import { Button } from "#app/ui/Button.tsx";
import { TextArea } from "#app/ui/fields/fields.tsx";

/** Values for a group, one per line, that become one condition each (rules#several). */
export function PasteSeveral({
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
    <details className="several" open={present !== "" || advice !== undefined || undefined}>
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
