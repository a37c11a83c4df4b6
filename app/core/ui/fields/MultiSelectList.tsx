import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from "@headlessui/react";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../Icon.tsx";
import { placePopup } from "../popups.ts";
import { choiceText, type Option } from "./multiSelectChoice.ts";

const ALL = "*";

/** The listbox of a `MultiSelect` once its code has loaded; it opens immediately, since it replaces an open one. */
export function MultiSelectList({
  labelId,
  name,
  options,
  selected,
  selectAll,
  none,
}: {
  labelId: string;
  name: string;
  options: Option[];
  selected: string[];
  selectAll: boolean;
  none: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState(selected);
  const everything = options.map((option) => option.value);
  const complete = values.length === everything.length;
  const picked = selected.join("\n");

  useEffect(() => {
    button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  }, []);
  useEffect(() => {
    if (button.current?.form?.hasAttribute("data-typing")) return;
    setValues(picked ? picked.split("\n") : []);
  }, [picked]);

  function choose(chosen: string[]) {
    const wantsAll = chosen.includes(ALL);
    if (wantsAll !== complete) setValues(wantsAll ? everything : []);
    else setValues(chosen.filter((value) => value !== ALL));
    // The form gets the change event after the hidden fields have been updated.
    window.setTimeout(() => button.current?.dispatchEvent(new Event("input", { bubbles: true })));
  }

  return (
    <div className="multi relative">
      {values.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <Listbox multiple value={complete && selectAll ? [...values, ALL] : values} onChange={choose}>
        <ListboxButton ref={button} className="multi-button" aria-labelledby={`${labelId} ${labelId}-value`}>
          <span id={`${labelId}-value`} className="min-w-0 flex-1 truncate">
            {choiceText(options, values, none)}
          </span>
          <Icon name="chevronDown" />
        </ListboxButton>
        <ListboxOptions
          modal={false}
          ref={placePopup}
          className="popup left-0 right-auto min-w-full"
          aria-labelledby={labelId}
        >
          {(selectAll ? [{ value: ALL, label: "Select All" }, ...options] : options).map((option) => (
            <ListboxOption key={option.value} value={option.value} className="popup-item">
              <span className="tick inline-flex h-4 w-4 flex-none items-center justify-center rounded-sm border border-line-strong [&>.icon]:h-3 [&>.icon]:w-3 [&>.icon]:stroke-[2.5]">
                <Icon name="check" />
              </span>
              {option.label}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </div>
  );
}
