import bwipjs from "bwip-js/node";
import { plural, shorten } from "#app/values/values.ts";
import type { LabelJob } from "./jobs.ts";
import { designs, type Label, type Media, shows } from "./label.ts";
import { pictureText } from "./picture.ts";
import { symbolOf } from "./render/barcode.ts";
import { formerLeftOut, labelDollars } from "./render/sheet.ts";
import type { Sheet, SheetLabel } from "./sheet.ts";

/** Labels on one sheet: a browser prints more of them only with patience. */
const maxLabels = 2000;
const marginMm = 2;
/** Width of a letter in its height: a generous mean of the faces that an office printer has. */
const letter = 0.56;
/** Narrowest bar of an office printer, in millimetres, and of a scanner's patience. */
const widestModule = 0.33;
/** Bars lower than this are for nobody: the name takes one line less before. */
const lowestBars = 4.5;

/** A text in lines of `width`, at most `most` of them; the last is cut. */
function wrap(text: string, size: number, width: number, most: number): string[] {
  const room = Math.max(4, Math.floor(width / (size * letter)));
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  const stored = lines.slice(0, most);
  const last = stored.length - 1;
  const rest = lines.slice(last).join(" ");
  return stored.map((one, index) => shorten(index === last ? rest : one, room));
}

/** The dark bars as a path, one unit high, and how many modules all take. */
function barsOf(code: string): { path: string; modules: number; notice?: string } | { notice: string } {
  const { symbol, notice = "" } = symbolOf(code);
  if (!symbol) return { notice };
  const [drawn] = bwipjs.raw({ bcid: symbol.kind, text: symbol.kind === "ean13" ? code : symbol.data });
  if (!drawn || !("sbs" in drawn)) return { notice };
  let at = 0;
  const path = drawn.sbs.map((width, index) => {
    const bar = index % 2 === 0 ? `M${at} 0h${width}v1h-${width}z` : "";
    at += width;
    return bar;
  });
  return { path: path.join(""), modules: at, ...(notice === "" ? {} : { notice }) };
}

/** The former price beside the price, or above it where that stands in the middle; undefined without room for it. */
function formerOf(
  was: string,
  price: SheetLabel["price"],
  { widthMm }: Media,
  lineSize: number,
): NonNullable<SheetLabel["was"]> | undefined {
  const amount = labelDollars(was);
  const taken = (text: string, size: number) => text.length * letter * size;
  const room = widthMm - 2 * marginMm;
  if (price.centred) {
    const size = Math.max(2.2, Math.min(5, price.size * 0.35));
    const y = price.y - price.size * 0.95;
    const fits = y - size >= marginMm && taken(`Was ${amount}`, size) <= room;
    return fits ? { amount, x: widthMm / 2, y, size } : undefined;
  }
  const beside = taken(price.text, price.size) + 1.5;
  if (taken(`Was ${amount}`, lineSize) + beside > room) return undefined;
  return { amount, x: widthMm - marginMm - beside, y: price.y, size: lineSize };
}

function drawn(
  label: Label,
  media: Media,
  key: string,
  copies: number,
): { label: SheetLabel; notice?: string } {
  const { widthMm, heightMm } = media;
  const width = widthMm - 2 * marginMm;
  const price = labelDollars(label.price);
  const text = pictureText(label);
  const { design } = label;
  const withFormer = (plain: SheetLabel, lineSize: number): { label: SheetLabel; notice?: string } => {
    if (label.was === undefined) return { label: plain };
    const was = formerOf(label.was, plain.price, media, lineSize);
    return was
      ? { label: { ...plain, was } }
      : { label: plain, notice: formerLeftOut({ was: labelDollars(label.was) }) };
  };
  if (designs[design].shows.length === 0) {
    const size = Math.min(heightMm * 0.5, width / (Math.max(4, price.length) * letter));
    const lower = label.was === undefined ? 0.35 : 0.5;
    const shown = { text: price, y: heightMm / 2 + size * lower, size, centred: true };
    return withFormer({ key, text, lines: [], price: shown, copies }, size);
  }
  const size = Math.min(3.6, heightMm / 9);
  const priceSize = size * 1.5;
  const topUnder = (lines: number) => marginMm + size * (1.15 * lines + 0.3);
  const bottom = heightMm - marginMm - priceSize - size * 1.1;
  const nameLines = bottom - topUnder(3) >= lowestBars ? 2 : 1;
  const named = shows(design, "name") ? wrap(label.name, size, width, nameLines) : [];
  const details = [shows(design, "colour") && label.colour, shows(design, "size") && label.sizeRange];
  const detail = wrap(details.filter(Boolean).join("  "), size, width, 1);
  const lines = [...named, ...detail].map((line, index) => ({
    text: line,
    y: marginMm + size * (0.9 + index * 1.15),
    size,
    strong: index < named.length,
  }));
  const top = topUnder(lines.length);
  const shown = { text: price, y: heightMm - marginMm, size: priceSize, centred: false };
  const { label: base, notice: left } = withFormer({ key, text, lines, price: shown, copies }, size);
  const inWords = (of?: string) => {
    const notice = [left, of].filter(Boolean).join(" ");
    return notice === "" ? {} : { notice };
  };
  if (!shows(design, "barcode")) return { label: base, ...inWords() };
  const bars = barsOf(label.barcode);
  if (!("path" in bars)) return { label: base, ...inWords(bars.notice) };
  const module = Math.min(widestModule, width / (bars.modules + 20));
  return {
    label: {
      ...base,
      bars: {
        path: bars.path,
        modules: bars.modules,
        x: (widthMm - bars.modules * module) / 2,
        y: top,
        width: bars.modules * module,
        height: Math.max(3, bottom - top),
        digits: label.barcode,
      },
    },
    ...inWords(bars.notice),
  };
}

/** The sheet of these labels at their true size; beyond 2,000 it says what it leaves out. */
export function toSheet(jobs: readonly LabelJob[], media: Media): Sheet {
  const notices = new Set<string>();
  const all = jobs.reduce((sum, { label }) => sum + label.copies, 0);
  let room = maxLabels;
  const labels = jobs.flatMap(({ label }, index) => {
    const copies = Math.min(room, label.copies);
    room -= copies;
    if (copies === 0) return [];
    const { label: one, notice } = drawn(label, media, `label-${index}`, copies);
    if (notice !== undefined && notice !== "") notices.add(notice);
    return [one];
  });
  if (all > maxLabels) {
    const left = plural(all - maxLabels, "label is", "labels are");
    notices.add(`${left} not on this sheet: it holds ${maxLabels}. Take the others in a second sheet.`);
  }
  return { media, labels, notices: [...notices] };
}
