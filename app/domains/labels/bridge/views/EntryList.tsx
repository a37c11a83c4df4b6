import type { WorkstationPrinting } from "../printing.ts";
import type { PrintEntry } from "../types.ts";
import { EntryRow } from "./EntryRow.tsx";
import "./bridge.css";

/** Labels of queue or journal, each with what became of it. */
export function EntryList({
  label,
  entries,
  printing: { printer, reprint, close },
}: {
  /** What the list is called, for assistive technology. */
  label: string;
  entries: readonly PrintEntry[];
  printing: Pick<WorkstationPrinting, "printer" | "reprint" | "close">;
}) {
  return (
    <ul className="print-entries" aria-label={label}>
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          canPrint={printer !== undefined}
          reprint={reprint}
          close={close}
        />
      ))}
    </ul>
  );
}
