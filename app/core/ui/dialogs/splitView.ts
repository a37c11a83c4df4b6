import { createContext } from "react";

/** From this width on a panel is shown next to its list (screens#panel-beside); the same as in `dialog.css`. */
const wide = "(min-width: 1440px)";

/** Whether panels are currently shown next to their lists instead of over them. */
export const isSplitView = (): boolean =>
  typeof window !== "undefined" && window.matchMedia(wide).matches && CSS.supports("selector(:has(a))");

/** Listens to changes of this, as the window is resized; returns the unsubscribe function. */
export function onBesideChange(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** The record before or after the open one: its URL and name. */
export type SiblingRecord = { href: string; name: string };

export type Way = "previous" | "next";

/**
 * The position of an open record on its list page (screens#beside), or in a queue; `place` counts from 1, `name` is its
 * own.
 */
export type SiblingRecords = {
  place?: { at: number; of: number; name: string; isOfQueue?: boolean } | undefined;
} & {
  [Key in Way]?: SiblingRecord | undefined;
};

export type OpenRecord = {
  id: string;
  /** Its sibling records; undefined if it is no row of the page. */
  siblings: SiblingRecords | undefined;
  /** The direction last taken, and from which record, until the focus is on its link again. */
  went: { current: { from: string; way: Way } | undefined };
};

/** Passed by a list to the panel open over it. */
export const OpenRecordContext = createContext<OpenRecord | undefined>(undefined);
