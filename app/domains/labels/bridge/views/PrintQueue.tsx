import { useEffect, useRef, useState } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { ProgressBar } from "#app/core/ui/feedback/Progress.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { copiesIn } from "../../label.ts";
import { isTrouble, labelStates, needsLook, queueSummary } from "../../labelStates.ts";
import { toLabelLine } from "../../stations/stationView.ts";
import { LabelLines } from "../../views/LabelLines.tsx";
import { bridgeHelp } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";

type Props = { printing: WorkstationPrinting };

/** Progress of the queue, and the labels that may not have been printed, also those of an earlier page (labels#unsent). */
export function PrintQueue({ printing }: Props) {
  const { state, queue, stop, resume, command, printer } = printing;
  const { entries, isRunning, paused } = queue;
  const section = useRef<HTMLElement>(null);
  // It may start below the visible area where it isn't sticky.
  useEffect(() => {
    if (isRunning) section.current?.scrollIntoView({ block: "nearest" });
  }, [isRunning]);
  if (entries.length === 0) return null;
  const current = isRunning
    ? entries.findLast(({ state }) => state === "sending" || state === "asked")
    : undefined;
  const others = entries.filter((entry) => entry !== current);
  const done = others.filter((entry) => entry.state !== "waiting");
  const isWaiting = done.length < others.length;
  const open = others.filter(needsLook);
  const notSent = open.filter(({ state }) => state === "failed" || state === "stopped");
  const ids = notSent.map(({ id }) => id);
  const isAsking = current?.state === "asked";
  const summary = queueSummary(entries);
  return (
    <section
      ref={section}
      className="space-y-2 rounded-lg border border-line bg-surface p-3 tall:sticky tall:top-[calc(var(--bar)+0.25rem)] tall:z-[15] tall:max-h-[60vh] tall:overflow-y-auto tall:shadow-raised"
      aria-label="Labels being sent"
    >
      <ProgressBar
        label={current ? `Sending ${current.title}` : summary}
        value={copiesIn(done)}
        max={copiesIn(entries)}
        tone={entries.some(isTrouble) ? "attention" : undefined}
      />
      {/* Announced only when it stops or waits for a person: a hundred announcements would drown
          the one that matters. */}
      <div className={isAsking ? "notice tone-attention" : "sr-only"} role="status">
        {isAsking && <Icon name="attention" />}
        <div>
          {isAsking ? `${labelStates.asked.label}: ${current.title}` : (!isRunning || paused) && summary}
        </div>
      </div>
      {current && <p className="text-ink-soft">{summary}</p>}
      {/* The print service's own notice is out of sight by now. */}
      {(paused || (isWaiting && state.kind !== "ready")) && (
        <Notice tone="attention">{paused ?? bridgeHelp(state).title}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {paused && isWaiting && (
          <Button variant="primary" onClick={resume}>
            Continue
          </Button>
        )}
        {(isWaiting || isAsking) && <Button onClick={stop}>Stop</Button>}
        {!isWaiting && notSent.length > 1 && (
          <>
            <Button icon="refresh" disabled={!printer} onClick={() => command(ids, "again")}>
              {`Print the ${copiesIn(notSent)} that were not sent`}
            </Button>
            <Button onClick={() => command(ids, "remove")}>Dismiss them</Button>
          </>
        )}
      </div>
      {open.length > 0 && (
        <LabelLines label="Labels that need a look" lines={open.map(toLabelLine)} target={printing} />
      )}
    </section>
  );
}

const shownAtFirst = 20;

/** The latest labels of this workstation, newest first; collapsed until opened. */
export function PrintJournal({ printing }: Props) {
  const { journal } = printing;
  const [isWhole, setIsWhole] = useState(false);
  if (journal.length === 0) return null;
  const open = journal.filter(needsLook).length;
  const entries = (isWhole ? journal : journal.slice(-shownAtFirst)).toReversed();
  return (
    <details className="print-journal space-y-2 rounded-lg border border-line bg-surface p-3">
      <summary className="font-semibold">
        Last labels of this workstation ({journal.length}
        {open > 0 && `, ${open} to look at`})
      </summary>
      <LabelLines
        label="Last labels of this workstation"
        lines={entries.map(toLabelLine)}
        target={printing}
      />
      {entries.length < journal.length && (
        <Button onClick={() => setIsWhole(true)}>{`Show all ${journal.length}`}</Button>
      )}
    </details>
  );
}
