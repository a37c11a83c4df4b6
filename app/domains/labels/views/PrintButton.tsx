import { useId } from "react";
import type { LabelPrinting } from "#app/domains/labels/bridge/island.ts";
import { labelFilePath, labelSheetPath, stationPrintPath } from "#app/domains/labels/paths.ts";
import { type LabelSet, labelSetSearch } from "#app/domains/labels/search.ts";
import { Button, type ButtonVariant } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Spinner } from "#app/ui/feedback/Progress.tsx";

/** A print button that, when disabled, says why, also to screen readers. */
export function PrintButton({
  label,
  missing,
  onPrint,
  variant = "primary",
  note,
  isSaid = false,
  isLooking = false,
}: {
  label: string;
  missing: readonly string[];
  onPrint: () => void;
  variant?: ButtonVariant;
  /** An explanation below the button. */
  note?: string | undefined;
  /** The button next to it shows the same reason. */
  isSaid?: boolean;
  /** A scan or another product is loading: the shown label is not the intended one. */
  isLooking?: boolean;
}) {
  const id = useId();
  const reasons = missing.length === 0 && isLooking ? ["The product is being looked up."] : missing;
  const isDisabled = reasons.length > 0;
  // Don't shift the layout for so short a time.
  const isQuiet = isSaid || missing.length === 0;
  return (
    <div className="print-button with-scripting">
      <Button
        variant={variant}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? id : note && `${id}-note`}
        onClick={() => {
          if (!isDisabled) onPrint();
        }}
      >
        {label}
      </Button>
      {isDisabled && (
        <p id={id} className={isQuiet ? "sr-only" : "field-help"}>
          {reasons.slice(0, 2).join(" ")}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className="field-help text-center">
          {note}
        </p>
      )}
    </div>
  );
}

/** Placeholder of the printer picker, with its size reserved until there is something to pick. */
export function PrinterPlace({
  printing,
  failed,
  isUnsaved,
}: {
  printing: LabelPrinting | undefined;
  failed: boolean;
  isUnsaved: boolean;
}) {
  return (
    <div className="printer-place with-scripting">
      {printing && <printing.views.PrinterPicker printing={printing} />}
      {!printing && !failed && <Spinner label="Connecting to the printer" />}
      {failed && (
        <Notice tone="attention">
          Printing could not be started on this workstation: its code did not load. Load the page again, or
          take the label file.
        </Notice>
      )}
      {isUnsaved && (
        <Notice tone="attention">
          This workstation will not remember the choice: it could not be saved. It holds until the page is
          left.
        </Notice>
      )}
    </div>
  );
}

/**
 * Output without a label printer here: a file of printer commands, a page for an office printer, and a print station.
 * `form`: ID of the form that they submit, if they stand outside it.
 */
export function OutputButtons({
  alias,
  set,
  form,
  hasStation = true,
}: {
  alias: string;
  set: LabelSet;
  form?: string;
  /** A batch that was handed over can't go to a station again. */
  hasStation?: boolean;
}) {
  const button = { form, type: "submit", name: labelSetSearch.names.labels, value: set } as const;
  return (
    <>
      <Button {...button} formAction={labelFilePath(alias)} icon="download">
        Download label file
      </Button>
      <Button {...button} formAction={labelSheetPath(alias)}>
        Printable sheet
      </Button>
      {hasStation && (
        <Button {...button} formAction={stationPrintPath(alias)}>
          Print at a station
        </Button>
      )}
    </>
  );
}
