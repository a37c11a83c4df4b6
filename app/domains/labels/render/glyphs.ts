import type { Glyphs } from "../label.ts";
import { cp1252Of } from "./characters.ts";
import type { LabelElement } from "./drawing.ts";
import type { Face } from "./face.ts";

/** Rows of a glyph. */
const glyphHeight = 16;

/** Whether a line is drawn as a picture: it has characters that the printers' fonts don't have. */
const isDrawn = (line: string): boolean => [...line].some((character) => cp1252Of(character) === undefined);

const columnsOf = (character: string, glyphs: Glyphs): number => (glyphs[character]?.length ?? 32) / 4;
const scaleOf = (height: number): number => Math.max(1, Math.floor(height / glyphHeight));

/** A face that has these glyphs, too: in whole dots, as high as fits into the font's height. */
export function faceWith<Font extends { height: number }>(face: Face<Font>, glyphs: Glyphs): Face<Font> {
  const widthOf = (text: string, font: Font): number => {
    if (!isDrawn(text)) return face.widthOf(text, font);
    const columns = [...text].reduce((sum, character) => sum + columnsOf(character, glyphs), 0);
    return columns * scaleOf(font.height);
  };
  return {
    ...face,
    widthOf,
    maxStartLength(text, font, width) {
      if (!isDrawn(text)) return face.maxStartLength(text, font, width);
      let length = 0;
      for (const character of text) {
        // The rest of a drawn text may be without such characters: both ways have to fit.
        const start = text.slice(0, length + character.length);
        if (Math.max(widthOf(start, font), face.widthOf(start, font)) > width) break;
        length += character.length;
      }
      return length;
    },
  };
}

/** A line that the printer's font can't write, as a picture. */
export function drawn<Font extends { height: number }>(
  element: LabelElement<Font>,
  glyphs: Glyphs,
  face: Face<Font>,
): LabelElement<Font> {
  if (element.kind !== "text" || !isDrawn(element.text)) return element;
  const { text, font, x, y, width, align } = element;
  const rows = Array.from({ length: glyphHeight }, (_, row) =>
    [...text]
      .map((character) => {
        const digits = columnsOf(character, glyphs) / 4;
        const hex = (glyphs[character] ?? "").slice(row * digits, (row + 1) * digits) || "0".repeat(digits);
        return [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
      })
      .join(""),
  );
  const room = Math.max(0, width - face.widthOf(text, font));
  const left = Math.round(x + { left: 0, center: room / 2, right: room }[align]);
  const scale = scaleOf(font.height);
  const top = Math.round(y + Math.max(0, font.height - glyphHeight * scale) / 2);
  return { kind: "picture", x: left, y: top, rows, scale };
}
