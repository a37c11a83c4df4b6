import type { Label, Media } from "../labelSchemas.ts";
import { cp1252Of } from "./characters.ts";
import { foreignCommand } from "./face.ts";
import { type Area, type LabelElement, startIn, tuningIn } from "./sheet.ts";

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

const lookalikes: Readonly<Record<string, string>> = { "^": "ˆ", "~": "˜", "! ": "!\u00a0" };

/** Replaces the characters that start commands of other languages by look-alikes. */
const quotedText = (text: string): string =>
  quoted(text.replace(new RegExp(foreignCommand, "g"), (sign) => lookalikes[sign] ?? ""));

function commandOf(element: LabelElement): string {
  const { x, y } = element;
  switch (element.kind) {
    case "text": {
      const { text, font, textWidth } = element;
      return `A${Math.round(startIn(element, textWidth))},${y},0,${font.name},N,${quotedText(text)}`;
    }
    case "bars": {
      const { symbol, module, height } = element;
      const type = symbol.kind === "ean13" ? "E30" : "1";
      return `B${x},${y},0,${type},${module},${module * 2},${height},B,${quoted(symbol.data)}`;
    }
    case "strike":
      return blackBar(element);
  }
}

const blackBar = ({ x, y, width, height }: Area): string => `LO${x},${y},${width},${height}`;

const bytes: Readonly<Record<string, number>> = { "\n": 0x0a, "\u00a0": 0xa0 };

/** EPL2 in Windows-1252, one command per line after a first line feed; the printer makes the copies. */
export function writeEpl(elements: readonly LabelElement[], { copies }: Label, media: Media): Uint8Array {
  const dots = (length: number) => Math.round(length * media.dotsPerMm);
  const { darkness, speed, topDots = 0, isTurned, tracking } = tuningIn("EPL", media);
  // A mark is 16 to 240 dots high on a print head of 203 dpi.
  const markHeight = Math.min(240, Math.max(dots(2), dots(media.gapMm)));
  // EPL's reference point would undo the margins set by `q`, so every element is moved separately,
  // up to the paper's edge.
  const down = Math.max(topDots, -Math.min(...elements.map(({ y }) => y)));
  const lines = [
    "",
    "N",
    "I8,A,001",
    `q${dots(media.widthMm)}`,
    ...(tracking === "printer"
      ? []
      : [`Q${dots(media.heightMm)},${tracking ? `B${markHeight}` : dots(media.gapMm)}`]),
    ...(darkness === undefined ? [] : [`D${darkness}`]),
    ...(speed === undefined ? [] : [`S${speed}`]),
    ...(isTurned === undefined ? [] : [isTurned ? "ZB" : "ZT"]),
    ...elements.map((element) => commandOf({ ...element, y: element.y + down })),
    `P${copies}`,
    "",
  ];
  // Texts are already Windows-1252: a character without a byte would be an error in the layout.
  return Uint8Array.from(lines.join("\n"), (character) => cp1252Of(character) ?? bytes[character] ?? 63);
}
