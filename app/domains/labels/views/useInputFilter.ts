import { type RefObject, useEffect, useRef } from "react";

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
      const taken = isTyped ? text : cleanPaste(text);
      const isAllowed = allows(value.slice(0, from) + taken + value.slice(to));
      if (isAllowed && taken === text) return;
      event.preventDefault();
      if (!isAllowed) {
        onRefused?.(isTyped ? "key" : "paste", text);
        return;
      }
      field.setRangeText(taken, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.addEventListener("beforeinput", onBeforeInput);
    return () => field.removeEventListener("beforeinput", onBeforeInput);
  }, [input]);
}
