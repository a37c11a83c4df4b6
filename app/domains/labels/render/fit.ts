import { type Face, narrowestOf, startLength, widthOf } from "./face.ts";
import { type Box, type Font, type LabelElement, type Sheet, smallestText, startIn } from "./sheet.ts";

/** Text broken into lines in a font that fits; `cut` if some of it was cut off. `draw` sets it from `top` down. */
export type Setting = {
  font: Font;
  height: number;
  cut: boolean;
  /** That of its widest line. */
  width(): number;
  draw(box: Box, top: number): LabelElement[];
};

/** A box for text, in dots: heights are of one line. */
type Room = { width: number; lines: number; lowest: number; highest: number };

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
export function setIn(
  face: Face,
  text: string,
  font: Font,
  { width, lines }: Pick<Room, "width" | "lines">,
): Setting {
  const broken = (count: number) => breakLines(text, count, (rest) => startLength(face, rest, font, width));
  const settingOf = (set: string[], cut: boolean): Setting => ({
    ...{ font, cut, height: set.length * lineHeight(font.height) },
    width: () => Math.max(0, ...set.map((line) => widthOf(face, line, font))),
    draw: (box, top) =>
      set.map((line, index) => ({
        ...{ kind: "text", text: line, font, textWidth: widthOf(face, line, font), ...box },
        y: Math.round(top + index * lineHeight(font.height)),
      })),
  });
  const whole = broken(lines);
  if (whole.rest === "") return settingOf(whole.done, false);
  const { done, rest } = broken(lines - 1);
  const room = width - widthOf(face, ellipsis, font);
  const start = rest.slice(0, startLength(face, rest, font, room)).trimEnd();
  return settingOf([...done, ...(room < 0 ? [] : [`${start}${ellipsis}`])], true);
}

/** Sets a text as large as fits its room; one that is too long even in the narrowest font is cut. */
export function setText(face: Face, text: string, { lowest, highest, ...room }: Room): Setting {
  const fonts = face.fonts(lowest, highest);
  const narrowest = setIn(face, text, narrowestOf(fonts), room);
  if (narrowest.cut) return narrowest;
  for (const font of fonts) {
    const setting = setIn(face, text, font, room);
    if (!setting.cut) return setting;
  }
  return narrowest;
}

/** Sets a text on one line as large as fits; undefined if it doesn't fit even at the lowest size. */
export function setWhole(face: Face, text: string, room: Omit<Room, "lines">): Setting | undefined {
  const setting = setText(face, text, { ...room, lines: 1 });
  return setting.cut ? undefined : setting;
}

/** Maximum height of former prices, in mm on a label of the usual size: they must not be mistaken for the price. */
const highestFormer = 3.2;
const before = "Was ";

/**
 * Sets a price as large as fits its room, and the former one ('Was $99.95', its amount struck through) above it, at most
 * half as large; undefined if they don't fit. `size` and `former` are the heights of their fonts.
 */
export function setPrice(
  face: Face,
  { price, was }: { price: string; was: string },
  { sheet, ...room }: Omit<Room, "lines"> & { sheet: Sheet },
) {
  const amount = setWhole(face, price, room);
  if (!amount) return undefined;
  const size = amount.font.height;
  const plain = { size, former: 0, height: size, width: amount.width(), draw: amount.draw };
  if (was === "") return plain;
  const lowest = sheet.mm(smallestText);
  const highest = Math.max(lowest, Math.min(sheet.mm(highestFormer * sheet.scale), Math.floor(size / 2)));
  const former = setWhole(face, before + was, { width: room.width, lowest, highest });
  if (!former || former.font.height * 1.2 > size) return undefined;
  const { font } = former;
  const thick = Math.max(2, Math.round(font.height / 11));
  const start = widthOf(face, before, font);
  return {
    size,
    former: font.height,
    width: Math.max(plain.width, former.width()),
    height: former.height + size,
    draw: (box: Box, top: number): LabelElement[] => [
      ...former.draw(box, top),
      {
        kind: "strike",
        x: Math.round(startIn(box, former.width()) + start),
        y: Math.round(top + (font.height - thick) * 0.48),
        width: Math.round(former.width() - start),
        height: thick,
      },
      ...amount.draw(box, top + former.height),
    ],
  };
}
