import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { sessions } from "#app/core/auth/session.server.ts";
import { handleOf, type SignedInPerson } from "#app/core/auth/sessionStore.server.ts";
import type { BulkKind, BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import type { Receipt } from "#app/core/commands/command.ts";
import { actionOf } from "#app/core/commands/doneWords.ts";
import { submissionOf } from "#app/core/commands/follow.server.ts";
import type { SettledListener } from "#app/core/commands/settled.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { takePanelFlash } from "#app/core/http/flash.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { trimToQuota } from "#app/core/http/quota.server.ts";
import { notesNow } from "#app/core/http/requestNotes.server.ts";
import { gatherPages, screenLimits } from "#app/core/lists/gather.server.ts";
import type { BulkSearch } from "#app/core/records/listPaths.ts";
import { type RecordRef, recordPermissions } from "#app/core/records/record.ts";
import { workSearch } from "#app/core/search/search.ts";
import { belowList, queuePath, recordPath } from "./paths.ts";
import { type End, type Entry, entryAt, nextOf, type QueueView, withEnd, withListed } from "./queue.ts";
import { workQueues } from "./tables.ts";

const ttlSeconds = 24 * 3600;
const queueQuota = { maxEntries: 10, maxBytes: 2 * 1024 * 1024 };
/** A queue's list is read again where that was longer ago. */
const freshMs = 15_000;

const end: z.ZodType<End> = z.union([
  z.object({
    ...{ is: z.enum(["acted", "handed"]), what: z.string(), name: z.string() },
    submission: z.string().optional(),
  }),
  z.object({ is: z.enum(["skipped", "left"]), name: z.string() }),
]);

const storedEntries: z.ZodType<Entry[]> = z.array(
  z.object({ id: z.string(), href: z.string(), isListed: z.boolean(), end: end.optional() }),
);

export type QueueRecord = {
  kind: string;
  alias: string;
  /** The search of its list, and the list's own address and title. */
  list: string;
  listHref: string;
  title: string;
  /** When its list was last read, and when something last became of one of its records, in epoch milliseconds. */
  listedAt: number;
  changedAt: number;
  /** The list goes on beyond the records of the queue. */
  isCut: boolean;
  entries: Entry[];
};

type Person = { subject: string };

const isOf = ({ subject }: Person, work: string) =>
  and(eq(workQueues.subject, subject), eq(workQueues.work, work), gt(workQueues.expiresAt, sql`now()`));

const toQueue = (row: typeof workQueues.$inferSelect): QueueRecord => ({
  ...row,
  listedAt: row.listedAt.getTime(),
  changedAt: row.changedAt.getTime(),
  entries: storedEntries.parse(row.entries),
});

const toRow = ({ listedAt, changedAt, ...queue }: QueueRecord) => ({
  ...queue,
  listedAt: new Date(listedAt),
  changedAt: new Date(changedAt),
  bytes: Buffer.byteLength(JSON.stringify(queue.entries)),
  expiresAt: inSeconds(ttlSeconds),
});

/** The panel name of a queue's messages: they go with the person to its next record. */
export const queuePanel = (work: string): string => `queue:${work}`;

export async function readQueue(person: Person, work: string): Promise<QueueRecord | undefined> {
  const [row] = await database.select().from(workQueues).where(isOf(person, work));
  return row && toQueue(row);
}

/** Changes a queue while nobody else does; undefined where this person has no such queue. */
const change = (
  person: Person,
  work: string,
  to: (queue: QueueRecord) => Partial<QueueRecord>,
): Promise<QueueRecord | undefined> =>
  database.transaction(async (tx) => {
    const [row] = await tx.select().from(workQueues).where(isOf(person, work)).for("update");
    if (!row) return undefined;
    const before = toQueue(row);
    const after = { ...before, ...to(before) };
    await tx.update(workQueues).set(toRow(after)).where(isOf(person, work));
    return after;
  });

/** The records that the list has now, as many as a screen shows. Throws ApiError. */
async function listedRecords(
  place: BulkPlace,
): Promise<{ rows: Pick<Entry, "id" | "href">[]; isWhole: boolean }> {
  const hrefOf = (id: string) => place.recordHref?.(id) ?? belowList(place.listHref, id);
  const found = new Map<string, string>();
  const { stopped } = await gatherPages(place.page, (id) => id, found, screenLimits);
  const rows = [...found.keys()].map((id) => ({ id, href: hrefOf(id) }));
  return { rows, isWhole: stopped === undefined };
}

/** Starts a queue of all that a list has now; resolves to where it goes on (queue#start). Throws ApiError. */
export async function startQueue(
  kind: string,
  place: BulkPlace,
  { alias, list }: Pick<BulkSearch, "alias" | "list">,
): Promise<string> {
  const { rows, isWhole } = await listedRecords(place);
  const { user, listHref, title } = place;
  // One for a person and a list: pressing again starts it over, and stores nothing more.
  const work = hashOf([user.subject, kind, alias, list]).slice(0, 16);
  const now = Date.now();
  const queue: QueueRecord = {
    ...{ kind, alias, list, listHref, title, listedAt: now, changedAt: now, isCut: !isWhole },
    entries: withListed([], rows, isWhole),
  };
  await database.transaction(async (tx) => {
    const row = { ...toRow(queue), createdAt: sql`clock_timestamp()` };
    await tx
      .insert(workQueues)
      .values({ ...row, subject: user.subject, work })
      .onConflictDoUpdate({ target: [workQueues.subject, workQueues.work], set: row });
    await trimToQuota(tx, workQueues, user, queueQuota);
  });
  return wayOn(queue, work, "");
}

/** The next record of a queue; the queue as a whole where there is none. */
export function wayOn({ entries, listHref }: QueueRecord, work: string, id: string): string {
  const next = nextOf(entries, id);
  return next === undefined ? queuePath(work) : recordPath(listHref, next.href, work);
}

export const endRecord = (person: Person, work: string, id: string, end: End) =>
  change(person, work, ({ entries }) => ({ entries: withEnd(entries, id, end), changedAt: Date.now() }));

/** Where a command on a queue's record leads once it is done, and the panel that tells so (queue#next). */
export async function wayOnAfter(
  person: Person,
  { url }: Request,
  { verb, object, name }: Receipt,
  token: string,
): Promise<{ to: string; panel: string } | undefined> {
  const { work } = workSearch.read(url);
  const before = work === undefined ? undefined : await readQueue(person, work);
  const entry = before && entryAt(before.entries, new URL(url).pathname);
  if (work === undefined || !entry) return undefined;
  const what = actionOf(verb, object);
  const end = { is: "acted", what, name, submission: submissionOf(token) } as const;
  const queue = await endRecord(person, work, entry.id, end);
  return queue && { to: wayOn(queue, work, entry.id), panel: queuePanel(work) };
}

/** Leads on to the next record of the queue that a command was confirmed in. */
export const leadOnInQueue: SettledListener = async ({ user, receipt, token, ended, dialog }) => {
  if (!dialog || ended.is === "failed") return;
  const way = await wayOnAfter(user, dialog.request, receipt, token);
  if (way) dialog.leadTo(way);
};

/** Those to whom a record can be handed over: all others who signed in lately, and may act on such a record. */
export async function colleaguesOf({ subject }: Person, { kind }: RecordRef): Promise<SignedInPerson[]> {
  const { act } = recordPermissions[kind];
  return (await sessions.people()).filter(
    (one) => one.subject !== subject && one.name !== "" && may(one, act),
  );
}

/** The queue, its list read again where that was a while ago; as it was where that fails. */
export async function refreshQueue(
  place: BulkPlace,
  work: string,
  queue: QueueRecord,
  youngerThanMs = freshMs,
): Promise<QueueRecord | undefined> {
  if (Date.now() - queue.listedAt < youngerThanMs || notesNow()?.isPrefetch) return queue;
  const read = await attempt(listedRecords(place));
  if (!read.ok) return queue;
  const { rows, isWhole } = read.value;
  return change(place.user, work, ({ entries }) => ({
    entries: withListed(entries, rows, isWhole),
    listedAt: Date.now(),
    isCut: !isWhole,
  }));
}

/**
 * The queue of a record's URL, for its page (queue#bar); undefined where the URL has none, or it is another person's or
 * over. Throws what the guard of the list's actions throws.
 */
export async function queueOf(
  kind: BulkKind,
  { request }: { request: Request },
  person: Pick<User, "subject" | "sessionId">,
): Promise<QueueView | undefined> {
  const { work } = workSearch.read(request.url);
  const before = work === undefined ? undefined : await readQueue(person, work);
  if (work === undefined || before?.kind !== kind.key || !kind.recordRef) return undefined;
  const { alias, list } = before;
  const place = await kind.open({ request, params: alias === "" ? {} : { alias } }, list);
  const [queue, people, flash] = await Promise.all([
    refreshQueue(place, work, before),
    colleaguesOf(person, kind.recordRef(alias, "")),
    takePanelFlash(person.sessionId, queuePanel(work)),
  ]);
  if (!queue) return undefined;
  const { entries, listHref } = queue;
  const entry = entryAt(entries, new URL(request.url).pathname);
  const at = entry ? entries.indexOf(entry) : -1;
  // The page says that it has left: it is not offered again.
  if (entry && !entry.isListed && !entry.end && !notesNow()?.isPrefetch)
    await endRecord(person, work, entry.id, { is: "left", name: "" });
  const beside = (place: number) => {
    const other = entry && entries[place];
    return (
      other && { href: recordPath(listHref, other.href, work), name: `${place + 1} of ${entries.length}` }
    );
  };
  return {
    href: queuePath(work),
    id: entry?.id ?? "",
    at: entry && at + 1,
    of: entries.length,
    open: entries.filter(({ end }) => end === undefined).length,
    isListed: entry?.isListed ?? false,
    end: entry?.end,
    previous: beside(at - 1),
    next: beside(at + 1),
    colleagues: people.map(({ subject, name }) => ({ handle: handleOf(subject), name })),
    flash,
  };
}

/** So many records that have left their list are named at a time. */
const maxNamed = 25;

/** The queue with the names of records that had left its list, by which its page tells them apart. */
export async function withNames(
  person: Person,
  work: string,
  queue: QueueRecord,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<QueueRecord> {
  const unnamed = queue.entries.filter(({ end }) => end?.is === "left" && end.name === "").slice(0, maxNamed);
  if (unnamed.length === 0) return queue;
  const names = new Map(
    await Promise.all(
      unnamed.map(async ({ id }): Promise<[string, string]> => {
        const read = await attempt(nameOf(id));
        return [id, (read.ok ? read.value : undefined) ?? ""];
      }),
    ),
  );
  const named = await change(person, work, ({ entries }) => ({
    entries: entries.map((entry) => {
      const name = names.get(entry.id);
      return name && entry.end?.is === "left" ? { ...entry, end: { ...entry.end, name } } : entry;
    }),
  }));
  return named ?? queue;
}
