const ended = "session-ended";

/** Notifies the page that the session may have ended: a background read was redirected to sign-in. */
export const tellSessionEnd = (): boolean => window.dispatchEvent(new Event(ended));

/** Calls `listen` on each such notification; returns the unsubscribe function. */
export function heardOfSessionEnd(listen: () => void): () => void {
  window.addEventListener(ended, listen);
  return () => window.removeEventListener(ended, listen);
}
