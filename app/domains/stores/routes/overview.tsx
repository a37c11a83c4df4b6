import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { invalidToggle } from "#app/core/specification/products.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { toStoreFrame } from "#app/core/stores/model.ts";
import { storePath } from "#app/core/stores/paths.ts";
import { listMetaProducts } from "#app/domains/metaproducts/api.server.ts";
import { toAttention, toRecentChanges } from "#app/domains/metaproducts/detail.ts";
import { productSearch, productsPath } from "#app/domains/metaproducts/paths.ts";
import { StoreOverview } from "#app/domains/metaproducts/views/StoreOverview.tsx";
import { ordersOverview } from "#app/domains/orders/overview.server.ts";
import {
  FindAnOrder,
  OrdersByStatus,
  OrdersNeedingAttention,
} from "#app/domains/orders/views/OrdersOverview.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Overview · ${data.name}` : "Overview" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "overview");
  const { storeAlias: alias, storeName: name, storeType } = store;
  const everything = productSearch.every;
  const [invalid, first, orders] = await Promise.all([
    attempt(listMetaProducts(user, store, { ...everything, invalid: true })),
    attempt(listMetaProducts(user, store, everything)),
    ordersOverview(user, store),
  ]);
  const frame = toStoreFrame(store, user.roles);
  const pages = frame.menu.flatMap((group) => group.items).filter((item) => item.key !== "overview");
  const read = [...(invalid.ok ? invalid.value : []), ...(first.ok ? first.value : [])];
  return {
    name,
    productsHref: productsPath(alias),
    retryHref: storePath(alias),
    attention: invalid.ok ? toAttention(invalid.value, alias, storeType) : undefined,
    changes: invalid.ok || first.ok ? toRecentChanges(read, alias, storeType) : undefined,
    orders,
    errors: [
      ...(invalid.ok ? [] : [invalid.error]),
      ...(first.ok ? [] : [first.error]),
      ...orders.errors,
    ].slice(0, 1),
    links: [
      ...pages.map(({ label, href }) => ({ label, href })),
      { label: invalidToggle, href: productsPath(alias, { invalid: true }) },
      ...(frame.managementHref === undefined
        ? []
        : [{ label: "Store management", href: frame.managementHref, outside: true }]),
    ],
  };
}

export default function Overview() {
  const { name: _, orders, ...overview } = useLoaderData<typeof loader>();
  return (
    <StoreOverview {...overview} finders={<FindAnOrder href={orders.href} />}>
      {orders.attention && <OrdersNeedingAttention attention={orders.attention} />}
      {orders.counted && <OrdersByStatus counted={orders.counted} />}
    </StoreOverview>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
