const ended = "session-ended";

/** Tells the page that the session may have ended: a read in the background was led to sign-in. */
export const tellSessionEnd = (): boolean => window.dispatchEvent(new Event(ended));

/** Calls `listen` whenever that is told; returns how to stop. */
export function heardOfSessionEnd(listen: () => void): () => void {
  window.addEventListener(ended, listen);
  return () => window.removeEventListener(ended, listen);
}
