const base = "http://portal.invalid";

/**
 * A path within the portal to go back to: `/` for anything that is not one (another origin, a
 * protocol-relative or backslash address, control characters, the sign-in pages themselves).
 * Single fetch's `.data` suffix and its `_routes` are taken off.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/") || value.length > 2000) return "/";
  // Browsers read a backslash as a slash and drop tabs and line ends: both can hide a second slash.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\\\u0000-\u001f\u007f]/.test(value)) return "/";
  if (!URL.canParse(value, base)) return "/";
  const url = new URL(value, base);
  // `/.//evil.example` is on our origin, and its normalised path would leave it.
  if (url.origin !== base || url.pathname.startsWith("//")) return "/";
  const path = url.pathname.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
  if (path === "/login" || path.startsWith("/auth/")) return "/";
  // Deleting rewrites the whole query in another spelling: only where there is something to delete.
  if (url.searchParams.has("_routes")) url.searchParams.delete("_routes");
  return `${path}${url.search}${url.hash}`;
}

/** The signed-out page, which leads back to `returnTo` after sign-in. */
export function loginPath(returnTo: string, problem?: "expired" | "failed" | "kept"): string {
  const query = new URLSearchParams();
  const target = safeReturnTo(returnTo);
  if (target !== "/") query.set("returnTo", target);
  if (problem) query.set("problem", problem);
  const search = query.toString();
  return search ? `/login?${search}` : "/login";
}
