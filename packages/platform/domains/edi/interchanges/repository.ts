import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  max,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { transmissionDirections } from "#contract/edi.ts";
import type { EdiDue, InterchangeFilters } from "#contract/ediPartner.ts";
import type { Database } from "#database/connect.ts";
import { insertAll } from "#database/insert.ts";
import { ediContents, ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { interchangeNumbers, type StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import {
  contains,
  containsId,
  countedPage,
  fieldContains,
  given,
  wordIn,
} from "#platform/database/search.ts";
import { packageNumberIn } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { type EdiNote, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import { dueConditions, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";
import type { InterchangeFacts } from "./facts.ts";

/** Rows on a page of the partner-level lists; set by the service. */
export const ediPageSize = 20;

const fromFile = (database: Database, name: string): SQL =>
  inArray(
    ediInterchanges.fileId,
    database.select({ id: ediFiles.id }).from(ediFiles).where(contains(ediFiles.name, name)),
  );

/** Interchanges refused as a whole or in part that nobody has dealt with; the same condition as its partial index. */
const isRefused = sql`(${ediInterchanges.state} = 'rejected' or ${ediInterchanges.refusedMessages} <> '[]'::jsonb)
  and ${ediInterchanges.handledAt} is null`;

/** Interchanges on hold without an active partner as sender (edi#unknown-partner). */
const isOfUnknownPartner = (database: Database) =>
  and(
    eq(ediInterchanges.state, "hold"),
    eq(ediInterchanges.direction, "inbound"),
    notExists(
      database
        .select({ identification: ediPartners.identification })
        .from(ediPartners)
        .where(
          and(
            ediPartners.active,
            eq(ediPartners.identification, ediInterchanges.sender),
            eq(ediPartners.qualifier, ediInterchanges.senderQualifier),
            eq(ediPartners.our_identification, ediInterchanges.recipient),
            eq(ediPartners.our_qualifier, ediInterchanges.recipientQualifier),
          ),
        ),
    ),
  );

/** Interchanges of ours whose acknowledgement is still owed. */
const isOwedByPartner = and(
  eq(ediInterchanges.direction, "outbound"),
  // As its partial index says it.
  sql`${ediInterchanges.acknowledgementExpected}`,
);

/** The duty to acknowledge, for the interchanges that `isOwedByPartner` finds. */
export const owedAcknowledgements = {
  duty: "acknowledgement",
  partner: ediInterchanges.partner,
  since: ediInterchanges.createdAt,
} as const;

const isDue = async (database: Database, due: EdiDue): Promise<SQL | undefined> =>
  and(
    isOwedByPartner,
    dueConditions(await readKnownPartners(database), owedAcknowledgements, new Date())[due],
  );

const numbered = (column: AnyPgColumn) => (text: string) => fieldContains(interchangeNumbers, column, text);

/** What a filter of the interchanges finds; the work queue counts the same (edi#queue). */
export async function interchangeCondition(database: Database, filters: InterchangeFilters) {
  const { states = [], test, createdFrom, createdBefore, due } = filters;
  const { owedByPartner, hasRefusedMessages, hasUnknownPartner } = filters;
  const sort = wordIn(filters.transmissionDirection)?.toLowerCase();
  const direction = transmissionDirections.find((known) => known === sort);
  const { acknowledged, containsMessageTypes: types = [], containsMessageTypesMode: mode = "any" } = filters;
  const matches = mode === "all" ? arrayContains : arrayOverlaps;
  return and(
    given(wordIn(filters.documentId), (id) => containsId(ediInterchanges.id, id)),
    given(wordIn(filters.interchangeControlReference), numbered(ediInterchanges.controlReference)),
    given(wordIn(filters.documentIdentifier), numbered(ediInterchanges.documentIdentifiers)),
    // An impossible direction finds nothing.
    sort === undefined ? undefined : inArray(ediInterchanges.direction, direction ? [direction] : []),
    given(acknowledged, (isAcknowledged) => eq(ediInterchanges.acknowledged, isAcknowledged)),
    types.length === 0 ? undefined : matches(ediInterchanges.messageTypes, types),
    states.length === 0 ? undefined : inArray(ediInterchanges.state, states),
    given(wordIn(filters.partner), (partner) => eq(ediInterchanges.partner, partner)),
    given(wordIn(filters.fileName), (name) => fromFile(database, name)),
    given(wordIn(packageNumberIn(filters.packageNumber)), numbered(ediInterchanges.packageNumbers)),
    given(test, (isTest) => eq(ediInterchanges.isTest, isTest)),
    given(createdFrom, (from) => gte(ediInterchanges.createdAt, new Date(from))),
    given(createdBefore, (before) => lt(ediInterchanges.createdAt, new Date(before))),
    owedByPartner ? isOwedByPartner : undefined,
    due === undefined ? undefined : await isDue(database, due),
    hasRefusedMessages ? isRefused : undefined,
    hasUnknownPartner ? isOfUnknownPartner(database) : undefined,
  );
}

/** One page of interchanges, latest first by default, and the number of pages, 1 or more. */
export async function readInterchangePage(database: Database, filters: InterchangeFilters, page: number) {
  const { isListed, order, pages } = await countedPage(database, ediInterchanges.position, {
    where: await interchangeCondition(database, filters),
    order: { by: [ediInterchanges.position], isDescending: filters.sort !== "oldest" },
    page,
    size: ediPageSize,
  });
  const rows = await database
    .select()
    .from(ediInterchanges)
    .where(isListed)
    .orderBy(...order);
  return { rows, pages };
}

export type StoredInterchange = typeof ediInterchanges.$inferSelect;

// Advisory lock key: positions have no gaps while interchanges are added and sent.
const arrivalLock = 7_440_004;

/** An interchange by its id; inside a transaction `forUpdate` locks it. */
export async function findInterchange(database: Database, id: string, forUpdate = false) {
  const query = database.select().from(ediInterchanges).where(eq(ediInterchanges.id, id));
  const [found] = await (forUpdate ? query.for("update") : query);
  return found;
}

/** Locks an interchange for `work`; undefined where another process has advanced it since it was read. */
export const ifUntouched = <T>(
  database: Database,
  before: StoredInterchange,
  work: (transaction: Database, found: StoredInterchange) => Promise<T>,
): Promise<T | undefined> =>
  database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, before.id, true);
    return found?.revision === before.revision ? work(transaction, found) : undefined;
  });

/** Bytes of a slice: decoding all of a long text at once would delay other calls. */
const sliceLength = 512 * 1024;

/** A stored text or file, in slices, between which the database and the platform respond to others. */
async function readBytes(
  database: Database,
  column: typeof ediContents.content | typeof ediFiles.content,
  where: SQL,
): Promise<Uint8Array> {
  const slices: Uint8Array[] = [];
  for (;;) {
    const from = slices.length * sliceLength + 1;
    const slice = sql<Uint8Array>`substring(${column} from ${from}::int for ${sliceLength}::int)`;
    const [found] = await database
      .select({ slice: slice.mapWith(column) })
      .from(column.table)
      .where(where);
    if (!found) throw new Error(`There is nothing in ${column.name} for it`);
    slices.push(found.slice);
    if (found.slice.length < sliceLength) return Buffer.concat(slices);
  }
}

export const readText = (database: Database, id: string): Promise<Uint8Array> =>
  readBytes(database, ediContents.content, eq(ediContents.interchangeId, id));

export async function readContent(database: Database, id: string) {
  const { findings, interchangeId } = ediContents;
  const [found] = await database.select({ findings }).from(ediContents).where(eq(interchangeId, id));
  if (!found) throw new Error(`The interchange ${id} has no content`);
  return { content: await readText(database, id), ...found };
}

export async function readFile(database: Database, id: string) {
  const { content, ...columns } = getTableColumns(ediFiles);
  const [found] = await database.select(columns).from(ediFiles).where(eq(ediFiles.id, id));
  if (!found) throw new Error(`There is no file ${id}`);
  return { ...found, content: await readBytes(database, content, eq(ediFiles.id, id)) };
}

/** The longest text (bytes of UTF-8) in a document; longer ones have a call of their own. */
const maxTextLength = 1024 * 1024;

/** The content in an interchange's document; `text` is null when it is too long. */
export async function readHeld(database: Database, id: string) {
  const { messages, findings, encoding, isReduced, content } = ediContents;
  const [found] = await database
    .select({
      text: sql<Uint8Array | null>`case when ${ediInterchanges.byteCount} <= ${maxTextLength} then ${content} end`.mapWith(
        content,
      ),
      messages,
      findings,
      encoding,
      isReduced,
      fileName: ediFiles.name,
    })
    .from(ediContents)
    .innerJoin(ediInterchanges, eq(ediInterchanges.id, ediContents.interchangeId))
    .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
    .where(eq(ediContents.interchangeId, id));
  if (!found) throw new Error(`The interchange ${id} has no content`);
  return found;
}

export type HeldContent = Awaited<ReturnType<typeof readHeld>>;

/** Stores a file; undefined when the same one was stored before. */
export async function keepFile(transaction: Database, file: Omit<typeof ediFiles.$inferInsert, "id">) {
  const [stored] = await transaction
    .insert(ediFiles)
    .values({ ...file, id: randomUUID() })
    .onConflictDoNothing()
    .returning({ id: ediFiles.id });
  return stored?.id;
}

type Arrival = Pick<
  typeof ediInterchanges.$inferInsert,
  | "storeId"
  | "fileId"
  | "cause"
  | "direction"
  | "streams"
  | "stepAt"
  | "orderNumbers"
  | "acknowledgementExpected"
> & { references: StoredEdiReference[]; notes: EdiNote[] };

export type NewInterchange = { facts: InterchangeFacts; arrival: Arrival };

export async function newestPosition(database: Database): Promise<number> {
  const [newest] = await database.select({ position: max(ediInterchanges.position) }).from(ediInterchanges);
  return newest?.position ?? 0;
}

/** Adds interchanges as the newest, in their order; returns their ids. Call it in a transaction. */
export async function addInterchanges(transaction: Database, added: readonly NewInterchange[], at: Date) {
  await transaction.execute(sql`select pg_advisory_xact_lock(${arrivalLock}::bigint)`);
  let position = await newestPosition(transaction);
  const rows: (typeof ediInterchanges.$inferInsert)[] = [];
  const contents: (typeof ediContents.$inferInsert)[] = [];
  for (const { facts, arrival } of added) {
    const id = randomUUID();
    const { references, notes, ...columns } = arrival;
    position += 1;
    contents.push({ interchangeId: id, ...facts.content });
    rows.push({
      ...facts.row,
      ...columns,
      id,
      position,
      state: summaryState(columns.streams),
      createdAt: at,
      updatedAt: at,
      referenceList: storableJson(references),
      histories: storableJson(written(notes, at)),
    });
  }
  await insertAll(transaction, ediInterchanges, rows);
  await insertAll(transaction, ediContents, contents);
  return rows.map(({ id }) => id);
}

export type InterchangeChange = Partial<
  Omit<
    StoredInterchange,
    keyof InterchangeFacts["row"] | "revision" | "state" | "referenceList" | "histories"
  >
> & { references?: StoredEdiReference[]; notes?: EdiNote[] };

/** Writes a change of a locked interchange; new references and notes are added to the earlier ones. */
export async function saveInterchange(
  transaction: Database,
  before: StoredInterchange,
  { references = [], notes = [], ...change }: InterchangeChange,
  at: Date,
): Promise<StoredInterchange> {
  const isKnown = ({ type, meta }: StoredEdiReference) =>
    before.referenceList.some((known) => known.type === type && isDeepStrictEqual(known.meta, meta));
  const after: StoredInterchange = {
    ...before,
    ...change,
    revision: before.revision + 1,
    state: summaryState(change.streams ?? before.streams),
    updatedAt: notes.length > 0 ? at : before.updatedAt,
    referenceList: [...before.referenceList, ...storableJson(references).filter((one) => !isKnown(one))],
    histories: [...storableJson(written(notes, at)), ...before.histories],
  };
  // The partner is a generated column: the database writes it.
  const { id: _id, partner: _partner, ...columns } = after;
  await transaction.update(ediInterchanges).set(columns).where(eq(ediInterchanges.id, before.id));
  return after;
}

export async function listStaged(database: Database): Promise<Set<string>> {
  const rows = await database
    .select({ stagedAs: ediInterchanges.stagedAs })
    .from(ediInterchanges)
    .where(isNotNull(ediInterchanges.stagedAs));
  return new Set(rows.flatMap(({ stagedAs }) => stagedAs ?? []));
}
