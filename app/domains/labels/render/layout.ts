import type { Label, Media } from "../label.ts";
import { printable } from "./characters.ts";
import { arrangeCommon } from "./commonDesign.ts";
import type { Drawing } from "./drawing.ts";
import type { Face } from "./face.ts";
import { arrangePriceOnly } from "./priceOnlyDesign.ts";
import { sheetOf } from "./sheet.ts";

const named = 5;

function replacementNotice(replaced: ReadonlyMap<string, string>): string[] {
  if (replaced.size === 0) return [];
  const pairs = [...replaced].map(([character, replacement]) => `'${character}' by '${replacement}'`);
  const more = pairs.length > named ? ` and ${pairs.length - named} more` : "";
  return [`The printer has not every character: ${pairs.slice(0, named).join(", ")}${more}.`];
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
  const { elements, notices } =
    label.design === "RBK"
      ? arrangePriceOnly(face, sheet, amount)
      : arrangeCommon(face, sheet, {
          name: clean(label.name),
          colour: clean(label.colour),
          price: amount,
          size: clean(label.sizeRange),
          code: label.barcode.trim(),
        });
  return { elements, notices: [...notices, ...replacementNotice(replaced)] };
}
