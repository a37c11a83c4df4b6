import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { AttentionCard, Card } from "#app/core/ui/Card.tsx";
import { ErrorBar, type ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import type { ProductAttention, RecentChange } from "#app/domains/metaproducts/detail.ts";
import { productSearch } from "#app/domains/metaproducts/paths.ts";

export function ChangeText({ oldValue, newValue }: { oldValue: string; newValue: string }) {
  return (
    <>
      <Side value={oldValue} /> <span aria-hidden="true">→</span>
      <span className="sr-only">became</span> <Side value={newValue} />
    </>
  );
}

const isPicture = (value: string) => /^https?:\/\/\S+\.(avif|gif|jpe?g|png|svg|webp)(\?\S*)?$/i.test(value);

function Side({ value }: { value: string }) {
  if (isPicture(value)) return <ProductImage src={value} alt="Picture" />;
  return value === "" ? <span className="text-ink-faint">(empty)</span> : <LongText value={value} />;
}

export type QuickLink = { label: string; href: string; outside?: boolean };

/** A store manager's morning overview: what needs attention, what changed, and a product search. */
export function StoreOverview({
  attention,
  changes,
  errors,
  links,
  productsHref,
  retryHref,
  finders,
  children,
}: {
  attention: ProductAttention | undefined;
  changes: RecentChange[] | undefined;
  errors: ErrorText[];
  links: QuickLink[];
  productsHref: string;
  retryHref: string;
  /** The searches of other domains. */
  finders: ReactNode;
  /** The cards of other domains, above the searches: what needs attention first. */
  children: ReactNode;
}) {
  return (
    <Page title="Overview">
      {errors.map((error) => (
        <ErrorBar key={error.correlationId + error.message} error={error} retryHref={retryHref} />
      ))}
      <div className="gap-3 lg:columns-2 [&>*]:mb-3 [&>*]:break-inside-avoid">
        {children}
        {attention && <Attention attention={attention} />}
        <Card title="Find a product">
          <form method="get" action={productsHref} data-soft="" className="flex flex-wrap items-end gap-3">
            <TextField label="Code" name={productSearch.names.code} spellCheck={false} autoCapitalize="off" />
            <TextField label="Title" name={productSearch.names.title} />
            <Button type="submit" variant="primary" icon="search">
              Search
            </Button>
          </form>
        </Card>
        {finders}
        <Card title="Go to">
          <ul className="flex flex-wrap gap-2">
            {links.map((link) => (
              <li key={link.href}>
                {link.outside ? (
                  <LinkButton href={link.href} icon="external" rel="noreferrer" target="_blank">
                    {link.label}
                  </LinkButton>
                ) : (
                  <LinkButton href={link.href}>{link.label}</LinkButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
        {changes && (
          <Card title="Latest changes">
            <p className="text-ink-faint">Among the products read for this page.</p>
            <ActivityFeed
              entries={changes.map((change) => ({
                key: change.key,
                title: (
                  <>
                    <a href={change.href}>{change.about}</a> {change.attribute}
                  </>
                ),
                body: <ChangeText oldValue={change.oldValue} newValue={change.newValue} />,
                at: change.at,
              }))}
              empty={<p>These products have no recorded changes.</p>}
            />
          </Card>
        )}
      </div>
    </Page>
  );
}

const Attention = ({ attention }: { attention: ProductAttention }) => (
  <AttentionCard
    title="Products needing attention"
    attention={attention}
    none="No product of this store has a validation message."
    all="See all with a validation status"
    item={({ key, href, code, title, messages }) => (
      <li key={key} className="py-2">
        <a href={href}>{code}</a> {title}
        {messages.map((message) => (
          <div key={message} className="text-attention">
            {message}
          </div>
        ))}
      </li>
    )}
  />
);
