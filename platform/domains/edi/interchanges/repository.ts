import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, isNotNull, max, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediContents, ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import {
  dropParts,
  keepInParts,
  readInParts,
  storableJson,
} from "#platform/domains/edi/documents/storable.ts";
import { type EdiNote, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import type { InterchangeFacts } from "./facts.ts";

export type StoredInterchange = typeof ediInterchanges.$inferSelect;

// Advisory lock key: positions have no gaps while interchanges are added and sent.
const arrivalLock = 7_440_004;

/** The store of an interchange from an unknown partner. */
export const partnerStore = { alias: "MYR" } as const;

/** An interchange by its id; inside a transaction `forUpdate` locks it. */
export async function findInterchange(
  database: Database,
  id: string,
  forUpdate = false,
): Promise<StoredInterchange | undefined> {
  const query = database.select().from(ediInterchanges).where(eq(ediInterchanges.id, id));
  const [found] = await (forUpdate ? query.for("update") : query);
  return found;
}

/** The whole content of an interchange. */
export async function readContent(database: Database, id: string) {
  const { content: _, ...others } = getTableColumns(ediContents);
  const [found] = await database.select(others).from(ediContents).where(eq(ediContents.interchangeId, id));
  if (!found) throw new Error(`The interchange ${id} has no content`);
  return { ...found, content: await readText(database, id) };
}

/** The JSON of an interchange's message lists, in UTF-8. */
export async function readMessageLists(database: Database, id: string): Promise<Uint8Array> {
  const { messages, interchangeId } = ediContents;
  const [found] = await database.select({ messages }).from(ediContents).where(eq(interchangeId, id));
  if (!found) throw new Error(`The interchange ${id} has no content`);
  return found.messages;
}

const readText = (database: Database, id: string): Promise<Buffer> =>
  readInParts(database, id, {
    table: ediContents,
    column: ediContents.content,
    isRow: eq(ediContents.interchangeId, id),
  });

/** The bytes of a file as it came in or went out. */
export const readFileBytes = (database: Database, id: string): Promise<Buffer> =>
  readInParts(database, id, { table: ediFiles, column: ediFiles.content, isRow: eq(ediFiles.id, id) });

/** The longest text (bytes of UTF-8) in a document; longer ones have a call of their own. */
const maxTextLength = 1024 * 1024;

/** The content in an interchange's document; `text` is null when it is too long. */
export async function readHeld(database: Database, id: string) {
  const { messages, findings, encoding, isReduced } = ediContents;
  const [found] = await database
    .select({
      byteCount: ediInterchanges.byteCount,
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
  const { byteCount, ...held } = found;
  return { ...held, text: byteCount > maxTextLength ? null : await readText(database, id) };
}

/** The content in an interchange's document. */
export type HeldContent = Awaited<ReturnType<typeof readHeld>>;

export type NewFile = Omit<typeof ediFiles.$inferInsert, "id">;

/** Stores a file once all its bytes are stored; undefined when the same one was stored before. */
export async function keepFile(database: Database, file: NewFile): Promise<string | undefined> {
  const id = randomUUID();
  const content = await keepInParts(database, id, file.content, file.createdAt);
  const [stored] = await database
    .insert(ediFiles)
    .values({ ...file, id, content })
    .onConflictDoNothing()
    .returning({ id: ediFiles.id });
  if (!stored) await dropParts(database, id);
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

/** The stored form of an interchange; its id, and its text with all but the first part stored. */
export type NewInterchange = { id: string; facts: InterchangeFacts; arrival: Arrival };

/**
 * An interchange that was read, with an id and the first part of its text for its row: the other parts are stored now.
 */
export async function keepText(database: Database, facts: InterchangeFacts, at: Date) {
  const id = randomUUID();
  const content = await keepInParts(database, id, facts.content.content, at);
  return { id, facts: { ...facts, content: { ...facts.content, content } } };
}

/** The position of the latest interchange, 0 without one. */
export async function newestPosition(database: Database): Promise<number> {
  const [newest] = await database.select({ position: max(ediInterchanges.position) }).from(ediInterchanges);
  return newest?.position ?? 0;
}

/** Adds interchanges as the newest, in their order, by one statement. Call it in a transaction. */
export async function addInterchanges(
  transaction: Database,
  added: readonly NewInterchange[],
  at: Date,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${arrivalLock}::bigint)`);
  let position = await newestPosition(transaction);
  const rows: (typeof ediInterchanges.$inferInsert)[] = [];
  const contents: (typeof ediContents.$inferInsert)[] = [];
  for (const { id, facts, arrival } of added) {
    const { references, notes, ...columns } = arrival;
    position += 1;
    contents.push({ interchangeId: id, ...facts.content });
    rows.push({
      ...facts.row,
      ...columns,
      id,
      position,
      revision: 1,
      state: summaryState(columns.streams),
      acknowledged: false,
      attempts: 0,
      createdAt: at,
      updatedAt: at,
      referenceList: storableJson(references),
      histories: storableJson(written(notes, at)),
    });
  }
  await transaction.insert(ediInterchanges).values(rows);
  await transaction.insert(ediContents).values(contents);
}

/** The part of an interchange that its steps change. */
export type InterchangeChange = Partial<
  Pick<
    StoredInterchange,
    | "storeId"
    | "streams"
    | "stepAt"
    | "attempts"
    | "stagedAs"
    | "acknowledged"
    | "acknowledgedAt"
    | "acknowledgementId"
    | "acknowledgementAction"
    | "acknowledgementExpected"
    | "answeredWithId"
    | "refusedMessages"
    | "handledAt"
    | "fileId"
    | "orderNumbers"
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

/** The recorded staged files: they are to be transmitted. */
export async function listStaged(database: Database): Promise<Set<string>> {
  const rows = await database
    .select({ stagedAs: ediInterchanges.stagedAs })
    .from(ediInterchanges)
    .where(isNotNull(ediInterchanges.stagedAs));
  return new Set(rows.flatMap(({ stagedAs }) => stagedAs ?? []));
}
