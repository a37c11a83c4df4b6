import { createRequire } from "node:module";
import type { LabelLanguage } from "#app/domains/labels/label.ts";
import type { Media } from "#app/domains/labels/labelSchemas.ts";
import { cp1252Of } from "#app/domains/labels/render/characters.ts";
import { eplCell } from "#app/domains/labels/render/face.ts";

const characters = new Map(
  Array.from({ length: 0x2123 }, (_, code) => String.fromCharCode(code)).map((one) => [cp1252Of(one), one]),
);
/** The character of a byte in Windows-1252; control characters are unchanged. */
export const cp1252Character = (code: number): string => characters.get(code) ?? String.fromCharCode(code);

const textOf = (quoted: string): string => quoted.replace(/\\(["\\])/g, "$1");
const data = (text: string): string =>
  `^FH_^FD${[...new TextEncoder().encode(text)].map((byte) => `_${byte.toString(16).padStart(2, "0")}`).join("")}^FS`;

type Line = { pattern: RegExp; draw(found: RegExpExecArray, media: Media): string };

const quoted = String.raw`"((?:[^"\\]|\\["\\])*)"`;

/** The EPL commands that our labels use and what each draws; settings draw nothing. */
const lines: readonly Line[] = [
  { pattern: /^(N|I8,A,001|q\d+|Q\d+,B?\d+|D\d+|S\d|Z[TB]|P\d+)?$/, draw: () => "" },
  {
    pattern: /^LO(\d+),(\d+),(\d+),(\d+)$/,
    draw: ([, x, y, width, height]) => `^FO${x},${y}^GB${width},${height},${height}^FS`,
  },
  {
    pattern: new RegExp(String.raw`^A(\d+),(\d+),0,([1-4]),(\d),(\d),N,${quoted}$`),
    draw([, x, y, name, across, down, text = ""], { dotsPerMm }) {
      const { pitch, height } = eplCell(dotsPerMm, Number(name));
      const step = pitch * Number(across);
      // Emulates a fixed pitch by placing each character separately; the picture's font is a little wider than tall.
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
 * Translates a label's EPL2 bytes into ZPL that puts the same dots on the paper, for the only
 * picture renderer. Throws on a command that our labels don't use.
 */
function eplAsZpl(bytes: Uint8Array, media: Media): string {
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

/** ZPL that puts the same dots on the paper as a label's bytes. */
export const drawnAsZpl = (
  bytes: Uint8Array,
  { language, media }: { language: LabelLanguage; media: Media },
): string => (language === "ZPL" ? new TextDecoder().decode(bytes) : eplAsZpl(bytes, media));

/** A PNG of a label's commands with a pixel per dot, by an independent renderer; it can't draw a Code 128 of one character. */
export async function drawCommands(
  bytes: Uint8Array,
  { language, media }: { language: LabelLanguage; media: Media },
): Promise<Buffer> {
  // Its ES module is in a package declared as CommonJS: older versions of Node can't import it.
  const { ready }: typeof import("zpl-renderer-js") = createRequire(import.meta.url)("zpl-renderer-js");
  const { api } = await ready;
  const { widthMm, heightMm, dotsPerMm } = media;
  // It rejects an empty label: an empty field makes it draw blank paper.
  const zpl = drawnAsZpl(bytes, { language, media }).replace("^XA", "^XA^FO0,0^FD ^FS");
  return Buffer.from(await api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm), "base64");
}
