import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { may } from "#app/auth/guard.server.ts";
import { listOrders } from "#app/domains/orders/api.server.ts";
import { orderColumnKeys, orderColumns } from "#app/domains/orders/columns.ts";
import { toOrderPage } from "#app/domains/orders/list.ts";
import { orderRef, orderStand } from "#app/domains/orders/notes.ts";
import { isSameOrderList } from "#app/domains/orders/paths.ts";
import { contextOf, ordersOf } from "#app/domains/orders/scope.server.ts";
import { orderSearch } from "#app/domains/orders/search.ts";
import { orderSheetChoices } from "#app/domains/orders/sheetSource.server.ts";
import { OrdersScreen } from "#app/domains/orders/views/OrdersScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { toShownColumns } from "#app/lists/columns.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { marksOfRows } from "#app/notes/shown.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `Orders · ${data.storeName}` : "Orders" },
];

export async function loader(args: LoaderFunctionArgs) {
  const whose = await ordersOf(args);
  const { user, store } = whose;
  const filter = orderSearch.read(args.request.url);
  const scope = store?.storeAlias;
  const columns = toShownColumns(orderColumns, orderColumnKeys(scope === undefined));
  const screen = { scope, storeName: store?.storeName, filter, columns };
  const page = await attempt(listOrders(user, { storeName: store?.storeName }, filter));
  if (!page.ok) {
    return data({ ...screen, list: undefined, error: page.error, download: undefined }, { status: 502 });
  }
  const mayExport = may(user, store ? "store/orders" : "orders.export");
  const marks = await marksOfRows(page.value, (row) => ({ ref: orderRef(row.id), ...orderStand(row) }));
  const list = { ...toOrderPage(page.value, contextOf(whose, filter)), marks };
  return {
    ...screen,
    list,
    error: undefined,
    download:
      mayExport && list.rows.length > 0
        ? orderSheetChoices(scope, filter, { shown: list.rows.length, hasNext: list.hasNext === true })
        : undefined,
  };
}

export const shouldRevalidate = listRevalidation(isSameOrderList);

export default function Orders() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <OrdersScreen {...screen} place={useListPlace("orderId")}>
      <Outlet />
    </OrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
