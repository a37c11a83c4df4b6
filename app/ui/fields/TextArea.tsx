import type { TextareaHTMLAttributes } from "react";
import { FieldShell, type FieldTexts, useField } from "./FieldShell.tsx";

/** Several lines of text in a form. */
export function TextArea(
  props: FieldTexts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "name">,
) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <textarea rows={4} {...control} />
    </FieldShell>
  );
}
