// Windows-1252 from 0x80 to 0x9F; the gaps are codes that it leaves unused.
const upperHalf = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const unused = /[\u0080-\u009f]/;

const codeOf = new Map<string, number>(
  Array.from({ length: 224 }, (_, index): [string, number] => {
    const code = index + 0x20;
    const character = code >= 0x80 && code < 0xa0 ? upperHalf.charAt(code - 0x80) : String.fromCharCode(code);
    return [character, code];
  }).filter(([character, code]) => code !== 0x7f && code !== 0xad && !unused.test(character)),
);
// A no-break space looks like a space; it only prevents line breaks.
codeOf.delete("\u00a0");

/** The byte of a character in Windows-1252; undefined if it has no printable one. */
export const cp1252Of = (character: string): number | undefined => codeOf.get(character);

const characters = new Map([...codeOf].map(([character, code]) => [code, character]));

/** The character of a byte in Windows-1252; control characters are unchanged. */
export const cp1252Character = (code: number): string => characters.get(code) ?? String.fromCharCode(code);

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

/** A text in printable characters, and the replacements made, each once. */
export type Printable = { text: string; replaced: ReadonlyMap<string, string> };

/**
 * Turns any text into one line of characters that the fonts of both languages have, those of
 * Windows-1252: other characters lose their accents, become a look-alike, or are left out. Control
 * characters and runs of space become one space; invisible characters are removed. A text with characters that have a
 * glyph and no look-alike keeps all that have one, to be drawn.
 */
export function printable(raw: string, glyphs: Readonly<Record<string, string>> = {}): Printable {
  const replaced = new Map<string, string>();
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
  return { text: text.replace(/ +/g, " ").trim(), replaced };
}
