import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { bulkPath, bulkSearch, runPath } from "#app/bulk/paths.ts";
import {
  begin,
  choiceIn,
  keepChoice,
  review,
  toReview,
  waitToReview,
  withChosen,
} from "#app/bulk/review.server.ts";
import { noReview, pressRows } from "#app/bulk/rows.ts";
import { runBatch, runs } from "#app/bulk/run.server.ts";
import { ReviewScreen } from "#app/bulk/views/ReviewScreen.tsx";
import { openBulk } from "#app/domains/recordKinds.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { readToken } from "#app/http/once.server.ts";
import { handOverAction } from "#app/work/paths.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.label ? `Review: ${data.label}` : "Review" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMay(request, "bulk");
  const search = bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  const { listHref, title } = place;
  const about = { listHref, title, one: kind.one, many: kind.many, here: bulkPath(kind.key, search) };
  const nothing = { ...noReview, ...about, label: search.action };
  const chosen = await withChosen(place.user, search);
  if (search.action === "" || (!search.all && chosen.ids.length === 0)) return nothing;
  const seconds = await waitToReview(place.user);
  if (seconds > 0) {
    return data(
      { ...nothing, waitSeconds: seconds },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const result = await attempt(review(kind, place, chosen));
  if (!result.ok) return data({ ...nothing, error: result.error }, { status: failureStatus(result.error) });
  return { ...noReview, ...about, ...toReview(result.value) };
}

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, params }: ActionFunctionArgs) {
  await requireMay(request, "bulk");
  const form = await formOf(request);
  // A form without a token is a list's own, whose choice may be too long for an address.
  const isChoice = readToken(form) === undefined;
  const search = isChoice ? choiceIn(form) : bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  if (isChoice) return redirect(bulkPath(kind.key, await keepChoice(place.user, search)));
  const result = await begin(kind, place, form);
  if ("problem" in result) return data({ problem: result.problem }, { status: 400 });
  if ("runId" in result) {
    const run = search.action === handOverAction && (await runs.read(place.user, result.runId));
    // The portal itself hands over: the same press does the first of them.
    if (run)
      await runBatch(runs, place.user, run, pressRows, ({ id, seen }) =>
        place.row(id, run.action, run.words, seen),
      );
    return redirect(runPath(result.runId));
  }
  const words = "That review is more than an hour old, or not yours. This is how the records stand now.";
  return redirectWithFlash(request, bulkPath(kind.key, search), words, "attention");
}

export default function Review() {
  const problem = useActionData<typeof action>()?.problem;
  return <ReviewScreen {...useLoaderData<typeof loader>()} problem={problem} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
