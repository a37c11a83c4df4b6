import { type InputHTMLAttributes, useEffect, useRef } from "react";
import { type EntryKind, entryKinds } from "#app/domains/labels/entry.ts";
import { Icon } from "#app/ui/Icon.tsx";
import { useInputFilter } from "./useInputFilter.ts";

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "value" | "defaultValue" | "id" | keyof EntryKind
> & {
  kind: keyof typeof entryKinds;
  id: string;
  name: string;
  label: string;
  /** The current value: the field follows it, but never overwrites what is being typed. */
  value: string;
  problem?: string | undefined;
  /** ID of the field's help text. */
  helpId?: string;
  /** Addition to the label for people who can't see where the field is. */
  of?: string;
};

/** A number field with its error message; keys and pastes that don't fit are ignored. */
export function EntryField({ kind, id, label, value, problem, helpId, of, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { allows, ...limits } = entryKinds[kind];
  useInputFilter(input, { allows, cleanPaste: (text) => text.trim() });
  const shown = useRef(value);
  useEffect(() => {
    const field = input.current;
    // Keep what was typed before hydration.
    if (field && shown.current !== value && field.value.trim() !== value) field.value = value;
    shown.current = value;
  }, [value]);
  useEffect(() => {
    const field = input.current;
    // Report what was typed before hydration.
    if (field && field.value !== field.defaultValue)
      field.dispatchEvent(new Event("input", { bubbles: true }));
  }, []);
  const described = [helpId, problem === undefined ? undefined : `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="field entry">
      <label htmlFor={id}>
        {label}
        {of !== undefined && <span className="sr-only"> of {of}</span>}
      </label>
      <input
        autoComplete="off"
        {...limits}
        {...rest}
        ref={input}
        id={id}
        defaultValue={value}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={described === "" ? undefined : described}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-errors">
          <Icon name="attention" />
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}
