import type { Label, Media } from "../labelSchemas.ts";
import { type LabelElement, startIn, tuningIn } from "./sheet.ts";

/** A field's data: characters that start a command, in ZPL or other languages, are hex-escaped (`^FH_`). */
const escaped = (text: string): string =>
  text.replace(/[_^~\\!]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);

const field = (text: string): string => `^FH_^FD${escaped(text)}^FS`;

const justified = { left: "L", center: "C", right: "R" } as const;

function commandOf(element: LabelElement): string {
  const at = (x: number) => `^FO${x},${element.y}`;
  switch (element.kind) {
    case "text": {
      const { text, font, x, width, align, textWidth } = element;
      const face = `^A${font.name},${font.height},${font.height}`;
      // In a text block a backslash starts an escape: such a line is placed by its measured width.
      if (text.includes("\\")) return `${at(Math.round(startIn(element, textWidth)))}${face}${field(text)}`;
      return `${at(x)}${face}^FB${width},1,0,${justified[align]}${field(text)}`;
    }
    case "bars": {
      const { symbol, module, x, height } = element;
      const start = `${at(x)}^BY${module}`;
      if (symbol.kind === "ean13") return `${start}^BEN,${height},Y,N^FD${symbol.data}^FS`;
      const data = symbol.pairs ? `>;${symbol.data}` : `>:${symbol.data.replaceAll(">", ">0")}`;
      return `${start}^BCN,${height},Y,N,N${field(data)}`;
    }
    case "strike":
      return `${at(element.x)}^GB${element.width},${element.height},${element.height}^FS`;
  }
}

/** ZPL II, UTF-8, one command group per line; the printer makes the copies. */
export function writeZpl(elements: readonly LabelElement[], { copies }: Label, media: Media): Uint8Array {
  const dots = (length: number) => Math.round(length * media.dotsPerMm);
  const { darkness, speed, topDots, isTurned, tracking } = tuningIn("ZPL", media);
  const gap = media.gapMm === 0 ? "^MNN" : "^MNY";
  const found = tracking ? { mark: "^MNM", printer: "" }[tracking] : gap;
  const tuned = [
    speed === undefined ? "" : `^PR${speed}`,
    topDots === undefined ? "" : `^LT${topDots}`,
    isTurned === undefined ? "" : `^PO${isTurned ? "I" : "N"}`,
  ].join("");
  const lines = [
    ...(darkness === undefined ? [] : [`~SD${String(darkness).padStart(2, "0")}`]),
    `^XA^CI28${found}^PW${dots(media.widthMm)}^LL${dots(media.heightMm)}^LH0,0${tuned}`,
    ...elements.map(commandOf),
    `^PQ${copies},0,1,Y^XZ`,
  ];
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
