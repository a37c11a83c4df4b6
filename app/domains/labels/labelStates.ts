import type { Tone } from "#app/ui/feedback/Status.tsx";

/** What became of a label, wherever it is listed: on this workstation, at a station, in the batch (labels#sent). */
export const labelStates = {
  waiting: { label: "Waiting", tone: "background" },
  sending: { label: "Sending", tone: "background" },
  asked: { label: "Waiting for an answer in QZ Tray", tone: "attention" },
  sent: { label: "Sent", tone: "ok" },
  printed: { label: "Printed", tone: "ok" },
  failed: { label: "Failed", tone: "attention" },
  unknown: { label: "May have been printed", tone: "attention" },
  stopped: { label: "Not sent", tone: "dismissed" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
