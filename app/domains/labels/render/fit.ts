import type { Face } from "./face.ts";

/** Text in the lines and the font that it fits in; `cut` when not all of it did. */
export type Setting<Font> = { lines: string[]; font: Font; height: number; cut: boolean };

/** A place for text, in dots: heights are of one line. */
export type Room = { width: number; lines: number; lowest: number; highest: number };

const ellipsis = "...";

/** Lines are set a little apart. */
export const lineHeight = (height: number): number => Math.ceil(height * 1.08);

/** How many characters from the start fit; a longer start is never narrower. */
function longestStart(text: string, fits: (start: string) => boolean): number {
  let length = 0;
  while (length < text.length && fits(text.slice(0, length + 1))) length += 1;
  return length;
}

/** The lines of a text broken between words, and within those that fill a line; `rest` is what is left over. */
function breakLines(text: string, lines: number, fits: (line: string) => boolean) {
  const done: string[] = [];
  let rest = text;
  while (rest !== "" && done.length < lines) {
    const length = longestStart(rest, fits);
    if (length === 0) break;
    const space = rest.lastIndexOf(" ", length);
    const end = length === rest.length || space <= 0 ? length : space;
    done.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return { done, rest };
}

/**
 * Sets a text as large as its room lets it be; at the lowest size what is too long ends in "...". An empty
 * text takes no lines.
 */
export function setText<Font extends { height: number }>(
  face: Face<Font>,
  text: string,
  { width, lines, lowest, highest }: Room,
): Setting<Font> {
  const fonts = face.fonts(lowest, highest);
  const settingIn = (font: Font, set: string[], cut: boolean): Setting<Font> => ({
    lines: set,
    font,
    height: set.length * lineHeight(font.height),
    cut,
  });
  for (const font of fonts) {
    const { done, rest } = breakLines(text, lines, (line) => face.widthOf(line, font) <= width);
    if (rest === "") return settingIn(font, done, false);
  }
  const font = fonts.at(-1) ?? fonts[0];
  const fits = (line: string) => face.widthOf(line, font) <= width;
  const { done, rest: left } = breakLines(text, lines - 1, fits);
  const end = left
    .slice(
      0,
      longestStart(left, (start) => fits(`${start.trimEnd()}${ellipsis}`)),
    )
    .trimEnd();
  const last = fits(ellipsis) ? `${end}${ellipsis}` : "";
  return settingIn(
    font,
    [...done, last].filter((line) => line !== ""),
    true,
  );
}

/** Sets a text whole on one line as large as it fits; undefined where it doesn't even at the lowest size. */
export function setWhole<Font extends { height: number }>(
  face: Face<Font>,
  text: string,
  room: Omit<Room, "lines">,
): Setting<Font> | undefined {
  const setting = setText(face, text, { ...room, lines: 1 });
  return setting.cut ? undefined : setting;
}
