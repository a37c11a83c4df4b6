import { useCallback, useEffect, useRef, useState } from "react";
import { isObject } from "#app/values/values.ts";
import type { BatchView } from "../batch.ts";
import { lineNames, shownLine, type Typed } from "../batchChanges.ts";
import { newId } from "../scans.ts";

/** What was typed is saved after this long without a key press, in ms. */
const pauseMs = 300;
/** Set by a page that sent something as it was left. */
const leftKey = "labelBatchLeft";
/** A press without an answer is repeated this often: one token is one change. */
const tries = 3;
const triesMs = 1_000;

/** A field as typed and not yet saved. */
type Pending = Typed & { isSent: boolean };
/** Which field it is. */
type FieldOf = Pick<Typed, "field"> & ({ barcode: string } | { product: string });

const keyOf = (of: FieldOf): string =>
  `${of.field} ${"product" in of ? `of ${of.product}` : `at ${of.barcode}`}`;

/** The saved value of a field. */
function savedValue({ quantities, lines, rowPrices }: BatchView, edit: Typed): string {
  if ("product" in edit) return rowPrices[edit.product] ?? edit.book;
  const { barcode, field } = edit;
  if (field === "quantity") return quantities[barcode] ?? "";
  return lines.find((line) => line.barcode === barcode && !line.isSent)?.price ?? "";
}

/** The form fields of what was typed, as those of a page without scripting. */
const fieldsOf = (batch: BatchView, edits: readonly Pending[]): [string, string][] =>
  edits.flatMap(({ isSent: _, to, ...edit }): [string, string][] => {
    const { field, ...of } = edit;
    return [
      [lineNames.line, shownLine({ ...of, [field]: savedValue(batch, { ...edit, to }) })],
      [lineNames[field], to],
    ];
  });

/** The portal's answer to a change of the batch. */
type Answer = { batch: BatchView; problem?: string; changes?: string[] };
const isAnswer = (sent: unknown): sent is Answer => isObject(sent) && isObject(sent.batch);

function formOf(fields: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function post(path: string, fields: readonly [string, string][]): Promise<Answer | undefined> {
  const body = formOf(fields);
  for (let left = tries; left > 0; left -= 1) {
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(path, { method: "POST", body, headers, redirect: "manual" });
      const sent: unknown = answer.ok ? await answer.json() : undefined;
      if (isAnswer(sent)) return sent;
      if (answer.status < 500 && answer.status !== 429) return undefined;
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;
    }
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, triesMs));
  }
  return undefined;
}

const unanswered =
  "The portal does not answer, or your session has ended. Load the page again before you go on.";

const newer = (before: BatchView, after: BatchView): BatchView =>
  after.revision < before.revision ? before : after;

/**
 * The batch as saved, and what was typed over it: every key press is saved a moment later. Changes are sent one after
 * the other. `look`: what the lines depend on apart from the batch.
 */
export function useBatch(path: string, loaded: BatchView, look: string) {
  const [{ saved, from }, setSaved] = useState({ saved: loaded, from: loaded });
  if (from !== loaded) setSaved({ saved: newer(saved, loaded), from: loaded });
  const [edits, setEdits] = useState<readonly Pending[]>([]);
  const [problem, setProblem] = useState<string>();
  const [changes, setChanges] = useState<readonly string[]>([]);
  const latest = useRef({ path, saved, edits });
  latest.current = { path, saved: newer(latest.current.saved, saved), edits };
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Sends what was typed and what was pressed; undefined without an answer. */
  const send = useCallback((pressed: readonly [string, string][] = []): Promise<Answer | undefined> => {
    const turn = async () => {
      const now = latest.current;
      // What is typed from here on stays for the next turn.
      const going = new Set(now.edits);
      setEdits((before) => before.map((edit) => (going.has(edit) ? { ...edit, isSent: true } : edit)));
      const answer = await post(now.path, [
        ...pressed,
        ["revision", String(now.saved.revision)],
        ["token", newId()],
        ...fieldsOf(now.saved, now.edits),
      ]);
      if (answer) {
        latest.current.saved = answer.batch;
        setSaved((before) => ({ ...before, saved: newer(before.saved, answer.batch) }));
      }
      setEdits((before) =>
        answer ? before.filter(({ isSent }) => !isSent) : before.map((edit) => ({ ...edit, isSent: false })),
      );
      setProblem(answer ? answer.problem : unanswered);
      if (pressed.length > 0) setChanges(answer?.changes ?? []);
      return answer;
    };
    const next = last.current.then(turn);
    // The next change does not wait for a failure: whoever sent this one hears of it.
    last.current = next.catch(() => undefined);
    return next;
  }, []);

  // Each key press starts the pause anew.
  useEffect(() => {
    if (problem === unanswered || !edits.some(({ isSent }) => !isSent)) return;
    const timer = window.setTimeout(() => void send(), pauseMs);
    return () => window.clearTimeout(timer);
  }, [edits, problem, send]);

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
      const { path, saved, edits } = latest.current;
      if (edits.length === 0) return;
      navigator.sendBeacon(path, formOf(fieldsOf(saved, edits)));
      sessionStorage.setItem(leftKey, "1");
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const onLine = useCallback((typed: Typed) => {
    setProblem((before) => (before === unanswered ? undefined : before));
    setEdits((before) => [
      ...before.filter((edit) => keyOf(edit) !== keyOf(typed)),
      { ...typed, isSent: false },
    ]);
  }, []);
  /** What was typed into a field since it was saved. */
  const typedIn = (of: FieldOf): string | undefined => edits.find((edit) => keyOf(edit) === keyOf(of))?.to;
  return { batch: saved, typedIn, onLine, send, batchProblem: problem, changes };
}
