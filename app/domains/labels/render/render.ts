import { isPerSize, type LabelDesign } from "../label.ts";
import type { Label, Media, Printer } from "../labelSchemas.ts";
import { symbolSize } from "./barcode.ts";
import { printable } from "./characters.ts";
import { arrangeCommon } from "./commonDesign.ts";
import { writeEpl } from "./epl.ts";
import { eplFace, type Face, zplFace } from "./face.ts";
import { setPrice, setWhole } from "./fit.ts";
import { type Drawing, formerLeftOut, type LabelTexts, labelDollars, type Sheet, sheetOf } from "./sheet.ts";
import { writeZpl } from "./zpl.ts";

/** Lays out a label's texts on its paper, in the fonts of a language's face. */
type Arrange = (face: Face, sheet: Sheet, texts: LabelTexts) => Drawing;

/** Maximum height of the price, in mm on a label of the usual size: larger is no more legible. */
const maxPrice = 18;

/** Only the price, as large as fits, centred, below a former one (labels#price-only). */
const arrangePriceOnly: Arrange = (face, sheet, texts) => {
  const { inner, height, margin, mm, scale } = sheet;
  const highest = Math.max(1, Math.min(height - 2 * margin, mm(maxPrice * scale)));
  const box = { x: margin, width: inner, align: "center" } as const;
  const topOf = (block: { height: number }) => Math.max(0, Math.round((height - block.height) / 2));
  const set = setWhole(face, texts.price, { width: inner, lowest: 1, highest });
  if (!set) return { elements: [], notices: ["The label is too small: the price does not fit on it."] };
  if (texts.was === "") return { elements: set.draw(box, topOf(set)), notices: [] };
  // A former price doesn't make the price smaller.
  const room = { sheet, width: inner, lowest: set.font.height, highest: set.font.height };
  const both = setPrice(face, texts, room);
  return both && both.height <= height - 2 * margin
    ? { elements: both.draw(box, topOf(both)), notices: [] }
    : { elements: set.draw(box, topOf(set)), notices: [formerLeftOut(texts)] };
};

/** The layout of each design. */
const arrangements: Record<LabelDesign, Arrange> = { RBK: arrangePriceOnly, Common: arrangeCommon };

const named = 5;

function replacementNotice(replaced: ReadonlyMap<string, string>): string[] {
  if (replaced.size === 0) return [];
  const pairs = [...replaced].map(([character, replacement]) =>
    replacement === "" ? `'${character}' is left out` : `'${character}' by '${replacement}'`,
  );
  const more = pairs.length > named ? ` and ${pairs.length - named} more` : "";
  return [`The printer does not have every character: ${pairs.slice(0, named).join(", ")}${more}.`];
}

/** '7.5 (AU Womens)': the size, which is never cut, and its range in brackets. */
function sizeAndRange(text: string): { size: string; range: string } {
  const [, size = text, range = ""] = /^(.*\S) (\([^()]*\))$/.exec(text) ?? [];
  return { size, range };
}

/** Lays out a label's elements in the fonts of a language's face; pure. */
export function drawLabel(label: Label, media: Media, face: Face): Drawing {
  const replaced = new Map<string, string>();
  const clean = (raw: string): string => printable(raw, replaced);
  const price = labelDollars(clean(label.price));
  const { design, name, colour, sizeRange, barcode } = label;
  const isWhole = isPerSize(design);
  const { elements, notices } = arrangements[design](face, sheetOf(media), {
    name: isWhole ? clean(name) : "",
    colour: isWhole ? clean(colour) : "",
    price,
    was: price === "" || !label.was ? "" : labelDollars(clean(label.was)),
    ...sizeAndRange(isWhole ? clean(sizeRange) : ""),
    code: isWhole ? barcode.trim() : "",
  });
  const bars = elements.find((element) => element.kind === "bars");
  return {
    elements,
    size: bars && symbolSize(bars, media),
    notices: [...notices, ...replacementNotice(replaced)],
  };
}

export const faceOf = ({ language, media }: Printer): Face =>
  language === "ZPL" ? zplFace : eplFace(media.dotsPerMm);

/**
 * The commands that print a label on a printer of this language and media, in its number of copies; deterministic.
 * Accepts any text: the notices say what can't be printed as it is.
 */
export function renderLabel(
  label: Label,
  printer: Printer,
  { elements, size, notices }: Drawing = drawLabel(label, printer.media, faceOf(printer)),
) {
  const write = printer.language === "ZPL" ? writeZpl : writeEpl;
  return { bytes: write(elements, label, printer.media), size, notices };
}
