import { useEffect, useRef } from "react";
import { ChartFigure } from "#app/charts/views/ChartFigure.tsx";
import { countWords, type Today, type TodayChart, type TodayPart } from "#app/today/lines.ts";
import { todayPath } from "#app/today/paths.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { Since } from "#app/ui/text/DateTime.tsx";
import { HandledRecords, Lines } from "./TodayLines.tsx";
import { useToday } from "./TodayNow.tsx";

/** A part of the lines as a chart, with the lines that it shows (today#charts). */
const ChartCard = ({ shown: { title, about, chart, lines } }: { shown: TodayChart }) => (
  <Card title={title}>
    <ChartFigure
      chart={chart}
      caption={about}
      table={
        <table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Returns</th>
              <th scope="col">Cause</th>
              <th scope="col">Oldest</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>
                  <a href={line.href}>
                    {countWords(line)}
                    <span className="sr-only"> {line.words}</span>
                  </a>
                </td>
                <th scope="row" className="wrap-anywhere">
                  {line.words}
                </th>
                <td>{line.oldestAt === undefined ? "not known" : <Since at={line.oldestAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  </Card>
);

/** Today: what needs this person, by reason, oldest first (today#page). */
export function TodayScreen({ loaded }: { loaded: Today }) {
  const { waits, parts, snoozed, handled, version, charts = [] } = useToday(loaded);
  const list = useSteadyFocus(version);
  const isUnread = parts.some(({ error }) => error);
  return (
    <Page
      title="Today"
      subtitle={
        waits.count === 0 ? undefined : (
          <>
            <strong className="tabular-nums">{countWords(waits)}</strong> waiting for attention
            {isUnread && ", without what could not be read"}
          </>
        )
      }
      actions={
        <LinkButton href={todayPath} icon="refresh" data-scroll="keep" data-replace="">
          Refresh
        </LinkButton>
      }
    >
      <div
        ref={list}
        tabIndex={-1}
        className="gap-3 outline-none lg:columns-2 [&>*]:mb-3 [&>*]:break-inside-avoid"
      >
        {parts.map((part) => (
          <Part key={part.key} part={part} />
        ))}
        {charts.map((chart) => (
          <ChartCard key={chart.key} shown={chart} />
        ))}
      </div>
      {parts.length === 0 && (
        <EmptyState title="Nothing needs you">{<p>New work shows here by itself.</p>}</EmptyState>
      )}
      {handled.length > 0 && <HandledRecords records={handled} />}
      {snoozed.length > 0 && <Snoozed parts={snoozed} />}
    </Page>
  );
}

/** Postponing a line removes the focused element: keeps the focus at the lines. */
function useSteadyFocus(version: string) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ version, had: false });
  useEffect(() => {
    const note = () => {
      before.current.had = list.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (before.current.version === version) return;
    before.current.version = version;
    if (before.current.had && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
  }, [version]);
  return list;
}

function Part({ part: { title, lines, error } }: { part: TodayPart }) {
  return (
    <Card title={title}>
      {error && <ErrorBar error={error} retryHref={todayPath} />}
      {lines.length > 0 && <Lines lines={lines} intent="snooze" />}
    </Card>
  );
}

function Snoozed({ parts }: { parts: TodayPart[] }) {
  const count = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <details className="card">
      <summary>
        <Icon name="background" /> {count === 1 ? "1 line" : `${count} lines`} put off until something changes
      </summary>
      {parts.map(({ key, title, lines }) => (
        <section key={key} aria-label={`${title}, put off`}>
          <h3>{title}</h3>
          <Lines lines={lines} intent="unsnooze" />
        </section>
      ))}
    </details>
  );
}
