import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { z } from "zod";
import { sourcesFor, todayFor } from "#app/composition/todaySources.server.ts";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { formOf, requireForm } from "#app/core/http/forms/read.ts";
import { countWords, sumOf } from "#app/core/records/todayLine.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar, type ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime, Since } from "#app/core/ui/text/DateTime.tsx";
import { formatUnits } from "#app/core/values/values.ts";
import {
  isUnread,
  ownPart,
  type Queues,
  type TodayPart,
  type Today as TodayView,
} from "#app/features/today/lines.ts";
import { pageWaitMs } from "#app/features/today/parts.server.ts";
import { todayPath } from "#app/features/today/paths.ts";
import { snoozeLine, unsnoozeLine } from "#app/features/today/snoozed.server.ts";
import { readToday, sinceVisit } from "#app/features/today/today.server.ts";
import { HandledRecords, Lines, type QueueLine } from "#app/features/today/views/TodayLines.tsx";
import { useToday } from "#app/features/today/views/TodayNow.tsx";
import { chooseWork, noteVisit } from "#app/features/today/visits.server.ts";

export const meta: MetaFunction = () => [{ title: "Today" }];

/** Reloads in quick succession show the same. */
const youngerThanMs = 1_000;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "today");
  const made = todayFor(user);
  const today = await readToday(user, made, youngerThanMs, pageWaitMs);
  // If a service rejects the session itself, this page redirects to sign-in, like every other page.
  if (today.parts.some(({ error }) => error?.code === 401))
    await attempt(listStores(user, { refresh: true }));
  return { today: await sinceVisit(user, today, made.sources, noteVisit(user.subject, today.parts)) };
}

const named = z.string().min(1).max(300);
const form = z.object({ intent: z.enum(["snooze", "unsnooze"]), line: named, revision: named });

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "today");
  const { subject } = user;
  const posted = await formOf(request);
  if (posted.get("intent") === "choose") {
    const ticked = new Set(posted.getAll("work"));
    const kinds = sourcesFor(user).map(({ key }) => key);
    await chooseWork(
      subject,
      kinds.filter((key) => ticked.has(key)),
    );
    return redirect(todayPath);
  }
  const { intent, line, revision } = requireForm(posted, form);
  if (intent === "snooze") await snoozeLine(subject, line, revision);
  else await unsnoozeLine(subject, line);
  return redirect(todayPath);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** Today: what needs this person, by reason (today#page). */
export default function Today() {
  const loaded: TodayView = useLoaderData<typeof loader>().today;
  const { waits, parts, snoozed, handled, handledCount, version, since, queues } = useToday(loaded);
  const list = useSteadyFocus(version);
  const own = parts.find(({ key }) => key === ownPart);
  const isWhole = !parts.some(isUnread);
  return (
    <Page
      title="Today"
      subtitle={
        waits.count === 0 ? undefined : (
          <>
            <strong className="tabular-nums">{countWords(waits)}</strong> waiting for attention
            {!isWhole &&
              `, without what ${parts.some(({ error }) => error) ? "could not be" : "has not been"} read`}
          </>
        )
      }
      actions={
        <LinkButton href={todayPath} icon="refresh" data-scroll="keep" data-replace="">
          Refresh
        </LinkButton>
      }
    >
      <Unanswered parts={parts} />
      <StillRead parts={parts.filter(({ error, reading }) => reading && !error)} />
      {since !== undefined && <SinceVisit at={since} parts={parts} />}
      <div ref={list} tabIndex={-1} className="space-y-3 outline-none">
        {own && own.lines.length > 0 && (
          <Card title={own.title}>
            <Lines lines={own.lines} intent="snooze" />
          </Card>
        )}
        {queues && (
          <Work
            parts={parts.filter((part) => part !== own)}
            queues={queues}
            hasOwn={own !== undefined && own.lines.length > 0}
          />
        )}
      </div>
      {handled.length > 0 && <HandledRecords records={handled} count={handledCount} />}
      {snoozed.length > 0 && <Snoozed parts={snoozed} />}
    </Page>
  );
}

/** Postponing a line removes the focused element: keeps the focus at the lines. */
function useSteadyFocus(version: string) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ version, had: false });
  useEffect(() => {
    const note = () => {
      before.current.had = list.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (before.current.version === version) return;
    before.current.version = version;
    if (before.current.had && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
  }, [version]);
  return list;
}

/** The parts that could not be read, said once for each reason, above their last known lines (today#parts). */
function Unanswered({ parts }: { parts: TodayPart[] }) {
  const reasons = new Map<string, { error: ErrorText; titles: string[] }>();
  for (const { title, error } of parts) {
    if (!error) continue;
    const key = `${error.code} ${error.message}`;
    const { titles } = reasons.get(key) ?? { titles: [] };
    reasons.set(key, { error, titles: [...titles, title] });
  }
  return [...reasons].map(([key, { error, titles }]) => {
    const named = new Intl.ListFormat("en-AU").format(titles);
    const verb = titles.length === 1 ? "doesn't answer" : "don't answer";
    return (
      <ErrorBar
        key={key}
        error={{ ...error, message: `${named} ${verb}. ${error.message}`, advice: "" }}
        retryHref={todayPath}
        calm
      />
    );
  });
}

/** The parts that are still being read, and when their last known lines were (today#parts). */
function StillRead({ parts }: { parts: TodayPart[] }) {
  if (parts.length === 0) return null;
  return (
    <Notice tone="background">
      <ul>
        {parts.map(({ key, title, reading }) => (
          <li key={key}>
            {title}: still being read.
            {reading?.linesAt !== undefined && (
              <>
                {" "}
                Shown as of <DateTime at={reading.linesAt} />.
              </>
            )}
          </li>
        ))}
      </ul>
      <a href={todayPath} className="without-scripting">
        Read again
      </a>
    </Notice>
  );
}

/** What is new since this person's visit before (today#since). */
function SinceVisit({ at, parts }: { at: number; parts: TodayPart[] }) {
  const lines = parts.flatMap(({ lines }) => lines).filter(({ added }) => added !== undefined);
  return (
    <Card title="Since you left">
      <p className="text-ink-soft">
        <DateTime at={new Date(at).toISOString()} />
      </p>
      {lines.length === 0 ? (
        <p>Nothing new.</p>
      ) : (
        <ul className="ruled">
          {lines.map(({ key, added, words, href }) => (
            <li key={key} className="py-1.5 wrap-anywhere">
              <a href={href || todayPath}>
                <strong className="tabular-nums">{formatUnits(added ?? 0)}</strong> {`new: ${words}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The lines of one's own work that stand open, and all others folded, part by part (today#queues). */
function Work({
  parts,
  queues: { open, kinds, clearSince, done, day },
  hasOwn,
}: {
  parts: TodayPart[];
  queues: Queues;
  /** Something of this person's own stands above. */
  hasOwn: boolean;
}) {
  const all = parts.flatMap((part) =>
    part.lines.map((line) => ({ ...line, title: part.title, day, isLastKnown: isUnread(part) })),
  );
  const first = open.flatMap((key) => all.find((line) => line.key === key) ?? []);
  const others = all.filter(({ key }) => !open.includes(key));
  return (
    <>
      {first.length === 0 && !parts.some(isUnread) && (
        <EmptyState title={hasOwn ? "Nothing else waits for you" : "Nothing waits for you"}>
          <p>
            {clearSince !== undefined && (
              <>
                Clear <Since at={clearSince} />.{" "}
              </>
            )}
            {done && `Today you: ${done}. `}
            New work shows here by itself.
          </p>
        </EmptyState>
      )}
      {(first.length > 0 || kinds.length > 1) && (
        <Card title="Your work">
          <Lines lines={first} intent="snooze" />
          {kinds.length > 1 && <ChooseWork kinds={kinds} />}
        </Card>
      )}
      {others.length > 0 && (
        <details className="card">
          <summary>Other work ({countWords(sumOf(others))})</summary>
          {parts.map(({ key, title }) => (
            <OfPart key={key} title={title} lines={others.filter((line) => line.title === title)} />
          ))}
        </details>
      )}
    </>
  );
}

function OfPart({ title, lines }: { title: string; lines: QueueLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="pt-3">
      <h3>{title}</h3>
      <Lines lines={lines.map(({ title: _, ...line }) => line)} intent="snooze" />
    </section>
  );
}

function ChooseWork({ kinds }: Pick<Queues, "kinds">) {
  return (
    <details className="pt-2">
      <summary>Choose your work</summary>
      <Form method="post" action={todayPath} preventScrollReset replace className="pt-1">
        <input type="hidden" name="intent" value="choose" />
        <div className="flex flex-wrap gap-x-6">
          {kinds.map(({ key, title, isChosen }) => (
            <label key={key} className="check">
              <input type="checkbox" name="work" value={key} defaultChecked={isChosen} />
              <span>{title}</span>
            </label>
          ))}
        </div>
        <Button type="submit">Save</Button>
      </Form>
    </details>
  );
}

function Snoozed({ parts }: { parts: TodayPart[] }) {
  const count = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <details className="card">
      <summary>
        <Icon name="background" /> {count === 1 ? "1 line" : `${count} lines`} put off until something changes
      </summary>
      {parts.map(({ key, title, lines }) => (
        <section key={key} aria-label={`${title}, put off`}>
          <h3>{title}</h3>
          <Lines lines={lines} intent="unsnooze" />
        </section>
      ))}
    </details>
  );
}
