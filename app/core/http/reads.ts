/**
 * Sets a cookie to another value, as a `Set-Cookie` header or a page's script does: prefetched responses vary on it,
 * and become invalid (screens#intent). `protocol` is the portal's, e.g. `https:`.
 */
export function newReads(protocol: string): string {
  const cookie = `reads=${Math.random().toString(36).slice(2)}; Path=/; SameSite=Lax`;
  return protocol === "https:" ? `__Host-${cookie}; Secure` : cookie;
}
