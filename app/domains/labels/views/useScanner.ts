import { useNavigation } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";
import { newId } from "../browser.ts";
import { readBarcode } from "../entry.ts";
import { useSignals } from "./useSignals.ts";

/** A scan: its code, and a name of its own, under which it counts once however often it is sent. */
export type Scan = { code: string; id: string };

/** Scans on their way: one at a time is looked up, the others wait in their order. */
export type Scans = {
  waiting: readonly Scan[];
  /** The scan being looked up, and the page that it was sent from. */
  sent?: Scan & { from: string };
};

export const noScans: Scans = { waiting: [] };

export const withScan = (scans: Scans, scan: Scan): Scans => ({
  ...scans,
  waiting: [...scans.waiting, scan],
});

/**
 * The turn of a page at rest: the scan that it shows the result of, and the one to send now. `page` is another one after
 * every answer, `shown` the code that it shows. A scan that something else overtook is sent again if `isKept`.
 */
export function takeTurn(
  scans: Scans,
  { page, shown, isKept }: { page: string; shown: string; isKept: boolean },
): { scans: Scans; landed?: string; next?: Scan } {
  const { sent, waiting } = scans;
  if (sent?.from === page) return { scans };
  const isLanded = sent?.code === shown;
  const [next, ...others] =
    sent && !isLanded && isKept ? [{ code: sent.code, id: sent.id }, ...waiting] : waiting;
  return {
    scans: { waiting: others, ...(next === undefined ? {} : { sent: { ...next, from: page } }) },
    ...(isLanded ? { landed: shown } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** A scanner's key presses follow one another faster than this, even a slow or busy scanner's, in ms. */
const scannerPaceMs = 150;
/** Nobody types this many digits into another field at that pace. */
const shortestScan = 8;

type Field = HTMLInputElement | HTMLSelectElement;

function isSelecting(): boolean {
  const selection = document.getSelection();
  return selection?.type === "Range" && selection.anchorNode instanceof Text;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

type MissedScan = { key: string; barcode: string; problem: string };

/**
 * Scans neither added to the batch nor printed, each with its reason, until dismissed: during quick
 * scanning the message next to the field disappears with the next scan.
 */
function useMissedScans() {
  const [scans, setScans] = useState<readonly MissedScan[]>([]);
  return {
    scans,
    add(barcode: string, problem: string) {
      setScans((before) => [...before, { key: newId(), barcode, problem }]);
    },
    /** Removes the missed scans of a barcode that a person has dealt with. */
    settle: (settled: string) => setScans((before) => before.filter((scan) => scan.barcode !== settled)),
    dismiss: () => setScans([]),
  };
}

type Options = {
  /** Whether every scan is processed, one after the other, as when scans go into a batch or print immediately. */
  inTurn: boolean;
  /** Another one after every answer. */
  page: string;
  /** The barcode shown by the page; undefined where the page shows what was sent. */
  shown?: string;
  /** Looks up or prints a scan. */
  onScan: (scan: Scan) => void;
  /** Called once for each scan when its result is shown; returns why it led to nothing. */
  onLanded: (barcode: string) => string | undefined;
  troubles?: number | undefined;
};

/**
 * The barcode field: takes back focus and selection, gets digits typed while no field has the focus, queues the scans
 * that arrive while one is being looked up, and tells by sound and in a list what became of each (labels#scan).
 */
export function useScanner({ inTurn, page, shown, troubles, ...calls }: Options) {
  const input = useRef<HTMLInputElement>(null);
  const isGoing = useNavigation().state !== "idle";
  const [scans, setScans] = useState(0);
  // Not React state, whose updates may be shown out of order: a processed scan could be repeated,
  // or one that arrives meanwhile be lost.
  const queue = useRef(noScans);
  const [waiting, setWaiting] = useState(0);
  const sounds = useSignals(troubles);
  const missed = useMissedScans();

  const latest = useRef(calls);
  useBeforePaint(() => {
    latest.current = calls;
  });
  const conclude = (code: string, why: string | undefined) => {
    sounds.signal(why === undefined ? "right" : "wrong");
    if (inTurn && why !== undefined) missed.add(code, why);
  };

  const focusBarcode = useCallback(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  // One from each page: a scan's result is on it before the next is looked up. Its label leaves before it is drawn.
  function advance() {
    if (isGoing && (inTurn || queue.current.waiting.length === 0)) return;
    const here = shown ?? queue.current.sent?.code ?? "";
    const turn = takeTurn(queue.current, { page, shown: here, isKept: inTurn });
    queue.current = turn.scans;
    setWaiting(turn.scans.waiting.length);
    if (turn.landed !== undefined) conclude(turn.landed, latest.current.onLanded(turn.landed));
    if (turn.next !== undefined) latest.current.onScan(turn.next);
  }

  const [refusal, setRefusal] = useState<{ refused: string; problem: string }>();
  function scan(scanned: string) {
    const read = readBarcode(scanned);
    if (read.problem !== undefined) {
      conclude(scanned, read.problem);
      setRefusal({ refused: scanned, problem: read.problem });
    } else {
      setRefusal(undefined);
      // Where scans don't print or gather, the latest replaces those before it.
      queue.current = withScan(inTurn ? queue.current : noScans, { code: read.value, id: newId() });
      setWaiting(queue.current.waiting.length);
      // At once, without drawing the page first.
      advance();
      // The result of the scan is shown around the field.
      input.current?.scrollIntoView({ block: "nearest" });
    }
    setScans((before) => before + 1);
    focusBarcode();
  }

  useBeforePaint(advance, [scans, isGoing, inTurn, page, shown]);

  // When gathering starts or stops, a scan comes next.
  const wasInTurn = useRef(inTurn);
  useBeforePaint(() => {
    if (wasInTurn.current !== inTurn) focusBarcode();
    wasInTurn.current = inTurn;
  }, [inTurn, focusBarcode]);

  // The focused element may be gone: a cleared barcode's button, a removed line, a stopped queue.
  // No dependencies: any change of the page may have removed it.
  useEffect(() => {
    const isFree = document.activeElement === document.body && !isSelecting();
    if (!isGoing && isFree) focusBarcode();
  });
  useEffect(() => {
    function onDigit(event: KeyboardEvent) {
      const isDigit = /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isDigit && !isField(event.target)) focusBarcode();
    }
    document.addEventListener("keydown", onDigit);
    return () => document.removeEventListener("keydown", onDigit);
  }, [focusBarcode]);
  useStrayScans(input, scan);

  return { input, scan, ...refusal, focusBarcode, waiting, scans, sounds, missed };
}

/**
 * Detects a scan into another field: its digits and Enter come faster than a person types. Restores the field's text.
 */
function useStrayScans(input: RefObject<HTMLInputElement>, onScan: (barcode: string) => void) {
  const burst = useRef({ digits: "", at: 0, before: "" });
  // A scan after new content appeared belongs to that content.
  useBeforePaint(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, key, timeStamp: at } = event;
      if (!isField(target) || target === input.current) return;
      const last = burst.current;
      const goesOn = at - last.at < scannerPaceMs;
      if (/^\d$/.test(key)) {
        burst.current = goesOn
          ? { ...last, digits: last.digits + key, at }
          : { digits: key, at, before: target.value };
        return;
      }
      burst.current = { digits: "", at: 0, before: "" };
      if (key !== "Enter" || !goesOn || last.digits.length < shortestScan) return;
      event.preventDefault();
      target.value = last.before;
      for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
      onScan(last.digits);
    }
    // Runs before React handles the Enter.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [input, onScan]);
}

export type Scanner = ReturnType<typeof useScanner>;
