import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isSameStoreEdiList } from "./paths.ts";

/** Opening a document over a list leaves the list alone; a refresh reads it again. */
export const revalidateStoreEdi: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  currentUrl.href === nextUrl.href || (!isSameStoreEdiList(currentUrl, nextUrl) && defaultShouldRevalidate);
