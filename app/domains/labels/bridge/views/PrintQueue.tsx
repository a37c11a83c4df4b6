import { useEffect, useRef } from "react";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ProgressBar } from "#app/ui/feedback/ProgressBar.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { labelsIn, printStateTexts, queueSummary } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import { isOpen } from "../queue.ts";
import type { PrintEntry } from "../types.ts";
import { EntryList } from "./EntryList.tsx";
import "./bridge.css";

type Printing = Pick<WorkstationPrinting, "queue" | "printer" | "stop" | "resume" | "reprint" | "close">;

const asks = printStateTexts.asked.label;

const isTrouble = ({ state, hold }: PrintEntry) =>
  state === "failed" || state === "unknown" || hold !== undefined;

/** How the labels on their way are doing, and what became of those that may not have got through. */
export function PrintQueue({ printing }: { printing: Printing }) {
  const { queue, stop, resume, reprint, printer } = printing;
  const { entries, isRunning, paused } = queue;
  const section = useRef<HTMLElement>(null);
  // It may begin below what is seen, where it doesn't stick.
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
  const open = entries.filter((entry) => isOpen(entry) && entry !== current);
  const notSent = open.filter(({ state }) => state === "failed" || state === "stopped");
  const isAsked = current?.state === "asked";
  return (
    <section ref={section} className="print-queue" aria-label="Labels being sent">
      <ProgressBar
        label={current ? `Sending ${current.title}` : queueSummary(entries)}
        value={labelsIn(done)}
        max={labelsIn(entries)}
        tone={entries.some(isTrouble) ? "attention" : undefined}
      />
      {/* Announced when it stops or waits for a person: a hundred announcements would drown the one that matters. */}
      <div className={isAsked ? "notice tone-attention" : "sr-only"} role="status">
        {isAsked && <Icon name="attention" />}
        <div>{isAsked ? `${asks}: ${current?.title}` : (!isRunning || paused) && queueSummary(entries)}</div>
      </div>
      {current && <p className="print-queue-summary">{queueSummary(entries)}</p>}
      {paused && <Notice tone="attention">{paused}</Notice>}
      <div className="bridge-buttons">
        {paused && isWaiting && (
          <Button variant="primary" onClick={resume}>
            Continue
          </Button>
        )}
        {(isWaiting || isAsked) && <Button onClick={stop}>Stop</Button>}
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
