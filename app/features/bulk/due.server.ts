import type { BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { shorten } from "#app/core/values/values.ts";
import { pageRows } from "./rows.ts";
import { rowsOf, runBatch } from "./run.server.ts";
import type { DueRun, Run, Runs } from "./runStore.server.ts";

const forbidden = 403;

/** Why a run that began by itself goes no further; undefined for what is nobody's but ours to mend. */
function whyOf(problem: unknown): string | undefined {
  if (problem instanceof ApiError)
    return `The service could not be asked when its time had come: ${shorten(problem.view.message, 200)}`;
  if (!(problem instanceof Response)) return undefined;
  return problem.status === forbidden
    ? "Your roles did not allow it when its time had come."
    : "Your session had ended when its time had come.";
}

/**
 * Begins one run whose time has come, and does all its rows, under the session of the person who planned it and with the
 * rights that this has now (bulk#later). Where another process died over one, it is gone on with: a row keeps its token.
 * Resolves to whether there was one.
 */
export async function runDue(
  runs: Runs,
  placeOf: (due: DueRun, run: Run) => Promise<BulkPlace>,
): Promise<boolean> {
  const due = await runs.claimDue();
  if (!due) return false;
  const run = await runs.read(due, due.id);
  if (!run) return true;
  try {
    const place = await placeOf(due, run);
    const rowOf = rowsOf(place, run);
    while ((await runBatch(runs, due, run, pageRows, rowOf)).done.length > 0) await runs.keepDue(due, due.id);
    await runs.endDue(due, due.id, "");
  } catch (problem) {
    const why = whyOf(problem);
    await runs.endDue(due, due.id, why ?? "It could not go on.");
    if (why === undefined) throw problem;
  }
  return true;
}
