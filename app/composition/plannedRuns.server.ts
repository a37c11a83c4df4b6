import { randomUUID } from "node:crypto";
import { requireMay } from "#app/core/auth/guard.server.ts";
import type { BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { env } from "#app/core/env.server.ts";
import { noting } from "#app/core/http/requestNotes.server.ts";
import { cookieOf } from "#app/core/http/sessionCookie.server.ts";
import { log } from "#app/core/log.server.ts";
import { runDue } from "#app/features/bulk/due.server.ts";
import { runPath } from "#app/features/bulk/paths.ts";
import { type DueRun, type Run, runs } from "#app/features/bulk/runStore.server.ts";
import { openBulk } from "./recordKinds.server.ts";

const lookEveryMs = 15_000;

/** The records of a planned run, by the guards that any page passes, without use of the session (sign-in#polls). */
async function placeOf({ id, subject, sessionId }: DueRun, run: Run): Promise<BulkPlace> {
  const request = new Request(new URL(`${runPath(id)}/live`, env.APP_URL), {
    headers: { Cookie: await cookieOf(sessionId) },
  });
  const user = await requireMay(request, "bulk");
  if (user.subject !== subject) throw new Error("A run was planned under somebody else's session");
  return (await openBulk(request, run)).place;
}

/** Has what is due done, one run after the other. */
async function runAllDue(): Promise<void> {
  const aboutOne = () => ({ address: "", correlationId: randomUUID(), upstreamMs: 0 });
  while (await noting(aboutOne(), () => runDue(runs, placeOf)));
}

/** Looks for runs whose time has come again and again; several portals share them (bulk#later). */
export function startPlannedRuns(): void {
  let isAtIt = false;
  setInterval(() => {
    if (isAtIt) return;
    isAtIt = true;
    runAllDue()
      .catch((problem: unknown) => log.error({ err: problem }, "a planned run could not go on"))
      .finally(() => {
        isAtIt = false;
      });
  }, lookEveryMs).unref();
}
