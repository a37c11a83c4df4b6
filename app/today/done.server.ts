import { trail } from "#app/audit/audit.server.ts";
import { env } from "#app/env.server.ts";
import { formatDay } from "#app/ui/text/time.ts";
import { actionOf, doneWords, tallyWords } from "#app/work/queue.ts";

/** Lines of the trail that are read for it, the latest. */
const maxLines = 2_000;
const batchSize = 200;
const submitted = "Submitted: ";

/** What a person has done since midnight, by the audit trail: '12 retried, 3 put on hold' (today#clear). */
export async function doneToday(subject: string): Promise<string> {
  const today = formatDay(Date.now(), env.TIME_ZONE);
  const done: string[] = [];
  const newest = await trail.newest();
  for (let from = newest; from > Math.max(0, newest - maxLines); from -= batchSize) {
    for (const { entry } of await trail.readDown(from, Math.max(1, from - batchSize + 1))) {
      if (!entry) continue;
      if (formatDay(entry.at, env.TIME_ZONE) !== today) return tallyWords(done);
      const { did, outcome } = entry;
      if (entry.subject === subject && outcome === "done" && did.startsWith(submitted))
        done.push(doneWords(actionOf(did.slice(submitted.length))));
    }
  }
  return tallyWords(done);
}
