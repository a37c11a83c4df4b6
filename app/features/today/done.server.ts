import { trail } from "#app/core/audit/audit.server.ts";
import type { AuditEntry } from "#app/core/audit/trail.server.ts";
import { env } from "#app/core/env.server.ts";
import { formatDay } from "#app/core/ui/text/time.ts";
import { actionOf, doneWords, tallyWords } from "#app/features/work/queue.ts";
import type { OwnAction } from "./lines.ts";

/** Lines of the trail that are read, the latest. */
const maxLines = 2_000;
const batchSize = 200;
const submitted = "Submitted: ";
const outcomeOf = "Outcome of ";

/** The latest lines of the trail, newest first. */
async function* latestLines(): AsyncGenerator<AuditEntry> {
  const newest = await trail.newest();
  for (let from = newest; from > Math.max(0, newest - maxLines); from -= batchSize)
    for (const { entry } of await trail.readDown(from, Math.max(1, from - batchSize + 1)))
      if (entry) yield entry;
}

/** What a person has done since midnight, by the audit trail: '12 retried, 3 put on hold' (today#clear). */
export async function doneToday(subject: string): Promise<string> {
  const today = formatDay(Date.now(), env.TIME_ZONE);
  const done: string[] = [];
  for await (const { at, did, outcome, ...entry } of latestLines()) {
    if (formatDay(at, env.TIME_ZONE) !== today) break;
    if (entry.subject === subject && outcome === "done" && did.startsWith(submitted))
      done.push(doneWords(actionOf("Submitted", did.slice(submitted.length))));
  }
  return tallyWords(done);
}

const became: Record<AuditEntry["outcome"], string> = {
  done: "Done",
  failed: "Failed",
  refused: "Not sent",
  unknown: "No answer came: look at the record",
};

function toAction({ n, at, did, record, href, outcome, why }: AuditEntry, end?: AuditEntry): OwnAction {
  const wasSent = did.startsWith(submitted);
  const words = wasSent && outcome === "done" ? "Sent" : became[outcome];
  return {
    key: String(n),
    at,
    what: wasSent ? actionOf("Submitted", did.slice(submitted.length)) : did,
    record,
    href,
    words: end ? end.why : [words, why].filter(Boolean).join(": "),
    isFailed: (end ?? { outcome }).outcome !== "done",
  };
}

const maxActions = 50;

/** A person's latest actions, each with what became of it, by the audit trail (today#own-actions). */
export async function ownActions(subject: string): Promise<OwnAction[]> {
  const actions: OwnAction[] = [];
  // What became of an action is written after it, so that it is read before it.
  const ends = new Map<string, AuditEntry[]>();
  for await (const entry of latestLines()) {
    const { did, kind, href } = entry;
    if (entry.subject !== subject || kind !== "action") continue;
    const keyOf = (what: string) => `${what} ${href}`;
    if (did.startsWith(outcomeOf)) {
      const key = keyOf(did.slice(outcomeOf.length));
      ends.set(key, [...(ends.get(key) ?? []), entry]);
    } else actions.push(toAction(entry, ends.get(keyOf(did.replace(submitted, "")))?.shift()));
    if (actions.length === maxActions) break;
  }
  return actions;
}
