import type { HistoryLinks } from "#app/domains/exos/detail.ts";
import type { HistoryPage, ShownRecord } from "#app/domains/exos/historyView.ts";
import { PageSelector } from "#app/ui/lists/PageSelector.tsx";
import { ToggleLink } from "#app/ui/ToggleLink.tsx";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

/** What happened to the EXO, newest first, coloured by kind (returns#history-colours). */
export function HistoryTab({ history, links }: { history: HistoryPage; links: HistoryLinks }) {
  const pages = (label: string) =>
    history.pages > 1 && (
      <PageSelector
        label={label}
        current={history.page}
        total={history.pages}
        hrefFor={(page) => `${links.pageHref}${page}`}
      />
    );
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <ToggleLink label="Show Mundane Jobs" on={links.mundane} href={links.mundaneHref} />
        <span className="text-sm text-ink-soft">{history.about}</span>
      </div>
      {pages("Pages of the history")}
      <ActivityFeed
        entries={history.records.map((record) => ({
          key: record.key,
          title: record.words,
          body: <RecordBody record={record} />,
          ...(record.at === undefined ? {} : { at: record.at }),
          ...(record.colour === undefined ? {} : { tone: record.colour }),
        }))}
        empty={<p>This EXO has no history to show.</p>}
      />
      {pages("Pages of the history, below it")}
    </div>
  );
}

function RecordBody({ record: { action, words, message, beneath, advice } }: { record: ShownRecord }) {
  return (
    <>
      {action !== words && <code className="text-xs">{action}</code>}
      {message && (
        <div>
          <LongText value={message} limit={300} />
        </div>
      )}
      {beneath && (
        <div className="text-sm">
          <LongText value={beneath} limit={300} />
        </div>
      )}
      {advice && <div className="text-sm text-ink">{advice}</div>}
    </>
  );
}
