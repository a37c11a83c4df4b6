import { monitorEventLoopDelay } from "node:perf_hooks";
import { defaultMedia, type Label, labelLanguages } from "#app/domains/labels/label.ts";
import { pictureOf } from "#app/domains/labels/picture.server.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { median } from "./load.ts";
import type { Line } from "./table.ts";

const media = defaultMedia;
const label = (index: number): Label => ({
  design: "Common",
  // Every fourth name is one that must be broken and cut.
  name:
    index % 4 === 0
      ? "Wattle & Banksia Limited Edition Heritage Womens Boot ".repeat(4)
      : "Linden Womens Runner",
  colour: "Black",
  sizeRange: String(index % 12),
  barcode: String(9_300_000_000_000 + index),
  price: `${index}.95`,
  copies: 1,
});

const milliseconds = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const atMost = (what: string, measured: number, limit: number): Line => ({
  what,
  target: `≤ ${milliseconds(limit)}`,
  measured: milliseconds(measured),
  holds: measured <= limit,
});
const late = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other).at(Math.floor(times.length * 0.95)) ?? Number.NaN;

/** How long labels take to become a printer's bytes and a picture, and whether pictures hold up the server. */
export async function measureLabels({ quick }: { quick: boolean }): Promise<Line[]> {
  const lines: Line[] = [];
  for (const language of labelLanguages) {
    const times = Array.from({ length: quick ? 200 : 2000 }, (_, index) => {
      const start = performance.now();
      renderLabel(label(index), { language, media });
      return performance.now() - start;
    });
    lines.push(atMost(`A label in ${language}: 95 of 100 are rendered`, late(times), 10));
  }

  const drawn = async (index: number, language: (typeof labelLanguages)[number]) => {
    const { bytes } = renderLabel(label(index), { language, media });
    const start = performance.now();
    await pictureOf(bytes, { language, media });
    return performance.now() - start;
  };
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  lines.push(atMost("The first picture of a label, renderer and all", await drawn(1, "ZPL"), 2000));
  for (const language of labelLanguages) {
    const times: number[] = [];
    for (let index = 0; index < (quick ? 10 : 60); index += 1) times.push(await drawn(index, language));
    lines.push(atMost(`A picture of a label in ${language}: median`, median(times), 120));
    lines.push(atMost(`A picture of a label in ${language}: 95 of 100`, late(times), 250));
  }
  delays.disable();
  lines.push(atMost("Pictures of labels: longest block of the event loop", delays.max / 1e6, 50));
  return lines;
}
