import bwipjs from "bwip-js/node";
import type { SearchSource } from "#app/search/search.ts";
import { mediaFrom } from "./forms.ts";
import { copiesLimits } from "./label.ts";
import { type PictureOf, pictureSearch } from "./picture.ts";
import { blackRuns } from "./render/characters.ts";
import { eplFace, type Face, zplFace } from "./render/face.ts";
import { drawLabel } from "./render/layout.ts";
import type { Drawing, LabelElement } from "./render/sheet.ts";
import type { DrawnLabel } from "./sheet.ts";

/** A picture of an address; missing or invalid values get their defaults. */
export function readPicture(requested: SearchSource): PictureOf {
  const { language, media, was, ...label } = pictureSearch.read(requested);
  return {
    label: { ...label, was: was === "" ? undefined : was, copies: copiesLimits.lowest },
    language,
    media: mediaFrom(media),
  };
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
  const size = face.digitsHeight(module);
  const width = zplFace.widthOf(code, { height: size });
  return { lines: [lineOf(code, size, (x + at - width) / 2, y + height, width)], path: path.join("") };
}

function elementOf<Font extends { height: number }>(
  element: LabelElement<Font>,
  code: string,
  face: Face<Font>,
): DrawnLabel {
  if (element.kind === "bars") return barsOf(element, code, face);
  if (element.kind === "picture") return { lines: [], path: blackRuns(element).map(rectangle).join("") };
  if (element.kind === "strike") return { lines: [], path: rectangle(element) };
  const { text, font, x, y, align } = element;
  const width = face.widthOf(text, font);
  const room = Math.max(0, element.width - width);
  const indent = { left: 0, center: room / 2, right: room }[align];
  return { lines: [lineOf(text, font.height, x + indent, y, width)], path: "" };
}

/** What the printer's commands draw, as lines of text and black areas, in dots. */
export function linesAndAreas<Font extends { height: number }>(
  { elements }: Pick<Drawing<Font>, "elements">,
  code: string,
  face: Face<Font>,
): DrawnLabel {
  const drawn = elements.map((element) => elementOf(element, code, face));
  return { lines: drawn.flatMap(({ lines }) => lines), path: drawn.map(({ path }) => path).join("") };
}

/** A label as a printer of this language and media draws it. */
export function drawnOf({ label, language, media }: PictureOf): DrawnLabel {
  const code = label.barcode.trim();
  if (language === "ZPL") return linesAndAreas(drawLabel(label, media, zplFace), code, zplFace);
  const face = eplFace(media.dotsPerMm);
  return linesAndAreas(drawLabel(label, media, face), code, face);
}
