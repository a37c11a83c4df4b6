import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ProgressBar } from "#app/ui/feedback/ProgressBar.tsx";
import { labelsIn, queueSummary } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import { isOpen } from "../queue.ts";
import { EntryList } from "./EntryList.tsx";
import "./bridge.css";

type Printing = Pick<WorkstationPrinting, "queue" | "printer" | "stop" | "resume" | "reprint" | "close">;

/** How the labels on their way are doing, and what became of those that may not have got through. */
export function PrintQueue({ printing }: { printing: Printing }) {
  const { queue, stop, resume, reprint, printer } = printing;
  const { entries, isRunning, paused } = queue;
  if (entries.length === 0) return null;
  const states = entries.map(({ state }) => state);
  const done = entries.filter(({ state }) => state !== "waiting" && state !== "sending");
  const isWaiting = states.includes("waiting");
  const open = entries.filter(isOpen);
  const notSent = open.filter(({ state }) => state !== "unknown");
  const current = entries.find(({ state }) => state === "sending");
  return (
    <section className="print-queue" aria-label="Labels being sent">
      <ProgressBar
        label={current ? `Sending ${current.title}` : queueSummary(entries)}
        value={labelsIn(done)}
        max={labelsIn(entries)}
      />
      {/* Announced when it stops: a hundred announcements would drown the one that matters. */}
      <p className="sr-only" role="status">
        {isRunning && !paused ? "" : queueSummary(entries)}
      </p>
      {current && <p className="print-queue-summary">{queueSummary(entries)}</p>}
      {paused && <Notice tone="attention">{paused}</Notice>}
      <div className="bridge-buttons">
        {paused && isWaiting && (
          <Button variant="primary" onClick={resume}>
            Continue
          </Button>
        )}
        {isWaiting && <Button onClick={stop}>Stop</Button>}
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
