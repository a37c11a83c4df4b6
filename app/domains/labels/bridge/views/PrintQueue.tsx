import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ProgressBar } from "#app/ui/feedback/Progress.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { entryText, isSent, labelStates, needsLook } from "../../labelStates.ts";
import { bridgeHelp, labelsIn, queueSummary } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import type { PrintEntry } from "../types.ts";

type EntryProps = { entry: PrintEntry; printing: WorkstationPrinting };

/** One label of queue or journal: its state, and a button to print it again. */
function EntryRow({ entry, printing }: EntryProps) {
  const { id, title, label, printer, state, reason, since, by } = entry;
  const { label: text, tone } = entryText(entry);
  // A label in the printer's queue will still print: another would be a duplicate.
  const isDone = isSent(entry) && entry.hold === undefined;
  return (
    <li
      className="print-entry flex flex-wrap items-start justify-between gap-2 border-t border-line pt-2"
      data-state={state}
    >
      <div>
        <span className="block font-medium">
          {entry.isVoid ? <s>{title}</s> : title} <span className="text-ink-faint">× {label.copies}</span>
        </span>
        <StatusBadge tone={entry.isClosed ? "dismissed" : tone}>{text}</StatusBadge>
        {entry.isVoid && <StatusBadge tone="dismissed">Void</StatusBadge>}
        <span className="text-ink-faint">{labelWords(label)}</span>
        <span className="text-ink-faint block">
          {[printer, by].filter(Boolean).join(", ")}, <DateTime at={since} />
        </span>
        {reason && <p className="text-sm text-ink-soft">{reason}</p>}
        {printing.noticesOf(entry).map((notice) => (
          <p key={notice} className="text-sm text-attention">
            {notice}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {state === "unknown" && !entry.isClosed ? (
          <DoubtButtons entry={entry} printing={printing} />
        ) : (
          <>
            {(isDone || (state !== "asked" && needsLook(entry))) && (
              <Button
                disabled={!printing.printer}
                onClick={() => printing.reprint([id])}
                aria-label={`Print again: ${title}`}
              >
                Print again
              </Button>
            )}
            {state !== "asked" && needsLook(entry) && (
              <Button variant="quiet" onClick={() => printing.close([id])} aria-label={`Dismiss: ${title}`}>
                Dismiss
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** Distinguishes the labels of one product. */
const labelWords = ({ sizeRange, barcode, price }: PrintEntry["label"]): string =>
  [sizeRange, barcode, price && `$${price}`].filter(Boolean).join(" · ");

/** A label that may have been printed is reprinted only after an explicit confirmation. */
function DoubtButtons({ entry: { id, title }, printing }: EntryProps) {
  const [isAsking, setIsAsking] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) no.current?.focus();
    else if (wasAsking.current) again.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <>
        <Button onClick={() => printing.confirm(id)} aria-label={`It was printed: ${title}`}>
          It was printed
        </Button>
        <button
          ref={again}
          type="button"
          className="btn btn-secondary"
          disabled={!printing.printer}
          onClick={() => setIsAsking(true)}
          aria-label={`Print again: ${title}`}
        >
          Print again…
        </button>
      </>
    );
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">This label may have been printed already. Print it again?</legend>
      <span>It may be a second one. Print it again?</span>
      <Button variant="primary" onClick={() => printing.reprint([id])}>
        Yes, print again
      </Button>
      <button ref={no} type="button" className="btn btn-secondary" onClick={() => setIsAsking(false)}>
        No
      </button>
    </fieldset>
  );
}

const asks = labelStates.asked.label;

const isTrouble = ({ state, hold }: PrintEntry) =>
  state === "failed" || state === "unknown" || hold !== undefined;

/** Progress of the queue, and the labels that may not have been printed. */
export function PrintQueue({ printing }: { printing: WorkstationPrinting }) {
  const { state, queue, stop, resume, reprint, printer } = printing;
  const { entries, isRunning, paused } = queue;
  const section = useRef<HTMLElement>(null);
  // It may start below the visible area where it isn't sticky.
  useEffect(() => {
    if (isRunning) section.current?.scrollIntoView({ block: "nearest" });
  }, [isRunning]);
  if (entries.length === 0) return null;
  const states = entries.map(({ state }) => state);
  const current = isRunning
    ? entries.findLast(({ state }) => state === "sending" || state === "asked")
    : undefined;
  const done = entries.filter((entry) => entry.state !== "waiting" && entry !== current);
  const isWaiting = states.includes("waiting");
  const open = entries.filter((entry) => needsLook(entry) && entry !== current);
  const notSent = open.filter(({ state }) => state === "failed" || state === "stopped");
  // The print service's own notice is out of sight by now.
  const isOut = isWaiting && state.kind !== "ready";
  const isRequested = current?.state === "asked";
  return (
    <section
      ref={section}
      className="print-queue space-y-2 rounded-lg border border-line bg-surface p-3"
      aria-label="Labels being sent"
    >
      <ProgressBar
        label={current ? `Sending ${current.title}` : queueSummary(entries)}
        value={labelsIn(done)}
        max={labelsIn(entries)}
        tone={entries.some(isTrouble) ? "attention" : undefined}
      />
      {/* Announced only when it stops or waits for a person: a hundred announcements would drown
          the one that matters. */}
      <div className={isRequested ? "notice tone-attention" : "sr-only"} role="status">
        {isRequested && <Icon name="attention" />}
        <div>
          {isRequested ? `${asks}: ${current?.title}` : (!isRunning || paused) && queueSummary(entries)}
        </div>
      </div>
      {current && <p className="text-sm text-ink-soft">{queueSummary(entries)}</p>}
      {isOut && !paused && <Notice tone="attention">{bridgeHelp(state).title}.</Notice>}
      {paused && <Notice tone="attention">{paused}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {paused && isWaiting && (
          <Button variant="primary" onClick={resume}>
            Continue
          </Button>
        )}
        {(isWaiting || isRequested) && <Button onClick={stop}>Stop</Button>}
        {!isWaiting && notSent.length > 1 && (
          <Button icon="refresh" disabled={!printer} onClick={() => reprint(notSent.map(({ id }) => id))}>
            {`Print the ${labelsIn(notSent)} that were not sent`}
          </Button>
        )}
      </div>
      {open.length > 0 && <EntryList label="Labels that need a look" entries={open} printing={printing} />}
    </section>
  );
}

/** Labels of queue or journal, each with its state; `label` is the list's accessible name. */
export const EntryList = ({
  label,
  entries,
  printing,
}: {
  label: string;
  entries: readonly PrintEntry[];
  printing: WorkstationPrinting;
}) => (
  <ul className="space-y-2" aria-label={label}>
    {entries.map((entry) => (
      <EntryRow key={entry.id} entry={entry} printing={printing} />
    ))}
  </ul>
);
