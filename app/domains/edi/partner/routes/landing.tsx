import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { landing } from "#app/core/specification/edi.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import {
  ediLanding,
  type Queue,
  type QueueLine,
  type SeriesView,
} from "#app/domains/edi/partner/numbers/landing.server.ts";
import {
  checkFilePath,
  controlNumbersAnchor,
  ediOrdersPath,
  ediPath,
  interchangesPath,
  partnersPath,
} from "#app/domains/edi/partner/paths.ts";
import { DueTime } from "#app/domains/edi/partner/views/DueTime.tsx";

export const meta: MetaFunction = () => [{ title: landing.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  return ediLanding(await requireMay(request, "edi"));
}

/** EDI (Myer) (edi#landing): two links, the work queue, and the gaps and duplicates of control numbers. */
export default function Edi() {
  const { queue, series, canCheck, hasPartners, error } = useLoaderData<typeof loader>();
  return (
    <Page
      title={landing.title}
      actions={
        <>
          {canCheck && <LinkButton href={checkFilePath}>Check a file</LinkButton>}
          {hasPartners && <LinkButton href={partnersPath}>Partners</LinkButton>}
        </>
      }
    >
      {error && <ErrorBar error={error} retryHref={ediPath} dismissible />}
      <ul className="grid gap-3 sm:grid-cols-2">
        <Way {...landing.interchanges} href={interchangesPath()} />
        <Way {...landing.orders} href={ediOrdersPath()} />
      </ul>
      {queue && <QueueGroups queue={queue} />}
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
      className="flex h-full flex-col rounded-lg border border-line bg-surface p-4 text-ink no-underline hover:border-accent hover:bg-accent-soft"
    >
      <span className="text-md font-semibold text-accent-strong">{title}</span>
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
  <ul className="grid gap-x-8 lg:grid-cols-2">
    {series.map((one) => (
      <li key={one.key} className="min-w-0 space-y-2 border-t border-line py-2">
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
          <CountMark count={series.gapCount} isGood={hasNoGaps(series)} />
          <CountMark count={series.duplicateCount} isGood={hasNoDuplicates(series)} />
        </span>
      </summary>
      <p className="text-xs text-ink-soft">{about}</p>
      <ul className="space-y-1.5 wrap-anywhere">
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

const CountMark = ({ count, isGood }: { count: string; isGood: boolean }) => (
  <span className={isGood ? "text-ok" : "font-medium text-attention"}>
    <Icon name={isGood ? "ok" : "attention"} /> {isGood ? `No ${count.replace(/^0 /, "")}` : count}
  </span>
);

/** The EDI work queue by who has to act next (edi#landing-queue). */
function QueueGroups({ queue: { groups, unreadable } }: { queue: Queue }) {
  if (groups.length === 0 && unreadable === 0) {
    return (
      <Card title="To do">
        <p className="text-ok">
          <Icon name="ok" /> Nothing waits for a person.
        </p>
      </Card>
    );
  }
  return (
    <>
      {/* Columns, not rows: groups of very different length leave no holes. */}
      <div className="gap-3 max-lg:-mb-3 lg:columns-2">
        {groups.map(({ key, title, lines }) => (
          <div key={key} className="mb-3 break-inside-avoid">
            <Card title={<span className="wrap-anywhere">{title}</span>}>
              <ul className="ruled">
                {lines.map((line) => (
                  <Line key={line.key} line={line} />
                ))}
              </ul>
            </Card>
          </div>
        ))}
      </div>
      {unreadable > 0 && (
        <p className="text-attention">
          <Icon name="attention" /> Some of what is to be done could not be read.
        </p>
      )}
    </>
  );
}

const Counted = ({ count: { words, href } }: { count: NonNullable<QueueLine["late"]> }) =>
  href ? <a href={href}>{words}</a> : words;

/** What is late and since when, and what is due in the next hour, or else when the next one is due. */
const Dues = ({ line: { late, lateSince, soon, nextDue } }: { line: QueueLine }) => (
  <>
    {late && (
      <span className="font-medium text-attention">
        <Icon name="attention" /> <Counted count={late} />
        {lateSince && (
          <>
            {" since "}
            <DueTime due={lateSince} />
          </>
        )}
      </span>
    )}
    {soon && (
      <span className="font-medium">
        <Counted count={soon} />
      </span>
    )}
    {nextDue && !(late && !soon) && (
      <span className="text-ink-soft">
        {soon ? "first" : "next due"} <DueTime due={nextDue} />
      </span>
    )}
  </>
);

function Line({ line }: { line: QueueLine }) {
  const { title, count, oldestAt, href } = line;
  const words = (
    <>
      <strong className="tabular-nums">{count}</strong>
      {` ${title}`}
    </>
  );
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5">
      {href ? (
        <a className="min-w-0 wrap-anywhere" href={href}>
          {words}
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">{words}</span>
      )}
      <span className="flex flex-wrap gap-x-3 text-xs">
        <Dues line={line} />
        {oldestAt !== undefined && !line.lateSince && !line.nextDue && (
          <span className="text-ink-soft">
            oldest <RelativeTime at={oldestAt} whole />
          </span>
        )}
      </span>
    </li>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
