import type { Face } from "./face.ts";
import { type Box, type LabelElement, type Sheet, smallestText, startIn } from "./sheet.ts";

/** The price, below the former one if there is one; `size` and `former` are the heights of their fonts. */
export type PriceBlock<Font> = {
  height: number;
  width: number;
  size: number;
  former: number;
  draw(box: Box, top: number): LabelElement<Font>[];
};

/** The lines of a setting, from `top` down. */
export const linesAt = <Font extends { height: number }>(
  { lines, font }: Setting<Font>,
  box: Box,
  top: number,
): LabelElement<Font>[] =>
  lines.map((text, index) => ({
    kind: "text",
    text,
    font,
    ...box,
    y: Math.round(top + index * lineHeight(font.height)),
  }));

/** The width of a setting's widest line. */
export const widthIn = <Font extends { height: number }>(face: Face<Font>, { lines, font }: Setting<Font>) =>
  Math.max(0, ...lines.map((line) => face.widthOf(line, font)));

const before = "Was ";

/** 'Was $99.95', its amount struck through. */
function formerAt<Font extends { height: number }>(
  face: Face<Font>,
  setting: Setting<Font>,
  box: Box,
  top: number,
): LabelElement<Font>[] {
  const { font } = setting;
  const whole = widthIn(face, setting);
  const start = face.widthOf(before, font);
  const thick = Math.max(2, Math.round(font.height / 11));
  return [
    ...linesAt(setting, box, top),
    {
      kind: "strike",
      x: Math.round(startIn(box, whole) + start),
      y: Math.round(top + (font.height - thick) * 0.48),
      width: Math.round(whole - start),
      height: thick,
    },
  ];
}

/** Maximum height of former prices, in mm on a label of the usual size: they must not be mistaken for the price. */
const highestFormer = 3.2;

/**
 * Sets a price as large as fits its room, and the former one above it, at most half as large;
 * undefined if they don't fit.
 */
export function setPrice<Font extends { height: number }>(
  face: Face<Font>,
  { price, was }: { price: string; was: string },
  { width, lowest, highest, sheet }: { width: number; lowest: number; highest: number; sheet: Sheet },
): PriceBlock<Font> | undefined {
  const amount = setWhole(face, price, { width, lowest, highest });
  if (!amount) return undefined;
  const size = amount.font.height;
  const plain = { size, former: 0, width: widthIn(face, amount) };
  if (was === "") return { ...plain, height: size, draw: (box, top) => linesAt(amount, box, top) };
  const least = sheet.mm(smallestText);
  const former = setWhole(face, before + was, {
    width,
    lowest: least,
    highest: Math.max(least, Math.min(sheet.mm(highestFormer * sheet.scale), Math.floor(size / 2))),
  });
  if (!former || former.font.height * 1.2 > size) return undefined;
  return {
    size,
    former: former.font.height,
    width: Math.max(plain.width, widthIn(face, former)),
    height: former.height + size,
    draw: (box, top) => [...formerAt(face, former, box, top), ...linesAt(amount, box, top + former.height)],
  };
}

/** Text broken into lines in a font that fits; `cut` if some of it was cut off. */
export type Setting<Font> = { lines: string[]; font: Font; height: number; cut: boolean };

/** A box for text, in dots: heights are of one line. */
export type Room = { width: number; lines: number; lowest: number; highest: number };

const ellipsis = "...";

/** Height of a line with its spacing. */
const lineHeight = (height: number): number => Math.ceil(height * 1.08);

/** Breaks a text into lines between words, and within words that exceed a line; `rest` is what is left over. */
function breakLines(text: string, lines: number, maxStartLength: (text: string) => number) {
  const done: string[] = [];
  let rest = text;
  while (rest !== "" && done.length < lines) {
    const length = maxStartLength(rest);
    if (length === 0) break;
    const space = rest.lastIndexOf(" ", length);
    const end = length === rest.length || space <= 0 ? length : space;
    done.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return { done, rest };
}

/** Sets a text in this font; one that is too long for its lines ends in "...". An empty text takes no lines. */
export function setIn<Font extends { height: number }>(
  face: Face<Font>,
  text: string,
  font: Font,
  { width, lines }: Pick<Room, "width" | "lines">,
): Setting<Font> {
  const broken = (count: number) => breakLines(text, count, (rest) => face.maxStartLength(rest, font, width));
  const settingOf = (set: string[], cut: boolean) => ({
    ...{ lines: set, font, cut },
    height: set.length * lineHeight(font.height),
  });
  const whole = broken(lines);
  if (whole.rest === "") return settingOf(whole.done, false);
  const { done, rest } = broken(lines - 1);
  const room = width - face.widthOf(ellipsis, font);
  const start = rest.slice(0, face.maxStartLength(rest, font, room)).trimEnd();
  return settingOf([...done, ...(room < 0 ? [] : [`${start}${ellipsis}`])], true);
}

/** Sets a text as large as fits its room; one that is too long even in the narrowest font is cut. */
export function setText<Font extends { height: number }>(
  face: Face<Font>,
  text: string,
  { width, lines, lowest, highest }: Room,
): Setting<Font> {
  const fonts = face.fonts(lowest, highest);
  const narrowest = setIn(face, text, face.narrowest(fonts), { width, lines });
  if (narrowest.cut) return narrowest;
  for (const font of fonts) {
    const setting = setIn(face, text, font, { width, lines });
    if (!setting.cut) return setting;
  }
  return narrowest;
}

/** Sets a text on one line as large as fits; undefined if it doesn't fit even at the lowest size. */
export function setWhole<Font extends { height: number }>(
  face: Face<Font>,
  text: string,
  room: Omit<Room, "lines">,
): Setting<Font> | undefined {
  const setting = setText(face, text, { ...room, lines: 1 });
  return setting.cut ? undefined : setting;
}
