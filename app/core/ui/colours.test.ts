import { describe, expect, test } from "vitest";
import tailwind from "../../../tailwind.config.ts";
import { type Colours, dark, light } from "./colours.ts";

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

const surfacesOf = ({ surface, accent }: Colours) => [
  ...[surface.DEFAULT, surface.page, surface.sunken, accent.soft],
];

/** The pairs of text and background colours. */
function pairsOf(colours: Colours): [text: string, on: string][] {
  const { ink, accent, surface, marked, ok, attention, background, dismissed, danger } = colours;
  const pairs = (texts: string[], grounds: string[]) =>
    texts.flatMap((text) => grounds.map((on): [string, string] => [text, on]));
  const grounds = [colours.action, colours.alarm];
  return [
    ...pairs([ink.DEFAULT, ink.soft, ink.faint, accent.DEFAULT, accent.strong], surfacesOf(colours)),
    ...[ok, attention, background, dismissed, danger].flatMap((tone) => [
      ...pairs([tone.DEFAULT], [tone.soft, surface.DEFAULT]),
      ...pairs([ink.DEFAULT], [tone.soft]),
    ]),
    ...pairs([surface.DEFAULT], [ink.DEFAULT]),
    ...pairs([ink.DEFAULT], [marked.DEFAULT]),
    ...pairs(
      ["#ffffff"],
      grounds.flatMap((ground) => [ground.DEFAULT, ground.strong]),
    ),
  ];
}

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s colours", (_, colours) => {
  test.each(pairsOf(colours))("text %s on %s meets AA", (text, on) => {
    expect(contrast(text, on)).toBeGreaterThanOrEqual(4.5);
  });

  test("the edges of controls have contrast to their background", () => {
    for (const on of surfacesOf(colours).slice(0, 2))
      expect(contrast(colours.line.strong, on)).toBeGreaterThanOrEqual(3);
  });
});

test("text has four sizes", () => {
  expect(Object.values(tailwind.theme.fontSize).map(([size]) => Number.parseFloat(size) * 16)).toEqual([
    12, 14, 15, 20,
  ]);
});
