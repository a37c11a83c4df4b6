const isPoll = /\/live(\.data)?$/;
const isTurn = /\/printlabel\/stations\/[^/]+\/turn$/;

/**
 * Whether a page asks this by itself: one that follows its record, or that prints for others. That is no use of the
 * session (sign-in#polls).
 */
export const asksByItself = ({ method, pathname }: { method: string; pathname: string }): boolean =>
  method === "GET" ? isPoll.test(pathname) : method === "POST" && isTurn.test(pathname);
