import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Icon, type IconName } from "#app/core/ui/Icon.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { Paged } from "#app/core/ui/lists/Pager.tsx";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import type { EventKind, KindChoice, TimeLineEvent, TimeLine as TimeLineView } from "./timeLine.ts";

const looks: Record<EventKind, { icon: IconName; word: string }> = {
  job: { icon: "job", word: "Job" },
  mail: { icon: "mail", word: "Mail" },
  parcel: { icon: "parcel", word: "Parcel" },
  record: { icon: "note", word: "Record" },
};

/** The events of a record, newest first, each with its kind, person, and time (screens#time-line). */
export function TimeLine({ line }: { line: TimeLineView }) {
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <Kinds choices={line.choices} />
        <span className="text-xs text-ink-soft">{line.about}</span>
      </div>
      {keyed(line.unread, (words) => words).map(({ key, item: words }) => (
        <Notice key={key} tone="attention">
          {words}
        </Notice>
      ))}
      <Paged label="Pages of the time line" position={line} pageHref={line.pageHref}>
        <ActivityFeed
          entries={line.events.map((event) => ({
            key: event.key,
            title: <Title event={event} />,
            body: <Body event={event} />,
            at: event.at,
            tone: event.tone,
          }))}
          empty={<p>Nothing of this kind has happened.</p>}
        />
      </Paged>
    </div>
  );
}

function Kinds({ choices }: { choices: readonly KindChoice[] }) {
  if (choices.length <= 2) return <span />;
  return (
    <nav className="pages" aria-label="Kinds of events">
      {choices.map(({ label, count, href, isOn }) => (
        <a
          key={label}
          href={href}
          data-scroll="keep"
          data-replace=""
          aria-current={isOn ? "true" : undefined}
        >
          {`${label} ${count}`}
        </a>
      ))}
    </nav>
  );
}

function Title({ event: { kind, what } }: { event: TimeLineEvent }) {
  const { icon, word } = looks[kind];
  return (
    <>
      <span className="text-xs font-normal text-ink-soft">
        <Icon name={icon} /> {word}
        <span className="sr-only">:</span>
      </span>{" "}
      {what}
    </>
  );
}

function Body({ event: { at, by, lines, link } }: { event: TimeLineEvent }) {
  return (
    <>
      <div>
        <DateTime at={at} />
        {by && ` · ${by}`}
      </div>
      {lines.map((line) => (
        <div key={line}>
          <LongText value={line} limit={300} />
        </div>
      ))}
      {link && (
        <a href={link.href} target="_blank" rel="noreferrer">
          {link.label}
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )}
    </>
  );
}
