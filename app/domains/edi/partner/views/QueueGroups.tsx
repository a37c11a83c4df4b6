import type { Queue, QueueLine } from "#app/domains/edi/partner/numbers/queue.ts";
import { Card } from "#app/ui/Card.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { RelativeTime } from "#app/ui/text/DateTime.tsx";
import { DueTime } from "./DueTime.tsx";

/** The EDI work queue by who has to act next (edi#landing-queue). */
export function QueueGroups({ queue: { groups, unreadable } }: { queue: Queue }) {
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
      <div className="grid gap-3 lg:grid-cols-2">
        {groups.map(({ key, title, lines }) => (
          <Card key={key} title={<span className="wrap-anywhere">{title}</span>}>
            <ul className="ruled">
              {lines.map((line) => (
                <Line key={line.key} line={line} />
              ))}
            </ul>
          </Card>
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

/** A count, linked to the list of exactly these records if there is one. */
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
      <span className="flex flex-wrap gap-x-3 text-sm">
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
