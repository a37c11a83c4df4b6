import type { RecordPage } from "#app/domains/edi/records.ts";
import { PageSelector } from "#app/ui/lists/PageSelector.tsx";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { Facts } from "./Facts.tsx";

/** What happened, newest first: message, time, action, source, further details (edi#detail-history). */
export function HistoryTab({
  history,
  pageHref,
  none,
}: {
  history: RecordPage;
  pageHref: string;
  none: string;
}) {
  if (history.records.length === 0) return <p>{none}</p>;
  const pages = (label: string) =>
    history.pages > 1 && (
      <PageSelector
        label={label}
        current={history.page}
        total={history.pages}
        hrefFor={(page) => `${pageHref}${page}`}
      />
    );
  return (
    <div className="space-y-3">
      <p className="text-sm text-ink-soft">{history.about}</p>
      {pages("Pages of the history")}
      <ActivityFeed
        entries={history.records.map(({ key, action, source, message, at, facts, colour }) => ({
          key,
          title: message ? <LongText value={message} limit={300} /> : action,
          body: (
            <>
              <div className="text-sm">
                <DateTime at={at} />
                <span className="text-ink-faint">
                  {[message && action, source].filter(Boolean).map((word) => ` · ${word}`)}
                </span>
              </div>
              <Facts facts={facts} />
            </>
          ),
          ...(at === undefined ? {} : { at }),
          ...(colour === undefined ? {} : { tone: colour }),
        }))}
      />
      {pages("Pages of the history, below it")}
    </div>
  );
}
