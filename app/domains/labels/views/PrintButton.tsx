import { type ComponentProps, useId } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Spinner } from "#app/core/ui/feedback/Progress.tsx";
import type { LabelPrinting } from "../bridge/island.ts";
import type { outputPaths } from "../paths.ts";

/** The place of a button of several: with a reason or a note below it. */
export const printPlace =
  "flex w-[12rem] flex-col gap-1 max-sm:w-auto max-sm:flex-[1_1_9rem] [&>.btn]:whitespace-normal";

type PrintProps = ComponentProps<typeof Button> & {
  label: string;
  missing: readonly string[];
  /** It prints on this workstation, which needs scripting. */
  isHere: boolean;
  note?: string | undefined;
  /** The button next to it shows the same reason. */
  isSaid?: boolean;
  /** A scan or another product is loading: the shown label is not the intended one. */
  isLooking?: boolean;
};

/** A print button that, when disabled, says why, also to screen readers. */
export function PrintButton({
  label,
  missing,
  isHere,
  note,
  isSaid = false,
  isLooking = false,
  onClick,
  ...button
}: PrintProps) {
  const id = useId();
  const reasons = missing.length === 0 && isLooking ? ["The product is being looked up."] : missing;
  const isDisabled = reasons.length > 0;
  // Don't shift the layout for so short a time.
  const isQuiet = isSaid || missing.length === 0;
  return (
    <div className={isHere ? `with-scripting ${printPlace}` : printPlace}>
      <Button
        variant="primary"
        {...button}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? id : note && `${id}-note`}
        onClick={(event) => {
          if (isDisabled) event.preventDefault();
          else onClick?.(event);
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
export function PrinterPlace({ printing, failed }: { printing: LabelPrinting | undefined; failed: boolean }) {
  return (
    <div className="printer-place with-scripting min-h-[4.625rem] space-y-2 max-sm:min-h-0">
      {printing && <printing.views.PrinterPicker printing={printing} />}
      {!printing && !failed && <Spinner label="Connecting to the printer" />}
      {failed && (
        <Notice tone="attention">
          Printing could not be started on this workstation: its code did not load. Load the page again, or
          take the label file.
        </Notice>
      )}
      {printing?.isUnsaved && (
        <Notice tone="attention">
          This workstation will not remember the choice: it could not be saved. It holds until the page is
          left.
        </Notice>
      )}
    </div>
  );
}

/** Output without a label printer here: a file of printer commands, a page for an office printer, and a print station. */
const outputs = [
  { key: "file", label: "Download label file" },
  { key: "sheet", label: "Printable sheet" },
  { key: "station", label: "Print at a station" },
] as const;

type OutputProps = {
  /** Labels that were handed over can't go to a station again. */
  hasStation?: boolean;
  /** What a press of one submits. */
  submits: (to: keyof typeof outputPaths) => ComponentProps<typeof Button>;
};

export const Outputs = ({ hasStation = true, submits }: OutputProps) =>
  outputs.map(
    ({ key, label }) =>
      (hasStation || key !== "station") && (
        <Button key={key} type="submit" icon={key === "file" ? "download" : undefined} {...submits(key)}>
          {label}
        </Button>
      ),
  );
