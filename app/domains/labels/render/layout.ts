import { shows } from "../design.ts";
import type { Label, Media } from "../label.ts";
import { arrangements } from "./arrangements.ts";
import { printable } from "./characters.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { sheetOf } from "./sheet.ts";

const named = 5;

function replacementNotice(replaced: ReadonlyMap<string, string>): string[] {
  if (replaced.size === 0) return [];
  const pairs = [...replaced].map(([character, replacement]) => `'${character}' by '${replacement}'`);
  const more = pairs.length > named ? ` and ${pairs.length - named} more` : "";
  return [`The printer does not have every character: ${pairs.slice(0, named).join(", ")}${more}.`];
}

/** What a label shows and where, in the fonts of a language's face; pure. */
export function drawLabel<Font extends { height: number }>(
  label: Label,
  media: Media,
  face: Face<Font>,
): Drawing<Font> {
  const replaced = new Map<string, string>();
  const clean = (raw: string): string => {
    const { text, replaced: here } = printable(raw);
    for (const [character, replacement] of here) replaced.set(character, replacement);
    return text;
  };
  const price = clean(label.price);
  const amount = price === "" ? "" : `$${price}`;
  const sheet = sheetOf(media);
  const { design, name, colour, sizeRange, barcode } = label;
  const { elements, notices } = arrangements[design](face, sheet, {
    name: shows(design, "name") ? clean(name) : "",
    colour: shows(design, "colour") ? clean(colour) : "",
    price: amount,
    was: amount === "" || !label.was ? "" : `$${clean(label.was)}`,
    size: shows(design, "size") ? clean(sizeRange) : "",
    code: shows(design, "barcode") ? barcode.trim() : "",
  });
  return { elements, notices: [...notices, ...replacementNotice(replaced)] };
}
