/** The meanings in a drawing; each looks different, not only in colour (charts#marks). */
export type Mark = "waits" | "moves" | "done" | "ended" | "line";

/** A chart for the browser: outlines by mark, and labels with their positions. */
export type Drawing = {
  width: number;
  height: number;
  outlines: { mark: Mark; d: string }[];
  words: { x: number; y: number; anchor: "start" | "middle" | "end"; text: string }[];
};

export type Chart = { name: string; drawing: Drawing };
