import { and, eq, getTableName, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { lifeLeft } from "#app/core/auth/session.server.ts";
import { type AddressCorrection, changeWords } from "#app/core/commands/address.ts";
import type { BulkKind, BulkPlace, Looked } from "#app/core/commands/bulkKind.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, hashedName, openJson } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import { takeDraft } from "#app/core/http/drafts.server.ts";
import { readToken, tokens } from "#app/core/http/once.server.ts";
import { trimToQuota } from "#app/core/http/quota.server.ts";
import { count, type Rate } from "#app/core/http/rates.server.ts";
import { gatherPages } from "#app/core/lists/gather.server.ts";
import type { Stop } from "#app/core/lists/listed.ts";
import { readUntilStill } from "#app/core/lists/untilStill.ts";
import { type BulkSearch, bulkSearch, maxRows } from "#app/core/records/listPaths.ts";
import { maxNoteLength } from "#app/core/records/record.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { plural, shorten } from "#app/core/values/values.ts";
import { type AddressPayload, addressPayload } from "#contract/actions.ts";
import { asTypedName, isIncluded, problemOf, type TypedReview, typedAddress } from "./corrections.ts";
import { nextAt, planIntent } from "./plan.ts";
import type { CantRow, WillRow } from "./rows.ts";
import { eachOf } from "./run.server.ts";
import { type NewRun, runs } from "./runStore.server.ts";
import { bulkChoices, bulkReviews } from "./tables.ts";

const chosenIds = z.array(z.string());

type Person = { subject: string };

const ttlSeconds = 60 * 60;
/** Of one person, of choices and of reviews. */
const quota = { maxEntries: 20, maxBytes: 4 * 1024 * 1024 };

type Owned = typeof bulkChoices | typeof bulkReviews;

const labelOf = (table: Owned, { subject }: Person, token: string) =>
  `${getTableName(table)}:${subject}:${token}`;

/** Stores something for an hour under a token, for this person alone. */
const store = (table: Owned, person: Person, token: string, value: unknown): Promise<void> =>
  database.transaction(async (tx) => {
    const content = closeJson(seal, labelOf(table, person, token), value);
    const about = { subject: person.subject, bytes: Buffer.byteLength(content) };
    await tx
      .insert(table)
      .values({ ...about, token: hashedName(token), content, expiresAt: inSeconds(ttlSeconds) });
    await trimToQuota(tx, table, person, quota);
  });

async function read<S extends z.ZodType>(
  table: Owned,
  person: Person,
  token: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  const [row] = await database
    .select({ content: table.content })
    .from(table)
    .where(
      and(
        eq(table.token, hashedName(token)),
        eq(table.subject, person.subject),
        gt(table.expiresAt, sql`now()`),
      ),
    );
  return row && openJson(seal, labelOf(table, person, token), row.content, schema);
}

export const choiceIn = (form: FormData): BulkSearch => bulkSearch.read(form);

/** The same search with the chosen ids kept here for an hour, as they may be too many for an address (bulk#choosing). */
export async function keepChoice(person: Person, search: BulkSearch): Promise<BulkSearch> {
  if (search.all || search.ids.length === 0) return search;
  const choice = tokens.make(person);
  await store(bulkChoices, person, choice, search.ids);
  return { ...search, ids: [], choice };
}

/** The same search with the ids that this person chose; none where the choice is older, or not theirs. */
export async function withChosen(person: Person, search: BulkSearch): Promise<BulkSearch> {
  if (search.choice === "") return search;
  return { ...search, ids: (await read(bulkChoices, person, search.choice, chosenIds)) ?? [] };
}

const maxWordsLength = 4_000;

/** A run that has begun; what a person has to mend; or that there is no such review any longer. */
type Begun = { runId: string } | { problem: string; typed: TypedReview } | { isGone: true };

/** A review's form as it was filled in, row by row, and what there is to mend in those that are included. */
function typedIn({ rows }: Reviewed, form: FormData) {
  const ticked = new Set(form.getAll("id"));
  const mayLookWrong = form.get(asTypedName) !== null;
  const all = rows.map((row, n) => {
    if (!row.correction) return { row, isIncluded: ticked.has(row.id) };
    const address = typedAddress(row.correction, n, form);
    const included = isIncluded(row.correction, ticked.has(row.id), address);
    const found = included ? problemOf(row.correction, address) : undefined;
    const problem = found?.asTyped && mayLookWrong ? undefined : found;
    return { row, isIncluded: included, address, problem };
  });
  const textOf = (name: string) => String(form.get(name) ?? "");
  const typed: TypedReview = {
    ...{ words: textOf("words"), to: textOf("to"), time: form.has("time") ? textOf("time") : undefined },
    ticked: rows.flatMap(({ id }) => (ticked.has(id) ? [id] : [])),
    unticked: rows.flatMap(({ id }) => (ticked.has(id) ? [] : [id])),
    rows: all.flatMap(({ row: { id }, address, problem }) =>
      address ? [{ id, address, problem: problem?.words }] : [],
    ),
    asksAsTyped: all.some(({ problem }) => problem?.asTyped),
  };
  const problems = all.filter(({ problem }) => problem);
  return { typed, problems, included: all.filter(({ isIncluded }) => isIncluded), ticked };
}

/** What a person typed into a review's form before they had to sign in again, as far as that review is known. */
export async function typedBefore(
  person: Person,
  path: string,
  { kind, listHref, action }: Pick<Reviewed, "kind" | "listHref" | "action">,
): Promise<TypedReview | undefined> {
  const draft = await takeDraft(person, path);
  const token = draft && readToken(draft);
  const looked = token === undefined ? undefined : await readReview(person, token);
  const isThis = looked?.kind === kind && looked.listHref === listHref && looked.action === action;
  return draft && isThis ? typedIn(looked, draft).typed : undefined;
}

/** The latest moment at which a run can begin under a person's session, which may end before. */
export const sessionEndsAt = async ({ sessionId }: Pick<User, "sessionId">): Promise<number> =>
  Date.now() + (await lifeLeft(sessionId));

/** When a run begins by itself, for a time that was typed; or what is wrong with that (bulk#later). */
async function planFor(
  user: User,
  time: string,
): Promise<{ at: number; sessionId: string } | { problem: string }> {
  const at = nextAt(time.trim(), env.TIME_ZONE, Date.now());
  if (at === undefined) return { problem: "Give the time at which it is to begin, such as 18:00." };
  const endsAt = await sessionEndsAt(user);
  if (at < endsAt) return { at, sessionId: user.sessionId };
  const ends = formatDateTime(new Date(endsAt).toISOString(), env.TIME_ZONE);
  return { problem: `Your session lasts until ${ends} at the latest. Choose a time before that.` };
}

/** A row of a run with what was typed for it alone. */
function withInput(
  { correction, ...row }: Reviewed["rows"][number],
  address: AddressPayload | undefined,
): NewRun["rows"][number] {
  if (!correction || !address) return row;
  return { ...row, input: { address, change: changeWords(correction.recorded, address) } };
}

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
  const { typed, problems, included, ticked } = typedIn(looked, form);
  const refuse = (problem: string) => ({ problem, typed });
  if (ticked.size > maxRows) return refuse(`A run takes ${maxRows} records at most.`);
  const rows = included.map(({ row, address }) => withInput(row, address));
  const ids = new Set(looked.rows.map(({ id }) => id));
  if ([...ticked].some((id) => typeof id !== "string" || !ids.has(id)))
    return refuse("Not all of these records were looked at here, so nothing was begun.");
  if (rows.length === 0) return refuse("No record is ticked, so there is nothing to do.");
  if (problems.length > 0)
    return refuse(
      `${plural(problems.length, "address", "addresses")} to look at again, so nothing was begun.`,
    );
  const { words } = typed;
  if (looked.isRequired && words.trim() === "") return refuse("Add a reason. It is saved with every record.");
  const maxLength = looked.to ? maxNoteLength : maxWordsLength;
  if (words.length > maxLength) return refuse(`At most ${maxLength} characters go along.`);
  const to = looked.to?.find(({ value }) => value === typed.to);
  if (looked.to && !to) return refuse("Choose a colleague to hand them over to.");
  const plan = form.get("intent") === planIntent ? await planFor(user, typed.time ?? "") : undefined;
  if (plan && "problem" in plan) return refuse(plan.problem);
  const { alias, list } = looked;
  const action = to ? `${looked.action}:${to.value}` : looked.action;
  const label = to ? `${looked.label} to ${to.label}` : looked.label;
  const number = plural(rows.length, kind.one, kind.many);
  const what = to ? `${looked.label} ${number} to ${to.label}` : `${shorten(label, 80)} for ${number}`;
  const about = { kind: kind.key, alias, list, action, label, words, listHref, title, what, plan, rows };
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

const sideBySide = 8;

/** An action that no record offers by a name: 'move-to-manual' as 'Move to manual'. */
const namedAction = (action: string): string =>
  `${action.charAt(0).toUpperCase()}${action.slice(1)}`.replaceAll("-", " ");

const correction: z.ZodType<AddressCorrection> = z.object({
  recorded: addressPayload,
  wrong: z.string(),
  fields: z.array(addressPayload.keyof()),
  proposed: addressPayload.optional(),
  billing: z.string().optional(),
});

const reviewed = z.object({
  kind: z.string(),
  alias: z.string(),
  list: z.string(),
  listHref: z.string(),
  action: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  to: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      href: z.string(),
      token: z.string(),
      seen: z.string().optional(),
      correction: correction.optional(),
    }),
  ),
});
/** What was looked at, and can be done as it was shown. */
export type Reviewed = z.output<typeof reviewed>;

export type ReviewRow = { id: string; href: string; looked: Looked };

/** What this person looked at on the page with this token, within the last hour. */
const readReview = (person: Person, token: string): Promise<Reviewed | undefined> =>
  read(bulkReviews, person, token, reviewed);

const reviews: Rate = { name: "bulk reviews", windows: [{ most: 40, seconds: 60 }] };

/** Counts a look at many records; resolves to how many seconds this person has to wait before it, mostly 0. */
export const waitToReview = ({ subject }: { subject: string }): Promise<number> =>
  count(reviews, `person:${subject}`);

/** Records chosen for a run: those it takes, why reading ended before them, and whether they never held still. */
type Chosen = { ids: string[]; stopped?: Stop | undefined; isMoving: boolean };

/** The ids of all that match. Throws ApiError. */
export async function allMatching(place: Pick<BulkPlace, "page">): Promise<Chosen> {
  const found = new Map<string, string>();
  let stopped: Stop | undefined;
  const isStill = await readUntilStill(async () => {
    const before = found.size;
    const pass = await gatherPages(place.page, (id) => id, found, { maxRows });
    stopped = pass.stopped;
    return (pass.read === 1 && !stopped) || found.size === before || stopped === "records";
  });
  return { ids: [...found.keys()].slice(0, maxRows), stopped, isMoving: !isStill };
}

const idsOf = (place: BulkPlace, { all, ids }: BulkSearch): Chosen | Promise<Chosen> =>
  all
    ? allMatching(place)
    : {
        ids: ids.slice(0, maxRows),
        stopped: ids.length > maxRows ? "records" : undefined,
        isMoving: false,
      };

/**
 * Reads the current state of every chosen record, and stores what can be done for the form that starts the run. Throws
 * ApiError if the list itself cannot be read.
 */
export async function review(kind: BulkKind, place: BulkPlace, search: BulkSearch) {
  const { ids, stopped, isMoving } = await idsOf(place, search);
  const found = new Map<string, ReviewRow>();
  await eachOf(ids, sideBySide, async (id) => {
    const { href, look } = place.row(id, search.action, "");
    found.set(id, { id, href, looked: await look() });
  });
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const token = tokens.make(place.user);
  const can = rows.flatMap(({ id, href, looked }) =>
    looked.can
      ? [
          {
            ...{ id, href, name: looked.name, token: looked.token },
            ...{ seen: looked.seen, correction: looked.correction },
          },
        ]
      : [],
  );
  const first = rows.find(({ looked }) => looked.can)?.looked;
  const { label, to } = first?.can ? first : { label: namedAction(search.action) };
  if (can.length > 0) {
    const { alias, list, action } = search;
    const { listHref } = place;
    const isRequired = rows.some(({ looked }) => looked.can && looked.words?.isRequired === true);
    const about = { kind: kind.key, alias, list, listHref, action, label, isRequired };
    const stored: Reviewed = { ...about, to: to && [...to], rows: can };
    await store(bulkReviews, place.user, token, stored);
  }
  return { rows, stopped, isMoving, token, label, to };
}

export function toReview({ rows, ...about }: Awaited<ReturnType<typeof review>>) {
  const will: WillRow[] = [];
  const earlier: WillRow[] = [];
  const cant: CantRow[] = [];
  let isFinal = false;
  let words: Extract<Looked, { can: true }>["words"];
  for (const { id, href, looked } of rows) {
    const { name, facts } = looked;
    if (!looked.can) {
      cant.push({ id, href, name, why: looked.why });
      continue;
    }
    isFinal ||= looked.isFinal;
    words ??= looked.words;
    const { amount, correction } = looked;
    const row = { id, href, name, facts, amount, correction, n: will.length + earlier.length };
    if (looked.earlier) earlier.push({ ...row, earlier: looked.earlier });
    else will.push(row);
  }
  return { ...about, will, earlier, cant, isFinal, words };
}
