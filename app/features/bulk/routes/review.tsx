import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { keepingDraft } from "#app/core/http/drafts.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { readToken } from "#app/core/http/once.server.ts";
import { bulkPath, bulkSearch, handOverAction, maxRows } from "#app/core/records/listPaths.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { plural } from "#app/core/values/values.ts";
import { runPath, runsPath } from "#app/features/bulk/paths.ts";
import { suggestedTime } from "#app/features/bulk/plan.ts";
import {
  begin,
  choiceIn,
  keepChoice,
  review,
  sessionEndsAt,
  toReview,
  typedBefore,
  waitToReview,
  withChosen,
} from "#app/features/bulk/review.server.ts";
import { type CantRow, pressRows } from "#app/features/bulk/rows.ts";
import { rowsOf, runBatch } from "#app/features/bulk/run.server.ts";
import { runs } from "#app/features/bulk/runStore.server.ts";
import { BeginForm, Section } from "#app/features/bulk/views/BeginForm.tsx";
import { nameColumn } from "#app/features/bulk/views/reviewColumns.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.label ? `Review: ${data.label}` : "Review" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMay(request, "bulk");
  const search = bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  const { listHref, title } = place;
  const about = { listHref, title, one: kind.one, many: kind.many, here: bulkPath(kind.key, search) };
  const nothing = {
    rows: [],
    stopped: undefined,
    isMoving: false,
    token: "",
    label: search.action,
    to: undefined,
  };
  const page = {
    ...about,
    ...toReview(nothing),
    error: undefined,
    waitSeconds: 0,
    typed: undefined,
    later: undefined,
  };
  const chosen = await withChosen(place.user, search);
  if (search.action === "" || (!search.all && chosen.ids.length === 0)) return page;
  const seconds = await waitToReview(place.user);
  if (seconds > 0) {
    return data(
      { ...page, waitSeconds: seconds },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const result = await attempt(review(kind, place, chosen));
  if (!result.ok) return data({ ...page, error: result.error }, { status: failureStatus(result.error) });
  const thisReview = { kind: kind.key, listHref, action: search.action };
  const typed = await typedBefore(place.user, draftOf(request), thisReview);
  const reviewed = toReview(result.value);
  const later = reviewed.isFinal || reviewed.to ? undefined : await laterFor(place.user);
  return { ...page, ...reviewed, typed, later };
}

/** What a person is told who lets a run begin later: until when at most, and the time to begin with. */
const laterFor = async (user: User) => ({
  time: suggestedTime(env.TIME_ZONE, Date.now()),
  endsAt: await sessionEndsAt(user),
});

/** Where what was typed is kept through a sign-in. */
const draftOf = (request: Request): string => new URL(request.url).pathname;

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const form = await formOf(request);
  // A form without a token is a list's own, whose choice may be too long for an address.
  const isChoice = readToken(form) === undefined;
  const search = isChoice ? choiceIn(form) : bulkSearch.read(request.url);
  const open = () => openBulk(request, { kind: params.kind, ...search });
  if (isChoice) {
    const { kind, place } = await open();
    return redirect(bulkPath(kind.key, await keepChoice(place.user, search)));
  }
  return keepingDraft(user, draftOf(request), form, async () => {
    const { kind, place } = await open();
    const result = await begin(kind, place, form);
    if ("problem" in result) return data(result, { status: 400 });
    if ("runId" in result) {
      const run = search.action === handOverAction && (await runs.read(place.user, result.runId));
      // The portal itself hands over: the same press does the first of them.
      if (run) await runBatch(runs, place.user, run, pressRows, rowsOf(place, run));
      return redirect(runPath(result.runId));
    }
    const words = "That review is more than an hour old, or not yours. This is how the records stand now.";
    return redirectWithFlash(request, bulkPath(kind.key, search), words, "attention");
  });
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

type Props = ReturnType<typeof useReview>;

/** What is looked at, and what there is to mend in the form that begins. */
function useReview() {
  const looked = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return { ...looked, problem: refused?.problem, typed: refused?.typed ?? looked.typed };
}

/** What will be done to which records, which can't have it done and why, before anything is (bulk#review). */
export default function ReviewPage() {
  const props = useReview();
  const { label, listHref, title, will, earlier, cant, to, error, here, waitSeconds, stopped, isMoving } =
    props;
  const isNothing = will.length + earlier.length + cant.length === 0;
  return (
    <Page
      title={label === "" ? "Review" : `Review: ${label}`}
      subtitle={`Nothing has been ${to ? "handed over" : "sent"} yet.`}
      actions={
        <>
          <LinkButton href={listHref}>Back to {title}</LinkButton>
          <LinkButton href={runsPath} variant="quiet">
            Your runs
          </LinkButton>
        </>
      }
    >
      {error && <ErrorBar error={error} retryHref={here} />}
      {waitSeconds > 0 && (
        <Notice tone="attention">
          That was a lot at once. Wait {plural(waitSeconds, "second", "seconds")}, then look again.
        </Notice>
      )}
      {stopped === "records" && (
        <Notice tone="attention">
          More than {maxRows} match: these are the first {maxRows}. A run takes no more; do the others
          afterwards.
        </Notice>
      )}
      {stopped !== undefined && stopped !== "records" && (
        <Notice tone="attention">
          The list has more pages than are read at once: records that match may be missing here. Narrow the
          list by its filters, or do those afterwards.
        </Notice>
      )}
      {isMoving && (
        <Notice tone="attention">
          The list was changing while it was read: records that match may be missing here. Do those
          afterwards.
        </Notice>
      )}
      {isNothing && !error && waitSeconds === 0 && (
        <EmptyState title="Nothing was chosen">
          <p>
            Choose rows and an action on the list, then review them. A choice of many rows is kept for an
            hour.
          </p>
        </EmptyState>
      )}
      {will.length + earlier.length > 0 && <BeginForm {...props} />}
      {cant.length > 0 && <Cant rows={cant} {...props} />}
    </Page>
  );
}

function Cant({ rows, one, many }: Pick<Props, "one" | "many"> & { rows: CantRow[] }) {
  return (
    <Section title={`${plural(rows.length, one, many)} can't`}>
      <Table
        caption="These can't"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          nameColumn,
          { key: "why", header: "Why not", cell: ({ why }) => <span className="break-words">{why}</span> },
        ]}
        empty={null}
      />
    </Section>
  );
}
