import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { sourcesFor } from "#app/domains/todaySources.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { listStores } from "#app/stores/guard.server.ts";
import { toStoreCards } from "#app/stores/model.ts";
import { StoreImage } from "#app/stores/views/StoreImage.tsx";
import { knownToday } from "#app/today/today.server.ts";
import { TodayFirst } from "#app/today/views/TodayLines.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

export const meta: MetaFunction = () => [{ title: "Stores" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "stores");
  const [stores, today] = await Promise.all([attempt(listStores(user)), knownToday(user, sourcesFor(user))]);
  return stores.ok
    ? { stores: toStoreCards(stores.value), error: undefined, today }
    : { stores: toStoreCards([]), error: stores.error, today };
}

/** 'Stores' (stores#cards): one card per store, by name. */
export default function Stores() {
  const { stores, error, today } = useLoaderData<typeof loader>();
  const { cards, unreadable } = stores;
  return (
    <Page title="Stores">
      <TodayFirst loaded={today} />
      {error && <ErrorBar error={error} retryHref="/store/" />}
      {unreadable.map(({ id, problem }) => (
        <Notice key={id} tone="attention">
          The store <strong>{id}</strong> could not be read: {problem}
        </Notice>
      ))}
      {cards.length > 0 ? (
        <ul className="grid-fill-[11rem] gap-3" aria-label="Stores">
          {cards.map((card) => (
            <li key={card.alias}>
              <a
                href={card.href}
                className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-3 font-medium text-ink no-underline hover:border-accent hover:bg-accent-soft hover:text-ink"
              >
                <StoreImage src={card.picture} />
                <span className="min-w-0 wrap-anywhere">{card.name}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        !error && (
          <EmptyState title="No stores">
            <p>The portal's service has no stores that your account may see.</p>
          </EmptyState>
        )
      )}
    </Page>
  );
}
