import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { threadScreen } from "#app/domains/edi/partner/thread/thread.server.ts";
import { ThreadScreen } from "#app/domains/edi/partner/views/ThreadScreen.tsx";
import { exosOfOrder } from "#app/domains/exos/facts.server.ts";
import { orderFacts } from "#app/domains/orders/facts.server.ts";
import { orderHref } from "#app/domains/orders/paths.ts";

export const meta: MetaFunction = () => [{ title: "Order thread · EDI Orders" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "edi");
  return threadScreen(user, params.orderId ?? "", {
    orderHref,
    utopiaOrder: (number) => orderFacts(user, number),
    exos: (number) => exosOfOrder(user, number),
  });
}

export default function EdiOrderThread() {
  return <ThreadScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
