/**
 * Tells the keys of a scanner from those of a person, wherever the cursor is (labels#scan-keys). A scanner is a keyboard
 * that sends a prefix, a code, and Enter, Tab, a line feed or nothing. Pure: the caller has the fields and the clock.
 */

/** Where a key arrives: the barcode field, another field that holds text, a list of choices, or anything else. */
export type Target = "barcode" | "text" | "choice" | "page";

export type KeyPress = {
  /** As `KeyboardEvent.key`, in milliseconds of its `timeStamp`. */
  key: string;
  at: number;
  target: Target;
  /** Tells two fields apart. */
  field: unknown;
  /** What the field holds before this key; of the barcode field all that was typed, also what it doesn't show. */
  text: string;
  /** Ctrl, Alt or Meta is held for a command, not for a character. */
  isCommand?: boolean;
  isShifted?: boolean;
  isRepeat?: boolean;
};

export type Step =
  /** The browser does with the key what it always does. */
  | { is: "native" }
  /** It does nothing. */
  | { is: "ignored" }
  /** The keys so far are a scanner's: they go to the barcode field, and the field that they reached gets its text back. */
  | { is: "moved"; keys: string; restore: string }
  /** The scan has ended: all that the barcode field holds, after these keys. */
  | { is: "taken"; keys: string };

type Typed = { char: string; at: number; before: string };
export type KeyState = {
  /** Keys that followed one another in one field. */
  keys: readonly Typed[];
  field: unknown;
  /** When the last scan ended. */
  endedAt: number;
};

export const noKeys: KeyState = { keys: [], field: undefined, endedAt: Number.NEGATIVE_INFINITY };

/** Keys of one scan follow one another within this time, even a slow or busy scanner's, in ms. */
const maxGapMs = 1_000;
/** A person can keep this pace for a few digits only, in ms a key. */
const quickGapMs = 150;
const minQuickDigits = 8;
/** Nobody types at this pace, in ms a key. */
const scannerGapMs = 35;
const minScannerDigits = 4;
/** In an even run a longer pause, as a multiple of the usual one, separates what was typed before. */
const maxUnevenness = 6;

const modifiers = new Set(["Shift", "CapsLock", "AltGraph", "Alt", "Control", "Meta", "NumLock", "Fn"]);
/** Of an input method, whose text arrives without keys. */
const composed = new Set(["Process", "Unidentified", "Dead"]);
const isDigit = (char: string): boolean => /^\d$/.test(char);

/** The last `count` keys, each within `ms` of the one before. */
const hasPace = (keys: readonly { at: number }[], count: number, ms: number): boolean => {
  const last = keys.slice(-count);
  return last.length === count && last.every(({ at }, index) => at - (last[index - 1]?.at ?? at) <= ms);
};

/** Whether these keys, in a field of texts, end in more digits than a person types at their pace. */
function isScanned(keys: readonly Typed[]): boolean {
  const start = keys.findLastIndex(({ char }) => !isDigit(char)) + 1;
  const digits = keys.slice(start);
  return hasPace(digits, minScannerDigits, scannerGapMs) || hasPace(digits, minQuickDigits, quickGapMs);
}

/** The keys of the scan that these end in: what a person typed before it came at another pace. */
function scanOf(keys: readonly Typed[]): readonly Typed[] {
  const end = keys.at(-1)?.at ?? 0;
  let from = keys.length - 1;
  for (; from > 0; from -= 1) {
    const [at = 0, before = 0] = [keys[from]?.at, keys[from - 1]?.at];
    const count = keys.length - 1 - from;
    const usual = count === 0 ? 0 : (end - at) / count;
    if (at - before > Math.max(quickGapMs, usual * maxUnevenness)) break;
  }
  return keys.slice(from);
}

const charsOf = (keys: readonly Typed[]): string => keys.map(({ char }) => char).join("");

/** Enter and Tab; scanners send carriage return and line feed also as Ctrl+M and Ctrl+J. */
const isEnd = ({ key, isCommand = false, isShifted = false }: KeyPress): boolean =>
  isCommand ? key === "j" || key === "m" : key === "Enter" || (key === "Tab" && !isShifted);

const native: Step = { is: "native" };
const ignored: Step = { is: "ignored" };

export function afterKey(before: KeyState, press: KeyPress): { state: KeyState; step: Step } {
  const { key, at, target, isCommand = false, isRepeat = false } = press;
  if (modifiers.has(key) || composed.has(key)) return { state: before, step: native };
  // A key may move the focus from one row or link to another.
  const field = target === "barcode" || target === "page" ? target : press.field;
  const last = before.keys.at(-1);
  const goesOn = last !== undefined && before.field === field && at - last.at <= maxGapMs;
  const keys = goesOn ? before.keys : [];
  const state: KeyState = { ...before, keys: [], field };
  if (isEnd(press)) return atEnd(state, keys, press);
  if (key.length > 1 || isCommand || isRepeat) return { state, step: native };

  const isLoose = target === "page" || target === "choice";
  const now = [...keys, { char: key, at, before: press.text }];
  // A key may press a button, or lead to another row: behind another one at that pace it is a character.
  const isScannersKey = isLoose && hasPace(now, 2, scannerGapMs);
  if (key === " " && isLoose && !isScannersKey) return { state, step: native };
  const typed: KeyState = { ...state, keys: now };
  const moved = (scan: readonly Typed[]): { state: KeyState; step: Step } => ({
    state: { ...state, keys: scan, field: "barcode" },
    step: { is: "moved", keys: charsOf(scan), restore: scan[0]?.before ?? press.text },
  });
  if (isLoose && isDigit(key)) return moved(now);
  if (target === "text" && isDigit(key) && isScanned(now)) return moved(scanOf(now));
  return { state: typed, step: isScannersKey ? ignored : native };
}

function atEnd(state: KeyState, keys: readonly Typed[], press: KeyPress): { state: KeyState; step: Step } {
  const { key, at, target, text } = press;
  const ended: KeyState = { ...state, endedAt: at };
  const all = [...keys, { at }];
  const isQuick = hasPace(all, Math.min(all.length, minScannerDigits + 1), quickGapMs);
  const isScanners =
    (keys.length >= minScannerDigits && isQuick) ||
    (keys.length > 0 && hasPace(all, all.length, scannerGapMs));
  if (target === "barcode" && text !== "") {
    // The form takes it.
    if (key === "Enter") return { state: ended, step: native };
    // Nobody leaves a field with so many digits in it and means nothing.
    const isMeant = key === "Tab" && text.length >= minQuickDigits;
    return isScanners || isMeant
      ? { state: ended, step: { is: "taken", keys: "" } }
      : { state, step: native };
  }
  // The second of two: a line feed, or a Tab after Enter.
  if (at - state.endedAt <= quickGapMs) return { state, step: ignored };
  const isLoose = target === "page" || target === "choice";
  return isLoose && keys.length >= minScannerDigits && isScanners
    ? { state: { ...ended, field: "barcode" }, step: { is: "taken", keys: charsOf(keys) } }
    : { state, step: native };
}
