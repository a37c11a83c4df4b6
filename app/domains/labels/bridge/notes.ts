import { isObject } from "#app/values/values.ts";
import type { JobReport } from "../stations/queue.ts";

/** What became of a hand-over, until the station has heard of it; `sending`: it is on its way to the print service. */
export type Note = { is: JobReport["is"] | "sending"; reason: string };

/** The browser's storage; where it is disabled, one that stores nothing and reports it. */
export type NoteStorage = Pick<Storage, "getItem" | "setItem">;

/**
 * What this browser's pages did with the labels that were handed over to them, across page loads. Written before a label
 * is sent, so that the next page can report what a page that was closed midway could not.
 */
export function createNotes(storage: NoteStorage, key: string) {
  let problem: string | undefined;
  let unsaved: Record<string, Note> | undefined;

  const all = (): Record<string, Note> => {
    if (unsaved) return unsaved;
    try {
      const read: unknown = JSON.parse(storage.getItem(key) ?? "{}");
      // Only pages of ours write it.
      return isObject(read) ? (read as Record<string, Note>) : {};
    } catch {
      return {};
    }
  };
  function write(next: Record<string, Note>) {
    try {
      storage.setItem(key, JSON.stringify(next));
      problem = undefined;
      unsaved = undefined;
    } catch (refusal) {
      // Storage full or disabled: held in memory for the life of the page.
      problem = refusal instanceof Error ? refusal.message : String(refusal);
      unsaved = next;
    }
  }

  return {
    read: (lease: string): Note | undefined => (Object.hasOwn(all(), lease) ? all()[lease] : undefined),
    put: (lease: string, note: Note) => write({ ...all(), [lease]: note }),
    forget(lease: string) {
      const { [lease]: _, ...left } = all();
      write(left);
    },
    /** Why the browser can't store them, e.g. because its storage is full. */
    problem: () => problem,
  };
}

export type Notes = ReturnType<typeof createNotes>;
