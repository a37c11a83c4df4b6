import { doneWords } from "#app/core/commands/doneWords.ts";
import type { Flash } from "#app/core/http/FlashMessage.tsx";

/** What became of a record: acted on, or handed over to somebody; passed over; or it had left the list before. */
export type End =
  /** `submission` is that of an action, by which its outcome is known. */
  | { is: "acted" | "handed"; what: string; name: string; submission?: string | undefined }
  | { is: "skipped" | "left"; name: string };

/** A record of a queue, with its own address. `isListed`: the queue's list had it when it was last read. */
export type Entry = { id: string; href: string; isListed: boolean; end?: End | undefined };

/** The queue once its list was read again: what is new goes to its end, so that no record changes its place. */
export function withListed(
  entries: readonly Entry[],
  rows: readonly Pick<Entry, "id" | "href">[],
  isWhole: boolean,
): Entry[] {
  const listed = new Set(rows.map(({ id }) => id));
  const before = entries.map((entry): Entry => {
    const isListed = listed.has(entry.id) || (entry.isListed && !isWhole);
    const isBack = isListed && entry.end?.is === "left";
    return { ...entry, isListed, end: isBack ? undefined : entry.end };
  });
  const entryIds = new Set(entries.map(({ id }) => id));
  return [
    ...before,
    ...rows.filter(({ id }) => !entryIds.has(id)).map(({ id, href }) => ({ id, href, isListed: true })),
  ];
}

const isFinal = (end: End | undefined): boolean => end?.is === "acted" || end?.is === "handed";

/** The queue once a record of it is done with; what was done to it stays. */
export const withEnd = (entries: readonly Entry[], id: string, end: End): Entry[] =>
  entries.map((entry) => (entry.id === id && !isFinal(entry.end) ? { ...entry, end } : entry));

/** The record whose page, or action, is at a path. */
export const entryAt = (entries: readonly Entry[], pathname: string): Entry | undefined =>
  entries.find(({ href }) => `${pathname}/`.startsWith(`${href.split("?", 1)[0]}/`));

/** The record to go on with after this one: the first after it that nothing became of yet, else the first before it. */
export function nextOf(entries: readonly Entry[], id: string): Entry | undefined {
  const at = entries.findIndex((entry) => entry.id === id);
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return others.find(({ end }) => end === undefined);
}

export function endWords(end: End): string {
  switch (end.is) {
    case "acted":
      return doneWords(end.what);
    case "handed":
      return "handed over";
    case "skipped":
      return "skipped";
    case "left":
      return "had left the list";
  }
}

/** What a person sees of a queue beside one of its records. */
export type QueueView = {
  /** Where it is shown as a whole, and its forms are sent. */
  href: string;
  id: string;
  /** Its place, from 1; undefined for a record that is not of the queue. */
  at: number | undefined;
  of: number;
  /** How many nothing became of yet. */
  open: number;
  isListed: boolean;
  end?: End | undefined;
  previous?: { href: string; name: string } | undefined;
  next?: { href: string; name: string } | undefined;
  colleagues: { handle: string; name: string }[];
  /** Who else has the record. */
  heldBy?: { by: string; handle: string } | undefined;
  /** The message of what was done to the one before. */
  flash?: Flash | undefined;
};
