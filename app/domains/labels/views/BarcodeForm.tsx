import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { barcodeRule, mayBecomeBarcode } from "#app/domains/labels/search.ts";
import { Button, Icon } from "#app/ui/elements.tsx";
import { Hidden } from "./Hidden.tsx";
import { useInputFilter } from "./useInputFilter.ts";

type Props = {
  action: string;
  /** 'scan' adds to the batch, 'barcode' shows the product. */
  name: string;
  /** The barcode last looked up. */
  lastCode: string;
  carried: readonly (readonly [string, string])[];
  /** Why the last scan failed, or its result. */
  problem: string | undefined;
  line: string | undefined;
  /** Number of scans not yet looked up; the line describes an earlier one. */
  waiting: number;
  isLooking: boolean;
  input: RefObject<HTMLInputElement>;
  onScan: (code: string) => void;
  /** A barcode too long for the field: `start` is the part that it took. */
  onRefused: (start: string) => void;
};

// People arrive here with a scanner in hand: the first scan goes into the field, without scripting too.
const arrival = { autoFocus: true };

/**
 * Barcode entry and Scan (labels#barcode): digits only, 13 at most; Enter scans. The field is emptied on Enter, and
 * only keys and pastes write to it: a late page can't overwrite the next scan (labels#scan).
 */
export function BarcodeForm(props: Props) {
  const { action, name, lastCode, carried, problem, input, onScan, onRefused } = props;
  const id = useId();
  const [typed, setTyped] = useState<"nothing" | "digits" | "others">("nothing");
  // One of a scanner's keys was refused: the field has only part of the barcode.
  const isIncomplete = useRef(false);

  useInputFilter(input, {
    allows: mayBecomeBarcode,
    cleanPaste: (text) => text.replace(/[\s-]/g, ""),
    onRefused(by) {
      if (by === "key") isIncomplete.current = true;
      setTyped("others");
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const code = field.value;
    const isWhole = !isIncomplete.current;
    field.value = "";
    isIncomplete.current = false;
    setTyped("nothing");
    if (!isWhole) onRefused(code);
    else if (code !== "") onScan(code);
  }

  const said = typed === "nothing" ? problem : typed === "others" ? `${barcodeRule}.` : undefined;
  return (
    <form className="scan" method="get" action={action} autoComplete="off" onSubmit={onSubmit}>
      <Hidden fields={carried} />
      <div className="field">
        <label htmlFor={id}>Barcode</label>
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          placeholder={lastCode}
          inputMode="numeric"
          {...arrival}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={`${id}-said`}
          onInput={({ currentTarget: { value: code } }) => {
            if (code === "") isIncomplete.current = false;
            setTyped(isIncomplete.current ? "others" : "digits");
          }}
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
