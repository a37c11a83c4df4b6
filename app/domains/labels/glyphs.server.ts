import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { create, type Font, type PathCommand } from "fontkit";
import { LRUCache } from "lru-cache";
import type { Label } from "./labelSchemas.ts";
import { simplified } from "./render/characters.ts";

// Read ten times as fast as the WOFF2 beside it.
const fontFile = "@fontsource/unifont/files/unifont-latin-400-normal.woff";

/** The TrueType font in a WOFF file: fontkit inflates a table of the latter again for every glyph. */
function trueTypeOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const data = packed.length < woff.readUInt32BE(entry + 12) ? inflateSync(packed) : packed;
    return { tag: woff.subarray(entry, entry + 4), checksum: woff.subarray(entry + 16, entry + 20), data };
  });
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    offset += data.length;
  }
  return Buffer.concat([head, ...tables.map(({ data }) => data)]);
}

let unifont: Font | undefined;

function openUnifont(): Font {
  const font = create(trueTypeOf(readFileSync(createRequire(import.meta.url).resolve(fontFile))));
  if (!("glyphForCodePoint" in font)) throw new Error("Unifont's file holds several fonts");
  return font;
}

/** Characters that are written one beside the other, left to right, each in one form; other scripts need a layout. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}\p{N}\p{Sc}\p{Sm}]$/u;

/** Whether a point is inside an outline, by the nonzero rule; curves, which only round the corners of dots, are straight. */
function isInside(outline: readonly PathCommand[], x: number, y: number): boolean {
  let winding = 0;
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  for (const { command, args } of outline) {
    // Nothing where the outline is closed.
    const [toX = startX, toY = startY] = args.slice(-2);
    if (command === "moveTo") [startX, startY] = [toX, toY];
    else if (fromY > y !== toY > y && fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) < x)
      winding += toY > fromY ? 1 : -1;
    [fromX, fromY] = [toX, toY];
  }
  return winding !== 0;
}

/** The dots of a character in GNU Unifont, whose outlines are drawn around 16 rows of them. */
function dotsOf(character: string): string {
  unifont ??= openUnifont();
  const code = character.codePointAt(0) ?? 0;
  if (!drawable.test(character) || !unifont.hasGlyphForCodePoint(code)) return "";
  const { path, advanceWidth } = unifont.glyphForCodePoint(code);
  const dot = unifont.unitsPerEm / 16;
  const top = unifont.ascent;
  const columns = Math.round(advanceWidth / dot);
  // A mark that is set over the letter before it has no width of its own.
  if (columns === 0) return "";
  const rows = Array.from({ length: 16 }, (_, row) => {
    const bits = Array.from({ length: columns }, (_, column) =>
      isInside(path.commands, (column + 0.5) * dot, top - (row + 0.5) * dot) ? "1" : "0",
    ).join("");
    return Number.parseInt(bits, 2)
      .toString(16)
      .padStart(columns / 4, "0");
  });
  return rows.join("");
}

/** Those of the last characters; empty of one that Unifont doesn't have. */
const dots = new LRUCache<string, string>({ max: 2_000, memoMethod: dotsOf });

/** Longer texts never fit on a label. */
const maxLength = 240;

/**
 * A label with the glyphs of all characters of its texts, whatever it came with, if one of them has characters that the
 * printers' fonts can't write: a text is drawn in one face, and texts may come to stand in one line.
 */
export function withGlyphs({ glyphs: _sent, ...label }: Omit<Label, "glyphs"> & { glyphs?: unknown }): Label {
  const texts = [label.name, label.colour, label.sizeRange]
    .map((one) => one.normalize("NFC").slice(0, maxLength))
    .join("");
  if (![...texts].some((character) => simplified(character) === "" && dots.memo(character))) return label;
  const found = [...new Set(`${texts}.()`)].flatMap((character): [string, string][] => {
    const glyph = character === " " ? "" : dots.memo(character);
    return glyph === "" ? [] : [[character, glyph]];
  });
  return { ...label, glyphs: Object.fromEntries(found) };
}
