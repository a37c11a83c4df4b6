import { z } from "zod";
import { readJson } from "#app/core/values/values.ts";
import { printableLine } from "../forms.ts";
import type { Label } from "../labelSchemas.ts";
import { commandsOf } from "../picture.server.ts";
import type { PrinterFaces } from "../stations/station.ts";
import { jobNameOf } from "./bridge.ts";
import type { Sending } from "./types.ts";

/**
 * Maximum difference between a request's time and ours, either way, in ms. The print service itself
 * allows 15 minutes.
 */
export const freshMs = 2 * 60_000;

const timestamp = z.number().int().positive();

/**
 * The requests of a page that are signed: listing printers, and events of one printer's queue. Labels are signed as they
 * are handed over. The print service can also read files, open ports and print to addresses: none of that is signed.
 */
const signable = z.discriminatedUnion("call", [
  z.strictObject({ call: z.literal("printers.detail"), timestamp }),
  z.strictObject({ call: z.literal("printers.getDefault"), params: z.null(), timestamp }),
  z.strictObject({
    call: z.literal("printers.startListening"),
    params: z.strictObject({ printerNames: z.tuple([printableLine.min(1)]) }),
    timestamp,
  }),
]);

/** Why a request is not signed: invalid, not among the signable ones, or its time off by `byMs`. */
export type NotSignable = { why: "malformed" } | { why: "outside" } | { why: "stale"; byMs: number };

/**
 * Parses a request of the print client. The signature covers its text as the client wrote it, so an ambiguous text
 * (duplicate key, other spacing or order) is refused. `now` in ms since 1970.
 */
export function readSignable(text: string, now: number): z.output<typeof signable> | NotSignable {
  const read = readJson(text);
  if (read === undefined || JSON.stringify(read) !== text) return { why: "malformed" };
  const request = signable.safeParse(read);
  if (!request.success) return { why: "outside" };
  const byMs = now - request.data.timestamp;
  return Math.abs(byMs) > freshMs ? { why: "stale", byMs } : request.data;
}

/** A label that is handed over, and its printer. */
export type LabelToSign = PrinterFaces & Pick<Sending, "lease" | "title"> & { label: Label };

/**
 * The print client's request for a label, to the letter: the portal renders the commands itself, and all options but two
 * are the client's defaults. `forceRaw`: what print queues of Linux and macOS need.
 */
export function printRequestOf(
  sending: LabelToSign,
  { forceRaw, timestamp }: { forceRaw: boolean; timestamp: number },
) {
  const bytes = Buffer.from(commandsOf(sending.label, sending));
  const commands = bytes.toString("base64");
  const params = {
    printer: { name: sending.printer },
    options: {
      ...{ bounds: null, colorType: "color", copies: 1, density: 0, duplex: false, fallbackDensity: null },
      ...{ interpolation: "bicubic", jobName: jobNameOf(sending), legacy: false, margins: 0 },
      ...{ orientation: null, paperThickness: null, printerTray: null, rasterize: false, rotation: 0 },
      ...{ scaleContent: true, size: null, units: "in", forceRaw, encoding: null, spool: null },
    },
    data: [{ type: "raw", format: "command", flavor: "base64", data: commands }],
  };
  const text = JSON.stringify({ call: "print", params, timestamp });
  return { text, commands, job: params.options.jobName, bytes: bytes.length };
}
