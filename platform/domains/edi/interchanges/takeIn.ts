import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { interchangeStreams } from "#contract/edi.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges, type StoredEdiReference } from "#platform/database/schema/edi.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { partnerOf } from "#platform/domains/edi/partners/repository.ts";
import type { InterchangeFacts } from "./facts.ts";
import { readFileFacts } from "./fileFacts.ts";
import { addInterchanges, keepFile, partnerStore } from "./repository.ts";

export const receiveStream = "interchange/receive";
export const receiveSteps = interchangeStreams[receiveStream];

export type Drop = {
  /** The same key twice is the same file handed in again. */
  key: string;
  name: string;
  origin: "folder" | "upload";
  content: Uint8Array;
};

/** What became of a file: the ids of its interchanges, and whether it held none at all. */
export type TakenIn = { interchangeIds: string[]; isRepeated: boolean; isUnreadable: boolean };

async function storeIdOf(database: Database): Promise<number> {
  const [store] = await database
    .select({ id: stores.id })
    .from(stores)
    .where(eq(stores.alias, partnerStore.alias));
  if (!store) throw new Error(`There is no store '${partnerStore.alias}' to receive interchanges for`);
  return store.id;
}

/** Whether an interchange has a header (UNB). */
const isReadable = ({ row }: InterchangeFacts): boolean => typeof row.controlReference === "string";

function arrivalNotes(facts: InterchangeFacts, name: string) {
  const errors = facts.row.findingCounts.error;
  const words = errors === 1 ? "1 error" : `${errors} errors`;
  return [
    ediNote("interchange:received", `Came in with ${name}`),
    ...(errors > 0 ? [ediNote("interchange:findings", `Reading it found ${words}`)] : []),
    ...(isReadable(facts)
      ? []
      : [
          stepNote("start", receiveStream, receiveSteps[0], "Begins"),
          stepNote("failure", receiveStream, receiveSteps[0], "The file holds no interchange header (UNB)"),
        ]),
  ];
}

/** The stores of the partners that interchanges came from; undefined for one whose partner nobody knows. */
async function storesOf(
  transaction: Database,
  facts: readonly InterchangeFacts[],
): Promise<(number | undefined)[]> {
  // A file may hold ten thousand interchanges of the same two.
  const known = new Map<string, number | undefined>();
  const found: (number | undefined)[] = [];
  for (const { row } of facts) {
    const key = JSON.stringify([row.sender, row.senderQualifier, row.recipient, row.recipientQualifier]);
    if (!known.has(key)) known.set(key, (await partnerOf(transaction, row))?.storeId);
    found.push(known.get(key));
  }
  return found;
}

async function earlierDrop(database: Database, key: string): Promise<TakenIn | undefined> {
  const rows = await database
    .select({ id: ediInterchanges.id, header: ediInterchanges.controlReference })
    .from(ediInterchanges)
    .innerJoin(ediFiles, eq(ediFiles.id, ediInterchanges.fileId))
    .where(eq(ediFiles.dropKey, key))
    .orderBy(ediInterchanges.position);
  if (rows.length === 0) return undefined;
  return {
    interchangeIds: rows.map(({ id }) => id),
    isRepeated: true,
    isUnreadable: rows.every(({ header }) => header === null),
  };
}

/**
 * Takes in a file: every interchange in it becomes a document to be processed, and a file without any becomes a
 * failed one, so that nothing is lost. A file whose key came before is not taken in again. Throws TooMuchToRead
 * for one that takes more time or memory than there is for it.
 */
export async function takeIn(database: Database, drop: Drop, at: Date): Promise<TakenIn> {
  const before = await earlierDrop(database, drop.key);
  if (before) return before;
  return takeInRead(database, drop, await readFileFacts(drop.content), at);
}

/** Takes in a file that was read, as `takeIn` does. */
export async function takeInRead(
  database: Database,
  drop: Drop,
  facts: readonly InterchangeFacts[],
  at: Date,
): Promise<TakenIn> {
  const usualStoreId = await storeIdOf(database);
  const name = storable(drop.name);
  const taken = await database.transaction(async (transaction): Promise<TakenIn | undefined> => {
    const fileId = await keepFile(transaction, {
      dropKey: drop.key,
      name,
      origin: drop.origin,
      sha256: createHash("sha256").update(drop.content).digest("hex"),
      content: drop.content,
      createdAt: at,
    });
    if (!fileId) return undefined;
    const reference: StoredEdiReference = {
      id: fileId,
      type: "inbound-interchange-file",
      title: name,
      source: drop.origin === "folder" ? "Inbound folder" : "Upload",
      uri: null,
      created_at: at.toISOString(),
      meta: { "file-name": name, "interchanges-in-file": facts.length },
    };
    const storeIds = await storesOf(transaction, facts);
    const added = facts.map((part, index) => {
      const goesOn = isReadable(part);
      const arrival = {
        storeId: storeIds[index] ?? usualStoreId,
        fileId,
        cause: null,
        direction: goesOn ? "inbound" : "unspecified",
        streams: { [receiveStream]: { state: goesOn ? "new" : "failed", step: receiveSteps[0] } },
        stepAt: goesOn ? at : null,
        acknowledgementExpected: part.row.acknowledgementRequested,
        orderNumbers: "",
        references: [reference],
        notes: arrivalNotes(part, name),
      };
      return { facts: part, arrival };
    });
    const interchangeIds = await addInterchanges(transaction, added, at);
    const isUnreadable = !facts.some(isReadable);
    return { interchangeIds, isRepeated: false, isUnreadable };
  });
  if (taken) return taken;
  const meanwhile = await earlierDrop(database, drop.key);
  if (!meanwhile) throw new Error(`The file ${name} was kept without its interchanges`);
  return meanwhile;
}
