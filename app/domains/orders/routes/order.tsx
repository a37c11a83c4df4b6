import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { threadOfOrderPath } from "#app/domains/edi/partner/paths.ts";
import { findOrder } from "#app/domains/orders/api.server.ts";
import { toOrderDetail } from "#app/domains/orders/detail.ts";
import { orderRef, orderStand } from "#app/domains/orders/notes.ts";
import { type OrderMissing, toOrderNotShown } from "#app/domains/orders/notShown.ts";
import { orderPath } from "#app/domains/orders/paths.ts";
import { contextOf, ordersOf } from "#app/domains/orders/scope.server.ts";
import { orderSearch, orderView } from "#app/domains/orders/search.ts";
import { OrderDetailPanel, OrderNotShown } from "#app/domains/orders/views/OrderDetailPanel.tsx";
import { attempt } from "#app/http/api.server.ts";
import { notesOf } from "#app/notes/shown.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";

const statusOf: Record<OrderMissing["why"], number> = {
  failed: 502,
  unreadable: 200,
  several: 200,
  tooMany: 404,
  none: 404,
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.shown ? panelWords(`Order ${data.detail.number}`, data.detail) : [data?.title]);

export async function loader(args: LoaderFunctionArgs) {
  const whose = await ordersOf(args);
  const { user, store } = whose;
  const { orderId: wanted = "" } = args.params;
  const filter = orderSearch.read(args.request.url);
  const missing = (why: OrderMissing) =>
    data(toOrderNotShown(store?.storeAlias, filter, wanted, why), { status: statusOf[why.why] });
  const looked = await attempt(findOrder(user, { storeName: store?.storeName }, wanted, filter));
  if (!looked.ok) return missing({ why: "failed", error: looked.error });
  const found = looked.value;
  if (found.found === "several") return missing({ why: "several", orders: found.orders });
  if (found.found !== "order") return missing({ why: found.found });
  const { row } = found;
  if (!row.readable) return missing({ why: "unreadable", problem: row.problem });
  const view = orderView.read(args.request.url);
  const detail = toOrderDetail(row.row, row.raw, contextOf(whose, filter), view.tab);
  const here = orderPath(store?.storeAlias, filter, { id: row.row.id, ...view });
  const notes = await notesOf(user, orderRef(row.row.id), here, orderStand(row.row));
  // Which document it is is looked up when somebody follows the link.
  const threadHref = storeTypeHas(detail.storeType, "edi") ? threadOfOrderPath(detail.number) : undefined;
  return { shown: true as const, detail, notes, threadHref };
}

export default function Order() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? (
    <OrderDetailPanel detail={panel.detail} notes={panel.notes} threadHref={panel.threadHref} />
  ) : (
    <OrderNotShown {...panel} />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
