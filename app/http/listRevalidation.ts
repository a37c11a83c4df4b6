import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * When a list is read again: a panel opened over it, at another URL of the same list, leaves it alone; a refresh, which
 * leads to the very URL one is at, reads it again, and so does a write that led back. A write that is answered by its
 * own page has changed nothing, and that page must not wait for the list.
 */
export const listRevalidation =
  (isSameList: (one: URL, other: URL) => boolean): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate }) => {
    const isWrite = formMethod !== undefined && formMethod !== "GET";
    if (isWrite && actionStatus !== undefined) return false;
    const isRefresh = currentUrl.href === nextUrl.href;
    return isRefresh || ((isWrite || !isSameList(currentUrl, nextUrl)) && defaultShouldRevalidate);
  };
