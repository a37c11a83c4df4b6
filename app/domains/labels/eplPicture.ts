import type { Media } from "./label.ts";
import { cp1252Character } from "./render/characters.ts";
import { eplCell } from "./render/face.ts";

const textOf = (quoted: string): string => quoted.replace(/\\(["\\])/g, "$1");
const data = (text: string): string =>
  `^FH_^FD${[...new TextEncoder().encode(text)].map((byte) => `_${byte.toString(16).padStart(2, "0")}`).join("")}^FS`;

type Line = { pattern: RegExp; draw(found: RegExpExecArray, media: Media): string };

const quoted = String.raw`"((?:[^"\\]|\\["\\])*)"`;

/** The commands that our labels consist of, and what each draws; settings draw nothing. */
const lines: readonly Line[] = [
  { pattern: /^(N|I8,A,001|q\d+|Q\d+,\d+|D\d+|S\d|Z[TB]|P\d+)?$/, draw: () => "" },
  {
    pattern: /^LO(\d+),(\d+),(\d+),(\d+)$/,
    draw: ([, x, y, width, height]) => `^FO${x},${y}^GB${width},${height},${height}^FS`,
  },
  {
    pattern: new RegExp(String.raw`^A(\d+),(\d+),0,([1-4]),(\d),(\d),N,${quoted}$`),
    draw([, x, y, name, across, down, text = ""], { dotsPerMm }) {
      const { pitch, height } = eplCell(dotsPerMm, Number(name));
      const step = pitch * Number(across);
      // A fixed pitch by giving each character its own place; the picture's font is a little wider than tall.
      const font = `^APN,${height * Number(down)},${Math.round(step * 0.8)}`;
      return [...textOf(text)]
        .map((character, index) => `^FO${Number(x) + index * step},${y}${font}${data(character)}`)
        .join("");
    },
  },
  {
    pattern: /^B(\d+),(\d+),0,E30,(\d+),\d+,(\d+),B,"(\d{12})"$/,
    draw: ([, x, y, narrow, height, digits]) => `^FO${x},${y}^BY${narrow}^BEN,${height},Y,N^FD${digits}^FS`,
  },
  {
    pattern: new RegExp(String.raw`^B(\d+),(\d+),0,1,(\d+),\d+,(\d+),B,${quoted}$`),
    draw: ([, x, y, narrow, height, code = ""]) =>
      `^FO${x},${y}^BY${narrow}^BCN,${height},Y,N,N,A${data(textOf(code))}`,
  },
];

/**
 * Reads a label's EPL2 bytes as an EPL printer would, and says in ZPL where it puts its dots, for the one
 * renderer of pictures. Throws on a command that our labels don't use.
 */
export function eplAsZpl(bytes: Uint8Array, media: Media): string {
  const drawn = Array.from(bytes, cp1252Character)
    .join("")
    .split("\n")
    .map((line) => {
      for (const { pattern, draw } of lines) {
        const found = pattern.exec(line);
        if (found) return draw(found, media);
      }
      throw new Error(`No EPL command of a label: ${line}`);
    });
  return `^XA^CI28^LH0,0${drawn.join("")}^XZ`;
}
