import { useState } from "react";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { plural } from "#app/values/values.ts";
import { needsLook } from "../../labelStates.ts";
import { labelsIn } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import { EntryList } from "./PrintQueue.tsx";

const shownAtFirst = 20;

/** What an earlier page of this workstation left unsent: said until it is printed or dismissed. */
export function UnsentLabels({ printing }: { printing: WorkstationPrinting }) {
  const { queue, journal, printer, reprint, close } = printing;
  const here = new Set(queue.entries.map(({ id }) => id));
  const left = journal.filter((entry) => needsLook(entry) && !here.has(entry.id));
  const unsent = left.filter(({ state }) => state === "stopped" || state === "failed");
  const doubtful = left.filter(({ state }) => state === "unknown");
  if (left.length === 0) return null;
  return (
    <Notice tone="attention">
      <p className="font-semibold">
        {[
          unsent.length > 0 && `${plural(labelsIn(unsent), "label was", "labels were")} not sent`,
          doubtful.length > 0 && `${labelsIn(doubtful)} may have been printed`,
        ]
          .filter(Boolean)
          .join(", ")}
        .
      </p>
      {doubtful.length > 0 && <p>Look at the printer, then decide in 'Last labels of this workstation'.</p>}
      {unsent.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            icon="refresh"
            disabled={!printer}
            onClick={() => reprint(unsent.map(({ id }) => id))}
          >
            {labelsIn(unsent) === 1
              ? "Print what was not sent"
              : `Print the ${labelsIn(unsent)} that were not sent`}
          </Button>
          <Button onClick={() => close(unsent.map(({ id }) => id))}>Dismiss</Button>
        </div>
      )}
    </Notice>
  );
}

/** The latest labels of this workstation, newest first; collapsed until opened. */
export function PrintJournal({ printing }: { printing: WorkstationPrinting }) {
  const { journal } = printing;
  const [isWhole, setIsWhole] = useState(false);
  if (journal.length === 0) return null;
  const open = journal.filter(needsLook).length;
  const shown = (isWhole ? journal : journal.slice(-shownAtFirst)).toReversed();
  return (
    <details className="print-journal space-y-2 rounded-lg border border-line bg-surface p-3">
      <summary className="font-semibold">
        Last labels of this workstation ({journal.length}
        {open > 0 && `, ${open} to look at`})
      </summary>
      <EntryList label="Last labels of this workstation" entries={shown} printing={printing} />
      {shown.length < journal.length && (
        <Button onClick={() => setIsWhole(true)}>{`Show all ${journal.length}`}</Button>
      )}
    </details>
  );
}
