const isPoll = /\/live(\.data)?$/;

const isTurn = /\/printlabel\/stations\/[^/]+\/turn$/;

/**
 * Whether a page sends this request automatically, e.g. to poll its record or to print for others.
 * That does not count as use of the session (sign-in#polls).
 */
export const isBackgroundRequest = ({ method, pathname }: { method: string; pathname: string }): boolean =>
  method === "GET" ? isPoll.test(pathname) : method === "POST" && isTurn.test(pathname);
