import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { copied } from "#app/core/specification/screens.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { PageSelector } from "#app/core/ui/lists/Pager.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import type { FindingView } from "#app/domains/edi/partner/findings.ts";
import { interchangePath, segmentSearch, segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { segmentsScreen } from "#app/domains/edi/partner/segments/segments.server.ts";
import type { Section, SegmentsPage, SegmentView } from "#app/domains/edi/partner/segments/segments.ts";
import { FindingList, iconOf, toneOf } from "../views/FindingList.tsx";

export const meta: MetaFunction = () => [{ title: "Segments · EDI Interchanges" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return segmentsScreen(await requireMay(request, "edi"), request, params.interchangeId ?? "");
}

/** Longer texts are too much for a clipboard. */
const longest = 5_000_000;

function CopyText({ href, label }: { href: string; label: string }) {
  const [message, setMessage] = useState("");
  async function copy() {
    setMessage("Copying…");
    try {
      const answer = await fetch(href);
      if (!answer.ok || answer.redirected)
        return setMessage("The text could not be fetched: reload the page.");
      const text = await answer.text();
      if (text.length > longest) return setMessage("Too long to copy: download it.");
      await navigator.clipboard.writeText(text);
      setMessage(copied);
    } catch {
      // The connection failed, or the browser denies clipboard access.
      setMessage("Not copied: download it instead.");
    }
  }
  return (
    <span className="with-scripting inline-flex flex-wrap items-center gap-2">
      <Button icon="copy" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-xs text-ink-soft">
        {message}
      </span>
    </span>
  );
}

/** The segments of an interchange as a readable list next to the raw text, page by page. */
export default function Segments() {
  const { id, view, error, here } = useLoaderData<typeof loader>();
  if (!view) {
    return (
      <Page title="Segments">
        {error && <ErrorBar error={error} retryHref={here} />}
        <p>
          <LinkButton href={interchangePath({ id })}>Interchange</LinkButton>
        </p>
      </Page>
    );
  }
  const pages = (label: string) => (
    <PageSelector
      label={label}
      current={view.page}
      total={view.pages}
      hrefFor={(page) => segmentsPath(id, { page })}
    />
  );
  return (
    <Page
      title={<span className="wrap-anywhere">Segments of interchange {view.title}</span>}
      subtitle={view.about}
      actions={<Ways view={view} />}
    >
      <Findings findings={view.findings} more={view.moreFindings} />
      <Messages view={view} />
      <div className="toolbar">
        {pages("Pages")}
        <GoTo id={id} />
      </div>
      <p className="px-1 text-xs text-ink-faint">{view.range}</p>
      {view.sections.map((section) => (
        <SectionView key={section.key} section={section} />
      ))}
      {view.sections.length === 0 && (
        <p>
          {view.text ? "The interchange holds no text." : "The service has no text for this interchange."}
        </p>
      )}
      {pages("Pages, below the segments")}
    </Page>
  );
}

function Ways({ view: { interchangeHref, threads, text } }: { view: SegmentsPage }) {
  return (
    <>
      <LinkButton href={interchangeHref}>Interchange</LinkButton>
      {threads.map(({ label, href }) => (
        <LinkButton key={href} href={href}>
          {label}
        </LinkButton>
      ))}
      {text && (
        <>
          <CopyText href={text.inlineHref} label="Copy the text" />
          {text.downloads.map(({ label, href }) => (
            <LinkButton key={href} href={href} icon="download" data-document="">
              {label}
            </LinkButton>
          ))}
          <LinkButton href={text.inlineHref} icon="external" target="_blank" rel="noreferrer">
            Raw text<span className="sr-only">, opens in a new tab</span>
          </LinkButton>
        </>
      )}
    </>
  );
}

const openUpTo = 8;

/** A list that is collapsed if it is long. */
const Fold = ({ count, words, children }: { count: number; words: string; children: ReactNode }) =>
  count <= openUpTo ? (
    children
  ) : (
    <details>
      <summary>{words}</summary>
      {children}
    </details>
  );

const Findings = ({ findings, more }: { findings: FindingView[]; more: number }) =>
  findings.length > 0 && (
    <Card title="Findings">
      <Fold count={findings.length} words={`${findings.length + more} findings, errors first`}>
        <FindingList findings={findings} more={more > 0 && `and ${more} more, each at its segment`} />
      </Fold>
    </Card>
  );

const Messages = ({ view: { messages, moreMessages } }: { view: SegmentsPage }) =>
  messages.length > 0 && (
    <Card title="Messages">
      <Fold count={messages.length} words={`${messages.length + moreMessages} messages`}>
        <ul className="space-y-1.5">
          {messages.map(({ key, title, href, words }) => (
            <li key={key} className="wrap-anywhere">
              <a href={href}>{title}</a> <span className="text-ink-soft">{words}</span>
            </li>
          ))}
          {moreMessages > 0 && <li>and {moreMessages} more: go on by the pages</li>}
        </ul>
      </Fold>
    </Card>
  );

function GoTo({ id }: { id: string }) {
  return (
    <form method="get" action={segmentsPath(id)} className="flex items-center gap-2">
      <label className="text-xs text-ink-soft" htmlFor="segment-number">
        Go to segment
      </label>
      <span className="field w-24">
        <input
          id="segment-number"
          type="text"
          name={segmentSearch.names.segment}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
        />
      </span>
      <Button type="submit">Go</Button>
    </form>
  );
}

function SectionView({ section: { title, note, segments } }: { section: Section }) {
  const list = (
    <ol className="ruled">
      {segments.map((segment) => (
        <SegmentRow key={segment.number} segment={segment} />
      ))}
    </ol>
  );
  if (!title) return <div className="card">{list}</div>;
  return (
    <details open className="card">
      <summary className="font-semibold wrap-anywhere">
        {`${title} `}
        <span className="text-xs font-normal text-ink-soft">{note}</span>
      </summary>
      {list}
    </details>
  );
}

const Found = ({ findings }: { findings: FindingView[] }) =>
  findings.map(({ key, severity, words, count }) => (
    <div key={key} className={toneOf[severity]}>
      <Icon name={iconOf[severity]} label={severity} /> {words}
      {count > 1 && ` (${count} times)`}
    </div>
  ));

function SegmentRow({
  segment: { number, line, tag, name, raw, values, findings },
}: {
  segment: SegmentView;
}) {
  return (
    <li
      id={`segment-${number}`}
      className="grid gap-x-4 gap-y-1 py-2 target:bg-accent-soft lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div className="min-w-0">
        <pre className="text-xs">{raw}</pre>
        <div className="text-xs text-ink-faint">
          <a href={`#segment-${number}`} className="text-ink-faint">
            {number}
          </a>
          , line {line}
        </div>
      </div>
      <div className="min-w-0">
        <div>
          <strong>{tag}</strong> {name}
        </div>
        <Found findings={findings} />
        {values.map((value) => (
          <div key={value.key} className="wrap-anywhere">
            <span className="text-ink-soft">{value.name}:</span> {value.value}
            {value.meaning && <span className="text-ink-soft"> – {value.meaning}</span>}
            <Found findings={value.findings} />
          </div>
        ))}
      </div>
    </li>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
