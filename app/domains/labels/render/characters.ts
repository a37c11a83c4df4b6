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
function simplified(character: string): string {
  if (codeOf.has(character)) return character;
  const simple =
    lookalikes[character] ?? [...character.normalize("NFKD")].filter((part) => codeOf.has(part)).join("");
  return simple.trim();
}

/**
 * Turns any text into one line of characters that the fonts of both languages have, those of
 * Windows-1252: other characters lose their accents, become a look-alike, or are left out. Control
 * characters and runs of space become one space; invisible characters are removed. `replaced` gets the replacements, each
 * once.
 */
export function printable(raw: string, replaced: Map<string, string>): string {
  const line = raw
    .replace(/\p{Cs}/gu, "\ufffd")
    .normalize("NFC")
    .replace(/\s+|\p{Cc}+|\p{Zs}+/gu, " ")
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, "");
  let text = "";
  for (const character of line) {
    if (codeOf.has(character)) text += character;
    else {
      const replacement = simplified(character);
      replaced.set(character, replacement);
      text += replacement;
    }
  }
  return text.replace(/ +/g, " ").trim();
}
