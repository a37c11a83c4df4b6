import type { ReactNode } from "react";
import type { ErrorView } from "#app/core/http/errorView.ts";
import type { StoreCards } from "#app/core/stores/model.ts";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { StoreImage } from "#app/domains/stores/views/StoreImage.tsx";

type Props = {
  stores: StoreCards;
  error: ErrorView | undefined;
  /** Above the heading. */
  above?: ReactNode;
};

/** 'Stores' (stores#cards): one card per store, by name. */
export function StoresScreen({ stores: { cards, unreadable }, error, above }: Props) {
  return (
    <Page title="Stores" above={above}>
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
