import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * When a list is read again: what is opened over it leaves it alone, that is a URL of the same list; a write or a
 * refresh, which leads to the very URL one is at, reads it again.
 */
export const listRevalidation =
  (isSameList: (one: URL, other: URL) => boolean): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
    const isWrite = formMethod !== undefined && formMethod !== "GET";
    const isRefresh = currentUrl.href === nextUrl.href;
    return isRefresh || ((isWrite || !isSameList(currentUrl, nextUrl)) && defaultShouldRevalidate);
  };
