import { useLocation, useNavigation } from "@remix-run/react";
import type { LabelState } from "#app/domains/labels/search.ts";
import { readLabelSearch } from "#app/domains/labels/search.ts";

/** Whether another product, or a scan, is loading: what is shown is no longer what the person means. */
export function useIsLooking({ filter, product }: Pick<LabelState, "filter" | "product">): boolean {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  if (next?.pathname !== pathname) return false;
  const asked = readLabelSearch(next.search);
  const isAddition = asked.scan !== "" || asked.add;
  return isAddition || asked.filter.barcode !== filter.barcode || asked.product !== product;
}
