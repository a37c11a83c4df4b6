import { brotliDecompressSync } from "node:zlib";
import type { Glyphs, Label } from "./label.ts";
import { simplified } from "./render/characters.ts";
import font from "./unifont.hex.br?inline";

let read: Map<string, string> | undefined;

/** The dots of a character in GNU Unifont 15, under the SIL Open Font License; read when first needed. */
function glyphOf(character: string): string | undefined {
  read ??= new Map(
    brotliDecompressSync(Buffer.from(font.slice(font.indexOf(",") + 1), "base64"))
      .toString()
      .split("\n")
      .map((line) => {
        const [code = "", dots = ""] = line.split(":");
        return [String.fromCodePoint(Number.parseInt(code, 16)), dots];
      }),
  );
  return read.get(character);
}

/** Longer texts never fit on a label. */
const maxLength = 240;

/**
 * The glyphs of all characters of a label's texts, if one of them has characters that the printers' fonts can't write:
 * a text is drawn in one face, and texts may come to stand in one line. Else undefined.
 */
export function glyphsOf(texts: readonly string[]): Glyphs | undefined {
  const shown = texts.map((one) => one.normalize("NFC").slice(0, maxLength)).join("");
  if (![...shown].some((character) => simplified(character) === "" && glyphOf(character))) return undefined;
  const found = [...new Set(`${shown}.()`)].flatMap((character): [string, string][] => {
    const glyph = character === " " ? undefined : glyphOf(character);
    return glyph === undefined ? [] : [[character, glyph]];
  });
  return Object.fromEntries(found);
}

/** A label with the glyphs of its texts, whatever it came with. */
export function withGlyphs({ glyphs: _sent, ...label }: Omit<Label, "glyphs"> & { glyphs?: unknown }): Label {
  const glyphs = glyphsOf([label.name, label.colour, label.sizeRange]);
  return glyphs ? { ...label, glyphs } : label;
}
