import { useId, useState } from "react";
import { labelButtons } from "#app/core/specification/stores.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { plural } from "#app/core/values/values.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import { labelFilterSearch, labelLookSearch, lookOf } from "../search.ts";
import { Hidden } from "./forms.tsx";
import type { Scanner } from "./useScanner.ts";
import type { Workstation } from "./useWorkstation.ts";

// People arrive with a scanner in hand: the first scan goes into the field, without scripting too.
const arrival = { autoFocus: true };

/**
 * Barcode entry (labels#barcode): digits only, 13 at most; Enter scans. The field is emptied on Enter, and only keys and
 * pastes, or a scanner wherever its cursor is, write to it: a late page can't overwrite the next scan (labels#scan). Without scripting a scan goes into the
 * batch while one is gathered, prints at a station elsewhere, or is looked up.
 */
export function ScanField({ workstation }: { workstation: Workstation }) {
  const { alias, live, scans, token, printer } = workstation;
  const { input, field, scan, problem, failed, waiting } = scans;
  const prints = live.each && printer.isElsewhere;
  const isSent = live.gather || prints;
  const id = useId();
  /** Whether the field was left with a code that was not sent. */
  const [isLeft, setIsLeft] = useState(false);
  const hint = field.hint ?? (field.isEmpty ? problem : undefined);
  // The large card says it, too.
  const isOnCard = live.each && printer.printing && failed && field.isEmpty;
  return (
    <form
      className="scan relative flex flex-wrap content-start items-end gap-2 text-md max-sm:[&>.btn>.icon]:hidden"
      method={isSent ? "post" : "get"}
      action={isSent ? labelBatchPath(alias, lookOf(live)) : labelsPath(alias)}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        scan();
      }}
    >
      <Hidden fields={isSent ? [["token", token]] : labelLookSearch.entries(live)} />
      <div className="field flex-[1_1_14rem] max-sm:basis-0">
        <label htmlFor={id}>Barcode</label>
        <input
          ref={input}
          id={id}
          {...arrival}
          name={isSent ? "scan" : labelFilterSearch.names.barcode}
          type="text"
          placeholder={scans.lastCode}
          inputMode="numeric"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={hint === undefined ? undefined : true}
          aria-describedby={`${id}-said`}
          onInput={field.onInput}
          onBlur={() => setIsLeft(true)}
          onFocus={() => setIsLeft(false)}
        />
      </div>
      <Button type="submit" variant={prints ? "primary" : "secondary"} icon={prints ? undefined : "search"}>
        {prints ? "Print" : labelButtons.scan}
      </Button>
      <p
        id={`${id}-said`}
        className={classes(
          "scan-said",
          isOnCard ? "sr-only" : "flex w-full gap-1.5 font-medium text-danger empty:absolute [&>.icon]:mt-1",
        )}
        role="alert"
      >
        {hint !== undefined && (
          <>
            <Icon name="attention" />
            <span>{hint}</span>
          </>
        )}
      </p>
      {/* With room it is in the line of the field's name. Nothing moves as it comes. */}
      <p
        className={classes(
          hint === undefined && "min-h-6 scripting-none:min-h-0",
          "scan-line w-full font-semibold wrap-anywhere",
          "min-[1001px]:absolute min-[1001px]:right-0 min-[1001px]:-top-1.5 min-[1001px]:w-auto min-[1001px]:max-w-[75%] min-[1001px]:truncate",
          scans.isLooking && "text-ink-faint",
        )}
        role="status"
      >
        {hint === undefined && (isLeft && !field.isEmpty ? "Not scanned yet: press Enter." : scans.line)}
        {waiting > 0 && ` ${plural(waiting, "scan is waiting", "scans are waiting")}`}
      </p>
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
