import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyLabel, anyMedia, bootLabel, trickyNames } from "#tests/support/labels.ts";
import { defaultMedia, labelLanguages } from "../label.ts";
import { renderLabel, testLabel } from "../render/render.ts";
import { isOwnLabel } from "./ownCommands.ts";

test.each(labelLanguages)("a label for continuous paper is the portal's own, too (%s)", (language) => {
  const media = { ...defaultMedia, gapMm: 0 };
  expect(isOwnLabel(renderLabel(bootLabel, { language, media }).bytes)).toBe(true);
});

test.each(labelLanguages)("a label that tunes the printer is the portal's own, too (%s)", (language) => {
  for (const tuning of [
    { darkness: 0 },
    { speed: 14 },
    { topMm: -10 },
    { isTurned: false },
    { darkness: 30, speed: 2, topMm: 10, isTurned: true },
  ]) {
    const media = { ...defaultMedia, dotsPerMm: 12, tuning } as const;
    expect(isOwnLabel(renderLabel(bootLabel, { language, media }).bytes)).toBe(true);
  }
});

describe("a label of the portal's own", () => {
  test("is known whatever stands on it, in both languages", () => {
    fc.assert(
      fc.property(anyLabel, anyMedia, fc.constantFrom(...labelLanguages), (label, media, language) =>
        isOwnLabel(renderLabel(label, { language, media }).bytes),
      ),
      { numRuns: 300 },
    );
    for (const language of labelLanguages) {
      for (const name of trickyNames)
        expect(isOwnLabel(renderLabel({ ...bootLabel, name }, { language, media: defaultMedia }).bytes)).toBe(
          true,
        );
      expect(isOwnLabel(renderLabel(testLabel(defaultMedia), { language, media: defaultMedia }).bytes)).toBe(
        true,
      );
    }
  });
});

const zpl = new TextDecoder().decode(renderLabel(bootLabel, { language: "ZPL", media: defaultMedia }).bytes);
const epl = new TextDecoder("latin1").decode(
  renderLabel(bootLabel, { language: "EPL", media: defaultMedia }).bytes,
);

test.each([
  ["nothing", ""],
  ["a printer's reset", "~JR"],
  ["a label before a printer's reset", `${zpl}~JR`],
  ["a printer's reset before a label", `~JR${zpl}`],
  ["two labels", zpl + zpl],
  ["a command within a text", zpl.replace("Linden", "^FS^DFR:X.ZPL^FDLinden")],
  ["a command of its own line", zpl.replace("^PQ", "^IDR:*.*\n^PQ")],
  ["a label with another tracking of media", zpl.replace("^MNY", "^MNA")],
  ["a label that sends on what it prints", zpl.replace("^CI28", "^CI28^HH")],
  ["a printer job language's download", '\u001b%-12345X@PJL FSDOWNLOAD FORMAT:BINARY NAME="0:/x"'],
  ["PostScript", "%!PS\n/systemdict get"],
  ["EPL with another command", epl.replace("\nP3", '\nGK"*"\nP3')],
  ["EPL that ends a text early", epl.replace("Linden", 'Linden"\nGK"')],
  ["any bytes", "\u0000\u0001\u00ff"],
])("%s is none", (_, commands) => {
  expect(isOwnLabel(new TextEncoder().encode(commands))).toBe(false);
});
