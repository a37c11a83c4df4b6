import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireMay } from "#app/auth/guard.server.ts";
import { runPath } from "#app/bulk/paths.ts";
import { countRows, pressRows } from "#app/bulk/rows.ts";
import { followRun, isFollowing, isFresh, rowsOf, runBatch, runs, toRowViews } from "#app/bulk/run.server.ts";
import { RunScreen } from "#app/bulk/views/RunScreen.tsx";
import { openBulk } from "#app/domains/recordKinds.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { formOf, malformedForm, requireForm } from "#app/http/forms/read.ts";
import { once, requireToken, tokens } from "#app/http/once.server.ts";

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
  const whenFailed = opened.ok ? opened.value.kind.whenFailed : undefined;
  const { id, label, words, listHref, title, begunAt, isStopped, why } = run;
  return {
    run: { id, label, words, listHref, title, begunAt, isStopped, why },
    counts: countRows(run.rows),
    rows: toRowViews(run),
    goesOn: !isStopped && isFresh(run),
    isFollowing: isFollowing(run),
    next: [
      { action: run.action, label: run.label },
      ...(whenFailed && whenFailed.action !== run.action ? [whenFailed] : []),
    ],
    list: { kind: run.kind, alias: run.alias, list: run.list },
    token: tokens.make(user),
  };
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

export default function RunPage() {
  return <RunScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
