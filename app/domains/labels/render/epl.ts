import type { Tracking } from "../label.ts";
import type { Label, Media } from "../labelSchemas.ts";
import { blackRuns, cp1252Of } from "./characters.ts";
import { type BitmapFont, eplFace, foreignCommand } from "./face.ts";
import { type Drawing, type LabelElement, startIn, tuningIn } from "./sheet.ts";

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

const lookalikes: Readonly<Record<string, string>> = { "^": "ˆ", "~": "˜", "! ": "!\u00a0" };

/** Replaces the characters that start commands of other languages by look-alikes. */
const quotedText = (text: string): string =>
  quoted(text.replace(new RegExp(foreignCommand, "g"), (sign) => lookalikes[sign] ?? ""));

function textCommand(
  { text, font, x, y, width, align }: LabelElement<BitmapFont> & { kind: "text" },
  media: Media,
): string {
  const start = startIn({ x, width, align }, eplFace(media.dotsPerMm).widthOf(text, font));
  return `A${Math.round(start)},${y},0,${font.name},${font.across},${font.down},N,${quotedText(text)}`;
}

function barsCommand({ symbol, module, x, y, height }: LabelElement<BitmapFont> & { kind: "bars" }): string {
  const [type, data] = symbol.kind === "ean13" ? ["E30", symbol.digits12] : ["1", symbol.data];
  return `B${x},${y},0,${type},${module},${module * 2},${height},B,${quoted(data)}`;
}

/** As black bars: a graphic (`GW`) is raw bytes, which a printer set to another language may take for its commands. */
const pictureCommands = (picture: LabelElement<BitmapFont> & { kind: "picture" }): string =>
  blackRuns(picture)
    .map(({ x, y, width, height }) => `LO${x},${y},${width},${height}`)
    .join("\n");

function commandOf(element: LabelElement<BitmapFont>, media: Media): string {
  if (element.kind === "text") return textCommand(element, media);
  if (element.kind === "bars") return barsCommand(element);
  if (element.kind === "picture") return pictureCommands(element);
  const { x, y, width, height } = element;
  return `LO${x},${y},${width},${height}`;
}

const bytes: Readonly<Record<string, number>> = { "\n": 0x0a, "\u00a0": 0xa0 };

/** EPL2 in Windows-1252, one command per line after a first line feed; the printer makes the copies. */
export function writeEpl({ elements }: Drawing<BitmapFont>, { copies }: Label, media: Media): Uint8Array {
  const dots = (length: number) => Math.round(length * media.dotsPerMm);
  const { darkness, speed, topDots = 0, isTurned, tracking } = tuningIn("EPL", media);
  const labelHeight = dots(media.heightMm);
  // A mark is 16 to 240 dots high on a print head of 203 dpi.
  const markHeight = Math.min(240, Math.max(dots(2), dots(media.gapMm)));
  const found: Record<Tracking, string[]> = {
    gap: [`Q${labelHeight},${dots(media.gapMm)}`],
    mark: [`Q${labelHeight},B${markHeight}`],
    printer: [],
  };
  // EPL's reference point would undo the margins set by `q`, so every element is moved separately,
  // up to the paper's edge.
  const down = Math.max(topDots, -Math.min(...elements.map(({ y }) => y)));
  const lines = [
    "",
    "N",
    "I8,A,001",
    `q${dots(media.widthMm)}`,
    ...found[tracking],
    ...(darkness === undefined ? [] : [`D${darkness}`]),
    ...(speed === undefined ? [] : [`S${speed}`]),
    ...(isTurned === undefined ? [] : [isTurned ? "ZB" : "ZT"]),
    ...elements.map((element) => {
      const moved = { ...element, y: element.y + down };
      return commandOf(moved, media);
    }),
    `P${copies}`,
    "",
  ];
  // Texts are already Windows-1252: a character without a byte would be an error in the layout.
  return Uint8Array.from(lines.join("\n"), (character) => cp1252Of(character) ?? bytes[character] ?? 63);
}
