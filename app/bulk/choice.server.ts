import { z } from "zod";
import { tokens } from "#app/http/onceToken.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { type BulkSearch, bulkSearch } from "./paths.ts";

const ttlSeconds = 60 * 60;
const chosenIds = z.array(z.string());

type Person = Parameters<typeof tokens.make>[0];

const choiceKey = ({ subject }: Pick<Person, "subject">, token: string) => `bulk-choice:${subject}:${token}`;

/** What a list's own form asks for. */
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
