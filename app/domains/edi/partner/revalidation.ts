import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isSameEdiList } from "./paths.ts";

/** Opening a document or a dialog over a list leaves the list alone; a write or a refresh reads it again. */
export const revalidateEdi: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isWrite = formMethod !== undefined && formMethod !== "GET";
  const isRefresh = currentUrl.href === nextUrl.href;
  return isRefresh || ((isWrite || !isSameEdiList(currentUrl, nextUrl)) && defaultShouldRevalidate);
};
