import { Fragment, type ReactNode } from "react";
import { classes } from "../classes.ts";
import type { Tone } from "../feedback/Status.tsx";
import { Icon, type IconName } from "../Icon.tsx";
import { RelativeTime } from "./DateTime.tsx";
import type { Instant } from "./time.ts";

/** `tone` sets the entry's icon and colour; failures are "danger". A `day` heads the entries of that day. */
export type FeedEntry = {
  key: string;
  title: ReactNode;
  body?: ReactNode;
  at?: Instant | null;
  day?: string;
  tone?: Tone | "danger";
};

/** Entries not to be overlooked have a colour of their own, and say so in a word (screens#feed). */
const loud: Partial<Record<Tone | "danger", { icon: IconName; word: string }>> = {
  danger: { icon: "failed", word: "Failure" },
  attention: { icon: "attention", word: "Attention" },
};

function Mark({ tone }: { tone: Tone | "danger" | undefined }) {
  const toneWord = tone && loud[tone];
  return toneWord ? (
    <>
      <Icon name={toneWord.icon} label={toneWord.word} />{" "}
    </>
  ) : null;
}

/** Events, in the order given. */
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
          <li className={entry.tone && classes(`tone-${entry.tone}`, loud[entry.tone] && "loud")}>
            <div className="feed-head">
              <span>
                <Mark tone={entry.tone} />
                {entry.title}
              </span>
              {entry.at !== undefined && <RelativeTime at={entry.at} />}
            </div>
            {entry.body && <div className="feed-body text-ink-soft wrap-anywhere">{entry.body}</div>}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
