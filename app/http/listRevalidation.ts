import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * When a list is reloaded: not for a panel opened over it, at another URL of the same list; but for
 * a refresh, which leads to the current URL, and for a write that redirected back. A write whose
 * response is its own page has changed nothing, and that page must not wait for the list.
 */
export const listRevalidation =
  (isSameList: (one: URL, other: URL) => boolean): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate }) => {
    const isWrite = formMethod !== undefined && formMethod !== "GET";
    if (isWrite && actionStatus !== undefined) return false;
    const isRefresh = currentUrl.href === nextUrl.href;
    return isRefresh || ((isWrite || !isSameList(currentUrl, nextUrl)) && defaultShouldRevalidate);
  };
