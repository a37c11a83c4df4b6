import type { ReactNode } from "react";
import type { StoreCards } from "#app/stores/model.ts";
import { StoreImage } from "#app/stores/views/StoreImage.tsx";
import { ErrorBar, type ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/ui/lists/EmptyState.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

/** 'Stores' (stores#cards): one card per store, by name. */
export function StoresScreen({
  stores,
  error,
  children,
}: {
  stores: StoreCards;
  error: ShownError | undefined;
  /** What stands above the cards. */
  children: ReactNode;
}) {
  const { cards, unreadable } = stores;
  return (
    <Page title="Stores">
      {children}
      {error && <ErrorBar error={error} retryHref="/store/" />}
      {unreadable.map(({ id, problem }) => (
        <Notice key={id} tone="attention">
          The store <strong>{id}</strong> could not be read: {problem}
        </Notice>
      ))}
      {cards.length > 0 ? (
        <ul className="store-cards" aria-label="Stores">
          {cards.map((card) => (
            <li key={card.alias}>
              <a href={card.href}>
                <StoreImage src={card.picture} />
                <span>{card.name}</span>
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
