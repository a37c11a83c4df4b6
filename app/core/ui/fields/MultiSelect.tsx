import { type ChangeEvent, useId } from "react";
import { Icon } from "../Icon.tsx";
import { withChip } from "../lists/FilterChips.tsx";
import { useFollow } from "../useFollow.ts";
import { useUpgrade } from "../useUpgrade.ts";
import { choiceText, type Option } from "./multiSelectChoice.ts";

const loadList = () => import("./MultiSelectList.tsx").then((module) => module.MultiSelectList);

type Props = {
  name: string;
  label: string;
  options: Option[];
  selected: string[];
  selectAll?: boolean;
  /** Shown while nothing is chosen. */
  none?: string;
};

/**
 * A choice of several values, submitted as repeated fields. `selectAll` offers 'Select All', which
 * is never submitted itself. Checkboxes in a `<details>`; opening it for the first time loads a
 * listbox with arrow keys and search by letter.
 */
export const MultiSelect = withChip(Multi, ({ label, options, selected }) =>
  selected.length > 0 ? `${label}: ${choiceText(options, selected)}` : "",
);

function Multi({ name, label, options, selected, selectAll = false, none = "All" }: Props) {
  const id = useId();
  const { control: List, onToggle } = useUpgrade(loadList);
  const text = choiceText(options, selected, none);
  const details = useFollow<HTMLDetailsElement>(selected.join("\n"), (element) => {
    for (const box of element.querySelectorAll<HTMLInputElement>("input[name]")) {
      box.checked = selected.includes(box.value);
    }
  });

  function toggleAll(event: ChangeEvent<HTMLInputElement>) {
    for (const box of details.current?.querySelectorAll<HTMLInputElement>("input[name]") ?? []) {
      box.checked = event.target.checked;
    }
  }

  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      {List ? (
        <List
          labelId={id}
          name={name}
          options={options}
          selected={selected}
          selectAll={selectAll}
          none={none}
        />
      ) : (
        <details ref={details} className="multi relative" data-popup="" onToggle={onToggle}>
          <summary aria-labelledby={`${id} ${id}-value`}>
            <span id={`${id}-value`} className="min-w-0 flex-1 truncate" title={text}>
              {text}
            </span>
            <Icon name="chevronDown" />
          </summary>
          <fieldset className="popup left-0 right-auto min-w-full" aria-labelledby={id}>
            {selectAll && (
              <label className="with-scripting">
                <input
                  type="checkbox"
                  defaultChecked={selected.length === options.length}
                  onChange={toggleAll}
                />
                <span>Select All</span>
              </label>
            )}
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
      )}
    </div>
  );
}
