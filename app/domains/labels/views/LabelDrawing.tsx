import type { DrawnLabel, Media } from "../labelSchemas.ts";

/** A label's paper in dots. */
export const viewBoxOf = ({ widthMm, heightMm, dotsPerMm }: Omit<Media, "tuning">): string =>
  `0 0 ${widthMm * dotsPerMm} ${heightMm * dotsPerMm}`;

/** What a label shows: its texts in letters set to the widths of the printer's, and its black areas dot by dot. */
export const LabelDrawing = ({ lines, path }: DrawnLabel) => (
  <>
    <g fontFamily="Arial, Helvetica, Liberation Sans, sans-serif" fontWeight={700}>
      {lines.map(({ text, x, y, size, width }) => (
        <text
          key={`${x} ${y}`}
          x={x}
          y={y}
          fontSize={size}
          textLength={width}
          lengthAdjust="spacingAndGlyphs"
        >
          {text}
        </text>
      ))}
    </g>
    <path d={path} />
  </>
);
