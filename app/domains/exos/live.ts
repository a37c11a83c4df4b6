import type { ExoPanel } from "./detail.ts";
import type { ExoList } from "./list.ts";

/** What the browser that follows a screen is told: nothing new, the new content, or that it cannot be read now. */
export type LiveNews =
  | { kind: "same" }
  | { kind: "list"; list: ExoList }
  | { kind: "exo"; panel: ExoPanel }
  | { kind: "failed" };

/** A question that fails is news, too: it neither replaces the page by an error nor leads to sign-in. */
export const askQuietly = (ask: () => Promise<LiveNews>): Promise<LiveNews> =>
  ask().catch(() => ({ kind: "failed" }));
