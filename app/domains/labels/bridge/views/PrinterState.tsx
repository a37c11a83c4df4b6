import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { printerQueueText } from "../help.ts";
import type { PrinterQueue } from "../types.ts";
import "./bridge.css";

/** The state of the printer as reported by its queue on the workstation. */
export function PrinterState({ queue }: { queue: PrinterQueue }) {
  const { words, tone } = printerQueueText(queue);
  return (
    <p className="printer-state" data-printer={queue.is}>
      <span className="sr-only">{queue.printer}: </span>
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </p>
  );
}
