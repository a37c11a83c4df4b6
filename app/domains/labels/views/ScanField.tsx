import { type FormEvent, type ReactNode, type SelectHTMLAttributes, useId, useRef, useState } from "react";
import { Button, type ButtonVariant } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Icon, type IconName } from "#app/ui/Icon.tsx";
import { barcodeRule, mayBecomeBarcode } from "../entry.ts";
import { labelLookSearch } from "../search.ts";
import { useInputFilter } from "./EntryField.tsx";
import { Hidden } from "./forms.tsx";
import type { Scanner } from "./useScanner.ts";

// People arrive with a scanner in hand: the first scan goes into the field, without scripting too.
const arrival = { autoFocus: true };

type Props = {
  scanner: Pick<Scanner, "input" | "scan">;
  /** Where the form leads without scripting. */
  form: { method: "get" | "post"; action: string; fields: readonly (readonly [string, string])[] };
  name: string;
  lastCode: string;
  problem: string | undefined;
  button: { label: string; variant: ButtonVariant; icon?: IconName };
  /** The result of the last scan, if nothing is wrong with the field. */
  children: (isSaid: boolean) => ReactNode;
};

/**
 * Barcode entry (labels#barcode): digits only, 13 at most; Enter scans. The field is emptied on Enter, and only keys and
 * pastes write to it: a late page can't overwrite the next scan (labels#scan).
 */
export function ScanField({ scanner, form, name, lastCode, problem, button, children }: Props) {
  const { input, scan } = scanner;
  const id = useId();
  const [typed, setTyped] = useState<"nothing" | "digits" | "others">("nothing");
  // All keys, once one of them was refused: the field has only part of the code.
  const keys = useRef("");

  useInputFilter(input, {
    allows: mayBecomeBarcode,
    cleanPaste: (text) => text.replace(/[\s-]/g, ""),
    onRefused(by, text) {
      if (by === "key") keys.current = (keys.current || (input.current?.value ?? "")) + text;
      setTyped("others");
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const code = keys.current || field.value;
    field.value = "";
    keys.current = "";
    setTyped("nothing");
    if (code !== "") scan(code);
  }

  const said = typed === "nothing" ? problem : typed === "others" ? `${barcodeRule}.` : undefined;
  const { label, variant, icon } = button;
  return (
    <form
      className="scan flex flex-wrap content-start items-end gap-2 text-md max-sm:[&>.btn>.icon]:hidden"
      method={form.method}
      action={form.action}
      autoComplete="off"
      onSubmit={onSubmit}
    >
      <Hidden fields={form.fields} />
      <div className="field flex-[1_1_14rem] max-sm:basis-0">
        <label htmlFor={id}>Barcode</label>
        <input
          ref={input}
          id={id}
          {...arrival}
          name={name}
          type="text"
          placeholder={lastCode}
          inputMode="numeric"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={`${id}-said`}
          onInput={({ currentTarget: { value: code }, nativeEvent }) => {
            if (code === "") keys.current = "";
            else if (keys.current !== "" && nativeEvent instanceof InputEvent)
              keys.current += nativeEvent.data ?? "";
            setTyped(keys.current === "" ? "digits" : "others");
          }}
        />
      </div>
      <Button type="submit" variant={variant} icon={icon}>
        {label}
      </Button>
      <p
        id={`${id}-said`}
        className="scan-said flex w-full gap-1.5 font-medium text-danger [&>.icon]:mt-1"
        role="alert"
      >
        {said !== undefined && (
          <>
            <Icon name="attention" />
            <span>{said}</span>
          </>
        )}
      </p>
      {children(said !== undefined)}
    </form>
  );
}

/** Scans that were neither added to the batch nor printed. */
export function MissedScans({ title, missed }: { title: string; missed: Scanner["missed"] }) {
  const { scans, dismiss } = missed;
  if (scans.length === 0) return null;
  return (
    <Notice tone="attention">
      <p className="font-semibold">{title}</p>
      <ul>
        {scans.map(({ key, barcode, problem }) => (
          <li key={key}>
            {barcode}: {problem}
          </li>
        ))}
      </ul>
      <Button onClick={dismiss}>Dismiss</Button>
    </Notice>
  );
}

/** Turns the sounds of scans and labels on and off for this device. */
export function SoundSwitch({ isOn, toggle }: { isOn: boolean; toggle: () => void }) {
  return (
    <label className="toggle with-scripting">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      <span>Sounds</span>
    </label>
  );
}

/** The price book of former prices, shown on labels where higher (labels#was). */
export const WasPicker = ({
  books,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & { books: readonly string[] }) => (
  <label className="field flex-row flex-wrap items-center [&>select]:w-auto [&>select]:max-w-full">
    Was price from
    <select name={labelLookSearch.names.was} {...select}>
      <option value="">No former price</option>
      {books.map((book) => (
        <option key={book} value={book}>
          {book}
        </option>
      ))}
    </select>
  </label>
);
