import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawColumns } from "./draw.server.ts";
import type { Drawing, Mark } from "./drawing.ts";
import { ChartFigure, MarkSample } from "./views/ChartFigure.tsx";

type Box = { x: number; foot: number; width: number; height: number };

const boxesOf = ({ outlines }: Drawing, mark: Mark): Box[] => {
  const d = outlines.find((outline) => outline.mark === mark)?.d ?? "";
  return [...d.matchAll(/M([-\d.]+) ([-\d.]+)l([-\d.]+) 0l0 ([-\d.]+)l[-\d.]+ 0Z/g)].map((found) => {
    const [x = 0, foot = 0, width = 0, height = 0] = found.slice(1).map(Number);
    return { x, foot, width, height: Math.abs(height) };
  });
};

test("columns are as high as their numbers, and parts are stacked", () => {
  const moves = { mark: "moves", values: [2, 3, 0] } as const;
  const drawing = drawColumns(["1", "2", "3"], [{ mark: "waits", values: [1, 0, 4] }, moves]);
  const [one, four, ...noMore] = boxesOf(drawing, "waits");
  const [two, three] = boxesOf(drawing, "moves");
  expect(noMore).toEqual([]);
  const unit = one?.height ?? 0;
  expect((two?.height ?? 0) / unit).toBeCloseTo(2, 1);
  expect((three?.height ?? 0) / unit).toBeCloseTo(3, 1);
  expect((four?.height ?? 0) / unit).toBeCloseTo(4, 1);
  expect((one?.foot ?? 0) - unit).toBeCloseTo(two?.foot ?? 0, 0);
});

test("nothing leaves a drawing of the narrowest screen, and no two words meet [charts#size]", () => {
  const days = Array.from({ length: 14 }, (_, at) => at);
  const names = days.map((at) => String(at + 10));
  for (const { width, height, words } of [
    drawColumns(names, [{ mark: "waits", values: days.map((at) => at * 1000) }]),
    drawColumns(["1"], [{ mark: "done", values: [1] }]),
  ]) {
    expect(width).toBeLessThanOrEqual(320);
    // The maximum average width of a letter at 12 px.
    const boxes = words.map(({ x, y, anchor, text }) => {
      const wide = text.length * 6;
      const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
      return { left, right: left + wide, top: y - 10, foot: y + 2 };
    });
    const outside = boxes.filter(
      ({ left, right, top, foot }) => left < -1 || right > width + 10 || top < -1 || foot > height + 1,
    );
    expect(outside).toEqual([]);
    const [first] = boxes;
    const isOver = (one: typeof first, other: typeof first) =>
      one && other && one.left < other.right && one.top < other.foot;
    const meets = boxes.filter((one) =>
      boxes.some((other) => one !== other && isOver(one, other) && isOver(other, one)),
    );
    expect(meets).toEqual([]);
  }
});

test("the scale has whole numbers, and reaches beyond the highest column", () => {
  const scaleOf = (value: number) =>
    drawColumns(["Mon"], [{ mark: "done", values: [value] }])
      .words.filter(({ anchor }) => anchor === "end")
      .map(({ text }) => text);
  expect(scaleOf(0)).toEqual(["0", "1"]);
  expect(scaleOf(2)).toEqual(["0", "1", "2"]);
  expect(scaleOf(40)).toEqual(["0", "20", "40"]);
  expect(scaleOf(13_000)).toEqual(["0", "5,000", "10,000", "15,000"]);
});

test("each mark has a look of its own, not only a colour [charts#marks]", () => {
  const marks = ["waits", "moves", "done", "ended"] as const;
  const looks = marks.map((mark) => {
    const page = renderToStaticMarkup(<MarkSample mark={mark} />);
    return /<path d="M1 1h12[^>]*fill="([^"]*)"/.exec(page)?.[1]?.replace(/#.*-/, "");
  });
  expect(looks).toEqual(["currentColor", "url(moves)", "none", "url(ended)"]);
});

test("a chart is outlines and words with its numbers in a table: no style, no script and no colour of its own [charts#server, charts#table]", () => {
  const drawing = drawColumns(["1"], [{ mark: "ended", values: [1] }]);
  const page = renderToStaticMarkup(
    <ChartFigure chart={{ name: "One order", drawing }} caption="One order" table={<table />} />,
  );
  expect(page).not.toMatch(/style|script|onclick|#0000|font-family|href/);
  expect(page).toContain('role="img" aria-label="One order"');
  expect(page).toContain('class="text-tone forced-colors:text-[color:CanvasText] tone-dismissed"');
  expect(page).toContain("<summary>The numbers</summary><table>");
});
