import { setImmediate } from "node:timers/promises";
import bwipjs from "bwip-js/node";
import { LRUCache } from "lru-cache";
import { entriesOf, firstOf } from "#app/core/search/search.ts";
import { plural, readJson } from "#app/core/values/values.ts";
import { copiesIn, isPerSize } from "./label.ts";
import {
  type DrawnLabel,
  type Label,
  type Media,
  type Picture,
  type PicturesOf,
  type Printer,
  pictures,
} from "./labelSchemas.ts";
import { type Face, widthOf, zplFace } from "./render/face.ts";
import { drawLabel, faceOf, renderLabel } from "./render/render.ts";
import { type Area, type Drawing, type LabelElement, startIn } from "./render/sheet.ts";
import type { Sheet, SheetLabel } from "./sheet.ts";

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

const rectangle = ({ x, y, width, height }: Area): string => `M${x} ${y}h${width}v${height}h-${width}z`;

const lineOf = (text: string, size: number, from: number, top: number, width: number): DrawnLabel => ({
  lines: [{ text, size, width, x: Math.round(from), y: Math.round(top + size * rise) }],
  path: "",
});

function barsOf(
  { symbol, module, x, y, height, digits: room }: LabelElement & { kind: "bars" },
  digits: number,
): DrawnLabel {
  const [drawn] = bwipjs.raw({ bcid: symbol.kind, text: symbol.data });
  let at = x;
  const path = (drawn && "sbs" in drawn ? drawn.sbs : []).map((modules, index) => {
    const width = modules * module;
    const bar = index % 2 === 0 ? rectangle({ x: at, y, width, height }) : "";
    at += width;
    return bar;
  });
  const size = room * digits;
  const width = widthOf(zplFace, symbol.code, { height: size, pitch: size, name: "" });
  const top = y + height + (room - size) / 2;
  return { ...lineOf(symbol.code, size, (x + at - width) / 2, top, width), path: path.join("") };
}

function elementOf(element: LabelElement, digits: number): DrawnLabel {
  if (element.kind === "bars") return barsOf(element, digits);
  if (element.kind === "strike") return { lines: [], path: rectangle(element) };
  const { text, font, y, textWidth } = element;
  return lineOf(text, font.height, startIn(element, textWidth), y, textWidth);
}

/**
 * What the printer's commands draw, as lines of text and black areas, in dots. `digits`: the part of the room below bars
 * that their number is high.
 */
function linesAndAreas({ elements }: Pick<Drawing, "elements">, digits = 1): DrawnLabel {
  const drawn = elements.map((element) => elementOf(element, digits));
  return { lines: drawn.flatMap(({ lines }) => lines), path: drawn.map(({ path }) => path).join("") };
}

/**
 * The last drawings: a batch shows a hundred of them again with each scan, and a label that was looked at is mostly
 * printed next.
 */
const drawings = new LRUCache<string, Drawing>({ max: 500 });

/** A label's drawing for a printer of this language and media. */
function drawingOf(label: Label, { language, media }: Printer): Drawing {
  const key = JSON.stringify([{ ...label, copies: 1 }, language, media]);
  const drawing = drawings.get(key) ?? drawLabel(label, media, faceOf({ language, media }));
  drawings.set(key, drawing);
  return drawing;
}

/** The printed size of a label's barcode, and what of the label a printer can't print as it is. */
export function printFactsOf(label: Label, printer: Printer): Pick<Picture, "size" | "notices"> {
  const { size, notices } = drawingOf(label, printer);
  return { size, notices };
}

/** The commands that print a label. */
export const commandsOf = (label: Label, printer: Printer): Uint8Array =>
  renderLabel(label, printer, drawingOf(label, printer)).bytes;

/** Printers leave white around the number below bars. */
const printedDigits = 0.6;

export const picturesOf = ({ labels, ...printer }: PicturesOf): Picture[] =>
  labels.map((label) => {
    const { elements, ...rest } = drawingOf(label, printer);
    return { text: pictureText(label), ...linesAndAreas({ elements }, printedDigits), ...rest };
  });

/** Labels on one sheet: a browser takes long to print more of them. */
const maxLabels = 2000;
/** Dots of an office printer's paper: ten are a narrowest bar of 0.33 mm, 100 % of GS1's size. */
const dotsPerMm = 30;
const digitsDots = 2.8 * dotsPerMm;
/** The widths of the printer's font: the browser sets its own to them. */
const sheetFace: Face = { ...zplFace, digitsHeight: () => digitsDots };

/** The sheet of these labels at their true size; beyond 2,000 it says what it leaves out. */
export async function toSheet(
  jobs: readonly { label: Label }[],
  { widthMm, heightMm }: Pick<Media, "widthMm" | "heightMm">,
): Promise<Sheet> {
  const media = { widthMm, heightMm, gapMm: 0, dotsPerMm };
  const notices = new Set<string>();
  const labels: SheetLabel[] = [];
  let room = maxLabels;
  for (const [index, { label }] of jobs.entries()) {
    const copies = Math.min(room, label.copies);
    if (copies === 0) break;
    room -= copies;
    const drawing = drawLabel(label, media, sheetFace);
    for (const notice of drawing.notices) notices.add(notice);
    const drawn = linesAndAreas(drawing);
    labels.push({ key: `label-${index}`, text: pictureText(label), copies, ...drawn });
    // A label takes some milliseconds: others are served between two of them.
    await setImmediate();
  }
  const all = copiesIn(jobs);
  if (all > maxLabels) {
    const left = plural(all - maxLabels, "label is", "labels are");
    notices.add(`${left} not on this sheet: it holds ${maxLabels}. Take the others in a second sheet.`);
  }
  return { media, labels, notices: [...notices] };
}
