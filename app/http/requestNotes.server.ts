import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of a request and learned on its way, for its line in the log and for the audit trail. */
export type RequestNotes = {
  /** The identity provider's lasting name for whoever asks; absent for nobody. */
  subject?: string;
  /** The name that people know them by. */
  name?: string;
  /** Where the request came from. */
  address: string;
  correlationId: string;
  /** How long calls of the API took, in milliseconds, added up. */
  upstreamMs: number;
  /** The browser reads ahead of a press: reading changes nothing (screens#intent). */
  isPrefetch?: boolean;
};

const notes = new AsyncLocalStorage<RequestNotes>();

/** Runs `work`; what it notes goes into `about`. */
export const noting = <T>(about: RequestNotes, work: () => T): T => notes.run(about, work);

/** What is noted of the request that runs now; undefined outside of one that came through the gate. */
export const notesNow = (): RequestNotes | undefined => notes.getStore();

/** Notes who asks. */
export function notePerson(subject: string, name: string): void {
  const about = notes.getStore();
  if (about) Object.assign(about, { subject, name });
}

/** Notes that the API was waited for. */
export function noteUpstream(ms: number): void {
  const about = notes.getStore();
  if (about) about.upstreamMs += ms;
}
