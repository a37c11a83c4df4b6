import { useState } from "react";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { plural } from "#app/values/values.ts";
import { labelsIn } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import { isOpen } from "../queue.ts";
import { EntryList } from "./PrintQueue.tsx";

const shownAtFirst = 20;

/** Prices that are no longer those of labels to be printed again (labels#true-price). */
function Repricing({ printing }: { printing: WorkstationPrinting }) {
  const { repricing, printer, printChanged, dropChanged } = printing;
  if (!repricing) return null;
  if ("problem" in repricing) return <Notice tone="attention">{repricing.problem}</Notice>;
  const { changes, copies } = repricing;
  return (
    <Notice tone="attention">
      <p className="font-semibold">
        {plural(changes.length, "price has", "prices have")} changed since these labels were printed.
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {copies > 0 && (
          <Button variant="primary" disabled={!printer} onClick={printChanged}>
            {copies === 1 ? "Print it at the new price" : `Print the ${copies} at the new prices`}
          </Button>
        )}
        <Button onClick={dropChanged}>Don't print</Button>
      </div>
    </Notice>
  );
}

/** What labels of this workstation need a person for: changed prices, and what an earlier page left unsent. */
export const JournalNotices = ({ printing }: { printing: WorkstationPrinting }) => (
  <>
    <Repricing printing={printing} />
    <UnsentLabels printing={printing} />
  </>
);

/** What an earlier page of this workstation left unsent: said until it is printed or dismissed. */
function UnsentLabels({ printing }: { printing: WorkstationPrinting }) {
  const { queue, journal, printer, reprint, close } = printing;
  const here = new Set(queue.entries.map(({ id }) => id));
  // Those of a print station, which have no person here, wait at the station again.
  const left = journal.filter((entry) => isOpen(entry) && entry.by !== undefined && !here.has(entry.id));
  const unsent = left.filter(({ state }) => state === "stopped" || state === "failed").reverse();
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
          <Button
            onClick={() => {
              for (const { id } of unsent) close(id);
            }}
          >
            Dismiss
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** The latest labels of this workstation, newest first; collapsed until opened. */
export function PrintJournal({ printing }: { printing: WorkstationPrinting }) {
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
