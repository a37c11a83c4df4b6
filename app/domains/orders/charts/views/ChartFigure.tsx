import { type ReactNode, useId } from "react";
import type { Chart, Mark } from "#app/domains/orders/charts/drawing.ts";

const look = "text-tone forced-colors:text-[color:CanvasText]";

const looks: Record<Mark, string> = {
  waits: `${look} tone-attention`,
  moves: `${look} tone-background`,
  done: `${look} tone-ok`,
  ended: `${look} tone-dismissed`,
  line: "text-line forced-colors:text-[color:GrayText]",
};

/** The fills of marks: striped and dotted ones are SVG patterns in the page. */
const Patterns = ({ prefix }: { prefix: string }) => (
  <defs>
    <pattern id={`${prefix}moves`} width="5" height="5" patternUnits="userSpaceOnUse" className={looks.moves}>
      <path d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke="currentColor" strokeWidth="1.5" />
    </pattern>
    <pattern id={`${prefix}ended`} width="4" height="4" patternUnits="userSpaceOnUse" className={looks.ended}>
      <circle cx="2" cy="2" r="1.1" fill="currentColor" />
    </pattern>
  </defs>
);

const fillOf = (mark: Mark, prefix: string): string =>
  mark === "waits"
    ? "currentColor"
    : mark === "moves" || mark === "ended"
      ? `url(#${prefix}${mark})`
      : "none";

function Outline({ mark, d, prefix }: { mark: Mark; d: string; prefix: string }) {
  return <path d={d} className={looks[mark]} fill={fillOf(mark, prefix)} stroke="currentColor" />;
}

// React's ids contain colons, which some browsers don't accept in a fill's URL.
const usePrefix = () => `${useId().replace(/\W/g, "")}-`;

export function MarkSample({ mark }: { mark: Mark }) {
  const prefix = usePrefix();
  return (
    <svg className="inline-block flex-none" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <Patterns prefix={prefix} />
      <Outline mark={mark} d="M1 1h12v12h-12Z" prefix={prefix} />
    </svg>
  );
}

/** A chart with a caption; a table with the same numbers can be expanded (charts#table). */
export function ChartFigure({
  chart: { name, drawing },
  caption,
  table,
}: {
  chart: Chart;
  caption: ReactNode;
  table: ReactNode;
}) {
  const prefix = usePrefix();
  const { width, height, outlines, words } = drawing;
  return (
    <figure className="chart">
      <svg
        className="block w-full max-w-[18rem]"
        overflow="visible"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={name}
      >
        <Patterns prefix={prefix} />
        {outlines.map(({ mark, d }) => (
          <Outline key={mark} mark={mark} d={d} prefix={prefix} />
        ))}
        {words.map(({ x, y, anchor, text }) => (
          <text key={`${x} ${y}`} fill="currentColor" fontSize="12" x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
      <figcaption className="py-1 text-xs text-ink-soft">
        {caption}
        <details>
          <summary>The numbers</summary>
          {table}
        </details>
      </figcaption>
    </figure>
  );
}
