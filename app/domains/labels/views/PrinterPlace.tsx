import type { LabelPrinting } from "#app/domains/labels/bridge/island.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Spinner } from "#app/ui/feedback/Spinner.tsx";

/** Where printers are picked; it has its size before there is anything to pick. */
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
