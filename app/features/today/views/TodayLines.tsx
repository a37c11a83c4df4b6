import { Form } from "@remix-run/react";
import { bulkPath, handOverAction, workPath } from "#app/core/records/listPaths.ts";
import { countWords, type TodayLine } from "#app/core/records/todayLine.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { RelativeTime, Since } from "#app/core/ui/text/DateTime.tsx";
import { formatCents, formatUnits } from "#app/core/values/values.ts";
import { firstLines, type Today, type TodayHandled } from "#app/features/today/lines.ts";
import { todayPath } from "#app/features/today/paths.ts";
import { useToday } from "./TodayNow.tsx";

/** The count, the reason, since when. A single thing by nature has its age below. */
const LineWords = ({ line: { isOne, count, orMore, words, oldestAt } }: { line: TodayLine }) => (
  <>
    <strong className="line-count">
      {!isOne && formatUnits(count)}
      {!isOne && orMore && <span className="block text-xs font-normal text-ink-soft"> or more</span>}
    </strong>{" "}
    <span className="line-words">
      {words}
      {!isOne && oldestAt !== undefined && (
        <span className="font-normal text-ink-soft">
          {" "}
          <Since at={oldestAt} />
        </span>
      )}
    </span>
  </>
);

/** A line's words as a link to its records: their list, or one for each place. */
function Way({ line }: { line: TodayLine }) {
  const words = <LineWords line={line} />;
  if (!line.places)
    return (
      <a className="line-way" href={line.href} data-row="">
        {words}
      </a>
    );
  return (
    <details className="line-places">
      <summary className="line-way unmarked">{words}</summary>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pl-[3.75rem] pt-1">
        {keyed(line.places, ({ href }) => href).map(({ key, item: { label, words: count, href } }) => (
          <li key={key}>
            <a href={href}>{label}</a> <span className="text-ink-soft tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A line outside of its part, with the title of the part; `isLastKnown` where the part cannot be read. */
export type QueueLine = TodayLine & { title?: string; isLastKnown?: boolean; day?: string | undefined };

type Intent = "snooze" | "unsnooze";

/**
 * One reason in columns: the count, what waits since when and of which part, how that changed, its money, the ways to
 * work. `about` is a remark on this line only.
 */
function Line({ line, about, intent }: { line: QueueLine; about?: string | undefined; intent: Intent }) {
  const { oldestAt, title, isLastKnown, sinceDay, day, cents, isMoreMoney, isOne, handled } = line;
  return (
    <li className="line">
      <Way line={line} />
      <div className="line-about">
        {title && <p>{isLastKnown ? `${title}. As last known.` : title}</p>}
        {isOne && oldestAt !== undefined && (
          <p>
            <RelativeTime at={oldestAt} whole />
          </p>
        )}
        {handled !== undefined && (
          <p>
            <a className="inline-block py-1" href={`#${handledAnchor}`}>
              {handled} handled
            </a>
          </p>
        )}
        {about && <p>{about}</p>}
      </div>
      {sinceDay !== undefined && (
        <p className="line-change">
          {`${sinceDay > 0 ? "+" : "−"}${formatUnits(Math.abs(sinceDay))} `}
          <span className="text-ink-soft">since {day}</span>
        </p>
      )}
      {cents !== undefined && (
        <p className="line-money">
          {formatCents(cents)}
          {isMoreMoney && <span className="block text-xs font-normal text-ink-soft"> or more</span>}
        </p>
      )}
      <div className="line-ways">
        {intent === "snooze" ? <Ways line={line} /> : <Postpone line={line} intent={intent} />}
      </div>
    </li>
  );
}

/** 'Not now' (today#not-now), or its reversal. */
function Postpone({ line: { key, revision, words }, intent }: { line: QueueLine; intent: Intent }) {
  return (
    <Form method="post" action={todayPath} preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="line" value={key} />
      <input type="hidden" name="revision" value={revision} />
      <button type="submit" className={intent === "snooze" ? undefined : "btn btn-secondary"}>
        {intent === "snooze" ? "Not now" : "Bring back"}
        <span className="sr-only"> {words}</span>
      </button>
    </Form>
  );
}

/**
 * The ways to work (today#work): record by record as a button, or all at once where something is proposed for each of
 * them; in a menu the other one of these, what is likely right for all of them, and 'Not now'.
 */
function Ways({ line }: { line: QueueLine }) {
  const { list, words, count, orMore, likely, title } = line;
  const isMany = count > 1;
  const proposes = isMany && likely?.proposes === true;
  const about = <span className="sr-only"> {words}</span>;
  const forAll = ({ kind, ...place }: NonNullable<typeof list>, action: string) =>
    bulkPath(kind, { ...place, action, all: true });
  const allWords = ({ label }: NonNullable<typeof likely>) =>
    `${label} all${orMore ? "" : ` ${formatUnits(count)}`}`;
  return (
    <>
      {list && proposes && (
        <LinkButton href={forAll(list, likely.action)}>
          {allWords(likely)}
          {about}
        </LinkButton>
      )}
      {list && !proposes && <LinkButton href={workPath(list.kind, list)}>Work through{about}</LinkButton>}
      <details className="relative" data-popup="">
        <summary className="btn btn-quiet unmarked">
          <Icon name="more" />
          <span className="sr-only">More for {words}</span>
        </summary>
        <div className="popup">
          {list && proposes && <a href={workPath(list.kind, list)}>Work through{about}</a>}
          {list && title && likely && isMany && !proposes && (
            <a href={forAll(list, likely.action)}>
              {allWords(likely)}
              {about}
            </a>
          )}
          {list && (!likely || proposes) && isMany && (
            <a href={forAll(list, handOverAction)}>Hand over{about}</a>
          )}
          <Postpone line={line} intent="snooze" />
        </div>
      </details>
    </>
  );
}

const handledAnchor = "handled";
/** Number of them shown expanded. */
const maxOpen = 5;

/** Handled records, which left the lines above for everybody (today#handled). */
export const HandledRecords = ({ records, count }: { records: TodayHandled[]; count: number }) => (
  <details className="card" id={handledAnchor} open={records.length <= maxOpen}>
    <summary>
      <Icon name="check" />{" "}
      {`${formatUnits(count)} handled until ${count === 1 ? "it changes" : "they change"}`}
      {count > records.length && `, the latest ${records.length} of them here`}
    </summary>
    <ul className="ruled">
      {records.map(({ key, name, href, by, at, because, here, token }) => (
        <li key={key} className="flex items-start justify-between gap-x-4 py-1">
          <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            <a href={href}>{name}</a>
            <p className="text-xs text-ink-soft">
              {by}, <RelativeTime at={at} whole />, because: {because}
            </p>
          </div>
          <Form method="post" action={here} preventScrollReset replace className="flex-none">
            <input type="hidden" name="intent" value="unhandle" />
            <input type="hidden" name="token" value={token} />
            <Button type="submit">
              Not handled after all<span className="sr-only">: {name}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  </details>
);

/** Lines of one part; a common remark of several lines is shown once, below them. */
export function Lines({ lines, intent }: { lines: QueueLine[]; intent: Intent }) {
  const abouts = lines.flatMap(({ about }) => about ?? []);
  const shared = [...new Set(abouts.filter((about, index) => abouts.indexOf(about) !== index))];
  return (
    <>
      <ul className="today-lines ruled">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            about={line.about !== undefined && shared.includes(line.about) ? undefined : line.about}
            intent={intent}
          />
        ))}
      </ul>
      {shared.map((about) => (
        <p key={about} className="text-xs text-ink-soft">
          {about}
        </p>
      ))}
    </>
  );
}

const shownLines = 7;

/** Today's first lines, above the Stores cards (today#first-lines). */
export function TodayFirst({ loaded }: { loaded: Today | undefined }) {
  const today = useToday(loaded);
  const lines = today ? firstLines(today.parts, shownLines) : [];
  return (
    <Card title="Today" actions={<LinkButton href={todayPath}>{wayIn(today)}</LinkButton>}>
      {lines.length > 0 && (
        <ul className="ruled">
          {lines.map((line) => (
            <li key={line.key} className="line">
              <a className="line-way" href={line.href || todayPath}>
                <LineWords line={line} />
              </a>
              <p className="line-about">{line.title}</p>
            </li>
          ))}
        </ul>
      )}
      {today && lines.length === 0 && (
        <p className="text-ink-soft">
          {today.parts.length === 0 ? "Nothing waits for you." : "Not everything could be read."}
        </p>
      )}
    </Card>
  );
}

function wayIn(today: Today | undefined): string {
  if (!today) return "See what needs you";
  return today.waits.count === 0 ? "Open Today" : `See all ${countWords(today.waits)}`;
}
