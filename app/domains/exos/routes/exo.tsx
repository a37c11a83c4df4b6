import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { exoPages } from "#app/composition/recordPages.server.ts";
import { FollowedMessage } from "#app/core/http/FlashMessage.tsx";
import type { Versioned } from "#app/core/lists/news.ts";
import { useNewest } from "#app/core/lists/useListPlace.ts";
import { mundaneToggle, referenceWays, returnPanel } from "#app/core/specification/returns.ts";
import { TimeLine } from "#app/core/timeline/TimeLine.tsx";
import { type ButtonVariant, LinkButton, ToggleLink } from "#app/core/ui/Button.tsx";
import { CardList } from "#app/core/ui/Card.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { RecordTabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { ErrorBar, type ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { Paged } from "#app/core/ui/lists/Pager.tsx";
import { OutsideWay } from "#app/core/ui/OutsideWay.tsx";
import { RecordLead, Technical } from "#app/core/ui/RecordLead.tsx";
import { RelatedRecords } from "#app/core/ui/RelatedRecords.tsx";
import { panelWords, titleOver } from "#app/core/ui/shell/titles.ts";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { CopyButton } from "#app/core/ui/text/Copy.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { DocumentPane } from "#app/core/ui/text/DocumentPane.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import type { ExoDetail, ExoPanel, HistoryLinks, HistoryPage } from "#app/domains/exos/detail.ts";
import type { RecordView } from "#app/domains/exos/jobs.ts";
import type { DisplayState } from "#app/domains/exos/model.ts";
import type { FileView, HeadWay, ReferenceCard } from "#app/domains/exos/references.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";
import { LivePanelTools, PanelHead } from "#app/screens/LivePanelHead.tsx";
import { SummaryTab } from "../views/SummaryTab.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.panel.isShown ? panelWords(data.panel.detail.name, data.panel.detail) : []);

export const loader = exoPages.panel;

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
export { panelRevalidation as shouldRevalidate } from "#app/core/lists/useListPlace.ts";

const { title } = returnPanel;

/** 'Exchange Detail' (returns#detail): Summary, References, History, Document; updates live. */
export default function Exo() {
  return (
    <>
      <Panel />
      <Outlet />
    </>
  );
}

function Panel() {
  const { panel: loaded, flash } = useLoaderData<typeof loader>();
  const [panel, tell] = useNewest<Versioned<ExoPanel>>(loaded);
  const message = flash && <FollowedMessage flash={flash} />;
  if (!panel.isShown) return <Unavailable {...panel} message={message} />;
  const { detail, notes, version } = panel;
  return (
    <RouteDialog
      title={title}
      aside={<LivePanelTools detail={detail} version={version} onNews={tell} />}
      closeTo={detail.closeTo}
      kind="wide-panel"
    >
      {message}
      <PanelHead
        name={detail.name}
        state={<StateText displayState={detail.displayState} />}
        actionsLabel={`Actions for ${detail.name}`}
        actions={detail.actions}
      />
      <div className="panel-lines">
        <RecordLead facts={detail.lead} at={detail.createdAt} wrong={detail.wrong} />
        <NotesPart notes={notes}>
          <HeadWays ways={detail.ways} />
        </NotesPart>
      </div>
      <RecordTabs label={title} tabs={detail.tabs} current={detail.tab} />
      <OpenTab detail={detail} />
    </RouteDialog>
  );
}

function StateText({ displayState }: { displayState: DisplayState }) {
  return (
    <>
      <StatusBadge tone={displayState.tone}>{displayState.label}</StatusBadge>
      <p title={[displayState.step, displayState.stepIs].filter(Boolean).join(": ") || undefined}>
        {[displayState.stream, displayState.step].filter(Boolean).join(" · ") || "No stream"}
        {displayState.stepIs && <span className="sr-only">: {displayState.stepIs}</span>}
      </p>
    </>
  );
}

/** Its store and numbers, and what only support asks for. */
function About({ detail }: { detail: ExoDetail }) {
  const { id, orderId, raNumber, store, storeType, createdAt, updatedAt, codes } = detail;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 text-xs text-ink-soft">
      <ul className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {store && <li>{store}</li>}
        <Id label="Order ID" value={orderId} />
        <Id label="RA#" value={raNumber} />
      </ul>
      <Technical>
        <ul>
          <Id label="EXO ID" value={id} />
        </ul>
        <p>{[storeType, ...codes].filter(Boolean).join(" · ")}</p>
        <p>
          Updated <DateTime at={updatedAt} />, created <DateTime at={createdAt} />
        </p>
      </Technical>
    </div>
  );
}

const Id = ({ label, value }: { label: string; value: string }) =>
  value && (
    <li className="inline-flex items-center gap-1 wrap-anywhere">
      {label} {value}
      <CopyButton label={`Copy ${label}`} value={value} />
    </li>
  );

function OpenTab({ detail }: { detail: ExoDetail }) {
  switch (detail.tab) {
    case "summary":
      return (
        <>
          <About detail={detail} />
          <RelatedRecords label="What belongs to this return" groups={detail.related} />
          <SummaryTab summary={detail.summary} />
        </>
      );
    case "references":
      return <ReferencesTab cards={detail.cards} />;
    case "history":
      return <HistoryTab history={detail.history} links={detail.historyLinks} />;
    case "document":
      return <DocumentPane label="EXO" document={detail.document} treeHref={detail.treeHref} />;
    case "timeline":
      return <TimeLine line={detail.line} />;
  }
}

type UnavailableProps = ExoPanel & { isShown: false; message: ReactNode };

function Unavailable({ id, elsewhere, here, ...panel }: UnavailableProps) {
  return (
    <UnavailablePanel
      {...panel}
      title={title}
      retryHref={here}
      ways={elsewhere && <LinkButton href={elsewhere}>Show it among all returns and exchanges</LinkButton>}
    >
      <CopyField label="EXO ID" value={id} />
    </UnavailablePanel>
  );
}

/** Label, slip and tracking of a return, in the line of its notes (returns#head-ways). */
function HeadWays({ ways }: { ways: readonly HeadWay[] }) {
  if (ways.length === 0) return null;
  return (
    <ul className="panel-ways" aria-label="Label, slip and tracking">
      {ways.map(({ label, title, file, href, refused }) => (
        <li key={label}>
          {file ? (
            <FileLink key={file.href} file={file} word={label} variant="quiet" />
          ) : (
            <OutsideWay label={label} about={title} href={href} refused={refused} variant="quiet" />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The history of the EXO, newest first, coloured by kind (returns#history-colours). */
function HistoryTab({ history, links }: { history: HistoryPage; links: HistoryLinks }) {
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <ToggleLink label={mundaneToggle} on={links.mundane} href={links.mundaneHref} />
        <span className="text-xs text-ink-soft">{history.about}</span>
      </div>
      <Paged label="Pages of the history" position={history} pageHref={links.pageHref}>
        <ActivityFeed
          entries={history.records.map((record) => ({
            key: record.key,
            title: record.words,
            body: <RecordBody record={record} hasCode={links.mundane} />,
            at: record.at,
            tone: record.colour,
          }))}
          empty={<p>This EXO has no history to show.</p>}
        />
      </Paged>
    </div>
  );
}

function RecordBody({ record, hasCode }: { record: RecordView; hasCode: boolean }) {
  const { action, words, message, beneath, advice } = record;
  return (
    <>
      {hasCode && action !== words && <code className="text-xs">{action}</code>}
      {message && (
        <div>
          <LongText value={message} limit={300} />
        </div>
      )}
      {beneath && (
        <div>
          <LongText value={beneath} limit={300} />
        </div>
      )}
      {advice && <div className="text-ink">{advice}</div>}
    </>
  );
}

/** The EXO's references to external systems: one card each, grouped by kind (returns#references). */
function ReferencesTab({ cards }: { cards: ReferenceCard[] }) {
  if (cards.length === 0) return <p>This EXO has no references yet.</p>;
  return <CardList items={cards}>{(card) => <Reference card={card} />}</CardList>;
}

function Reference({ card }: { card: ReferenceCard }) {
  const { title, source, at, link, file, outcome, refused } = card;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere">{title}</h3>
          <p className="text-xs text-ink-soft">
            {source === "" ? card.kind : `${card.kind} · ${source}`}
            <br />
            <DateTime at={at} />
          </p>
        </div>
        {link && <OutsideWay label={link.label} about={title} href={link.href} />}
      </div>
      {outcome && (
        <div>
          <StatusBadge tone={outcome.tone}>{outcome.text}</StatusBadge>
          {outcome.message && (
            <div className="text-ink-soft">
              <LongText value={outcome.message} />
            </div>
          )}
        </div>
      )}
      {keyed(card.facts, ({ label }) => label).map(({ key, item: { label, value, isId } }) =>
        isId ? (
          <CopyField key={key} label={label} value={value} />
        ) : (
          <div key={key} className="wrap-anywhere">
            <span className="text-ink-faint">{label}</span> <LongText value={value} />
          </div>
        ),
      )}
      {refused && <p className="text-ink-soft">{refused}</p>}
      {file && <FileLink key={file.href} file={file} />}
    </>
  );
}

/**
 * 'Download' of one file, or another word. A plain link that leads back here if it fails; with scripting the file is
 * fetched in place, the button is busy meanwhile, and a failure is shown below it.
 */
function FileLink({
  file,
  word = referenceWays.file,
  variant = "secondary",
}: {
  file: FileView;
  word?: string;
  variant?: ButtonVariant;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorText>();

  async function download() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { downloadFile } = await import("#app/core/http/downloadFile.ts");
      setFailure(await downloadFile(file.href));
    } catch {
      // Neither code nor connection is available: the browser itself shows why.
      window.location.assign(file.href);
    } finally {
      setBusy(false);
    }
  }
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!busy) void download();
  }
  return (
    <div className="space-y-2">
      <LinkButton
        href={file.href}
        variant={variant}
        icon="download"
        data-document=""
        aria-disabled={busy || undefined}
        onClick={onClick}
      >
        {busy ? "Downloading…" : word}
        <span className="sr-only"> {file.name}</span>
      </LinkButton>
      {failure && <ErrorBar error={failure} />}
    </div>
  );
}
