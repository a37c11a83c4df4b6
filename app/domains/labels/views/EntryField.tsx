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
  /** What stands there: the field follows it, but takes nothing from what is being typed. */
  value: string;
  problem?: string | undefined;
  /** Id of a text that belongs to the field. */
  helpId?: string;
  /** What the label adds for people who don't see where the field stands. */
  of?: string;
};

/** A number's field with its message beside it; keys and pastes that do not fit it do nothing. */
export function EntryField({ kind, id, label, value, problem, helpId, of, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { allows, ...limits } = entryKinds[kind];
  useInputFilter(input, { allows, cleanPaste: (text) => text.trim() });
  const shown = useRef(value);
  useEffect(() => {
    const field = input.current;
    // What was typed before scripting ran stays.
    if (field && shown.current !== value && field.value.trim() !== value) field.value = value;
    shown.current = value;
  }, [value]);
  useEffect(() => {
    const field = input.current;
    // What was typed before scripting ran counts as typed.
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
