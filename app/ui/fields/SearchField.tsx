import { useId } from "react";
import { useFollow } from "../useFollow.ts";

/** A text or day as a filter of a `FilterBar`. Follows the URL, except while someone is typing in it. */
export function SearchField({
  name,
  label,
  value,
  hint,
  type = "search",
  inputMode,
}: {
  name: string;
  label: string;
  value: string;
  /** A placeholder if different from the label. */
  hint?: string;
  type?: "search" | "date";
  inputMode?: "numeric" | "email";
}) {
  const id = useId();
  const input = useFollow<HTMLInputElement>(value, (field) => {
    if (field.value.trim() !== value) field.value = value;
  });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type={type}
        placeholder={hint}
        name={name}
        defaultValue={value}
        inputMode={inputMode}
        spellCheck={false}
        autoCapitalize="off"
      />
    </div>
  );
}
