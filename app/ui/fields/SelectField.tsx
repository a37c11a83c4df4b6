import { type SelectHTMLAttributes, useId } from "react";
import { describedBy, FieldShell, type FieldTexts } from "./FieldShell.tsx";

/** A choice of one value in a form. */
export function SelectField({
  label,
  name,
  errors,
  advice,
  help,
  options,
  ...rest
}: FieldTexts & { options: { value: string; label: string }[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "id" | "name" | "children"
  >) {
  const id = useId();
  const texts = { label, name, errors, advice, help };
  return (
    <FieldShell id={id} texts={texts}>
      <select
        {...rest}
        id={id}
        name={name}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy(id, texts)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}
