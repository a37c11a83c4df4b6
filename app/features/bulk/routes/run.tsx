import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useLoaderData, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { formOf, malformedForm, requireForm } from "#app/core/http/forms/read.ts";
import { once, requireToken, tokens } from "#app/core/http/once.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { ProgressBar } from "#app/core/ui/feedback/Progress.tsx";
import { StatusBadge, type Tone } from "#app/core/ui/feedback/Status.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { runPath, runsPath } from "#app/features/bulk/paths.ts";
import { resume, type Trouble } from "#app/features/bulk/resume.ts";
import {
  againOf,
  leftOf,
  outcomesOf,
  pressRows,
  type RowState,
  type RowView,
  type RunNews,
  wordsOf,
} from "#app/features/bulk/rows.ts";
import { followRun, type RunView, rowsOf, runBatch, toRunView } from "#app/features/bulk/run.server.ts";
import { runs } from "#app/features/bulk/runStore.server.ts";
import { OutcomeBadge, Outcomes } from "#app/features/bulk/views/Outcomes.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Run: ${data.run.label}` : "Run" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const stored = await runs.read(user, params.runId ?? "");
  if (!stored) throw notFound(request, "There is no such run.");
  // A run is shown also while its records can't be read.
  const opened = await attempt(openBulk(request, stored));
  const { run } = opened.ok
    ? await followRun(runs, user, stored, rowsOf(opened.value.place, stored))
    : { run: stored };
  return { ...toRunView(run), token: tokens.make(user) };
}

const form = z.object({ intent: z.enum(["go", "stop", "again"]) });

export async function action({ request, params }: ActionFunctionArgs) {
  const { subject } = await requireMay(request, "bulk");
  const run = await runs.read({ subject }, params.runId ?? "");
  if (!run) throw notFound(request, "There is no such run.");
  const { place } = await openBulk(request, run);
  const sent = await formOf(request);
  const { intent } = requireForm(sent, form);
  const token = requireToken(sent);
  if (!tokens.isOf(token, place.user)) throw malformedForm();
  if (intent === "stop") await runs.stop(place.user, run.id);
  // The same form, sent twice, does no further rows.
  else {
    await once(place.user, token, async () => {
      if (intent === "again") await runs.again(place.user, run.id, () => tokens.make(place.user));
      else {
        await runs.resume(place.user, run.id);
        await runBatch(runs, place.user, run, pressRows, rowsOf(place, run));
      }
      return true;
    });
  }
  return redirect(runPath(run.id));
}

type Props = RunView & { token: string };

const tones: Record<RowState, Tone> = {
  waiting: "background",
  sending: "background",
  // That it was sent does not say that it helped.
  done: "background",
  alreadyDone: "dismissed",
  refused: "dismissed",
  failed: "attention",
  unknown: "attention",
};

/** Rows that need a person first. */
const order: readonly RowState[] = [
  "unknown",
  "failed",
  "refused",
  "sending",
  "waiting",
  "alreadyDone",
  "done",
];
const isStuck = ({ outcome }: RowView): boolean => outcome?.is === "failed" || outcome?.is === "needsPerson";
const inOrder = (rows: readonly RowView[]): RowView[] =>
  [...rows].sort(
    (one, other) =>
      Number(isStuck(other)) - Number(isStuck(one)) ||
      order.indexOf(one.state) - order.indexOf(other.state) ||
      one.n - other.n,
  );

function useRun({ run, counts, rows, goesOn, isFollowing }: Props) {
  const loaded = { counts, rows, isStopped: run.isStopped, why: run.why };
  const [newest, setNewest] = useState<{ of: RowView[]; view: typeof loaded }>({ of: rows, view: loaded });
  const view = newest.of === rows ? newest.view : loaded;
  const [trouble, setTrouble] = useState<Trouble>();
  const { revalidate } = useRevalidator();
  const isOn = goesOn && leftOf(counts) > 0;
  const asks = isOn || isFollowing;
  useEffect(() => {
    if (!asks) return;
    const leaving = new AbortController();
    const take = ({ counts, changed, isStopped, why }: RunNews) =>
      setNewest((before) => {
        const news = new Map(changed.map((row) => [row.n, row]));
        const current = before.of === rows ? before.view.rows : rows;
        return {
          of: rows,
          view: { counts, isStopped, why, rows: current.map((row) => news.get(row.n) ?? row) },
        };
      });
    resume(run.id, leaving.signal, (update) => {
      setTrouble("trouble" in update ? update.trouble : undefined);
      if ("news" in update) take(update.news);
    }).then(
      (isOver) => isOver && revalidate(),
      () => leaving.signal.aborted || setTrouble("failed"),
    );
    return () => leaving.abort();
  }, [asks, run.id, rows, revalidate]);
  return { ...view, trouble, isOn: isOn && !view.isStopped && leftOf(view.counts) > 0 };
}

/** A run: how far it has come, what became of each row, and how it goes on (bulk#run). */
export default function RunPage() {
  const props: Props = useLoaderData<typeof loader>();
  const { run, token, beginsAt } = props;
  const now = useRun(props);
  useBeginning(beginsAt);
  const { counts, rows, trouble, isOn } = now;
  const gone = rows.length - leftOf(counts);
  return (
    <Page
      title={`Run: ${run.label}`}
      subtitle={
        <>
          Begun <DateTime at={run.begunAt} />
        </>
      }
      actions={
        <>
          <LinkButton href={run.listHref}>Back to {run.title}</LinkButton>
          <LinkButton href={runsPath} variant="quiet">
            Your runs
          </LinkButton>
        </>
      }
    >
      <section className="card" aria-label="How far it has come">
        <ProgressBar label={`${gone} of ${rows.length} gone through`} value={gone} max={rows.length} />
        {beginsAt === undefined ? <RunState {...now} /> : <Planned at={beginsAt} count={rows.length} />}
        <Outcomes outcomes={outcomesOf(rows)} list={props.list} />
        {trouble && isOn && <TroubleNotice trouble={trouble} id={run.id} />}
        {run.words !== "" && <p className="break-words text-ink-soft">With each goes: {run.words}</p>}
        <Buttons {...now} id={run.id} token={token} isPlanned={beginsAt !== undefined} />
        <p className="text-ink-soft">
          Kept for seven days, for you alone.
          {isOn && <span className="without-scripting"> Each press does the next {pressRows}.</span>}
        </p>
      </section>
      <Rows rows={rows} label={run.label} />
    </Page>
  );
}

const counted = (count: number, words: string): string[] => (count === 0 ? [] : [`${count} ${words}`]);

function resultsOf(rows: readonly RowView[], state: RowState, count: number, words: string): string[] {
  const own = rows.flatMap((row) => (row.state === state && row.said ? row.said : []));
  return own.length === 0
    ? counted(count, words)
    : [...new Set(own)].flatMap((one) => counted(own.filter((other) => other === one).length, one));
}

/** The results in one sentence; announced once there is nothing more to come by itself. */
function RunState({ counts, rows, isStopped, why, isOn }: ReturnType<typeof useRun>) {
  const left = leftOf(counts);
  const results = [
    ...resultsOf(rows, "done", counts.done, "submitted"),
    ...resultsOf(rows, "alreadyDone", counts.alreadyDone, "with nothing to do"),
    ...resultsOf(rows, "refused", counts.refused, "not sent"),
    ...counted(counts.failed, "failed"),
    ...counted(counts.unknown, "not known"),
    ...counted(left, "left"),
  ].join(", ");
  const head = left === 0 ? "Finished" : isStopped ? "Stopped" : isOn ? "Under way" : "Not finished";
  return (
    <>
      <p>
        <strong>{head}:</strong> {results}. {isStopped && left > 0 && why}
      </p>
      {counts.unknown > 0 && (
        <p className="text-ink-soft">
          'Not known': it was sent, and no answer came. Trying again asks under the same one-time token, so it
          can't be done twice.
        </p>
      )}
      <p role="status" className="sr-only">
        {isOn ? "" : `${head}: ${results}.`}
      </p>
    </>
  );
}

const troubles: Record<Trouble, ReactNode> = {
  lost: "The connection was lost. It goes on by itself once it is back; nothing is done twice.",
  busy: "That was a lot at once. It goes on by itself in a moment.",
  signedOut: "Your session has ended, so it has stopped. Sign in again to go on.",
  refused: "Your roles no longer allow this, so it has stopped.",
  failed: "It could not go on.",
};

function TroubleNotice({ trouble, id }: { trouble: Trouble; id: string }) {
  const mendsItself = trouble === "lost" || trouble === "busy";
  return (
    <Notice tone="attention">
      {troubles[trouble]}{" "}
      {!mendsItself && (
        <a href={runPath(id)} data-document="">
          {trouble === "signedOut" ? "Sign in" : "Open the run again"}
        </a>
      )}
    </Notice>
  );
}

/** Shows a planned run again once its time has come. */
function useBeginning(at: number | undefined) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (at === undefined) return;
    const timer = window.setTimeout(revalidate, Math.max(0, at - Date.now()) + 1_000);
    return () => window.clearTimeout(timer);
  }, [at, revalidate]);
}

/** A run that begins by itself, and what that depends on (bulk#later). */
const Planned = ({ at, count }: { at: number; count: number }) => (
  <p>
    <strong>Planned:</strong> {count === 1 ? "1 record" : `${count} records`}, <DateTime at={at} />. It begins
    by itself while your session lasts; if you sign out before, nothing is sent.
  </p>
);

type ButtonsProps = ReturnType<typeof useRun> & { id: string; token: string; isPlanned: boolean };

function Buttons({ id, token, counts, isStopped, isOn, isPlanned }: ButtonsProps) {
  const left = leftOf(counts);
  const again = againOf(counts);
  if (left === 0 && again === 0) return null;
  return (
    <Form method="post" action={runPath(id)} preventScrollReset className="confirm-buttons">
      <input type="hidden" name="token" value={token} />
      {left > 0 && (
        <Button
          type="submit"
          name="intent"
          value="go"
          variant="primary"
          className={isOn ? "without-scripting" : ""}
        >
          {`${isPlanned ? "Begin now" : "Continue"}: the next ${Math.min(left, pressRows)}`}
        </Button>
      )}
      {left > 0 && !isStopped && (
        <Button type="submit" name="intent" value="stop">
          {isPlanned ? "Take back" : "Stop"}
        </Button>
      )}
      {left === 0 && (
        <Button type="submit" name="intent" value="again" variant="primary">
          {`Try the failed ones again (${again})`}
        </Button>
      )}
    </Form>
  );
}

const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function Rows({ rows, label }: { rows: RowView[]; label: string }) {
  return (
    <Table
      caption={`${label}: what became of each`}
      rows={inOrder(rows)}
      rowKey={({ n }) => String(n)}
      columns={[
        {
          key: "name",
          header: "Record",
          narrow: "title",
          cell: ({ name, href, change }) => (
            <>
              <a href={href}>{name}</a>
              {change && <span className="under block wrap-anywhere">{change}</span>}
            </>
          ),
        },
        {
          key: "state",
          header: "Result",
          cell: ({ state, why, back, name, said, outcome }) => (
            <div>
              {outcome ? (
                <OutcomeBadge result={outcome} />
              ) : (
                <StatusBadge tone={said && state === "done" ? "ok" : tones[state]}>
                  {capitalized(said ?? wordsOf(state))}
                </StatusBadge>
              )}
              {back && (
                <a href={back.href} className="ml-2" aria-label={`${back.label}: ${name}`}>
                  {back.label}
                </a>
              )}
              {why && <span className="block break-words text-ink-soft">{why}</span>}
            </div>
          ),
        },
        { key: "at", header: "When", cell: ({ at }) => (at === "" ? "–" : <DateTime at={at} />) },
      ]}
      empty={null}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
