import { type InputHTMLAttributes, useId } from "react";
import { describedBy, FieldShell, type FieldTexts } from "./FieldShell.tsx";

/** One line of text in a form. */
export function TextField({
  label,
  name,
  errors,
  advice,
  help,
  ...rest
}: FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name">) {
  const id = useId();
  const texts = { label, name, errors, advice, help };
  return (
    <FieldShell id={id} texts={texts}>
      <input
        type="text"
        {...rest}
        id={id}
        name={name}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy(id, texts)}
      />
    </FieldShell>
  );
}
