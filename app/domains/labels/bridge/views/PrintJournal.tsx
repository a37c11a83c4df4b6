import { useState } from "react";
import { Button } from "#app/ui/elements.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import type { WorkstationPrinting } from "../printing.ts";
import { isOpen } from "../queue.ts";
import { EntryList } from "./PrintQueue.tsx";
import "./bridge.css";

const shownAtFirst = 20;

type Printing = Pick<WorkstationPrinting, "journal" | "journalProblem" | "printer" | "reprint" | "close">;

/** The latest labels of this workstation, newest first; collapsed until opened, or until a label needs attention. */
export function PrintJournal({ printing }: { printing: Printing }) {
  const { journal, journalProblem } = printing;
  const [isWhole, setIsWhole] = useState(false);
  if (journal.length === 0 && !journalProblem) return null;
  const open = journal.filter(isOpen).length;
  const shown = isWhole ? journal : journal.slice(0, shownAtFirst);
  return (
    <details className="print-journal space-y-2 rounded-lg border border-line bg-surface p-3">
      <summary className="font-semibold">
        Last labels of this workstation ({journal.length}
        {open > 0 && `, ${open} to look at`})
      </summary>
      {journalProblem && (
        <Notice tone="attention">
          This browser keeps no list of labels beyond this page: {journalProblem}
        </Notice>
      )}
      <EntryList label="Last labels of this workstation" entries={shown} printing={printing} />
      {shown.length < journal.length && (
        <Button onClick={() => setIsWhole(true)}>{`Show all ${journal.length}`}</Button>
      )}
    </details>
  );
}
