import { readToken } from "#app/http/onceToken.server.ts";
import { plural, shorten } from "#app/values/show.ts";
import type { BulkKind, BulkPlace } from "./kind.server.ts";
import { readReview } from "./review.server.ts";
import { maxRows } from "./rows.ts";
import { runs } from "./run.server.ts";

const maxWordsLength = 4_000;

/** A run that has begun; what a person has to mend; or that there is no such review any longer. */
type Begun = { runId: string } | { problem: string } | { isGone: true };

/**
 * Begins the run of a review's ticked rows, as its form says: those only that this person looked at, for this kind and
 * list. The same form begins one run, however often it is sent (bulk#once).
 */
export async function begin(kind: BulkKind, place: BulkPlace, form: FormData): Promise<Begun> {
  const { user, listHref, title } = place;
  const token = readToken(form);
  const looked = token === undefined ? undefined : await readReview(user, token);
  if (token === undefined || looked?.kind !== kind.key || looked.listHref !== listHref)
    return { isGone: true };
  const ticked = new Set(form.getAll("id"));
  if (ticked.size > maxRows) return { problem: `A run takes ${maxRows} records at most.` };
  const rows = looked.rows.filter(({ id }) => ticked.has(id));
  if (rows.length === 0) return { problem: "No record is ticked, so there is nothing to do." };
  if (rows.length < ticked.size) {
    return { problem: "Not all of these records were looked at here, so nothing was begun." };
  }
  const typed = form.get("words");
  const words = typeof typed === "string" ? typed : "";
  if (looked.isRequired && words.trim() === "")
    return { problem: "Add a reason. It is saved with every record." };
  if (words.length > maxWordsLength) return { problem: `At most ${maxWordsLength} characters go along.` };
  const { alias, list, action, label } = looked;
  const what = `${shorten(label, 80)} for ${plural(rows.length, kind.one, kind.many)}`;
  const about = { kind: kind.key, alias, list, action, label, words, listHref, title, what, rows };
  return { runId: await runs.begin(user, token, about) };
}
