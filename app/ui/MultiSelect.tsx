import { useId } from "react";
import { Icon } from "./Icon.tsx";

/** A choice of several values; `selectAll` offers an item that is never sent. */
export function MultiSelect({
  name,
  label,
  options,
  selected,
  selectAll = false,
}: {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  selected: string[];
  selectAll?: boolean;
}) {
  const id = useId();
  const chosen = options.filter((option) => selected.includes(option.value));
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <details className="multi" data-all={selectAll ? "" : undefined}>
        <summary aria-labelledby={id}>
          {chosen.map((option) => option.label).join(", ") || "All"} <Icon name="chevronDown" />
        </summary>
        <fieldset className="popup" aria-labelledby={id}>
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={selected.includes(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}
