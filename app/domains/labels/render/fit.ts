import type { Face } from "./face.ts";

/** Text broken into lines in a font that fits; `cut` if some of it was cut off. */
export type Setting<Font> = { lines: string[]; font: Font; height: number; cut: boolean };

/** A box for text, in dots: heights are of one line. */
export type Room = { width: number; lines: number; lowest: number; highest: number };

const ellipsis = "...";

/** Height of a line with its spacing. */
export const lineHeight = (height: number): number => Math.ceil(height * 1.08);

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
