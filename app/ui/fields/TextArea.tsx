import { type TextareaHTMLAttributes, useId } from "react";
import { describedBy, FieldShell, type FieldTexts } from "./FieldShell.tsx";

/** Several lines of text in a form. */
export function TextArea({
  label,
  name,
  errors,
  advice,
  help,
  ...rest
}: FieldTexts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "name">) {
  const id = useId();
  const texts = { label, name, errors, advice, help };
  return (
    <FieldShell id={id} texts={texts}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        name={name}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy(id, texts)}
      />
    </FieldShell>
  );
}
