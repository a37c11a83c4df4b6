const isPoll = /\/live(\.data)?$/;
const isTurn = /\/printlabel\/stations\/[^/]+\/turn$/;

/**
 * Whether a page asks this by itself: one that follows its record, or that prints for others. That is no use of the
 * session (sign-in#polls).
 */
export const asksByItself = ({ method, pathname }: { method: string; pathname: string }): boolean =>
  method === "GET" ? isPoll.test(pathname) : method === "POST" && isTurn.test(pathname);

const ended = "session-ended";

/** Tells the page that the session may have ended: a read in the background was led to sign-in. */
export const tellSessionEnd = (): boolean => window.dispatchEvent(new Event(ended));

/** Calls `listen` whenever that is told; returns how to stop. */
export function heardOfSessionEnd(listen: () => void): () => void {
  window.addEventListener(ended, listen);
  return () => window.removeEventListener(ended, listen);
}
