import bwipjs from "bwip-js/node";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { entriesOf, firstOf } from "#app/search/search.ts";
import { readJson } from "#app/values/values.ts";
import { withGlyphs } from "./glyphs.server.ts";
import { isPerSize } from "./label.ts";
import { type Label, label, type Printer, paper } from "./labelSchemas.ts";
import type { DrawnLabel, Picture, PicturesOf } from "./picture.ts";
import { blackRuns } from "./render/characters.ts";
import { eplFace, type Face, zplFace } from "./render/face.ts";
import { drawLabel } from "./render/layout.ts";
import { renderLabel } from "./render/render.ts";
import { type Drawing, type LabelElement, startIn } from "./render/sheet.ts";

const pictures = z.object({ labels: z.array(label).max(2), ...paper.shape });

/** The labels of a URL by `labelPicturesPath`; undefined for any other. */
export const readPictures = (url: string): PicturesOf | undefined =>
  pictures.safeParse(readJson(firstOf(entriesOf(url), "of") ?? "")).data;

/** The content of a label, for people who can't see its picture. */
export function pictureText({ design, name, colour, sizeRange, barcode, price, was }: Label): string {
  const isWhole = isPerSize(design);
  const parts = [
    ...(isWhole ? [name, colour, sizeRange && `size ${sizeRange}`] : []),
    price === "" ? "no price" : `price $${price}${was === undefined ? "" : `, was $${was}`}`,
    isWhole && (barcode === "" ? "no barcode" : `barcode ${barcode}`),
  ];
  return `Label: ${parts.filter(Boolean).join(", ")}`;
}

/** The part of a letter's height above its baseline. */
const rise = 0.8;

const rectangle = ({ x, y, width, height }: Record<"x" | "y" | "width" | "height", number>): string =>
  `M${x} ${y}h${width}v${height}h-${width}z`;

const lineOf = (text: string, size: number, from: number, top: number, width: number) => ({
  ...{ text, size, width, x: Math.round(from), y: Math.round(top + size * rise) },
});

function barsOf<Font extends { height: number }>(
  { symbol, module, x, y, height }: LabelElement<Font> & { kind: "bars" },
  code: string,
  face: Face<Font>,
  digits: number,
): DrawnLabel {
  const text = symbol.kind === "ean13" ? symbol.digits12 : symbol.data;
  const [drawn] = bwipjs.raw({ bcid: symbol.kind, text });
  let at = x;
  const path = (drawn && "sbs" in drawn ? drawn.sbs : []).map((modules, index) => {
    const width = modules * module;
    const bar = index % 2 === 0 ? rectangle({ x: at, y, width, height }) : "";
    at += width;
    return bar;
  });
  const room = face.digitsHeight(module);
  const size = room * digits;
  const width = zplFace.widthOf(code, { height: size });
  const line = lineOf(code, size, (x + at - width) / 2, y + height + (room - size) / 2, width);
  return { lines: [line], path: path.join("") };
}

function elementOf<Font extends { height: number }>(
  element: LabelElement<Font>,
  code: string,
  face: Face<Font>,
  digits: number,
): DrawnLabel {
  if (element.kind === "bars") return barsOf(element, code, face, digits);
  if (element.kind === "picture") return { lines: [], path: blackRuns(element).map(rectangle).join("") };
  if (element.kind === "strike") return { lines: [], path: rectangle(element) };
  const { text, font, y } = element;
  const width = face.widthOf(text, font);
  return { lines: [lineOf(text, font.height, startIn(element, width), y, width)], path: "" };
}

/**
 * What the printer's commands draw, as lines of text and black areas, in dots. `digits`: the part of the room below bars
 * that their number is high.
 */
export function linesAndAreas<Font extends { height: number }>(
  { elements }: Pick<Drawing<Font>, "elements">,
  code: string,
  face: Face<Font>,
  digits = 1,
): DrawnLabel {
  const drawn = elements.map((element) => elementOf(element, code, face, digits));
  return { lines: drawn.flatMap(({ lines }) => lines), path: drawn.map(({ path }) => path).join("") };
}

/** What was said of the labels that were looked at last: a batch shows a hundred of them again with each scan. */
const known = new LRUCache<string, Pick<Picture, "size" | "notices">>({ max: 500 });

/** The printed size of a label's barcode, and what of the label a printer can't print as it is. */
export function saidOf(label: Label, printer: Printer): Pick<Picture, "size" | "notices"> {
  const key = JSON.stringify([{ ...label, copies: 1 }, printer]);
  const before = known.get(key);
  if (before) return before;
  const { size, notices } = renderLabel(withGlyphs(label), printer);
  known.set(key, { size, notices });
  return { size, notices };
}

/** Printers leave white around the number below bars. */
const printedDigits = 0.6;

export const picturesOf = ({ labels, language, media }: PicturesOf): Picture[] =>
  labels.map((sent) => {
    const label = withGlyphs(sent);
    const code = label.barcode.trim();
    const drawn = <Font extends { height: number }>(face: Face<Font>) =>
      linesAndAreas(drawLabel(label, media, face), code, face, printedDigits);
    return {
      text: pictureText(label),
      ...(language === "ZPL" ? drawn(zplFace) : drawn(eplFace(media.dotsPerMm))),
      ...saidOf(sent, { language, media }),
    };
  });
