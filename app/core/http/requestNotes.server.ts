import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The header of the correlation id, sent upstream and possibly set by a proxy in front. */
export const correlationHeader = "X-Correlation-Id";

/** A request's id in every log: the proxy's if valid, else a new one. */
export const correlationIdFrom = (given: string | null | undefined): string =>
  given && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();

export const correlationIdOf = (request: Request): string =>
  correlationIdFrom(request.headers.get(correlationHeader));

export type RequestNotes = {
  /** The identity provider's permanent ID of the user; absent if signed out. */
  subject?: string;
  name?: string;
  address: string;
  correlationId: string;
  /** Total time of API calls, in milliseconds. */
  upstreamMs: number;
  /** A read of it has had no response in time: the others wait no longer than they must (calls#patience). */
  hasWaited?: boolean;
  /** The request is a prefetch: reading changes nothing (screens#intent). */
  isPrefetch?: boolean;
};

const notes = new AsyncLocalStorage<RequestNotes>();

export const noting = <T>(about: RequestNotes, work: () => T): T => notes.run(about, work);

/** The notes of the current request; undefined outside of one that came through the gate. */
export const notesNow = (): RequestNotes | undefined => notes.getStore();

export function notePerson(subject: string, name: string): void {
  const about = notes.getStore();
  if (about) Object.assign(about, { subject, name });
}

export function noteWaited(): void {
  const about = notes.getStore();
  if (about) about.hasWaited = true;
}

export function noteUpstream(ms: number): void {
  const about = notes.getStore();
  if (about) about.upstreamMs += ms;
}
