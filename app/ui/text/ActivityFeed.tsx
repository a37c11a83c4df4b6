import { Fragment, type ReactNode } from "react";
import type { Tone } from "../feedback/tone.ts";
import { RelativeTime } from "./RelativeTime.tsx";
import type { Instant } from "./time.ts";

/** `tone` colours the entry's mark; failures are "danger". A `day` heads the entries that share it. */
export type FeedEntry = {
  key: string;
  title: ReactNode;
  body?: ReactNode;
  at?: Instant | null;
  day?: string;
  tone?: Tone | "danger";
};

/** What happened, in the order given. */
export function ActivityFeed({ entries, empty }: { entries: FeedEntry[]; empty?: ReactNode }) {
  if (entries.length === 0) return <>{empty}</>;
  return (
    <ol className="feed">
      {entries.map((entry, index) => (
        <Fragment key={entry.key}>
          {entry.day !== undefined && entry.day !== entries[index - 1]?.day && (
            <li className="feed-day">
              <h3>{entry.day}</h3>
            </li>
          )}
          <li className={entry.tone && `tone-${entry.tone}`}>
            <div className="feed-head">
              <span>{entry.title}</span>
              {entry.at !== undefined && <RelativeTime at={entry.at} />}
            </div>
            {entry.body && <div className="feed-body">{entry.body}</div>}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
