import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { interchangePanel } from "#app/core/specification/edi.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { type Acknowledgement, answeringLabel, isOutstanding } from "#app/domains/edi/acknowledgement.ts";
import { noMessageSummaries } from "#app/domains/edi/codes.ts";
import type { InterchangeDetail } from "#app/domains/edi/partner/detail/detail.ts";
import { interchangePages } from "#app/domains/edi/partner/screens.server.ts";
import { Streams } from "#app/domains/edi/views/Streams.tsx";
import { CommonTabView, DetailPanel, panelTitle, Times } from "../views/DetailPanel.tsx";
import { MessagesTab } from "../views/MessagesTab.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  panelTitle(matches, data?.panel, ({ controlReference, id }) => `Interchange ${controlReference || id}`);

export const loader = interchangePages.panel;

export { panelRevalidation as shouldRevalidate } from "#app/core/lists/useListPlace.ts";

/** 'Interchange Detail' (edi#interchange-detail): Status, Messages, References, History, Document. */
export default function Interchange() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return (
    <DetailPanel
      title={interchangePanel.title}
      loaded={panel}
      flash={flash}
      name={({ controlReference, direction }) =>
        `${direction}: ${controlReference || "no control reference"}`
      }
      lead={(detail) => <Lead detail={detail} />}
      ways={(detail) => <Ways detail={detail} />}
      tab={(detail) => <OpenTab detail={detail} />}
    />
  );
}

function Lead({ detail: { partners, about, findings, segmentsHref, acknowledgement } }: InterchangeProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {partners && `${partners} ·`} Acknowledgement{" "}
        <AcknowledgementText acknowledgement={acknowledgement} />
      </div>
      <p>
        {about}
        {findings.words && (
          <>
            {" · "}
            <a
              href={segmentsHref}
              className={findings.errors > 0 ? "font-medium text-danger" : "text-attention"}
            >
              {findings.words} found in its text
            </a>
          </>
        )}
      </p>
    </>
  );
}

const Ways = ({ detail: { segmentsHref, threads } }: InterchangeProps) => (
  <>
    <LinkButton href={segmentsHref} variant="quiet">
      Segments
    </LinkButton>
    {threads.map(({ label, href }) => (
      <LinkButton key={href} href={href} variant="quiet">
        {label}
      </LinkButton>
    ))}
  </>
);

type InterchangeProps = { detail: InterchangeDetail };

function OpenTab({ detail }: { detail: InterchangeDetail }) {
  switch (detail.tab) {
    case "status":
      return (
        <div className="space-y-3">
          <Streams streams={detail.streams} none={interchangePanel.noStatus} />
          <div>
            <CopyField label="Database Document ID" value={detail.id} />
            <CopyField label="Interchange Control Reference" value={detail.controlReference} />
          </div>
          <Times detail={detail} />
        </div>
      );
    case "messages":
      return (
        <MessagesTab
          page={detail.messages}
          pageHref={detail.pageHref}
          none={noMessageSummaries("interchange")}
          reduced={detail.reduced}
          segmentsHref={detail.segmentsHref}
          messageHref={detail.messageHref}
        />
      );
    default:
      return <CommonTabView open={detail} what="interchange" />;
  }
}

function AcknowledgementText({
  acknowledgement,
}: {
  acknowledgement: Acknowledgement & { byHref?: string };
}) {
  const { kind, label, tone, at, byHref, refused = [] } = acknowledgement;
  return (
    <div>
      <StatusBadge tone={tone}>{label}</StatusBadge>{" "}
      {at !== undefined && (
        <span className="text-xs text-ink-soft">
          {isOutstanding(kind) ? (
            <>
              since <RelativeTime at={at} />
            </>
          ) : (
            <>
              <DateTime at={at} />{" "}
              <span className="screen-only">
                (<RelativeTime at={at} />)
              </span>
            </>
          )}
        </span>
      )}{" "}
      {byHref && <a href={byHref}>{answeringLabel(kind)}</a>}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ reference, name, words }) => (
            <li key={`${reference} ${name}`} className="wrap-anywhere">
              {name}
              {reference && <span className="text-ink-soft"> (message {reference})</span>}
              {words && `: ${words}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
