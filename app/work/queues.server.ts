import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { sessions } from "#app/auth/session.server.ts";
import { handleOf, type SignedInPerson } from "#app/auth/sessionStore.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import type { BulkSearch } from "#app/bulk/paths.ts";
import type { Receipt } from "#app/confirm/command.ts";
import { attempt } from "#app/http/api.server.ts";
import { takePanelFlash } from "#app/http/flash.server.ts";
import { notesNow } from "#app/http/requestNotes.server.ts";
import { gatherPages, screenLimits } from "#app/lists/gather.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { workSearch } from "#app/search/search.ts";
import { queuePath, recordPath } from "./paths.ts";
import { actionOf, type End, nextOf, type QueueView, withEnd, withListed } from "./queue.ts";

const ttlSeconds = 24 * 3600;
/** A queue's list is read again where that was longer ago. */
const freshMs = 15_000;

const end: z.ZodType<End> = z.union([
  z.object({ is: z.enum(["acted", "handed"]), what: z.string(), name: z.string() }),
  z.object({ is: z.enum(["skipped", "left"]), name: z.string() }),
]);

const queueRecord = z.object({
  kind: z.string(),
  alias: z.string(),
  /** The search of its list, and the list's own address and title. */
  list: z.string(),
  listHref: z.string(),
  title: z.string(),
  /** When its list was last read, and when something last became of one of its records, in epoch milliseconds. */
  listedAt: z.number(),
  changedAt: z.number(),
  /** The list goes on beyond the records of the queue. */
  isCut: z.boolean(),
  entries: z.array(z.object({ id: z.string(), isListed: z.boolean(), end: end.optional() })),
});
export type QueueRecord = z.output<typeof queueRecord>;

type Person = { subject: string };

const queueKey = ({ subject }: Person, work: string): string => `queue:${subject}:${work}`;

/** The panel name of a queue's messages: they go with the person to its next record. */
export const queuePanel = (work: string): string => `queue:${work}`;

export const readQueue = (person: Person, work: string): Promise<QueueRecord | undefined> =>
  records.get(queueKey(person, work), queueRecord);

const change = (
  person: Person,
  work: string,
  to: (queue: QueueRecord) => Partial<QueueRecord>,
): Promise<QueueRecord | undefined> =>
  records.withLock(queueKey(person, work), 10, async (locked) => {
    const queue = await locked.get(queueKey(person, work), queueRecord);
    if (!queue) return undefined;
    const changed = { ...queue, ...to(queue) };
    await locked.set(queueKey(person, work), changed, ttlSeconds);
    return changed;
  });

/** The ids that the list has now, as many as a screen shows. Throws ApiError. */
async function listedIds(place: BulkPlace): Promise<{ ids: string[]; isWhole: boolean }> {
  const found = new Map<string, string>();
  const readPage = async (page: number) => {
    const { ids, hasNext } = await place.page(page);
    return { rows: ids, hasNext };
  };
  const { stopped } = await gatherPages(readPage, (id) => id, found, screenLimits);
  return { ids: [...found.keys()], isWhole: stopped === undefined };
}

/** Starts a queue of all that a list has now; resolves to where it goes on (queue#start). Throws ApiError. */
export async function startQueue(
  kind: string,
  place: BulkPlace,
  { alias, list }: Pick<BulkSearch, "alias" | "list">,
): Promise<string> {
  const { ids, isWhole } = await listedIds(place);
  const { user, listHref, title } = place;
  const work = randomBytes(12).toString("base64url");
  const now = Date.now();
  const queue: QueueRecord = {
    ...{ kind, alias, list, listHref, title, listedAt: now, changedAt: now, isCut: !isWhole },
    entries: withListed([], ids, isWhole),
  };
  await records.set(queueKey(user, work), queue, ttlSeconds);
  return wayOn(queue, work, "");
}

/** The next record of a queue; the queue as a whole where there is none. */
export function wayOn({ entries, listHref }: QueueRecord, work: string, id: string): string {
  const next = nextOf(entries, id);
  return next === undefined ? queuePath(work) : recordPath(listHref, next, work);
}

export const endRecord = (person: Person, work: string, id: string, end: End) =>
  change(person, work, ({ entries }) => ({ entries: withEnd(entries, id, end), changedAt: Date.now() }));

/** Where a command on a queue's record leads once it is done, and the panel that tells so (queue#next). */
export async function wayOnAfter(
  person: Person,
  { url }: Request,
  { object, name }: Receipt,
): Promise<{ to: string; panel: string } | undefined> {
  const { work } = workSearch.read(url);
  const id = /\/([^/]+)\/actions\/[^/]+$/.exec(new URL(url).pathname)?.[1];
  if (work === undefined || id === undefined) return undefined;
  const what = actionOf(object);
  const recordId = decodeURIComponent(id);
  const queue = await endRecord(person, work, recordId, { is: "acted", what, name });
  return queue && { to: wayOn(queue, work, recordId), panel: queuePanel(work) };
}

/** Those to whom a record can be handed over: all who signed in lately, but oneself. */
export const colleaguesOf = async ({ subject }: Person): Promise<SignedInPerson[]> =>
  (await sessions.people()).filter((one) => one.subject !== subject && one.name !== "");

/** The queue, its list read again where that was a while ago; as it was where that fails. */
export async function refreshQueue(
  place: BulkPlace,
  work: string,
  queue: QueueRecord,
  youngerThanMs = freshMs,
): Promise<QueueRecord | undefined> {
  if (Date.now() - queue.listedAt < youngerThanMs || notesNow()?.isPrefetch) return queue;
  const read = await attempt(listedIds(place));
  if (!read.ok) return queue;
  const { ids, isWhole } = read.value;
  return change(place.user, work, ({ entries }) => ({
    entries: withListed(entries, ids, isWhole),
    listedAt: Date.now(),
    isCut: !isWhole,
  }));
}

/**
 * The queue of a record's URL, for its panel (queue#bar); undefined where the URL has none, or it is another person's or
 * over. Throws what the guard of the list's actions throws.
 */
export async function queueOf(
  kind: BulkKind,
  args: Parameters<BulkKind["open"]>[0],
  person: Pick<User, "subject" | "sessionId">,
  id: string,
) {
  const { url } = args.request;
  const { work } = workSearch.read(url);
  const before = work === undefined ? undefined : await readQueue(person, work);
  if (work === undefined || !before) return undefined;
  const place = await kind.open(args, new URL(url).search);
  const [queue, people, flash] = await Promise.all([
    refreshQueue(place, work, before),
    colleaguesOf(person),
    takePanelFlash(person.sessionId, queuePanel(work)),
  ]);
  if (!queue) return undefined;
  const { entries, listHref } = queue;
  const at = entries.findIndex((entry) => entry.id === id);
  const entry = entries[at];
  // The page says that it has left: it is not offered again.
  if (entry && !entry.isListed && !entry.end && !notesNow()?.isPrefetch)
    await endRecord(person, work, id, { is: "left", name: "" });
  const beside = (place: number) => {
    const other = at < 0 ? undefined : entries[place];
    return other && { href: recordPath(listHref, other.id, work), name: `${place + 1} of ${entries.length}` };
  };
  const view: QueueView = {
    href: queuePath(work),
    id,
    at: at < 0 ? undefined : at + 1,
    of: entries.length,
    open: entries.filter(({ end }) => end === undefined).length,
    isListed: entry?.isListed ?? false,
    end: entry?.end,
    previous: beside(at - 1),
    next: beside(at + 1),
    colleagues: people.map(({ subject, name }) => ({ handle: handleOf("person", subject), name })),
    flash,
  };
  return view;
}
