import { type Dispatch, useCallback, useEffect, useRef } from "react";
import type { SearchEntry } from "#app/search/search.ts";
import { isObject } from "#app/values/values.ts";
import { newId, pause, postForm } from "../browser.ts";
import {
  type BatchAnswer,
  fieldsOf,
  newer,
  unanswered,
  type WorkstationEvent,
  type WorkstationState,
} from "./workstationState.ts";

/** What was typed is saved after this long without a key press, in ms. */
const pauseMs = 300;
/** Set by a page that sent something as it was left. */
const leftKey = "labelBatchLeft";
/** A press without an answer is repeated this often: one token is one change. */
const tries = 3;
const triesMs = 1_000;

const isAnswer = (sent: unknown): sent is BatchAnswer => isObject(sent) && isObject(sent.batch);

function formOf(fields: readonly SearchEntry[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** Sends a change of the batch, or a press, until it has an answer; undefined where it gets none. */
export async function postBatch(
  path: string,
  fields: readonly SearchEntry[],
): Promise<BatchAnswer | undefined> {
  const body = formOf(fields);
  for (let left = tries; left > 0; left -= 1) {
    const sent = await postForm(path, body);
    if (sent) return isAnswer(sent.data) ? sent.data : undefined;
    if (left > 1) await pause(triesMs);
  }
  return undefined;
}

/**
 * Saves what was typed into the batch a moment after the last key press, and what is pressed at once, one after the
 * other. `look`: what the lines depend on apart from the batch.
 */
export function useBatch(
  path: string,
  look: string,
  { batch, lineEdits, batchProblem }: WorkstationState,
  dispatch: Dispatch<WorkstationEvent>,
) {
  const latest = useRef({ path, batch, lineEdits });
  latest.current = { path, batch: newer(latest.current.batch, batch), lineEdits };
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Sends what was typed and what was pressed, to the path of its moment; undefined without an answer. */
  const send = useCallback(
    (pressed: readonly SearchEntry[] = [], to?: string): Promise<BatchAnswer | undefined> => {
      const turn = async () => {
        const now = latest.current;
        const own: SearchEntry[] = [
          ["revision", String(now.batch.revision)],
          ["token", newId()],
        ];
        const answer = await postBatch(to ?? now.path, [...pressed, ...own, ...fieldsOf(now)]);
        if (answer) latest.current.batch = answer.batch;
        dispatch({ is: "answered", answer, sent: now.lineEdits, isPress: pressed.length > 0 });
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
    if (sessionStorage.getItem(leftKey) !== null) look();
    sessionStorage.removeItem(leftKey);
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
      sessionStorage.setItem(leftKey, "1");
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  return send;
}
