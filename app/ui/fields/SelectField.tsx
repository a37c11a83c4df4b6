import type { SelectHTMLAttributes } from "react";
import { FieldShell, type FieldTexts, useField } from "./FieldShell.tsx";

type Props = FieldTexts & { options: { value: string; label: string }[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "id" | "name" | "children"
  >;

/** A choice of one value in a form. */
export function SelectField({ options, ...props }: Props) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <select {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}
