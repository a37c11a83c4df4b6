/**
 * Sets a cookie to another value, as a `Set-Cookie` header or a page's script does: what the browser read ahead depends
 * on it, and is not shown any more (screens#intent).
 */
export const newReads = (): string => `reads=${Math.random().toString(36).slice(2)}; Path=/; SameSite=Lax`;
