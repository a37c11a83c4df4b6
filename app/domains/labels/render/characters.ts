import type { Glyphs } from "../label.ts";
import { type LabelElement, startIn } from "./sheet.ts";

/** Rows of a glyph. */
export const glyphHeight = 16;

/** Whether a line is drawn as a picture: it has characters that the printers' fonts don't have. */
export const isDrawn = (line: string): boolean =>
  [...line].some((character) => cp1252Of(character) === undefined);

export const columnsOf = (character: string, glyphs: Glyphs): number => (glyphs[character]?.length ?? 32) / 4;
export const scaleOf = (height: number): number => Math.max(1, Math.floor(height / glyphHeight));

/** A line that the printer's font can't write, as a picture. */
export function drawn(element: LabelElement, glyphs: Glyphs): LabelElement {
  if (element.kind !== "text" || !isDrawn(element.text)) return element;
  const { text, font, y, taken } = element;
  const rows = Array.from({ length: glyphHeight }, (_, row) =>
    [...text]
      .map((character) => {
        const digits = columnsOf(character, glyphs) / 4;
        const hex = (glyphs[character] ?? "").slice(row * digits, (row + 1) * digits) || "0".repeat(digits);
        return [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
      })
      .join(""),
  );
  const left = Math.round(startIn(element, taken));
  const scale = scaleOf(font.height);
  const top = Math.round(y + Math.max(0, font.height - glyphHeight * scale) / 2);
  return { kind: "picture", x: left, y: top, rows, scale };
}

// Windows-1252 from 0x80 to 0x9F; the gaps are codes that it leaves unused.
const upperHalf = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
// A no-break space looks like a space, and a soft hyphen like nothing: they only guide line breaks.
const unprintable = /[\u007f-\u00a0\u00ad]/;
const codeOf = new Map<string, number>();
for (let code = 0x20; code < 0x100; code += 1) {
  const character = upperHalf[code - 0x80] ?? String.fromCharCode(code);
  if (!unprintable.test(character)) codeOf.set(character, code);
}

/** The byte of a character in Windows-1252; undefined if it has no printable one. */
export const cp1252Of = (character: string): number | undefined => codeOf.get(character);

/** Printable look-alikes of characters whose decomposition gives none. */
const lookalikes: Readonly<Record<string, string>> = {
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "―": "—",
  "−": "-",
  "′": "'",
  "″": '"',
  "⁄": "/",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  ı: "i",
};

/** A character as the printers' fonts have it: without its accents, or what looks like it; empty if nothing does. */
export function simplified(character: string): string {
  if (codeOf.has(character)) return character;
  const simple =
    lookalikes[character] ?? [...character.normalize("NFKD")].filter((part) => codeOf.has(part)).join("");
  return simple.trim();
}

/**
 * Turns any text into one line of characters that the fonts of both languages have, those of
 * Windows-1252: other characters lose their accents, become a look-alike, or are left out. Control
 * characters and runs of space become one space; invisible characters are removed. A text with characters that have a
 * glyph and no look-alike keeps all that have one, to be drawn. `replaced` gets the replacements, each once.
 */
export function printable(raw: string, glyphs: Glyphs, replaced: Map<string, string>): string {
  const line = raw
    .replace(/\p{Cs}/gu, "\ufffd")
    .normalize("NFC")
    .replace(/\s+|\p{Cc}+|\p{Zs}+/gu, " ")
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, "");
  let text = "";
  const isDrawn = [...line].some((character) => simplified(character) === "" && character in glyphs);
  for (const character of line) {
    if (codeOf.has(character) || (isDrawn && character in glyphs)) text += character;
    else {
      const replacement = simplified(character);
      replaced.set(character, replacement);
      text += replacement;
    }
  }
  return text.replace(/ +/g, " ").trim();
}

/** The black runs of a picture's rows. */
export const blackRuns = ({ x, y, rows, scale }: LabelElement & { kind: "picture" }) =>
  rows.flatMap((row, down) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => ({
      ...{ x: x + index * scale, y: y + down * scale, width: run.length * scale, height: scale },
    })),
  );
