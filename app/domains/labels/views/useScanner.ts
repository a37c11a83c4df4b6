import { useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useBeforePaint } from "#app/core/ui/useBeforePaint.ts";
import { readJson } from "#app/core/values/values.ts";
import { newId, tabStorage } from "../browser.ts";
import { readBarcode } from "../entry.ts";
import { focusAtEnd, useBarcodeField, useScanKeys } from "./useBarcodeField.ts";
import { useSignals } from "./useSignals.ts";

/** A scan: its code, a name of its own, under which it counts once however often it is sent, and where it is sent. */
export type Scan = { code: string; id: string; to: string };

/** What a scan led to: why to nothing, and whether a person has to look at its product first. */
export type ScanAnswer = { why?: string | undefined; isHeld?: boolean | undefined };

type QueueOptions = {
  send: (scan: Scan) => Promise<ScanAnswer>;
  /** `isLast`: no other scan waits behind it. */
  concluded: (scan: Scan, answer: ScanAnswer, isLast: boolean) => void;
  /** The scans that have no answer yet have changed. */
  changed: (waiting: readonly Scan[]) => void;
};

/** Scans on their way: one at a time is sent, the others wait in their order, however long an answer takes. */
export function createScanQueue({ send, concluded, changed }: QueueOptions) {
  let waiting: readonly Scan[] = [];
  let isEnded = false;
  function become(next: readonly Scan[]) {
    waiting = next;
    changed(waiting);
  }
  async function work() {
    for (let [next] = waiting; next !== undefined && !isEnded; [next] = waiting) {
      const sent = next;
      const answer = await send(sent);
      if (isEnded) return;
      become(waiting.slice(1));
      concluded(sent, answer, waiting.length === 0);
    }
  }
  return {
    add(scan: Scan) {
      become([...waiting, scan]);
      if (waiting.length === 1) void work();
    },
    /** Sends no other one: what waits is no longer this page's. */
    end() {
      isEnded = true;
    },
  };
}

const leftReason = "The page was left before an answer came: look whether it has its label.";
/** The scans that a page which went away had no answer for, and those that led to nothing. */
const [leftKey, missedKey] = ["labelScans", "labelScansMissed"];
const keyHere = (key: string): string => `${key} ${window.location.pathname}`;
function readScans<Stored>(key: string): Stored[] {
  const stored = readJson(tabStorage.get(keyHere(key)) ?? "[]");
  // Only this page writes it.
  return Array.isArray(stored) ? (stored as Stored[]) : [];
}
const storeScans = (key: string, scans: readonly object[]) =>
  tabStorage.set(keyHere(key), JSON.stringify(scans));

function isSelecting(): boolean {
  const selection = document.getSelection();
  return selection?.type === "Range" && selection.anchorNode instanceof Text;
}

type MissedScan = { key: string; barcode: string; problem: string };

/**
 * Scans neither added to the batch nor printed, each with its reason, until dismissed: during quick
 * scanning the message next to the field disappears with the next scan.
 */
function useMissedScans() {
  const [scans, setScans] = useState<readonly MissedScan[]>([]);
  // Not its updates, which may run twice.
  const latest = useRef(scans);
  const change = useCallback((to: (before: readonly MissedScan[]) => readonly MissedScan[]) => {
    latest.current = to(latest.current);
    storeScans(missedKey, latest.current);
    setScans(latest.current);
  }, []);
  // Of an earlier load of the page.
  useBeforePaint(() => change((now) => [...readScans<MissedScan>(missedKey), ...now]), [change]);
  return {
    scans,
    add: (barcode: string, problem: string) =>
      change((before) => [...before, { key: newId(), barcode, problem }]),
    /** Removes the missed scans of a barcode that a person has dealt with. */
    settle: (settled: string) => change((before) => before.filter((scan) => scan.barcode !== settled)),
    dismiss: () => change(() => []),
  };
}

type Options = {
  /** Whether every scan is sent to the portal, one after the other, as when scans go into a batch or print. */
  inTurn: boolean;
  /** Another one after every navigation, and the barcode that it shows. */
  page: string;
  shownBarcode: string;
  /** Where scans are sent: their mode is that of the moment. */
  to: string;
  send: QueueOptions["send"];
  /** Looks a scan up, in place of those before it. */
  lookUp: (code: string) => void;
  /** Why the barcode shown led to nothing. */
  problem: string | undefined;
  troubles?: number | undefined;
};

/**
 * The barcode field: takes back the focus, gets what a scanner sends wherever the focus is, queues the scans that arrive
 * while one is on its way, and tells by sound and in a list what became of each (labels#scan).
 */
export function useScanner({ inTurn, page, shownBarcode, to, send, lookUp, problem, troubles }: Options) {
  const input = useRef<HTMLInputElement>(null);
  const isGoing = useNavigation().state !== "idle";
  const [scans, setScans] = useState(0);
  const [onWay, setOnWay] = useState(0);
  const sounds = useSignals(troubles);
  const missed = useMissedScans();

  const conclude = (code: string, why: string | undefined) => {
    sounds.signal(why === undefined ? "right" : "wrong");
    if (inTurn && why !== undefined) missed.add(code, why);
  };
  const latest = useRef({ send, lookUp, conclude, add: missed.add });
  useBeforePaint(() => {
    latest.current = { send, lookUp, conclude, add: missed.add };
  });
  // Not React state, whose updates may be shown out of order.
  const queue = useRef<ReturnType<typeof createScanQueue>>();
  useEffect(() => {
    for (const { code } of readScans<Scan>(leftKey)) latest.current.add(code, leftReason);
    storeScans(leftKey, []);
    const made = createScanQueue({
      send: (scan) => latest.current.send(scan),
      concluded({ code }, { why, isHeld }, isLast) {
        latest.current.conclude(code, why);
        // Nothing else leaves the page, which would lose the next scans where it can't be shown.
        if (isLast && isHeld) latest.current.lookUp(code);
      },
      changed(left) {
        setOnWay(left.length);
        storeScans(leftKey, left);
      },
    });
    queue.current = made;
    return () => made.end();
  }, []);

  const field = useBarcodeField(input);
  const focusBarcode = useCallback(() => focusAtEnd(input.current), []);

  /** The scan that is looked up, and the page that it was sent from. */
  const sought = useRef<{ code: string; from: string }>();
  useBeforePaint(() => {
    if (sought.current === undefined || sought.current.from === page) return;
    const { code } = sought.current;
    sought.current = undefined;
    if (code === shownBarcode) conclude(code, problem);
  }, [page, shownBarcode]);

  const [refusal, setRefusal] = useState<{ refused: string; problem: string }>();
  /** Sends what the field holds. */
  function scan() {
    const scanned = field.take();
    if (scanned === "") return;
    const read = readBarcode(scanned);
    if (read.problem !== undefined) {
      conclude(scanned, read.problem);
      setRefusal({ refused: scanned, problem: read.problem });
    } else {
      setRefusal(undefined);
      if (inTurn) queue.current?.add({ code: read.value, id: newId(), to });
      else {
        sought.current = { code: read.value, from: page };
        lookUp(read.value);
      }
      // The result of the scan is shown around the field.
      input.current?.scrollIntoView({ block: "nearest" });
    }
    setScans((before) => before + 1);
    focusBarcode();
  }

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
  useScanKeys(input, field, scan);

  return {
    ...{ input, field, scan, focusBarcode, scans, sounds, missed, refusal },
    isBusy: onWay > 0,
    waiting: Math.max(0, onWay - 1),
  };
}

export type Scanner = ReturnType<typeof useScanner>;
