import { expect, test } from "vitest";
import config from "../../tailwind.config.ts";

const { colors } = config.theme;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = [colors.surface.DEFAULT, colors.surface.page, colors.surface.sunken, colors.accent.soft];
const pairs: [text: string, on: string][] = [
  ...[colors.ink.DEFAULT, colors.ink.soft, colors.ink.faint, colors.accent.DEFAULT].flatMap((text) =>
    surfaces.map((on): [string, string] => [text, on]),
  ),
  ...[colors.ok, colors.attention, colors.background, colors.dismissed, colors.danger].flatMap(
    (tone): [string, string][] => [
      [tone.DEFAULT, tone.soft],
      [tone.DEFAULT, colors.surface.DEFAULT],
    ],
  ),
  [colors.white, colors.accent.DEFAULT],
  [colors.white, colors.accent.strong],
  [colors.white, colors.danger.DEFAULT],
];

test.each(pairs)("text %s on %s meets AA", (text, on) => {
  expect(contrast(text, on)).toBeGreaterThanOrEqual(4.5);
});

test("the edges of controls stand out from what they are on", () => {
  for (const on of surfaces.slice(0, 2)) expect(contrast(colors.line.strong, on)).toBeGreaterThanOrEqual(3);
});
