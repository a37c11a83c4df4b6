/** What a mark of a drawing stands for; each has a look of its own, not only a colour (charts#marks). */
export const marks = ["waits", "moves", "done", "ended", "line"] as const;
export type Mark = (typeof marks)[number];

/** A chart as the browser shows it: outlines by what they stand for, and words at their places. */
export type Drawing = {
  width: number;
  height: number;
  outlines: { mark: Mark; d: string }[];
  words: { x: number; y: number; anchor: "start" | "middle" | "end"; text: string }[];
};

/** A drawing with its name, which says in words what there is to see. */
export type Chart = { name: string; drawing: Drawing };
