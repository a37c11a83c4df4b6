import { z } from "zod";
import { attempt } from "#app/http/api.server.ts";
import { readToken, tokens } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { plural, shorten } from "#app/values/values.ts";
import type { BulkKind, BulkPlace } from "./kind.server.ts";
import { type BulkSearch, bulkSearch } from "./paths.ts";
import { readReview } from "./review.server.ts";
import { maxRows } from "./rows.ts";
import { runs } from "./run.server.ts";

const ttlSeconds = 60 * 60;
const chosenIds = z.array(z.string());

type Person = Parameters<typeof tokens.make>[0];

const choiceKey = ({ subject }: Pick<Person, "subject">, token: string) => `bulk-choice:${subject}:${token}`;

export const choiceIn = (form: FormData): BulkSearch =>
  bulkSearch.read([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** The same search with the chosen ids kept here for an hour, as they may be too many for an address (bulk#choosing). */
export async function keepChoice(person: Person, search: BulkSearch): Promise<BulkSearch> {
  if (search.all || search.ids.length === 0) return search;
  const choice = tokens.make(person);
  await records.set(choiceKey(person, choice), search.ids, ttlSeconds);
  return { ...search, ids: [], choice };
}

/** The same search with the ids that this person chose; none where the choice is older, or not theirs. */
export async function withChosen(person: Person, search: BulkSearch): Promise<BulkSearch> {
  if (search.choice === "") return search;
  return { ...search, ids: (await records.get(choiceKey(person, search.choice), chosenIds)) ?? [] };
}

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

/**
 * The rows of a list as its pages tell them, for kinds that no call tells one by one: those of the pages that were read,
 * and where none was, of the page that is open. What can't be read so has to be looked for by itself.
 */
export function listedRows<Row>(
  idOf: (row: Row) => string,
  readPage: (page: number) => Promise<Row[]>,
  openPage: number,
) {
  const rows = new Map<string, Row>();
  let opening: Promise<unknown> | undefined;
  async function read(page: number): Promise<Row[]> {
    const found = await readPage(page);
    for (const row of found) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    return found;
  }
  return {
    /** One page, from 1. Throws ApiError. */
    read,
    /** The row of this id; undefined where it is on none of those pages. */
    async find(id: string): Promise<Row | undefined> {
      if (rows.size === 0) {
        opening ??= attempt(read(openPage));
        await opening;
      }
      return rows.get(id);
    },
  };
}
