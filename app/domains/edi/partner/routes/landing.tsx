import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediLanding, type SeriesView } from "#app/domains/edi/partner/numbers/landing.server.ts";
import {
  checkFilePath,
  controlNumbersAnchor,
  ediOrdersPath,
  ediPath,
  interchangesPath,
  partnersPath,
} from "#app/domains/edi/partner/paths.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { QueueGroups } from "../views/QueueGroups.tsx";

export const meta: MetaFunction = () => [{ title: "EDI (Myer)" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return ediLanding(await requireMay(request, "edi"));
}

/** EDI (Myer) (edi#landing): the work queue, two links, and the gaps and duplicates of control numbers. */
export default function Edi() {
  const { queue, series, canCheck, hasPartners, error } = useLoaderData<typeof loader>();
  return (
    <Page
      title="EDI (Myer)"
      actions={
        <>
          {canCheck && <LinkButton href={checkFilePath}>Check a file</LinkButton>}
          {hasPartners && <LinkButton href={partnersPath}>Partners</LinkButton>}
        </>
      }
    >
      {error && <ErrorBar error={error} retryHref={ediPath} dismissible />}
      {queue && <QueueGroups queue={queue} />}
      <ul className="grid gap-3 sm:grid-cols-2">
        <Way
          title="Interchanges"
          about="View Utopia's database of EDI Myer Interchange Documents"
          href={interchangesPath()}
        />
        <Way title="Orders" about="View EDI Orders Received from Myer" href={ediOrdersPath()} />
      </ul>
      {series && (
        <div id={controlNumbersAnchor.slice(1)}>
          <ControlNumbers series={series} />
        </div>
      )}
      <Outlet />
    </Page>
  );
}

const Way = ({ title, about, href }: { title: string; about: string; href: string }) => (
  <li>
    <a
      href={href}
      className="flex h-full flex-col gap-1 rounded-lg border border-line-strong bg-surface p-4 text-ink sm:p-6 no-underline hover:border-accent hover:bg-accent-soft"
    >
      <span className="text-lg font-semibold text-accent-strong">{title}</span>
      <span className="text-ink-soft">{about}</span>
    </a>
  </li>
);

function ControlNumbers({ series }: { series: SeriesView[] }) {
  const clean = series.filter(isClean);
  return (
    <Card title="Control numbers">
      {series.length === 0 && <p>No interchange has a control number yet.</p>}
      <SeriesList series={series.filter((one) => !isClean(one))} />
      {clean.length > 0 && (
        <details className="space-y-2">
          <summary className="cursor-pointer text-ok">
            <Icon name="ok" /> {clean.length} series without gaps or duplicates
          </summary>
          <SeriesList series={clean} />
        </details>
      )}
    </Card>
  );
}

const hasNoGaps = ({ gaps, moreGaps }: SeriesView) => gaps.length === 0 && moreGaps === 0;
const hasNoDuplicates = ({ duplicates, moreDuplicates }: SeriesView) =>
  duplicates.length === 0 && moreDuplicates === 0;
const isClean = (series: SeriesView) => series.problem === "" && hasNoGaps(series) && hasNoDuplicates(series);

const SeriesList = ({ series }: { series: SeriesView[] }) => (
  <ul className="grid gap-3 lg:grid-cols-2">
    {series.map((one) => (
      <li key={one.key} className="min-w-0 space-y-2 rounded border border-line p-3">
        <Series series={one} />
      </li>
    ))}
  </ul>
);

/** A collapsed series: its gaps and duplicates are counted in its heading. */
function Series({ series }: { series: SeriesView }) {
  const { direction, partners, about, gaps, duplicates, moreGaps, moreDuplicates, problem } = series;
  if (problem) return <p className="text-attention wrap-anywhere">{problem}</p>;
  return (
    <details className="space-y-2">
      <summary className="cursor-pointer wrap-anywhere">
        <h3 className="inline">
          {direction}: {partners}
        </h3>
        <span className="flex flex-wrap gap-x-4">
          <Counted count={series.gapCount} isGood={hasNoGaps(series)} />
          <Counted count={series.duplicateCount} isGood={hasNoDuplicates(series)} />
        </span>
      </summary>
      <p className="text-sm text-ink-soft">{about}</p>
      <ul className="space-y-1.5 text-sm wrap-anywhere">
        {gaps.map(({ key, range, words, settleHref }) => (
          <li key={key} className="flex flex-wrap gap-x-2">
            <span>{words}</span>
            {settleHref && (
              <a href={settleHref} data-scroll="keep">
                Settle<span className="sr-only"> the gap {range}</span>
              </a>
            )}
          </li>
        ))}
        {moreGaps > 0 && <li>and {moreGaps} older gaps</li>}
        {duplicates.map(({ key, reference, links }) => (
          <li key={key} className="flex flex-wrap gap-x-2 gap-y-1.5">
            <span>{reference} came more than once</span>
            {links.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
                <span className="sr-only"> interchange with the control reference {reference}</span>
              </a>
            ))}
          </li>
        ))}
        {moreDuplicates > 0 && <li>and {moreDuplicates} older duplicates</li>}
      </ul>
    </details>
  );
}

const Counted = ({ count, isGood }: { count: string; isGood: boolean }) => (
  <span className={isGood ? "text-ok" : "font-medium text-attention"}>
    <Icon name={isGood ? "ok" : "attention"} /> {isGood ? `No ${count.replace(/^0 /, "")}` : count}
  </span>
);

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
