import { useId } from "react";
import { useFollow } from "../useFollow.ts";

/** A choice of one value in a `FilterBar`. Follows the URL, except while the filters are being changed. */
export function ChoiceField({
  name,
  label,
  value,
  options,
  wide = false,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Its options are sentences. */
  wide?: boolean;
}) {
  const id = useId();
  const select = useFollow<HTMLSelectElement>(value, (field) => {
    field.value = value;
  });
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={id}>{label}</label>
      <select ref={select} id={id} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
