import { type ShouldRevalidateFunction, useLocation, useNavigation, useParams } from "@remix-run/react";
import { useState } from "react";

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

/**
 * A panel is read again where its URL asks for it: not for a question above it, nor when that is closed. Without a
 * function of its own a route is read again on every navigation.
 */
export const panelRevalidation: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) =>
  defaultShouldRevalidate;

/** The router state that a list depends on: the open row, and pending navigations. */
export type ListPlace = {
  currentId?: string | undefined;
  /** The page's URL while a row is open next to it: reloading the list keeps panel and tab. */
  openAt?: string | undefined;
  isLoading: boolean;
  next?: string | undefined;
  sending?: string | undefined;
};

/** The current place from the router; `param` is the path parameter with the open row's id. */
export function useListPlace(param?: string): ListPlace {
  const params = useParams();
  const { pathname, search } = useLocation();
  const { state, location, formMethod, formAction } = useNavigation();
  const currentId = param === undefined ? undefined : params[param];
  return {
    currentId,
    openAt: currentId === undefined ? undefined : pathname + search,
    isLoading: state !== "idle",
    next: state === "loading" ? location.pathname : undefined,
    sending: formMethod === "POST" ? formAction : undefined,
  };
}

/** The loader's data until something newer arrives; a reload replaces anything that arrived before it. */
export function useNewest<T>(loaded: T): [newest: T, setNewer: (newer: T) => void] {
  const [newest, setNewest] = useState<{ over: T; newer: T }>();
  const setNewer = (newer: T) => setNewest({ over: loaded, newer });
  return [newest && newest.over === loaded ? newest.newer : loaded, setNewer];
}
