import type { Label, Media } from "../labelSchemas.ts";
import { type ScalableFont, zplFace } from "./face.ts";
import { type Drawing, type LabelElement, startIn, tuningIn } from "./sheet.ts";

/** A field's data: characters that start a command, in ZPL or other languages, are hex-escaped (`^FH_`). */
const escaped = (text: string): string =>
  text.replace(/[_^~\\!]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);

const field = (text: string): string => `^FH_^FD${escaped(text)}^FS`;

const justified = { left: "L", center: "C", right: "R" } as const;

function textCommand({
  text,
  font,
  x,
  y,
  width,
  align,
}: LabelElement<ScalableFont> & { kind: "text" }): string {
  const face = `^A0N,${font.height},${font.height}`;
  // In a text block a backslash starts an escape: such a line is placed by its measured width.
  if (!text.includes("\\")) return `^FO${x},${y}${face}^FB${width},1,0,${justified[align]}${field(text)}`;
  const start = startIn({ x, width, align }, zplFace.widthOf(text, font));
  return `^FO${Math.round(start)},${y}${face}${field(text)}`;
}

function barsCommand({
  symbol,
  module,
  x,
  y,
  height,
}: LabelElement<ScalableFont> & { kind: "bars" }): string {
  const start = `^FO${x},${y}^BY${module}`;
  if (symbol.kind === "ean13") return `${start}^BEN,${height},Y,N^FD${symbol.digits12}^FS`;
  const data = symbol.pairs ? `>;${symbol.data}` : `>:${symbol.data.replaceAll(">", ">0")}`;
  return `${start}^BCN,${height},Y,N,N${field(data)}`;
}

function pictureCommand({ x, y, rows, scale }: LabelElement<ScalableFont> & { kind: "picture" }): string {
  const lines = rows.flatMap((row) => {
    const bits = [...row].map((bit) => bit.repeat(scale)).join("");
    const bytes = bits.match(/.{1,8}/g) ?? [];
    const hex = bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2).toString(16).padStart(2, "0"));
    return Array.from({ length: scale }, () => hex.join("").toUpperCase());
  });
  const [first = ""] = lines;
  const total = lines.join("").length / 2;
  return `^FO${x},${y}^GFA,${total},${total},${first.length / 2},${lines.join("")}^FS`;
}

function commandOf(element: LabelElement<ScalableFont>): string {
  if (element.kind === "text") return textCommand(element);
  if (element.kind === "bars") return barsCommand(element);
  if (element.kind === "picture") return pictureCommand(element);
  const { x, y, width, height } = element;
  return `^FO${x},${y}^GB${width},${height},${height}^FS`;
}

/** ZPL II, UTF-8, one command group per line; the printer makes the copies. */
export function writeZpl({ elements }: Drawing<ScalableFont>, { copies }: Label, media: Media): Uint8Array {
  const dots = (length: number) => Math.round(length * media.dotsPerMm);
  const { darkness, speed, topDots, isTurned, tracking } = tuningIn("ZPL", media);
  const found = { gap: media.gapMm === 0 ? "^MNN" : "^MNY", mark: "^MNM", printer: "" }[tracking];
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
