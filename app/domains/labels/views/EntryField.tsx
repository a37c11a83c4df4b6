import { type InputHTMLAttributes, type RefObject, useEffect, useRef } from "react";
import { Icon } from "#app/core/ui/Icon.tsx";
import { useFollow } from "#app/core/ui/useFollow.ts";
import { entryKinds } from "../entry.ts";

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "value" | "defaultValue" | "id" | keyof typeof entryKinds.price
> & {
  kind: keyof typeof entryKinds;
  id: string;
  name: string;
  label: string;
  /** The current value: the field follows it, but never overwrites what is being typed. */
  value: string;
  problem?: string | undefined;
  helpId?: string;
  /** Addition to the label for people who can't see where the field is. */
  of?: string | undefined;
};

/** A number field with its error message; keys and pastes that can't be part of a number are ignored. */
export function EntryField({ kind, id, label, value, problem, helpId, of, ...rest }: Props) {
  const input = useFollow<HTMLInputElement>(value, (field) => {
    if (field.value.trim() !== value) field.value = value;
  });
  const { allows, ...limits } = entryKinds[kind];
  useInputFilter(input, { allows: (text) => allows.test(text), cleanPaste: (text) => text.trim() });
  useEffect(() => {
    const field = input.current;
    // Report what was typed before hydration.
    if (field && field.value !== field.defaultValue)
      field.dispatchEvent(new Event("input", { bubbles: true }));
  }, [input]);
  const described = [helpId, problem !== undefined && `${id}-problem`].filter(Boolean).join(" ");
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
        aria-describedby={described || undefined}
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

type Options = {
  /** Whether the field may contain this text, even partly typed. */
  allows: (text: string) => boolean;
  /** Strips formatting characters from a pasted or dropped text. */
  cleanPaste: (text: string) => string;
  /** A key, paste or drop was refused; the field is unchanged. */
  onRefused?: (by: "key" | "paste", text: string) => void;
};

/**
 * Filters input to a text field: an invalid key does nothing, and pasted or dropped text is cleaned and taken whole
 * or not at all. Input that can't be intercepted (IME, scripts) is left to the field's validation.
 */
export function useInputFilter(input: RefObject<HTMLInputElement>, options: Options) {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    function onBeforeInput(event: InputEvent) {
      const { inputType, data, dataTransfer, isComposing } = event;
      const text = data ?? dataTransfer?.getData("text/plain");
      if (!field || text == null || isComposing || !inputType.startsWith("insert")) return;
      const { selectionStart, selectionEnd, value } = field;
      const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
      const { allows, cleanPaste, onRefused } = latest.current;
      const isTyped = inputType === "insertText";
      const pasted = isTyped ? text : cleanPaste(text);
      const isAllowed = allows(value.slice(0, from) + pasted + value.slice(to));
      if (isAllowed && pasted === text) return;
      event.preventDefault();
      if (!isAllowed) {
        onRefused?.(isTyped ? "key" : "paste", text);
        return;
      }
      field.setRangeText(pasted, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.addEventListener("beforeinput", onBeforeInput);
    return () => field.removeEventListener("beforeinput", onBeforeInput);
  }, [input]);
}
