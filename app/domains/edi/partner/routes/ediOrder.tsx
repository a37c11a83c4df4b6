import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { ediOrderPanel } from "#app/core/specification/edi.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { JsonTree } from "#app/core/ui/text/JsonTree.tsx";
import { Parts } from "#app/core/ui/text/Parts.tsx";
import { noMessageSummaries } from "#app/domains/edi/codes.ts";
import type { EdiOrderDetail, UpdateView } from "#app/domains/edi/partner/detail/detail.ts";
import type { Comparison, ReviewState } from "#app/domains/edi/partner/detail/review.ts";
import { answerReview } from "#app/domains/edi/partner/review.server.ts";
import { ediOrderPages } from "#app/domains/edi/partner/screens.server.ts";
import { Streams } from "#app/domains/edi/views/Streams.tsx";
import { CommonTabView, DetailPanel, panelTitle, Times } from "../views/DetailPanel.tsx";
import { MessagesTab } from "../views/MessagesTab.tsx";
import { ReviewForm } from "../views/ReviewForm.tsx";
import { TestOrderMark } from "../views/RowCells.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  panelTitle(
    matches,
    data?.panel,
    ({ orderNumber, documentIdentifier, id }) => `Order ${orderNumber || documentIdentifier || id}`,
  );

export const loader = ediOrderPages.panel;

export { panelRevalidation as shouldRevalidate } from "#app/core/lists/useListPlace.ts";

export async function action({ request, params }: ActionFunctionArgs) {
  return answerReview(await requireMay(request, "edi.act"), params.orderId ?? "");
}

const columns: Column<Comparison["lines"][number]>[] = [
  { key: "line", header: "Line", narrow: "title", cell: ({ name }) => name },
  { key: "living", header: "Living order", align: "end", tight: true, cell: ({ living }) => living },
  { key: "this", header: "This one", align: "end", tight: true, cell: ({ wanted }) => wanted },
  { key: "words", header: "Difference", cell: ({ words }) => words || "–" },
];

/** A held duplicate next to the active order with its number (edi#review-duplicate). */
const ComparisonTable = ({ comparison: { name, href, lines } }: { comparison: Comparison }) => (
  <Card title="Compared with the living order">
    <p>
      <a href={href}>{name}</a>
    </p>
    <Table
      caption="Compared with the living order"
      columns={columns}
      rows={lines}
      rowKey={({ key }) => key}
      empty={<p>No line differs.</p>}
    />
  </Card>
);

/** 'Order Detail' (edi#order-detail): Status, Message Summary, References, History, Document. */
export default function EdiOrder() {
  const { panel, flash, review } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return (
    <DetailPanel
      title={ediOrderPanel.title}
      loaded={panel}
      flash={flash}
      name={({ orderNumber, documentIdentifier, id }) =>
        orderNumber ? `Utopia order ${orderNumber}` : `Order ${documentIdentifier || id}`
      }
      lead={(detail) => <Lead detail={detail} />}
      ways={(detail) => <Ways detail={detail} />}
      tab={(detail) => (
        <OpenTab detail={detail} review={answered?.review ?? review} submitting={submitting} />
      )}
    />
  );
}

function Lead({ detail: { isTest, partner, documentIdentifier, storeGroup, createdAt } }: OrderProps) {
  const about = [
    documentIdentifier && `${partner}'s order ${documentIdentifier}`,
    storeGroup && `Source Store Group ${storeGroup}`,
  ].filter(Boolean);
  return (
    <p>
      {isTest && <TestOrderMark />} <Parts texts={about.map(String)} />
      {about.length > 0 && createdAt && " · "}
      {createdAt && <RelativeTime at={createdAt} />}
    </p>
  );
}

const Ways = ({ detail: { threadHref, orderHref, interchangeHref } }: OrderProps) => (
  <>
    <LinkButton href={threadHref} variant="quiet">
      Order thread
    </LinkButton>
    {orderHref && (
      <LinkButton href={orderHref} variant="quiet">
        Utopia order
      </LinkButton>
    )}
    {interchangeHref && (
      <LinkButton href={interchangeHref} variant="quiet">
        Interchange
      </LinkButton>
    )}
  </>
);

const Ids = ({ detail: { id, orderNumber, interchangeId } }: OrderProps) => (
  <div>
    <CopyField label="Database Document ID" value={id} />
    {orderNumber && <CopyField label="Utopia Order Number" value={orderNumber} />}
    {interchangeId && <CopyField label="EDI Myer Interchange Document ID" value={interchangeId} />}
  </div>
);

type OrderProps = { detail: EdiOrderDetail };

function OpenTab({
  detail,
  review,
  submitting,
}: {
  detail: EdiOrderDetail;
  /** The typed values of its lines, and the result; absent if it wasn't awaiting confirmation when opened. */
  review: ReviewState | undefined;
  submitting: boolean;
}) {
  switch (detail.tab) {
    case "status":
      return (
        <div className="space-y-3">
          {detail.review && review && (
            <ReviewForm review={detail.review} state={review} here={detail.here} submitting={submitting} />
          )}
          {detail.review && !review && (
            <Notice tone="attention">
              It waits to be confirmed since you opened it. <a href={detail.here}>Show its lines</a>
            </Notice>
          )}
          {detail.comparison && <ComparisonTable comparison={detail.comparison} />}
          <Streams streams={detail.streams} none="No status information is available for this order." />
          <Updates updates={detail.updates} more={detail.more} />
          <Ids detail={detail} />
          <Times detail={detail} />
        </div>
      );
    case "summary":
      return (
        <MessagesTab page={detail.messages} pageHref={detail.pageHref} none={noMessageSummaries("order")} />
      );
    default:
      return <CommonTabView open={detail} what="order" />;
  }
}

/** The order system's messages about the order (edi#order-updates), newest first. */
function Updates({ updates, more }: { updates: UpdateView[]; more: number }) {
  return (
    <Card title={ediOrderPanel.updates}>
      {updates.length === 0 && <p>There are no inbound order update messages.</p>}
      <ul className="space-y-3">
        {updates.map(({ key, at, id, label, tags, payload }) => (
          <li key={key} className="space-y-1 border-t border-line pt-3 first:border-0 first:pt-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <strong>{label}</strong>
              <span className="text-xs text-ink-soft">
                <DateTime at={at} />
              </span>
            </div>
            {id && <CopyField label="Message id" value={id} />}
            {tags.length > 0 && (
              <ul className="flex flex-wrap gap-1 text-xs" aria-label="Tags">
                {tags.map((tag) => (
                  <li key={tag} className="rounded-sm bg-surface-sunken px-1.5 text-ink-soft">
                    {tag}
                  </li>
                ))}
              </ul>
            )}
            {payload !== undefined && (
              <details>
                <summary>Payload</summary>
                <JsonTree value={JSON.parse(payload)} label="Payload" />
              </details>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{more} older messages are in the document.</p>}
    </Card>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
