import { Button } from "#app/ui/elements.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/values.ts";
import { entryText } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import { countedScans, scansOfToday, voidText } from "../scans.ts";
import type { PrintEntry } from "../types.ts";
import "./bridge.css";

/** Number of earlier scans listed. */
const listed = 20;

type Printing = Pick<WorkstationPrinting, "journal" | "discard">;

/**
 * Labels printed by scan-and-print (labels#scan-and-print): the last one, large enough to read from
 * a metre, and today's earlier ones, each of which can be discarded.
 */
export function ScannedLabels({ printing: { journal, discard }, now }: { printing: Printing; now: number }) {
  const scans = scansOfToday(journal, now);
  const [last] = scans;
  if (!last) {
    return <p className="scanned text-ink-faint">Each scan prints one label of its barcode at once.</p>;
  }
  const counted = countedScans(scans);
  const isVoid = scans.length - counted.length;
  return (
    <section className="scanned space-y-3" aria-label="Scanned labels">
      <LastLabel entry={last} copy={countedScans(scans, last.scan).length} discard={discard} />
      <details>
        <summary className="font-semibold leading-[2.75rem]">
          {plural(counted.length, "label", "labels")} scanned today{isVoid > 0 && `, ${isVoid} void`}
        </summary>
        <ul className="space-y-2" aria-label="Labels scanned today">
          {scans.slice(0, listed).map((entry) => (
            <ScannedLabel key={entry.id} entry={entry} discard={discard} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function LastLabel({
  entry,
  copy,
  discard,
}: {
  entry: PrintEntry;
  copy: number;
  discard: Printing["discard"];
}) {
  const { id, label, title, state, reason, isVoid } = entry;
  const { label: words, tone } = entryText(entry);
  const What = isVoid ? "s" : "span";
  return (
    <div className="scanned-last space-y-2" data-state={isVoid ? "void" : state}>
      <p className="scanned-name">
        <What>{label.name}</What>
      </p>
      <p className="scanned-numbers tabular-nums">
        <What className="scanned-size">{[label.sizeRange, label.colour].filter(Boolean).join(" · ")}</What>
        <What className="scanned-price">${label.price}</What>
      </p>
      <p className="scanned-state">
        {isVoid ? (
          voidText(entry)
        ) : (
          <>
            <StatusBadge tone={tone}>{words}</StatusBadge>
            {copy > 1 && <span> {copy} of this barcode</span>}
          </>
        )}
      </p>
      {reason && !isVoid && <p className="text-ink-soft">{reason}</p>}
      {!isVoid && (
        <Button icon="close" onClick={() => discard(id)} aria-label={`Void: ${title}`}>
          Void
        </Button>
      )}
    </div>
  );
}

function ScannedLabel({ entry, discard }: { entry: PrintEntry; discard: Printing["discard"] }) {
  const { id, title, label, scan, isVoid, at } = entry;
  const text = `${title} · $${label.price}`;
  return (
    <li className="print-entry flex flex-wrap items-start justify-between gap-2 border-t border-line pt-2">
      <div>
        {isVoid ? <s>{text}</s> : text}
        <p className="text-ink-faint">
          {scan} · <DateTime at={at} /> · {isVoid ? voidText(entry) : entryText(entry).label}
        </p>
      </div>
      {!isVoid && (
        <Button onClick={() => discard(id)} aria-label={`Void: ${title}`}>
          Void
        </Button>
      )}
    </li>
  );
}
