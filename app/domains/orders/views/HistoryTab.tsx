import type { ShownHistory } from "#app/domains/orders/detail.ts";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

/** What happened to the order, newest first (orders#history). */
export function HistoryTab({ entries }: { entries: ShownHistory[] }) {
  return (
    <ActivityFeed
      entries={entries.map((entry) => ({
        key: entry.key,
        title: entry.action || "Entry",
        body: (
          <>
            {entry.message && (
              <div>
                <LongText value={entry.message} />
              </div>
            )}
            {entry.notes && <div className="whitespace-pre-line text-sm text-ink-soft">{entry.notes}</div>}
          </>
        ),
        ...(entry.at === undefined ? {} : { at: entry.at }),
      }))}
      empty={<p>This order has no history to show.</p>}
    />
  );
}
