import type { InputHTMLAttributes } from "react";
import { FieldShell, type FieldTexts, useField } from "./FieldShell.tsx";

/** One line of text in a form. */
export function TextField(props: FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name">) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <input type="text" {...control} />
    </FieldShell>
  );
}
