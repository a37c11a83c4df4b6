import { useLoaderData } from "@remix-run/react";
import { useCallback } from "react";
import { shipmentSearch } from "#app/core/specification/stores.ts";
import { HashSearch } from "#app/core/ui/lists/HashSearch.tsx";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
import { shipmentPaths } from "#app/domains/shipments/paths.ts";
import { shipmentList } from "#app/domains/shipments/screens.server.ts";
import { StoreList } from "#app/screens/ListScreen.tsx";

export const loader = shipmentList.list;
export const meta = storeTitle("Shipments");

/** Shipments of a store (shipments#list): search, refresh, pager, table. */
export default function Shipments() {
  const screen = useLoaderData<typeof loader>();
  const { alias, list } = screen;
  const searchHref = useCallback((query: string) => shipmentPaths.list(alias, { query }), [alias]);
  return (
    <StoreList
      {...screen}
      paths={shipmentPaths}
      searchLabel={shipmentSearch}
      notice={
        (list?.totals || list?.dropped) && (
          <p className="tabular-nums text-ink-soft">
            {[list.totals, list.dropped].filter(Boolean).join(" ")}
          </p>
        )
      }
      unsorted
      empty={{ page: list?.dropped && "No shipments with an order number on this page" }}
    >
      <HashSearch hrefFor={searchHref} />
    </StoreList>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
