import { type Dispatch, useCallback, useEffect, useRef } from "react";
import { entriesOf, type SearchEntry, searchOf } from "#app/core/search/search.ts";
import type { LabelPrinting } from "../bridge/island.ts";
import {
  type BatchAnswer,
  formOf,
  loadedPage,
  newId,
  postBatch,
  tabStorage,
  unanswered,
} from "../browser.ts";
import { fieldsOf, newer, type WorkstationEvent, type WorkstationState } from "./workstationState.ts";

/** What was typed is saved after this long without a key press, in ms. */
const pauseMs = 300;
/** Where a page that is left stores what it sent as it went, for the next page of its tab with this batch. */
const leftKey = (place: string): string => `labelBatchLeft ${place}`;

type Options = {
  path: string;
  /** Whose batch it is: its store and station. */
  place: string;
  /** What the lines depend on apart from the batch. */
  look: string;
  printing: LabelPrinting | undefined;
  dispatch: Dispatch<WorkstationEvent>;
};

/**
 * Saves what was typed into the batch a moment after the last key press, and what is pressed at once, one after the
 * other. The result sends what was pressed, with what was typed, to the path of its moment; undefined without an answer.
 */
export function useBatch(
  { batch, lineEdits, batchProblem }: WorkstationState,
  { look, dispatch, ...now }: Options,
) {
  const latest = useRef({ ...now, batch, lineEdits });
  latest.current = { ...now, batch: newer(latest.current.batch, batch), lineEdits };
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const send = useCallback(
    (
      pressed: readonly SearchEntry[] = [],
      to?: string,
      left: readonly SearchEntry[] = [],
    ): Promise<BatchAnswer | undefined> => {
      const turn = async () => {
        const { path, printing, ...typed } = latest.current;
        const isPress = pressed.length > 0;
        const own: SearchEntry[] = [
          ["revision", String(typed.batch.revision)],
          ["token", newId()],
          ["page", printing?.page ?? loadedPage],
        ];
        const answer = await postBatch(to ?? path, [...pressed, ...own, ...left, ...fieldsOf(typed)]);
        if (answer) latest.current.batch = answer.batch;
        if (isPress) latest.current.printing?.expect();
        dispatch({ is: "answered", answer, sent: typed.lineEdits, isPress });
        return answer;
      };
      const next = last.current.then(turn);
      // The next change does not wait for a failure: whoever sent this one hears of it.
      last.current = next.catch(() => undefined);
      return next;
    },
    [dispatch],
  );

  // Each key press starts the pause anew.
  useEffect(() => {
    if (batchProblem === unanswered || lineEdits.length === 0) return;
    const timer = window.setTimeout(() => void send(), pauseMs);
    return () => window.clearTimeout(timer);
  }, [lineEdits, batchProblem, send]);

  const shownLook = useRef(look);
  useEffect(() => {
    if (shownLook.current !== look) void send();
    shownLook.current = look;
  }, [look, send]);

  // Another device may have scanned into it.
  useEffect(() => {
    const look = () => void send();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [send]);

  // A page that is left sends what has no answer yet: what is on its way may not arrive. What it sends then may arrive
  // after the next page has asked, or never: that page sends it again. Twice is once, since an edit names the value that
  // it replaces.
  useEffect(() => {
    const key = leftKey(latest.current.place);
    const left = entriesOf(tabStorage.get(key) ?? "");
    if (left.length > 0) void send([], undefined, left);
    tabStorage.set(key, "");
    const leave = () => {
      const { path, place, lineEdits } = latest.current;
      const typed = fieldsOf(latest.current);
      // Without any, too: what this page left before it was shown again is answered.
      tabStorage.set(leftKey(place), searchOf(typed));
      if (lineEdits.length > 0) navigator.sendBeacon(path, formOf(typed));
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [send]);
  return send;
}
