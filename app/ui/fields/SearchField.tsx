import { useId } from "react";
import { useFollow } from "../useFollow.ts";

/** A text filter of a `FilterBar`. Follows the URL, except while it is being typed in. */
export function SearchField({
  name,
  label,
  value,
  inputMode,
}: {
  name: string;
  label: string;
  value: string;
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
        type="search"
        name={name}
        defaultValue={value}
        inputMode={inputMode}
        spellCheck={false}
        autoCapitalize="off"
      />
    </div>
  );
}
