import { z } from "zod";
import { isOwnLabel } from "./ownCommands.ts";

/** The largest request that is signed, in bytes. A label's commands take two thousand, a crowded one ten. */
export const largestSignable = 64 * 1024;

/** How far a request's time may be from ours, either way, in ms. The print service itself takes 15 minutes. */
export const freshMs = 2 * 60_000;

const timestamp = z.number().int().positive();

/** One line that a person may read in the spooler's list and in our log. */
export const printableLine = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** What the print service's client sends beside the data: its own defaults, and the two that are ours to set. */
const printOptions = z.strictObject({
  bounds: z.null(),
  colorType: z.literal("color"),
  copies: z.literal(1),
  density: z.literal(0),
  duplex: z.literal(false),
  fallbackDensity: z.null(),
  interpolation: z.literal("bicubic"),
  jobName: printableLine.nullable(),
  legacy: z.literal(false),
  margins: z.literal(0),
  orientation: z.null(),
  paperThickness: z.null(),
  printerTray: z.null(),
  rasterize: z.literal(false),
  rotation: z.literal(0),
  scaleContent: z.literal(true),
  size: z.null(),
  units: z.literal("in"),
  forceRaw: z.boolean(),
  encoding: z.null(),
  spool: z.null(),
});

const commands = z.strictObject({
  type: z.literal("raw"),
  format: z.literal("command"),
  flavor: z.literal("base64"),
  data: z.base64().min(4),
});

/**
 * Everything that is signed: the lists of printers, listening to one printer's queue, and raw commands to one printer by its name. The print service can
 * also read files, open ports and print to addresses: none of that is signed.
 */
const signable = z.discriminatedUnion("call", [
  z.strictObject({ call: z.literal("printers.find"), params: z.strictObject({}), timestamp }),
  z.strictObject({ call: z.literal("printers.detail"), timestamp }),
  z.strictObject({ call: z.literal("printers.getDefault"), params: z.null(), timestamp }),
  z.strictObject({
    call: z.literal("printers.startListening"),
    params: z.strictObject({ printerNames: z.tuple([printableLine.min(1)]) }),
    timestamp,
  }),
  z.strictObject({
    call: z.literal("print"),
    params: z.strictObject({
      printer: z.strictObject({ name: printableLine.min(1) }),
      options: printOptions,
      data: z.tuple([commands]),
    }),
    timestamp,
  }),
]);

export type Signable = z.output<typeof signable>;

/** The printer that a request is about; undefined for the lists of all printers. */
export function printerOf(request: Signable): string | undefined {
  if (request.call === "print") return request.params.printer.name;
  return request.call === "printers.startListening" ? request.params.printerNames[0] : undefined;
}

/**
 * Why a request is not signed: it isn't one, it isn't among those that are signed, it
 * prints something else than a label of ours, or its time is off by `byMs`.
 */
export type NotSignable =
  | { why: "malformed" }
  | { why: "outside" }
  | { why: "foreign" }
  | { why: "stale"; byMs: number };

/**
 * Reads a request as its own client wrote it, byte for byte: the signature is for those bytes, so a text that
 * reads in two ways (a name twice, other spacing or order) is refused. `now` in ms since 1970.
 */
export function readSignable(bytes: Uint8Array, now: number): Signable | NotSignable {
  const read = parsed(bytes);
  if (read === undefined) return { why: "malformed" };
  const request = signable.safeParse(read);
  if (!request.success) return { why: "outside" };
  if (!printsOwnLabel(request.data)) return { why: "foreign" };
  const byMs = now - request.data.timestamp;
  return Math.abs(byMs) > freshMs ? { why: "stale", byMs } : request.data;
}

const printsOwnLabel = (request: Signable): boolean =>
  request.call !== "print" || isOwnLabel(Buffer.from(request.params.data[0].data, "base64"));

function parsed(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const read: unknown = JSON.parse(text);
    return JSON.stringify(read) === text ? read : undefined;
  } catch (problem) {
    if (problem instanceof SyntaxError || problem instanceof TypeError) return undefined;
    throw problem;
  }
}
