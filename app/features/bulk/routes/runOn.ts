import type { ActionFunctionArgs } from "@remix-run/node";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { pageRows } from "#app/features/bulk/rows.ts";
import { followRun, rowsOf, runBatch, toNews } from "#app/features/bulk/run.server.ts";
import { runs } from "#app/features/bulk/runStore.server.ts";

/**
 * Has the next few rows of a run done, for a page that goes on by itself, and once all were, their records read again;
 * returns its state after that.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const run = await runs.read(user, params.runId ?? "");
  if (!run) throw notFound(request, "There is no such run.");
  const { place } = await openBulk(request, run);
  const rowOf = rowsOf(place, run);
  const { run: after = run, done } = await runBatch(runs, user, run, pageRows, rowOf);
  const { run: followed, withOutcome } =
    done.length > 0 ? { run: after, withOutcome: [] } : await followRun(runs, user, after, rowOf);
  return Response.json(toNews(followed, [...done, ...withOutcome]));
}
