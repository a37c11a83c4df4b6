import { type RefObject, useEffect, useRef } from "react";

type Options = {
  /** Whether the field may hold this text, also half typed. */
  allows: (text: string) => boolean;
  /** A pasted or dropped text without what was only there for the eye. */
  cleanPaste: (text: string) => string;
  /** A key, or what was pasted or dropped, was not taken; the field is as it was. */
  onRefused?: (by: "key" | "paste") => void;
};

/**
 * Keeps out of a text field what it may not hold: a key that does not fit does nothing, and what is pasted or dropped is
 * taken whole, once cleaned, or not at all. What comes in unseen (a composing keyboard, a script) is for the field's own
 * message to refuse.
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
        onRefused?.(isTyped ? "key" : "paste");
        return;
      }
      field.setRangeText(taken, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.addEventListener("beforeinput", onBeforeInput);
    return () => field.removeEventListener("beforeinput", onBeforeInput);
  }, [input]);
}
