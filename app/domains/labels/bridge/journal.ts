import { readEntry } from "./readAnswers.ts";
import type { PrintEntry } from "./types.ts";

/** Maximum number of labels stored; those that need a person's decision are dropped last. */
const stored = 300;
/** Maximum of those that are not settled: more than a whole batch. */
const storedOpen = 2_000;
const storageKey = "labelJournal";

/** Storage of the journal: the browser's `localStorage`, or a stand-in. */
export type JournalStorage = Pick<Storage, "getItem" | "setItem">;

const interrupted: Partial<Record<PrintEntry["state"], Pick<PrintEntry, "state" | "reason">>> = {
  waiting: { state: "stopped", reason: "The page was closed before this label was sent." },
  asked: {
    state: "unknown",
    reason: "The page was closed while QZ Tray asked about this label. It may have been printed.",
  },
  sending: {
    state: "unknown",
    reason: "The page was closed while this label was on its way. It may have been printed.",
  },
};

/**
 * The latest labels of this workstation, newest first, across page loads and tabs. Written before a
 * label is sent, so that a page closed midway leaves a record of its unfinished labels.
 */
export function createJournal(storage: JournalStorage) {
  let problem: string | undefined;
  // What the browser can't store is held in memory for the life of the page.
  let unsaved: PrintEntry[] | undefined;
  let last: { text: string | null; read: PrintEntry[] } = { text: null, read: [] };

  function read(): PrintEntry[] {
    if (unsaved) return unsaved;
    const text = storage.getItem(storageKey);
    if (text !== last.text) last = { text, read: readEntries(text) };
    return last.read;
  }

  function write(all: PrintEntry[]) {
    const next = shortened(all);
    try {
      const text = JSON.stringify(next);
      storage.setItem(storageKey, text);
      last = { text, read: next };
      problem = undefined;
      unsaved = undefined;
    } catch (refusal) {
      // Storage full or disabled: the person is told, and printing continues.
      problem = refusal instanceof Error ? refusal.message : String(refusal);
      unsaved = next;
    }
  }

  return {
    read,
    /** Why the browser can't store the journal, e.g. because its storage is full. */
    problem: () => problem,
    /** Writes these entries: existing ones in place, new ones first. */
    put(changed: readonly PrintEntry[]) {
      if (changed.length === 0) return;
      const byId = new Map(changed.map((one) => [one.id, one]));
      const old = read().map((one) => {
        const next = byId.get(one.id);
        byId.delete(one.id);
        return next ?? one;
      });
      write([...[...byId.values()].reverse(), ...old]);
    },
    /** Settles labels left in progress by earlier page loads; none is assumed to have been sent. */
    recover(isAlive: (run: string) => boolean, now: number) {
      const all = read();
      const left = all.filter(({ state, run }) => interrupted[state] !== undefined && !isAlive(run));
      if (left.length === 0) return;
      write(all.map((one) => (left.includes(one) ? { ...one, ...interrupted[one.state], at: now } : one)));
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;

const isSettled = ({ state, isClosed }: PrintEntry) =>
  state === "sent" || state === "printed" || isClosed === true;

function shortened(all: PrintEntry[]): PrintEntry[] {
  if (all.length <= stored) return all;
  let room = Math.max(0, stored - all.filter((one) => !isSettled(one)).length);
  const next = all.filter((one) => !isSettled(one) || room-- > 0);
  // Only a long list of labels that nobody dealt with is cut, oldest first.
  return next.slice(0, storedOpen);
}

function readEntries(text: string | null): PrintEntry[] {
  const rows = parsed(text ?? "[]");
  return Array.isArray(rows) ? rows.flatMap((row: unknown) => readEntry(row) ?? []) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return [];
    throw problem;
  }
}
