const isPoll = /\/live(\.data)?$/;
const isTurn = /\/printlabel\/stations\/[^/]+\/turn$/;

/**
 * Whether a page sends this request automatically, e.g. to poll its record or to print for others.
 * That does not count as use of the session (sign-in#polls).
 */
export const asksByItself = ({ method, pathname }: { method: string; pathname: string }): boolean =>
  method === "GET" ? isPoll.test(pathname) : method === "POST" && isTurn.test(pathname);

const ended = "session-ended";

/** Notifies the page that the session may have ended: a background read was redirected to sign-in. */
export const tellSessionEnd = (): boolean => window.dispatchEvent(new Event(ended));

/** Calls `listen` on each such notification; returns the unsubscribe function. */
export function heardOfSessionEnd(listen: () => void): () => void {
  window.addEventListener(ended, listen);
  return () => window.removeEventListener(ended, listen);
}
