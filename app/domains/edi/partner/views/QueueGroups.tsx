import type { Queue, QueueLine } from "#app/domains/edi/partner/numbers/queue.ts";
import { Card } from "#app/ui/Card.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";

/** What is to be done about EDI, by whose turn it is (edi#landing-queue). */
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
          <Card key={key} title={<span className="[overflow-wrap:anywhere]">{title}</span>}>
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

function Line({ line: { title, count, oldestAt, late, href } }: { line: QueueLine }) {
  const words = (
    <>
      <strong className="tabular-nums">{count}</strong>
      {` ${title}`}
    </>
  );
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5">
      {href ? (
        <a className="min-w-0 [overflow-wrap:anywhere]" href={href}>
          {words}
        </a>
      ) : (
        <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
      )}
      <span className="flex flex-wrap gap-x-3 text-sm">
        {late && (
          <span className="font-medium text-attention">
            <Icon name="attention" /> {late}
          </span>
        )}
        {oldestAt !== undefined && (
          <span className="text-ink-soft">
            oldest <RelativeTime at={oldestAt} whole />
          </span>
        )}
      </span>
    </li>
  );
}
