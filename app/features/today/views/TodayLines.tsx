import { Form } from "@remix-run/react";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { RelativeTime, Since } from "#app/core/ui/text/DateTime.tsx";
import { formatCents, formatUnits } from "#app/core/values/values.ts";
import { bulkPath } from "#app/features/bulk/paths.ts";
import {
  countWords,
  firstLines,
  type Today,
  type TodayHandled,
  type TodayLine,
} from "#app/features/today/lines.ts";
import { todayPath } from "#app/features/today/paths.ts";
import { handOverAction, listAt, workPath } from "#app/features/work/paths.ts";
import { useToday } from "./TodayNow.tsx";

/**
 * The words of a line: the count, the reason, since when. A single thing by nature has its age below. The space is
 * part of the preceding text: browsers drop a separate whitespace text from the accessible name.
 */
const LineWords = ({ line }: { line: TodayLine }) => {
  if (line.isOne) return line.words;
  return (
    <>
      <strong className="tabular-nums">{countWords(line)}</strong>
      {line.oldestAt === undefined ? ` ${line.words}` : ` ${line.words} `}
      {line.oldestAt !== undefined && <Since at={line.oldestAt} />}
    </>
  );
};

/** A line's words as a link to its records: their list, or one for each place. */
function Way({ line }: { line: TodayLine }) {
  const words = <LineWords line={line} />;
  if (!line.places)
    return (
      <a href={line.href} data-row="">
        {words}
      </a>
    );
  return (
    <details>
      <summary>{words}</summary>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
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

/**
 * One reason: the count, since when, the link to the records, and 'Not now' (today#not-now) or its
 * reversal. `about` is a remark on this line only.
 */
function Line({
  line,
  about,
  intent,
}: {
  line: QueueLine;
  about?: string | undefined;
  intent: "snooze" | "unsnooze";
}) {
  const { key, oldestAt, revision, title, isLastKnown, sinceDay, cents } = line;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-2 py-1">
      <div className="min-w-0 flex-1 basis-full py-1.5 wrap-anywhere sm:basis-0">
        <Way line={line} />
        {title && (
          <p className="text-sm text-ink-soft">
            {title}
            {cents !== undefined && ` · ${formatCents(cents)}`}
            {sinceDay !== undefined &&
              ` · ${sinceDay > 0 ? "+" : "−"}${formatUnits(Math.abs(sinceDay))} since ${line.day}`}
            {isLastKnown && ". As last known."}
          </p>
        )}
        {line.isOne && oldestAt !== undefined && (
          <p className="text-sm text-ink-soft">
            <RelativeTime at={oldestAt} whole />
          </p>
        )}
        {line.handled !== undefined && (
          <p className="text-sm">
            <a className="mt-1 inline-block py-1" href={`#${handledAnchor}`}>
              {line.handled} handled
            </a>
          </p>
        )}
        {about && <p className="text-sm text-ink-soft">{about}</p>}
      </div>
      {intent === "snooze" && <Work line={line} />}
      <Form method="post" action={todayPath} preventScrollReset replace className="flex-none">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="line" value={key} />
        <input type="hidden" name="revision" value={revision} />
        <Button type="submit" variant={intent === "snooze" ? "quiet" : "secondary"}>
          {intent === "snooze" ? "Not now" : "Bring back"}
          <span className="sr-only"> {line.words}</span>
        </Button>
      </Form>
    </li>
  );
}

/** The ways to work: record by record, or what is likely right for all of them at once (today#work). */
function Work({ line: { href, words, count, orMore, likely, title } }: { line: QueueLine }) {
  const list = listAt(href);
  if (!list) return null;
  const about = <span className="sr-only"> {words}</span>;
  const forAll = (action: string) => bulkPath(list.kind, { ...list, action, all: true });
  return (
    <>
      {title && likely && count > 1 && (
        <LinkButton href={forAll(likely.action)} variant="quiet">
          {`${likely.label} all${orMore ? "" : ` ${formatUnits(count)}`}`}
          {about}
        </LinkButton>
      )}
      {!likely && count > 1 && (
        <LinkButton href={forAll(handOverAction)} variant="quiet">
          Hand over{about}
        </LinkButton>
      )}
      <LinkButton href={workPath(list.kind, list)} variant={title ? "secondary" : "quiet"}>
        Work through{about}
      </LinkButton>
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
            <p className="text-sm text-ink-soft">
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
export function Lines({ lines, intent }: { lines: QueueLine[]; intent: "snooze" | "unsnooze" }) {
  const said = lines.flatMap(({ about }) => about ?? []);
  const shared = [...new Set(said.filter((about, index) => said.indexOf(about) !== index))];
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
        <p key={about} className="text-sm text-ink-soft">
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
            <li key={line.key} className="py-1.5 wrap-anywhere">
              <span className="text-ink-soft">{line.title}: </span>
              <a href={line.href || todayPath}>
                <LineWords line={line} />
              </a>
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
