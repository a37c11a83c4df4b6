import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { handOver } from "#app/composition/handOver.server.ts";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { handleOf } from "#app/core/auth/sessionStore.server.ts";
import type { BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { tallyWords } from "#app/core/commands/doneWords.ts";
import { followedOf } from "#app/core/commands/follow.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { FollowedMessage } from "#app/core/http/FlashMessage.tsx";
import { redirectWithFlash, takePanelFlash } from "#app/core/http/flash.server.ts";
import { formOf, requireForm } from "#app/core/http/forms/read.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { workPath } from "#app/core/records/listPaths.ts";
import { maxNoteLength } from "#app/core/records/record.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { Since } from "#app/core/ui/text/DateTime.tsx";
import { shorten } from "#app/core/values/values.ts";
import { outcomesOf, type RowResult } from "#app/features/bulk/rows.ts";
import { readAgain, resultOf } from "#app/features/bulk/run.server.ts";
import { OutcomeBadge, StuckRows } from "#app/features/bulk/views/Outcomes.tsx";
import { portalNotes } from "#app/features/notes/notes.server.ts";
import { todayPath } from "#app/features/today/paths.ts";
import { queuePath, recordPath } from "#app/features/work/paths.ts";
import { type End, endWords } from "#app/features/work/queue.ts";
import {
  colleaguesOf,
  endRecord,
  queuePanel,
  readQueue,
  refreshQueue,
  wayOn,
  withNames,
} from "#app/features/work/queues.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Work through: ${data?.title ?? ""}` },
];

/** A person's own queue, and the records of its list. Throws a 404 page for one that is over or another's. */
async function openQueue({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const work = params.queueId ?? "";
  const queue = await readQueue(user, work);
  if (!queue) throw notFound(request, "This queue is over: start it again from its list.");
  const { place, recordOf } = await openBulk(request, queue);
  return { user, work, queue, place, recordOf };
}

/** What went on is one number, wherever it went. */
const tallied = ({ is, words }: RowResult): string => (is === "wentOn" ? "went on" : words);

type Ended = { end: End };

/** What became of what was done to the records of a queue, by submission; those that are not at rest are read again. */
async function outcomesOfQueue(user: User, place: BulkPlace, ends: readonly Ended[]) {
  const submissions = ends.flatMap(({ end }) => (end.is === "acted" && end.submission) || []);
  const sent = await followedOf(user, submissions);
  const read = await readAgain(user, [...sent.values()], ({ id, action }) => place.row(id, action, ""));
  const latest = read.length === 0 ? sent : await followedOf(user, submissions);
  return new Map([...latest].map(([submission, followed]) => [submission, resultOf(followed)]));
}

export async function loader(args: LoaderFunctionArgs) {
  const { user, work, queue: before, place, recordOf } = await openQueue(args);
  const fresh = (await refreshQueue(place, work, before, 0)) ?? before;
  const queue = await withNames(user, work, fresh, async (id) => {
    const { ref, kind } = recordOf(id);
    return (await kind.read(user, ref))?.name;
  });
  const { title, listHref, kind, entries, isCut, changedAt } = queue;
  const ends = entries.flatMap(({ id, href, end }, index) =>
    end ? [{ id, href, end, place: index + 1 }] : [],
  );
  const outcomes = await outcomesOfQueue(user, place, ends);
  const rows = ends.map(({ id, href, end, place }) => {
    const outcome = end.is === "acted" ? outcomes.get(end.submission ?? "") : undefined;
    const words = endWords(end);
    return {
      ...{ id, place, href: recordPath(listHref, href, work), name: end.name || `Number ${place}` },
      ...{ words, outcome },
    };
  });
  const next = wayOn(queue, work, "");
  return {
    title,
    listHref,
    of: entries.length,
    done: ends.length,
    tally: tallyWords(rows.map(({ words, outcome }) => ({ words, outcome: outcome && tallied(outcome) }))),
    isCut,
    changedAt,
    nextHref: next === queuePath(work) ? undefined : next,
    /** How many of the list are done with, and in it all the same. */
    stillListed: entries.filter(({ end, isListed }) => end && isListed).length,
    againHref: workPath(kind, queue),
    rows,
    list: { kind, alias: queue.alias, list: queue.list },
    flash: await takePanelFlash(user.sessionId, queuePanel(work)),
  };
}

const form = z.object({
  intent: z.enum(["skip", "handOver"]),
  record: z.string().min(1),
  name: z.string().default(""),
  to: z.string().default(""),
  /** Who had the record when its page was read. */
  holder: z.string().default(""),
  note: z.string().max(maxNoteLength).default(""),
});

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { user, work, queue, recordOf } = await openQueue(args);
  const posted = requireForm(await formOf(request), form);
  const id = posted.record;
  const name = shorten(posted.name, 120);
  if (posted.intent === "skip") {
    const changed = (await endRecord(user, work, id, { is: "skipped", name })) ?? queue;
    return redirect(wayOn(changed, work, id));
  }
  const record = recordOf(id);
  const { ref, kind } = record;
  const to = (await colleaguesOf(user, ref)).find(({ subject }) => handleOf(subject) === posted.to);
  const entry = queue.entries.find((one) => one.id === id);
  if (!entry) throw notFound(request, "This one is not in the queue.");
  const here = recordPath(queue.listHref, entry.href, work);
  const again = (words: string) => redirectWithFlash(request, here, words, "attention", queuePanel(work));
  if (!to) return again("Choose a colleague to hand it over to.");
  const [current, { holder }] = await Promise.all([kind.read(user, ref), portalNotes.read(ref)]);
  if (!current) throw notFound(request, `There is no such ${kind.noun}.`);
  const text = posted.note.trim();
  const note = { id: hashOf([work, id, to.subject, text]), text };
  const seen = holder && handleOf(holder.subject) === posted.holder ? holder.subject : "";
  const changed = await handOver(user, record, current.name, to, note, seen);
  if (changed.is === "refused") return again(changed.words);
  const ended = await endRecord(user, work, id, { is: "handed", what: to.name, name: current.name });
  const message = [`Handed over to ${to.name}: `, { text: current.name, href: kind.href(ref) }];
  return redirectWithFlash(request, wayOn(ended ?? queue, work, id), message, "ok", queuePanel(work));
}

/** A queue as a whole: what was done, and where it goes on (queue#end). */
export default function Queue() {
  const { title, listHref, nextHref, againHref, rows, list, flash, ...queue } =
    useLoaderData<typeof loader>();
  const { of, done, tally, isCut, changedAt, stillListed } = queue;
  return (
    <Page
      title={`Work through: ${title}`}
      actions={
        <>
          <LinkButton href={listHref}>Back to the list</LinkButton>
          <LinkButton href={todayPath}>Today</LinkButton>
        </>
      }
    >
      {flash && <FollowedMessage flash={flash} />}
      <Card>
        {nextHref ? (
          <p>
            <strong>{`${done} of ${of} done`}</strong>
            {tally && `. ${tally}`}.
          </p>
        ) : (
          <p>
            {of > 0 && <strong>{`You have worked through ${of}. ${tally}. `}</strong>}
            {stillListed === 0 && (
              <>
                Clear <Since at={changedAt} />.
              </>
            )}
          </p>
        )}
        {isCut && <p className="text-ink-soft">The list goes on beyond these.</p>}
        {nextHref ? (
          <p className="pt-2">
            <LinkButton href={nextHref} variant="primary">
              Go on
            </LinkButton>
          </p>
        ) : (
          stillListed > 0 && (
            <p className="pt-2">
              <LinkButton href={againHref} variant="primary">
                {`Once more: ${stillListed} of these are still in the list`}
              </LinkButton>
            </p>
          )
        )}
        <StuckRows stuck={outcomesOf(rows).stuck} list={list} />
      </Card>
      {rows.length > 0 && (
        <Table
          caption="Records of the queue"
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={({ href }) => href}
          columns={[
            { key: "place", header: "Place", align: "end", tight: true, cell: ({ place }) => place },
            {
              key: "name",
              header: "Record",
              narrow: "title",
              cell: ({ name, href }) => <a href={href}>{name}</a>,
            },
            {
              key: "words",
              header: "What became of it",
              cell: ({ words, outcome }) => (
                <>
                  {words} {outcome && <OutcomeBadge result={outcome} />}
                </>
              ),
            },
          ]}
          empty={null}
        />
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
