import { type Dispatch, useCallback, useEffect, useRef } from "react";
import type { SearchEntry } from "#app/core/search/search.ts";
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
/** Set by a page that sent something as it was left. */
const leftKey = "labelBatchLeft";

type Options = {
  path: string;
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
    (pressed: readonly SearchEntry[] = [], to?: string): Promise<BatchAnswer | undefined> => {
      const turn = async () => {
        const { path, printing, ...typed } = latest.current;
        const isPress = pressed.length > 0;
        const own: SearchEntry[] = [
          ["revision", String(typed.batch.revision)],
          ["token", newId()],
          ["page", printing?.page ?? loadedPage],
        ];
        const answer = await postBatch(to ?? path, [...pressed, ...own, ...fieldsOf(typed)]);
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

  // Another device may have scanned into it; and the page may have been read before what the last one sent as it was
  // left.
  useEffect(() => {
    const look = () => void send();
    if (tabStorage.get(leftKey)) look();
    tabStorage.set(leftKey, "");
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [send]);

  // A page that is left sends what has no answer yet: what is on its way may not arrive, and twice is once, since an
  // edit names the value that it replaces.
  useEffect(() => {
    const leave = () => {
      const { path, lineEdits } = latest.current;
      if (lineEdits.length === 0) return;
      navigator.sendBeacon(path, formOf(fieldsOf(latest.current)));
      tabStorage.set(leftKey, "1");
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  return send;
}
