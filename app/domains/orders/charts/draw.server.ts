import type { Drawing, Mark } from "./drawing.ts";

/** The width of a card on the narrowest screen: there texts have the drawn size, elsewhere they are larger. */
const width = 240;
const height = 150;
/** Room for half a line of text at the top, and for a line of names at the foot. */
const top = 8;
const foot = height - 20;
/** The widest digit at 12 px, and the distance between an axis and its texts. */
const digitWidth = 7;
const gap = 5;
/** From the middle of a line of text to its baseline. */
const baseline = 4;
const maxColumnWidth = 28;

export type ColumnPart = { mark: Mark; values: readonly number[] };

/** The distance between the lines of a scale: 1, 2 or 5 with zeros, so that three or four lines reach `largest`. */
function stepFor(largest: number): number {
  const wanted = Math.max(1, largest / 3);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((one) => one * power >= wanted) ?? 10;
  return factor * power;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Stacked columns over a scale of whole numbers; with eight names or more every second one is labelled, always including
 * the last. Geometry without a look: the page's policy allows no inline styles, and the colours of a mark depend on the
 * colour scheme, print, or forced colours (charts#marks).
 */
export function drawColumns(names: readonly string[], parts: readonly ColumnPart[]): Drawing {
  const sums = names.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const step = stepFor(Math.max(...sums));
  const lines = Math.max(1, Math.ceil(Math.max(...sums) / step));
  const scale = Array.from({ length: lines + 1 }, (_, at) => (at * step).toLocaleString("en-AU"));

  const left = Math.max(...scale.map(({ length }) => length)) * digitWidth + gap;
  const slot = (width - left) / names.length;
  const columnWidth = Math.min(maxColumnWidth, slot * 0.8);
  const middle = (at: number) => tenth(left + (at + 0.5) * slot);
  const heightOf = (value: number) => (value / (lines * step)) * (foot - top);

  const risen = names.map(() => 0);
  const outlines = parts.map(({ mark, values }) => {
    const columns = values.map((value, at) => {
      if (value === 0) return "";
      const from = tenth(foot - heightOf(risen[at] ?? 0));
      risen[at] = (risen[at] ?? 0) + value;
      const wide = tenth(columnWidth);
      return `M${tenth(middle(at) - columnWidth / 2)} ${from}l${wide} 0l0 ${tenth(-heightOf(value))}l${-wide} 0Z`;
    });
    return { mark, d: columns.join("") };
  });
  const levels = scale.map((text, at) => ({ text, y: tenth(foot - heightOf(at * step)) }));
  const isNamed = (at: number) => names.length < 8 || (names.length - 1 - at) % 2 === 0;
  return {
    width,
    height,
    outlines: [
      { mark: "line" as const, d: levels.map(({ y }) => `M${left} ${y}L${width} ${y}`).join("") },
      ...outlines,
    ].filter(({ d }) => d !== ""),
    words: [
      ...levels.map(({ text, y }) => ({ x: left - gap, y: y + baseline, anchor: "end" as const, text })),
      ...names.flatMap((text, at) =>
        isNamed(at) ? [{ x: middle(at), y: foot + 16, anchor: "middle" as const, text }] : [],
      ),
    ],
  };
}
