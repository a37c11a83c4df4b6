import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import { plural } from "#app/core/values/values.ts";
import { holdTexts } from "../labelStates.ts";
import type { BridgeState, PrinterQueue } from "./types.ts";

/** The print service's state in words, and what a person can do about it. */
export type BridgeHelpText = {
  /** `attention` where it is left out. */
  tone?: Tone;
  title: string;
  steps: string[];
  retry?: string;
  /** Whether installing the portal's certificate on the workstation would fix it. */
  wantsCertificate?: true;
  wantsStation?: true;
};

const lookFor = "Look for a QZ Tray window; it may be behind this one.";
const trust = "So that you are not asked again, have the portal's certificate installed on this workstation.";

const onHandheld: BridgeHelpText = {
  title: "Phones and tablets have no print service",
  steps: [
    "Print at a print station, which a workstation with a label printer is for every device; or take the label file or the printable sheet.",
  ],
  wantsStation: true,
};

/** Whether this is a phone or tablet: print services run on computers only. */
export const isHandheld = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/.test(userAgent);

export function bridgeHelp(state: BridgeState, { isHandheld = false } = {}): BridgeHelpText {
  if (isHandheld && state.kind !== "ready") return onHandheld;
  switch (state.kind) {
    case "connecting":
      return state.asks
        ? {
            title: "Waiting for your permission",
            steps: [
              `The print service or the browser is probably asking: choose Allow. ${lookFor}`,
              "The browser's own question is about apps or devices on this computer.",
              "If neither asks anything, the print service hangs: end QZ Tray and start it again.",
              trust,
            ],
            wantsCertificate: true,
          }
        : { tone: "background", title: "Connecting to the print service…", steps: [] };
    case "denied":
      return {
        title: "The browser does not let this page reach the print service",
        steps: [
          "Open the site's settings at the left of the address bar, and allow apps on this device (local network access).",
          "Reload the page. Where the setting is locked, ask whoever manages this computer.",
        ],
        retry: "Try again",
      };
    case "absent":
      return {
        title: "The print service is not running",
        steps: [
          "Start QZ Tray on this workstation; its icon then appears beside the clock. This page finds it by itself.",
          "If it is not installed, ask whoever manages this computer to install QZ Tray 2.2 or newer.",
        ],
        retry: "Try again",
      };
    case "blocked":
      return {
        title: "The print service does not trust the portal",
        steps: [
          `Try again, and choose Allow when QZ Tray asks. ${lookFor}`,
          "If it no longer asks: open QZ Tray's menu, Advanced, Site Manager, and move the portal from Blocked to Allowed. It then asks about every label.",
          trust,
        ],
        retry: "Try again",
        wantsCertificate: true,
      };
    case "outdated":
      return {
        title: `QZ Tray ${state.version} is too old`,
        steps: ["Have QZ Tray 2.2 or newer installed on this workstation."],
        retry: "Try again",
      };
    case "refused":
      return {
        title: "The portal does not sign print requests now",
        steps: [state.message],
        retry: "Try again",
      };
    case "lost":
      return {
        title: "The connection to the print service was lost",
        steps: [
          "This page looks for it again by itself. Labels that were not sent yet wait.",
          "If it does not come back, start QZ Tray again.",
        ],
        retry: "Try again now",
      };
    case "ready":
      if (!state.signed)
        return {
          title: "Connected, but the portal's requests are not signed",
          steps: [
            "QZ Tray asks you about every label: choose Allow each time.",
            "To end that, the portal needs a print certificate. Tell whoever looks after the portal.",
          ],
        };
      return state.asks
        ? {
            title: "QZ Tray asks about every label because it does not know this portal",
            steps: [
              `Choose Allow each time; a label waits for your answer. ${lookFor}`,
              "Once the portal's certificate is installed on this workstation, it asks no more. Ticking Remember does not end it.",
            ],
            wantsCertificate: true,
          }
        : { tone: "ok", title: "Connected to the print service", steps: [] };
  }
}

/** The state of a printer, as short as possible (labels#printer-state). */
export function printerQueueText({ is, jobs }: PrinterQueue): { words: string; tone: Tone } {
  const waiting = jobs > 0 ? [`${plural(jobs, "job", "jobs")} waiting`] : [];
  if (is === "ready") return { words: waiting[0] ?? "Ready", tone: waiting.length > 0 ? "background" : "ok" };
  return { words: [holdTexts[is].word, ...waiting].join(" · "), tone: "attention" };
}

/** Why the printer prints nothing, as a sentence; undefined if its queue reports no problem. */
export function holdSentence(queue: PrinterQueue | undefined): string | undefined {
  if (!queue || queue.is === "ready") return undefined;
  const { clause } = holdTexts[queue.is];
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
