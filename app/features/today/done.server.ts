import { and, desc, eq, gt, sql } from "drizzle-orm";
import { trail } from "#app/core/audit/audit.server.ts";
import { auditLines } from "#app/core/audit/tables.ts";
import type { AuditEntry } from "#app/core/audit/trail.server.ts";
import { actionOf, doneWords, tallyWords } from "#app/core/commands/doneWords.ts";
import { type Followed, followedOf, lastFollowed } from "#app/core/commands/follow.server.ts";
import { outcomeWords } from "#app/core/commands/model.ts";
import { database } from "#app/core/database/database.server.ts";
import { env } from "#app/core/env.server.ts";
import { formatDay } from "#app/core/ui/text/time.ts";
import type { OwnAction } from "./lines.ts";

/** Lines of the trail that are read, the latest. */
const maxLines = 2_000;
const batchSize = 200;
const submitted = "Submitted: ";
/** Submissions of a day that are counted, the latest. */
const maxSent = 2_000;

/** The latest lines of the trail, newest first. */
async function* latestLines(): AsyncGenerator<AuditEntry> {
  const newest = await trail.newest();
  for (let from = newest; from > Math.max(0, newest - maxLines); from -= batchSize)
    for (const { entry } of await trail.readDown(from, Math.max(1, from - batchSize + 1)))
      if (entry) yield entry;
}

/** What a person has sent since midnight: '12 retried, 3 put on hold' (today#clear). */
export async function doneToday(subject: string): Promise<string> {
  const today = formatDay(Date.now(), env.TIME_ZONE);
  const sent = await lastFollowed({ subject }, maxSent);
  return tallyWords(
    sent
      .filter(({ at }) => formatDay(at, env.TIME_ZONE) === today)
      .map(({ object }) => ({ words: doneWords(actionOf("Submitted", object)) })),
  );
}

/** So many of a person's latest actions say what their work is, of so many days and the latest lines of the trail. */
const latestDone = 20;
const latestDays = 30;

/** The addresses of the records that a person acted on last (today#queues). */
export async function recordsDoneLast(subject: string): Promise<string[]> {
  const { kind, outcome, at, href, n } = auditLines;
  const rows = await database
    .select({ href })
    .from(auditLines)
    .where(
      and(
        eq(auditLines.subject, subject),
        eq(kind, "action"),
        eq(outcome, "done"),
        gt(at, sql`now() - make_interval(days => ${latestDays})`),
        gt(n, sql`(select coalesce(max(${n}), 0) from ${auditLines}) - ${maxLines}::int`),
      ),
    )
    .orderBy(desc(n))
    .limit(latestDone);
  return rows.map((row) => row.href);
}

const became: Record<AuditEntry["outcome"], string> = {
  done: "Done",
  failed: "Failed",
  refused: "Not sent",
  unknown: "No answer came: look at the record",
};

function toAction(
  { n, at, did, record, href, outcome, why }: AuditEntry,
  sent: Followed | undefined,
): OwnAction {
  const about = { key: String(n), at, record, href };
  // What was taken is done once its record says so.
  if (sent && outcome === "done") {
    const words = sent.outcome ? outcomeWords(sent.outcome) : "Sent";
    const isFailed = sent.outcome !== undefined && sent.outcome.is !== "wentOn";
    return { ...about, what: actionOf("Submitted", sent.object), words, isFailed };
  }
  const wasSent = did.startsWith(submitted);
  const what = wasSent ? actionOf("Submitted", did.slice(submitted.length)) : did;
  const end = wasSent && outcome === "done" ? "Sent" : became[outcome];
  return { ...about, what, words: [end, why].filter(Boolean).join(": "), isFailed: outcome !== "done" };
}

const maxActions = 50;

/** A person's latest actions by the audit trail, each with what became of its submission (today#own-actions). */
export async function ownActions(subject: string): Promise<OwnAction[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of latestLines()) {
    if (entry.subject === subject && entry.kind === "action") entries.push(entry);
    if (entries.length === maxActions) break;
  }
  const submissions = entries.flatMap(({ submission }) => submission ?? []);
  const sent = await followedOf({ subject }, submissions);
  return entries.map((entry) => toAction(entry, sent.get(entry.submission ?? "")));
}
