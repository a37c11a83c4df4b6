import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { longestBarcode, readBarcode } from "#app/domains/labels/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { Hidden } from "./Hidden.tsx";

type Props = {
  action: string;
  /** 'scan' adds to the batch, 'barcode' shows the product. */
  name: string;
  value: string;
  kept: readonly (readonly [string, string])[];
  /** Why the last scan led to nothing; else what it led to. */
  problem: string | undefined;
  line: string | undefined;
  /** Scans that have yet to be looked up; the line is of one before them. */
  waiting: number;
  isLooking: boolean;
  input: RefObject<HTMLInputElement>;
  onScan: (barcode: string) => void;
};

const leftTexts = {
  nothing: undefined,
  others: "Only the digits are kept: a barcode has nothing else.",
  "too many": `A barcode has ${longestBarcode} digits at most: the first ${longestBarcode} are kept.`,
  refused: `A barcode has digits only, ${longestBarcode} at most: this code was not looked up. Enter looks up the digits that are shown.`,
};

// A person arrives here with a scanner in the hand: the first scan lands in the field, without scripting too.
const arrival = { autoFocus: true };

/** Barcode entry and Scan (labels#barcode): digits only, 13 at most; Enter scans. */
export function BarcodeForm(props: Props) {
  const { action, name, value, kept, problem, input, onScan } = props;
  const id = useId();
  const [left, setLeft] = useState<keyof typeof leftTexts>("nothing");
  // The page comes with an empty field, so that what is scanned before, or without, scripting isn't appended to the
  // last code.
  const shown = useRef("");
  const [isTyped, setTyped] = useState(false);
  // Keys have been refused since the last look-up: the field doesn't hold all that came.
  const isSpoiled = useRef(false);

  useEffect(() => {
    const field = input.current;
    // Another scan may have begun while the last one was looked up.
    const isUntouched = field?.value === shown.current;
    if (field && field.value !== value && isUntouched) field.value = value;
    if (field && document.activeElement === field && field.value === value) field.select();
    shown.current = value;
    setTyped(false);
  }, [value, input]);

  function put(field: HTMLInputElement, text: string) {
    const read = readBarcode(text);
    if (read.left === "too many") isSpoiled.current = true;
    else if (read.digits === "") isSpoiled.current = false;
    if (!isSpoiled.current || read.left !== "nothing") setLeft(read.left);
    setTyped(true);
    if (field.value !== read.digits) field.value = read.digits;
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const field = event.currentTarget;
    const from = field.selectionStart ?? field.value.length;
    const to = field.selectionEnd ?? from;
    const pasted = event.clipboardData.getData("text");
    put(field, field.value.slice(0, from) + pasted.trim() + field.value.slice(to));
  }

  /**
   * Letters don't get in (labels#barcode), nor does a digit too many: a scanner's longer code would otherwise become
   * another one.
   */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    const isDigit = /\d/.test(key);
    const isFull = field.value.length >= longestBarcode && field.selectionStart === field.selectionEnd;
    if (isDigit && !isFull) return;
    event.preventDefault();
    isSpoiled.current = true;
    setLeft(isDigit ? "too many" : "others");
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    if (isSpoiled.current) {
      isSpoiled.current = false;
      setLeft("refused");
      field.select();
      return;
    }
    const { digits } = readBarcode(field.value);
    shown.current = digits;
    setLeft("nothing");
    setTyped(false);
    if (digits !== "") onScan(digits);
  }

  const said = leftTexts[left] ?? (isTyped ? undefined : problem);
  return (
    <form className="scan" method="get" action={action} autoComplete="off" onSubmit={onSubmit}>
      <Hidden fields={kept} />
      <div className="field">
        <label htmlFor={id}>Barcode</label>
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          placeholder={value}
          inputMode="numeric"
          pattern="[0-9]{1,13}"
          title="Digits only, 13 at most"
          maxLength={longestBarcode}
          required
          {...arrival}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={`${id}-said`}
          onInput={(event) => put(event.currentTarget, event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      <Button type="submit" variant="primary" icon="search">
        Scan
      </Button>
      <p id={`${id}-said`} className="scan-said" role="alert">
        {said !== undefined && (
          <>
            <Icon name="attention" />
            <span>{said}</span>
          </>
        )}
      </p>
      <p className="scan-line" role="status" data-looking={props.isLooking ? "" : undefined}>
        {said === undefined && props.line}
        {props.waiting > 0 && <span className="sr-only"> {props.waiting} scans are waiting</span>}
      </p>
    </form>
  );
}
