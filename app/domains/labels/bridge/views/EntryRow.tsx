import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/Button.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { entryText } from "../help.ts";
import { isOpen } from "../queue.ts";
import type { PrintEntry } from "../types.ts";

/** One label of queue or journal: what became of it, and printing it again. */
export function EntryRow({
  entry,
  canPrint,
  reprint,
  close,
}: {
  entry: PrintEntry;
  canPrint: boolean;
  reprint: (ids: readonly string[]) => void;
  close: (id: string) => void;
}) {
  const { id, title, label, printer, state, reason, at, by } = entry;
  const { label: text, tone } = entryText(entry);
  // One that lies in the printer's queue prints by itself: again would be twice.
  const isDone = state === "printed" || (state === "sent" && entry.hold === undefined);
  const again = () => reprint([id]);
  return (
    <li className="print-entry" data-state={state}>
      <div>
        <span className="print-entry-title">
          {entry.isVoid ? <s>{title}</s> : title} <span className="faint">× {label.copies}</span>
        </span>
        <StatusBadge tone={entry.isClosed ? "dismissed" : tone}>{text}</StatusBadge>
        {entry.isVoid && <StatusBadge tone="dismissed">Void</StatusBadge>}
        <span className="faint">{labelWords(label)}</span>
        <span className="faint block">
          {[printer, by].filter(Boolean).join(", ")}, <DateTime at={at} />
        </span>
        {reason && <p className="text-sm text-ink-soft">{reason}</p>}
      </div>
      <div className="bridge-buttons">
        {state === "unknown" && !entry.isClosed ? (
          <DoubtButtons title={title} canPrint={canPrint} reprint={again} close={() => close(id)} />
        ) : (
          <>
            {(isDone || (state !== "asked" && isOpen(entry))) && (
              <Button disabled={!canPrint} onClick={again} aria-label={`Print again: ${title}`}>
                Print again
              </Button>
            )}
            {isOpen(entry) && (
              <Button variant="quiet" onClick={() => close(id)} aria-label={`Dismiss: ${title}`}>
                Dismiss
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** What tells one label of a product from another. */
const labelWords = ({ sizeRange, barcode, price }: PrintEntry["label"]): string =>
  [sizeRange, barcode, price && `$${price}`].filter(Boolean).join(" · ");

/** A label that may have come out is printed again only after a second, explicit yes. */
function DoubtButtons({
  title,
  canPrint,
  reprint,
  close,
}: {
  title: string;
  canPrint: boolean;
  reprint: () => void;
  close: () => void;
}) {
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
        <Button onClick={close} aria-label={`It was printed: ${title}`}>
          It was printed
        </Button>
        <button
          ref={again}
          type="button"
          className="btn btn-secondary"
          disabled={!canPrint}
          onClick={() => setIsAsking(true)}
          aria-label={`Print again: ${title}`}
        >
          Print again…
        </button>
      </>
    );
  }
  return (
    <fieldset className="bridge-buttons">
      <legend className="sr-only">This label may have been printed already. Print it again?</legend>
      <span>It may be a second one. Print it again?</span>
      <Button variant="primary" onClick={reprint}>
        Yes, print again
      </Button>
      <button ref={no} type="button" className="btn btn-secondary" onClick={() => setIsAsking(false)}>
        No
      </button>
    </fieldset>
  );
}
