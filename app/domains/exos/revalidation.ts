import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isSameExoList } from "./paths.ts";

/** Opening an EXO or a dialog over the list leaves the list alone; a write or a refresh reads it again. */
export const revalidateExos: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isWrite = formMethod !== undefined && formMethod !== "GET";
  const isRefresh = currentUrl.href === nextUrl.href;
  return isRefresh || ((isWrite || !isSameExoList(currentUrl, nextUrl)) && defaultShouldRevalidate);
};
