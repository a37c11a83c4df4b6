import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useBeforePaint } from "#app/core/ui/useBeforePaint.ts";
import { barcodeRule, mayBecomeBarcode, readBarcode } from "../entry.ts";
import { useInputFilter } from "./EntryField.tsx";
import { afterKey, noKeys, type Target } from "./scanKeys.ts";

/** At the end of what it holds: selected, a code that was not sent yet would be written over. */
export function focusAtEnd(field: HTMLInputElement | null) {
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
}

const withoutMarks = (pasted: string): string => pasted.replace(/[\s-]/g, "");

/**
 * What the barcode field holds: it shows digits, 13 at most, and remembers all that was typed, so that a longer code is
 * refused whole (labels#barcode).
 */
export function useBarcodeField(input: RefObject<HTMLInputElement>) {
  /** All that was typed, once the field doesn't show it whole. */
  const unshown = useRef("");
  const [{ isEmpty, hint }, setLook] = useState<{ isEmpty: boolean; hint?: string }>({ isEmpty: true });
  const whole = (): string => unshown.current || (input.current?.value ?? "");
  function look(all: string) {
    const isFine = all === "" || readBarcode(all).problem === undefined;
    const next = { isEmpty: all === "", ...(!isFine && { hint: `${barcodeRule}.` }) };
    // The whole page is drawn anew with it, which a scanner's keys don't wait for.
    setLook((current) => (current.isEmpty === next.isEmpty && current.hint === next.hint ? current : next));
  }
  useInputFilter(input, {
    allows: mayBecomeBarcode,
    cleanPaste: (text) => readBarcode(withoutMarks(text)).value ?? withoutMarks(text),
    onRefused(by, text) {
      if (by === "key") unshown.current = whole() + text;
      look(by === "key" ? unshown.current : text);
    },
  });
  return {
    whole,
    /** Whether it holds nothing; why what it holds is no barcode, before it is sent. */
    ...{ isEmpty, hint },
    onInput({ currentTarget: { value }, nativeEvent }: FormEvent<HTMLInputElement>) {
      const { inputType = "", data } = nativeEvent instanceof InputEvent ? nativeEvent : {};
      // What is left after a deletion is what the person sees.
      if (value === "" || inputType.startsWith("delete")) unshown.current = "";
      else if (unshown.current !== "") unshown.current += data ?? "";
      look(whole());
    },
    /** Focuses it and types these. */
    put(keys: string) {
      const field = input.current;
      if (!field) return;
      focusAtEnd(field);
      const all = whole() + keys;
      if (mayBecomeBarcode(all)) field.value = all;
      else {
        unshown.current = all;
        field.value = [...keys].reduce(
          (typed, key) => (mayBecomeBarcode(typed + key) ? typed + key : typed),
          field.value,
        );
      }
      look(all);
    },
    /** Empties it of what it holds. */
    take(): string {
      const all = whole();
      if (input.current) input.current.value = "";
      unshown.current = "";
      look("");
      return all;
    },
  };
}

export type BarcodeField = ReturnType<typeof useBarcodeField>;

const withoutText = new Set([
  "checkbox",
  "radio",
  "button",
  "submit",
  "reset",
  "file",
  "image",
  "range",
  "color",
]);

/** A field with a value that keys change. */
const isField = (
  target: EventTarget | null,
): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !withoutText.has(target.type));

function targetOf(target: EventTarget | null, barcode: HTMLInputElement | null): Target {
  if (target === barcode) return "barcode";
  if (!isField(target)) return "page";
  return target instanceof HTMLSelectElement ? "choice" : "text";
}

/** Has the barcode field get what a scanner sends, wherever the cursor is; `onScan` gets each scan that has ended. */
export function useScanKeys(input: RefObject<HTMLInputElement>, field: BarcodeField, onScan: () => void) {
  const state = useRef(noKeys);
  // A scan after new content appeared belongs to that content.
  useBeforePaint(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, key, timeStamp: at, shiftKey: isShifted, repeat: isRepeat } = event;
      if (event.isComposing || document.querySelector("dialog:modal")) return;
      const kind = targetOf(target, input.current);
      const text = kind === "barcode" ? field.whole() : isField(target) ? target.value : "";
      const isCommand =
        (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
      const press = { key, at, target: kind, field: target, text, isCommand, isShifted, isRepeat };
      const { state: next, step } = afterKey(state.current, press);
      state.current = next;
      if (step.is === "native") return;
      event.preventDefault();
      event.stopPropagation();
      if (step.is === "ignored") return;
      if (step.is === "moved" && isField(target) && target.value !== step.restore) {
        target.value = step.restore;
        for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
      }
      field.put(step.keys);
      if (step.is === "taken") onScan();
    }
    // Runs before any other listener.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [input, field, onScan]);
}
