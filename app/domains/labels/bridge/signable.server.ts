import { z } from "zod";
import { readJson } from "#app/values/values.ts";
import { labelDesigns } from "../design.ts";
import { printableLine } from "../forms.ts";
import { withGlyphs } from "../glyphs.server.ts";
import { copiesLimits, labelLanguages, mediaFrom } from "../label.ts";
import { renderLabel } from "../render/render.ts";

/**
 * Maximum difference between a request's time and ours, either way, in ms. The print service itself
 * allows 15 minutes.
 */
export const freshMs = 2 * 60_000;

const timestamp = z.number().int().positive();

/** Options that the print service's client adds to the data: its defaults, and the two that we set. */
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
 * The requests that are signed: listing printers, events of one printer's queue, and raw commands to one printer by
 * name. The print service can also read files, open ports and print to addresses: none of that is signed.
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

const labelText = z.string().max(2_000);

/** A label and the language and media of its printer. */
const labelContent = z.strictObject({
  label: z.strictObject({
    design: z.enum(labelDesigns),
    ...{ name: labelText, colour: labelText, sizeRange: labelText, barcode: labelText, price: labelText },
    was: labelText.optional(),
    copies: z.int().min(copiesLimits.lowest).max(copiesLimits.highest),
    glyphs: z.unknown().optional(),
  }),
  language: z.enum(labelLanguages),
  media: z.looseObject({}).transform(mediaFrom),
});

type LabelContent = z.output<typeof labelContent>;

/** The label page's request: the print client's request as text, and the label that it prints, if any. */
const signingRequest = z.strictObject({ request: z.string(), content: labelContent.optional() });

/** The printer that a request names; undefined for the lists of all printers. */
export function printerOf(request: Signable): string | undefined {
  if (request.call === "print") return request.params.printer.name;
  return request.call === "printers.startListening" ? request.params.printerNames[0] : undefined;
}

/**
 * Why a request is not signed: invalid, not among the signable ones, not printing the label that
 * came with it, or its time off by `byMs`.
 */
export type NotSignable =
  | { why: "malformed" }
  | { why: "outside" }
  | { why: "foreign" }
  | { why: "stale"; byMs: number };

/** A request to sign: its exact text, its parsed content, and the language of the label in it. */
export type ToSign = { text: string; request: Signable; language: LabelContent["language"] | undefined };

/**
 * Parses the label page's request. A print request is signed for the label that came with it: the
 * portal renders that label itself, and the request must contain exactly those commands. The
 * signature covers the request's text as the print client wrote it, so an ambiguous text (duplicate
 * key, other spacing or order) is refused. `now` in ms since 1970.
 */
export function readSignable(body: string, now: number): ToSign | NotSignable {
  const sent = signingRequest.safeParse(readJson(body));
  if (!sent.success) return { why: "malformed" };
  const { request: text, content } = sent.data;
  const read = readJson(text);
  if (read === undefined || JSON.stringify(read) !== text) return { why: "malformed" };
  const request = signable.safeParse(read);
  if (!request.success) return { why: "outside" };
  if (request.data.call === "print" && !prints(request.data.params.data[0].data, content))
    return { why: "foreign" };
  const byMs = now - request.data.timestamp;
  if (Math.abs(byMs) > freshMs) return { why: "stale", byMs };
  return { text, request: request.data, language: content?.language };
}

const prints = (base64: string, content: LabelContent | undefined): boolean =>
  content !== undefined &&
  Buffer.from(renderLabel(withGlyphs(content.label), content).bytes).toString("base64") === base64;
