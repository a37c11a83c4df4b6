import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import { plural } from "#app/core/values/values.ts";
import { copiesIn } from "./label.ts";

/**
 * States of a label at a station. `sending`: one page has it, and only that page knows more. `asked`: the print service
 * prompts a person about it. `sent`: it is in the printer's queue. `printed`: that queue reports it as printed
 * (labels#sent). `unknown`: it may have been printed, and only a person can tell. `failed`, `stopped`: it was not sent.
 */
export const printStates = [
  ...(["waiting", "sending", "asked", "sent", "printed"] as const),
  ...(["failed", "unknown", "stopped"] as const),
] as const;
export type PrintState = (typeof printStates)[number];

export const holds = ["paused", "out", "open", "jammed", "offline", "trouble"] as const;
export type Hold = (typeof holds)[number];

/** What became of a label, wherever it is listed: on a workstation, at a station, in the batch (labels#sent). */
export const labelStates = {
  waiting: { label: "Waiting", tone: "background" },
  sending: { label: "Sending", tone: "background" },
  asked: { label: "Waiting for an answer in QZ Tray", tone: "attention" },
  sent: { label: "Sent", tone: "ok" },
  printed: { label: "Printed", tone: "ok" },
  failed: { label: "Failed", tone: "attention" },
  unknown: { label: "May have been printed", tone: "attention" },
  stopped: { label: "Not sent", tone: "dismissed" },
} as const satisfies Record<PrintState, { label: string; tone: Tone }>;

/** Whether the printer has it. */
export const isSent = ({ state }: { state: PrintState }): boolean => state === "sent" || state === "printed";

/** Whether a label may not have been printed and no person has dealt with it. */
export const needsLook = ({ state, isClosed }: { state: PrintState; isClosed?: boolean | undefined }) =>
  !isClosed && (state === "failed" || state === "unknown" || state === "stopped" || state === "asked");

type Queued = { state: PrintState; hold?: Hold | undefined };

/** Whether a label failed, may have been printed, or lies in the queue of a printer that doesn't print. */
export const isTrouble = ({ state, hold }: Queued): boolean =>
  state === "failed" || state === "unknown" || hold !== undefined;

/** The name of a label that a press asked for: the same press asks for the same. */
export const labelId = (press: string, at: number): string => `${press}n${at}`;

/** Whether a label was asked for by one of these presses. */
export const isOfPress = (id: string, presses: readonly string[]): boolean =>
  presses.some((press) => id.startsWith(labelId(press, 0).slice(0, -1)));

type PrintedLine = { handed?: string | undefined; isDoubtful: boolean; codes: readonly string[] };
type QueuedLabel = {
  id: string;
  state: PrintState;
  hold?: Hold | undefined;
  label: { barcode: string };
  priced?: { barcode: string } | undefined;
};

/** What became of a line's label in its station's queue; undefined where the printer has it. */
export function unsentText({ handed, isDoubtful, codes }: PrintedLine, queue: readonly QueuedLabel[]) {
  if (isDoubtful) return labelStates.unknown;
  if (handed === undefined) return undefined;
  const found = queue.findLast(
    ({ id, label, priced }) =>
      isOfPress(id, [handed]) &&
      [label.barcode, priced?.barcode].some((code) => code !== undefined && codes.includes(code)),
  );
  return !found || (isSent(found) && found.hold === undefined) ? undefined : entryText(found);
}

/** What keeps a printer from printing: as a word, and as a clause within a sentence. */
export const holdTexts: Record<Hold, { word: string; clause: string }> = {
  paused: { word: "Paused", clause: "the printer is paused" },
  out: { word: "Out of labels", clause: "the printer is out of labels" },
  open: { word: "Head open", clause: "the printer's head is open" },
  jammed: { word: "Jammed", clause: "the printer is jammed" },
  offline: { word: "Offline", clause: "the printer is offline" },
  trouble: { word: "Needs a look", clause: "the printer needs a look" },
};

/** The state of a label in words; a label in the queue of a printer that doesn't print is not simply 'Sent'. */
export function entryText({ state, hold }: Queued): { label: string; tone: Tone } {
  const text = labelStates[state];
  if (state !== "sent" || hold === undefined) return text;
  return { label: `${text.label} · ${holdTexts[hold].clause}`, tone: "attention" };
}

/** The progress of a queue in one sentence: "12 of 100 sent, 1 failed." */
export function queueSummary(
  entries: readonly { state: PrintState; hold?: Hold | undefined; label: { copies: number } }[],
): string {
  const of = (wanted: PrintState) => copiesIn(entries.filter(({ state }) => state === wanted));
  const onHold = entries.filter(({ state, hold }) => state === "sent" && hold !== undefined);
  const hold = onHold[0]?.hold;
  const parts = [
    `${of("sent") + of("printed")} of ${plural(copiesIn(entries), "label", "labels")} sent`,
    of("printed") > 0 && `${of("printed")} printed`,
    hold && `${copiesIn(onHold)} in the printer's queue: ${holdTexts[hold].clause}`,
    of("asked") > 0 && `${of("asked")} waiting for an answer in QZ Tray`,
    of("failed") > 0 && `${of("failed")} failed`,
    of("unknown") > 0 && `${of("unknown")} may have been printed`,
    of("stopped") > 0 && `${of("stopped")} not sent`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
