import type { Tone } from "#app/ui/feedback/Status.tsx";

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
