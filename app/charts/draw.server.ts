import { BarChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { LRUCache } from "lru-cache";
import { type Drawing, type Mark, marks } from "./drawing.ts";

use([BarChart, GridComponent, SVGRenderer]);

/** The width of a card on the narrowest screen: there texts have the drawn size, elsewhere they are larger. */
const width = 240;
const fontSize = 12;
const inkColour = "#000000";

/** The library knows only colours: each mark has a unique one, which identifies it in the output. */
const colourOf = (mark: Mark): string => `#0000${(marks.indexOf(mark) + 1).toString(16).padStart(2, "0")}`;
const markOf = new Map(marks.map((mark) => [colourOf(mark), mark]));

const anchors = { start: "start", middle: "middle", end: "end" } as const;
const anchorOf = (text: string | undefined) =>
  Object.values(anchors).find((anchor) => anchor === text) ?? "start";

const references: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const readable = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => references[name] ?? all);

const elements = /<(path|text)\b([^>]*)>([^<]*)/g;

const attributesOf = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );

/**
 * Geometry of the drawing, without its look: the page's CSP allows no inline styles, and the colours of a mark depend
 * on the colour scheme, print, or forced colours (charts#marks). Outlines of one mark are merged.
 */
function readDrawing(svg: string, height: number): Drawing {
  const outlines = new Map<Mark, string>();
  const words: Drawing["words"] = [];
  for (const [, element, written = "", text = ""] of svg.matchAll(elements)) {
    const { d, fill = "", stroke = "", x, y, transform = "", ...rest } = attributesOf(written);
    if (element === "path") {
      const mark = markOf.get(fill) ?? markOf.get(stroke);
      if (mark && d) outlines.set(mark, `${outlines.get(mark) ?? ""}${d}`);
      continue;
    }
    const [, dx, dy] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform) ?? [];
    const place = (at: string | undefined, by: string | undefined) =>
      Math.round((Number(at ?? 0) + Number(by ?? 0)) * 10) / 10;
    words.push({
      x: place(x, dx),
      // Distance from the middle of a line to its baseline.
      y: place(y, dy) + 4,
      anchor: anchorOf(rest["text-anchor"]),
      text: readable(text),
    });
  }
  return { width, height, outlines: [...outlines].map(([mark, d]) => ({ mark, d })), words };
}

/** Cached drawings by input: pages with the same numbers share one. */
const stored = new LRUCache<string, Drawing, () => Drawing>({
  max: 200,
  memoMethod: (_key, _stale, { context: make }) => make(),
});

const once = (of: readonly unknown[], make: () => Drawing): Drawing =>
  stored.memo(JSON.stringify(of), { context: make });

function draw(height: number, option: EChartsCoreOption): Drawing {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { fontSize, fontFamily: "sans-serif" }, ...option });
    return readDrawing(chart.renderToSVGString(), height);
  } finally {
    chart.dispose();
  }
}

export type ColumnPart = { mark: Mark; values: readonly number[] };

/** Stacked columns; every second one is labelled, always including the last. */
export const drawColumns = (names: readonly string[], parts: readonly ColumnPart[]): Drawing =>
  once([names, parts], () => columnsOf(names, parts));

function columnsOf(names: readonly string[], parts: readonly ColumnPart[]): Drawing {
  const line = { lineStyle: { color: colourOf("line"), width: 1 } };
  return draw(150, {
    grid: { left: 2, right: 2, top: 8, bottom: 2 },
    xAxis: {
      type: "category",
      data: [...names],
      axisTick: { show: false },
      axisLine: line,
      axisLabel: {
        color: inkColour,
        fontSize,
        interval: (index: number) => names.length < 8 || (names.length - 1 - index) % 2 === 0,
      },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { color: inkColour, fontSize },
      splitLine: line,
    },
    series: parts.map(({ mark, values }) => ({
      type: "bar",
      stack: "all",
      barMaxWidth: 28,
      silent: true,
      emphasis: { disabled: true },
      itemStyle: { color: colourOf(mark) },
      data: values.map((value) => (value === 0 ? null : value)),
    })),
  });
}
