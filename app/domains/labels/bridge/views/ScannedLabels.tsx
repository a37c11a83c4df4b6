import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { plural } from "#app/core/values/values.ts";
import { isSameNumber } from "../../entry.ts";
import { entryText, needsLook } from "../../labelStates.ts";
import type { StationJob } from "../../stations/station.ts";
import { type LabelLine, toLabelLine } from "../../stations/stationView.ts";
import { LabelLines } from "../../views/LabelLines.tsx";
import { Notices } from "../../views/Notices.tsx";
import type { WorkstationPrinting } from "../printing.ts";

const dayOf = (at: number): string => new Date(at).toDateString();

/** Labels printed by scan-and-print today, newest first, including other pages of this workstation. */
export const scansOfToday = (journal: readonly StationJob[], now: number): StationJob[] =>
  journal.filter(({ scan, since }) => scan !== undefined && dayOf(since) === dayOf(now)).toReversed();

/** Scans that count, of one barcode or of all: discarded ones don't. */
export const countedScans = (scans: readonly StationJob[], code?: string): StationJob[] =>
  scans.filter(({ scan = "", isVoid }) => !isVoid && (code === undefined || isSameNumber(scan, code)));

/** What to do with a discarded label: once sent it can't be recalled. */
export const voidText = ({ state }: Pick<StationJob, "state">): string => {
  if (state === "stopped" || state === "failed") return "Void. It was not sent.";
  if (state === "asked") return "Void. Choose Block in QZ Tray, or throw the label away.";
  return "Void. It was sent already: throw the label away.";
};

/** A scan in the list: it can be discarded. */
const toScanLine = (entry: StationJob): LabelLine => ({
  ...toLabelLine(entry),
  ...(entry.isVoid ? { reason: voidText(entry), commands: [] } : { commands: ["void"] }),
});

// Readable from a metre.
const nameLook = "text-[2rem] font-semibold leading-[1.15] max-sm:text-[1.25rem]";
const numbersLook =
  "flex flex-wrap items-baseline justify-between gap-x-6 text-[2.25rem] font-semibold tabular-nums leading-[1.15] max-sm:text-[1.25rem]";
const troubleLook = "border-s-8 border-s-attention ps-3";
const stateLook =
  "flex flex-wrap items-center gap-x-2 text-[1.5rem] font-medium leading-8 max-sm:text-[1.25rem] max-sm:leading-6 [&>.badge]:text-[length:inherit] [&>.badge]:leading-[inherit]";

type Props = {
  printing: WorkstationPrinting;
  /** The last scan, if it printed nothing: what was printed before it is not the news. */
  failed: { code: string; why: string } | undefined;
  now: number;
};

/**
 * Labels printed by scan-and-print (labels#scan-and-print): the last one, large enough to read from
 * a metre, and today's earlier ones, each of which can be discarded.
 */
export function ScannedLabels({ printing, failed, now }: Props) {
  const { journal, command } = printing;
  const scans = scansOfToday(journal, now);
  const [last] = scans;
  if (!last && !failed)
    return (
      <p className="scanned col-[1] text-ink-faint">Each scan prints one label of its barcode at once.</p>
    );
  const counted = countedScans(scans);
  const voidCount = scans.length - counted.length;
  return (
    <section className="scanned col-[1] space-y-3 [&_s]:text-ink-faint" aria-label="Scanned labels">
      {failed ? (
        <div className={`scanned-last space-y-2 wrap-anywhere ${troubleLook}`} data-state="failed">
          <p className={nameLook}>Not printed</p>
          <p className={numbersLook}>{failed.code}</p>
          <p className={stateLook}>{failed.why}</p>
        </div>
      ) : (
        last && <LastLabel entry={last} copy={countedScans(scans, last.scan).length} command={command} />
      )}
      <details>
        <summary className="font-semibold leading-[2.75rem]">
          {plural(counted.length, "label", "labels")} scanned today{voidCount > 0 && `, ${voidCount} void`}
        </summary>
        <LabelLines
          label="Labels scanned today"
          lines={scans.slice(0, 20).map(toScanLine)}
          target={printing}
        />
      </details>
    </section>
  );
}

type LastProps = { entry: StationJob; copy: number } & Pick<WorkstationPrinting, "command">;

function LastLabel({ entry, copy, command }: LastProps) {
  const { id, label, title, state, reason, notices, isVoid } = entry;
  const { label: words, tone } = entryText(entry);
  const What = isVoid ? "s" : "span";
  return (
    <div
      className={classes(
        "scanned-last space-y-2 wrap-anywhere",
        !isVoid && needsLook({ state }) && troubleLook,
      )}
      data-state={isVoid ? "void" : state}
    >
      <p className={nameLook}>
        <What>{label.name}</What>
      </p>
      <p className={numbersLook}>
        <What>{[label.sizeRange, label.colour].filter(Boolean).join(" · ")}</What>
        <What className="text-[3.5rem] max-sm:text-[2.5rem]">${label.price}</What>
      </p>
      <p className={stateLook}>
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
      <Notices of={notices} />
      {!isVoid && (
        <Button icon="close" onClick={() => command([id], "void")} aria-label={`Void: ${title}`}>
          Void
        </Button>
      )}
    </div>
  );
}
