import { defineSearch, oneOf, type SearchOf, searchWithout, text } from "#app/core/search/search.ts";

const base = "http://portal.invalid";

/**
 * A path within the portal to return to: `/` for anything else (another origin, a protocol-relative or backslash URL,
 * control characters, the sign-in pages themselves). Single fetch's `.data` suffix and its `_routes` are removed.
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
  return `${path}${searchWithout(url.search, "_routes")}${url.hash}`;
}

/** The signed-out page's query: where to return to, as `safeReturnTo` allows it, and why it is shown. */
export const loginSearch = defineSearch({
  // A shortened path would lead to another page.
  returnTo: text("returnTo", { longest: Number.POSITIVE_INFINITY }),
  problem: oneOf("problem", [
    undefined,
    "expired",
    "failed",
    "cancelled",
    "kept",
    "no-token",
    "step",
    "policy",
    "consent",
    "account",
    "groups",
    "busy",
    "setup",
  ]),
});
export type LoginProblem = NonNullable<SearchOf<typeof loginSearch>["problem"]>;

/** The signed-out page, which redirects to `returnTo` after sign-in. */
export function loginPath(returnTo: string, problem?: LoginProblem): string {
  const target = safeReturnTo(returnTo);
  return `/login${loginSearch.write({ returnTo: target === "/" ? "" : target, problem })}`;
}
