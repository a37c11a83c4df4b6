import { useEffect, useId, useRef } from "react";

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
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field && field.value.trim() !== value && !field.form?.hasAttribute("data-typing"))
      field.value = value;
  }, [value]);
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
