import { Outlet, useLoaderData } from "@remix-run/react";
import { useCallback } from "react";
import { orderPages } from "#app/composition/recordPages.server.ts";
import { toTableColumns } from "#app/core/lists/cells.tsx";
import { DayFilters, type Sorting } from "#app/core/lists/DayFilters.tsx";
import { FollowRows } from "#app/core/lists/Live.tsx";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { withChosen } from "#app/core/ui/fields/multiSelectChoice.ts";
import { HashSearch } from "#app/core/ui/lists/HashSearch.tsx";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
import type { OrderCells, OrderRow } from "#app/domains/orders/columns.ts";
import {
  isSameOrderList,
  type OrderFilter,
  orderPath,
  orderSearch,
  ordersPath,
} from "#app/domains/orders/paths.ts";
import { orderStatusChoices } from "#app/domains/orders/statuses.ts";
import { orderCells } from "#app/domains/orders/views/OrderCells.tsx";
import { ListScreen } from "#app/screens/ListScreen.tsx";

export const meta = storeTitle("Orders");

export const loader = orderPages.list;

export const shouldRevalidate = listRevalidation(isSameOrderList);

type Sort = NonNullable<OrderFilter["sort"]>;

/** The sort orders of the list (orders#order), as its filter offers them. */
const orderSorting: Sorting<Sort> = {
  choices: [
    { value: undefined, label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "highest", label: "Highest amount first" },
    { value: "lowest", label: "Lowest amount first" },
  ],
  ways: [{ column: "details", label: "Order Details", descending: undefined, ascending: "oldest" }],
};

/** Orders (orders#list): search and Status filter, pager at top and bottom, table; panel or dialog as children. */
export default function Orders() {
  const { alias, hasOrders, columns, ...screen } = useLoaderData<typeof loader>();
  const { filter } = screen;
  const searchHref = useCallback((query: string) => ordersPath(alias, { query }), [alias]);
  return (
    <ListScreen
      {...screen}
      title="Orders"
      noun="orders"
      param="orderId"
      search={orderSearch}
      path={(to) => ordersPath(alias, to)}
      live={FollowRows}
      searchLabel="Search"
      fields={
        <>
          <MultiSelect
            name={orderSearch.names.statuses}
            label="Status"
            options={withChosen(orderStatusChoices, filter.statuses)}
            selected={filter.statuses}
            selectAll
          />
          {hasOrders && <DayFilters names={orderSearch.names} filter={filter} sorts={orderSorting.choices} />}
        </>
      }
      unsorted={!hasOrders}
      sorting={hasOrders ? orderSorting : undefined}
      columns={toTableColumns<OrderCells, OrderRow>(columns, orderCells({ alias, filter }))}
      rowHref={({ id }) => orderPath(alias, filter, { id })}
      bulk={{
        kind: "orders",
        alias,
        actionsOf: ({ cells }) => cells.actions ?? [],
        nameOf: ({ number }) => number,
      }}
    >
      <HashSearch hrefFor={searchHref} />
      <Outlet />
    </ListScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
