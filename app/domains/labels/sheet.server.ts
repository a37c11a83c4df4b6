import { setImmediate } from "node:timers/promises";
import bwipjs from "bwip-js/node";
import { plural } from "#app/values/values.ts";
import { withGlyphs } from "./glyphs.server.ts";
import type { Label, Media } from "./label.ts";
import { pictureText } from "./picture.ts";
import { blackRuns } from "./render/characters.ts";
import { type Face, type ScalableFont, zplFace } from "./render/face.ts";
import { drawLabel } from "./render/layout.ts";
import type { LabelElement } from "./render/sheet.ts";
import type { Sheet, SheetLabel } from "./sheet.ts";

/** Labels on one sheet: a browser prints more of them only with patience. */
const maxLabels = 2000;
/** Dots of an office printer's paper: ten are a narrowest bar of 0.33 mm, 100 % of GS1's size. */
const dotsPerMm = 30;
const digitsDots = 2.8 * dotsPerMm;
/** The part of a letter's height above its baseline. */
const rise = 0.8;

/** The widths of the printer's font: the browser sets its own to them. */
const face: Face<ScalableFont> = { ...zplFace, digitsHeight: () => digitsDots };

const rectangle = ({ x, y, width, height }: Record<"x" | "y" | "width" | "height", number>): string =>
  `M${x} ${y}h${width}v${height}h-${width}z`;

type Drawn = Pick<SheetLabel, "lines" | "path">;

const lineOf = (text: string, size: number, from: number, top: number, width: number) => ({
  ...{ text, size, width, x: Math.round(from), y: Math.round(top + size * rise) },
});

function barsOf(
  { symbol, module, x, y, height }: LabelElement<ScalableFont> & { kind: "bars" },
  code: string,
): Drawn {
  const text = symbol.kind === "ean13" ? symbol.digits12 : symbol.data;
  const [drawn] = bwipjs.raw({ bcid: symbol.kind, text });
  let at = x;
  const path = (drawn && "sbs" in drawn ? drawn.sbs : []).map((modules, index) => {
    const width = modules * module;
    const bar = index % 2 === 0 ? rectangle({ x: at, y, width, height }) : "";
    at += width;
    return bar;
  });
  const font = { height: digitsDots };
  const width = face.widthOf(code, font);
  return {
    lines: [lineOf(code, font.height, (x + at - width) / 2, y + height, width)],
    path: path.join(""),
  };
}

/** What the printer's commands would draw, as lines of text and black areas. */
function drawnOf(element: LabelElement<ScalableFont>, code: string): Drawn {
  if (element.kind === "bars") return barsOf(element, code);
  if (element.kind === "picture") return { lines: [], path: blackRuns(element).map(rectangle).join("") };
  if (element.kind === "strike") return { lines: [], path: rectangle(element) };
  const { text, font, x, y, align } = element;
  const width = face.widthOf(text, font);
  const room = Math.max(0, element.width - width);
  const indent = { left: 0, center: room / 2, right: room }[align];
  return { lines: [lineOf(text, font.height, x + indent, y, width)], path: "" };
}

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
    const drawing = drawLabel(withGlyphs(label), media, face);
    for (const notice of drawing.notices) notices.add(notice);
    const drawn = drawing.elements.map((element) => drawnOf(element, label.barcode.trim()));
    labels.push({
      ...{ key: `label-${index}`, text: pictureText(label), copies },
      lines: drawn.flatMap(({ lines }) => lines),
      path: drawn.map(({ path }) => path).join(""),
    });
    // A label takes some milliseconds: others are served between two of them.
    await setImmediate();
  }
  const all = jobs.reduce((sum, { label }) => sum + label.copies, 0);
  if (all > maxLabels) {
    const left = plural(all - maxLabels, "label is", "labels are");
    notices.add(`${left} not on this sheet: it holds ${maxLabels}. Take the others in a second sheet.`);
  }
  return { media, labels, notices: [...notices] };
}
