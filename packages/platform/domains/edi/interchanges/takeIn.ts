import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import {
  ediNote,
  inboundFileReference,
  receiveSteps,
  receiveStream,
  stepNote,
} from "#platform/domains/edi/documents/streams.ts";
import { partnerOf } from "#platform/domains/edi/partners/repository.ts";
import type { InterchangeFacts } from "./facts.ts";
import { readings } from "./inbound.ts";
import { addInterchanges, keepFile, type NewInterchange } from "./repository.ts";

export type Drop = {
  /** A repeated key is the same file handed in again. */
  key: string;
  name: string;
  /** `cut`: an incomplete file of the folder, which is reported to a person. */
  origin: "folder" | "upload" | "cut";
  content: Uint8Array;
};

/** The result of a file: the ids of its interchanges, and whether it had none at all. */
type TakenIn = { interchangeIds: string[]; isUnreadable: boolean };

async function interchangesOf(database: Database, key: string): Promise<TakenIn> {
  const { id, controlReference, fileId, position } = ediInterchanges;
  const made = await database
    .select({ id, controlReference })
    .from(ediInterchanges)
    .innerJoin(ediFiles, eq(ediFiles.id, fileId))
    .where(eq(ediFiles.dropKey, key))
    .orderBy(asc(position));
  return {
    interchangeIds: made.map((one) => one.id),
    isUnreadable: made.every((one) => one.controlReference === null),
  };
}

/**
 * Takes in a file: every interchange in it becomes a document to be processed, and a file without any becomes a failed
 * one, so that nothing is lost. A file with a known key is not taken in again.
 */
export const takeIn = async (database: Database, drop: Drop, at: Date): Promise<TakenIn> =>
  takeInRead(database, drop, await readings.facts(drop), at);

/** The start of a file that may yet become EDIFACT. */
const beginning = /^[\s\0\xef\xbb\xbf\xfe\xff]*(U(N([AB]|$)|$)|$)/;

/** Whether a file ends with its last interchange, or can never contain one. */
function isWhole(content: Uint8Array, facts: readonly InterchangeFacts[]): boolean {
  const last = facts.at(-1);
  if (typeof last?.row.controlReference === "string") return last.isEnded;
  return !beginning.test(Buffer.from(content.subarray(0, 64)).toString("latin1"));
}

/**
 * As `takeIn`, for a file that may still be growing: undefined while it is incomplete, and nothing is stored. With
 * `isCut` an incomplete one is reported: its last interchange so far becomes a failed document.
 */
export async function takeInWhole(database: Database, drop: Drop, isCut: boolean, at: Date) {
  const facts = await readings.facts(drop);
  if (isWhole(drop.content, facts)) return takeInRead(database, drop, facts, at);
  if (isCut)
    await takeInRead(database, { ...drop, key: `cut/${drop.key}`, origin: "cut" }, facts.slice(-1), at);
  return undefined;
}

/** Interchanges of a transaction: others wait for it on the embedded database. */
const batchSize = 10;

/**
 * Takes in a file that was read, in several transactions: a file may have ten thousand interchanges. Each continues with
 * the first one that is not stored yet, so each is stored once, in their order, whatever process began with the file.
 */
export async function takeInRead(
  database: Database,
  drop: Drop,
  facts: readonly InterchangeFacts[],
  at: Date,
) {
  for (;;) {
    const isWhole = await database.transaction((transaction) => storeNext(transaction, drop, facts, at));
    if (isWhole) return interchangesOf(database, drop.key);
  }
}

/** Stores the next interchanges of a file, and with the first ones the file; returns whether these were the last. */
async function storeNext(transaction: Database, drop: Drop, facts: readonly InterchangeFacts[], at: Date) {
  const [file] = await transaction
    .select({ id: ediFiles.id })
    .from(ediFiles)
    .where(eq(ediFiles.dropKey, drop.key))
    .for("update");
  const fileId = file?.id ?? (await keepDrop(transaction, drop, at));
  // Another process has just begun with it.
  if (!fileId) return false;
  const stored = await transaction.$count(ediInterchanges, eq(ediInterchanges.fileId, fileId));
  const batch = facts.slice(stored, stored + batchSize);
  const source = { ...drop, fileId, interchanges: facts.length };
  if (batch.length > 0)
    await addInterchanges(transaction, await arrivalsOf(transaction, source, batch, at), at);
  return stored + batch.length >= facts.length;
}

const keepDrop = (transaction: Database, { key, name, origin, content }: Drop, at: Date) =>
  keepFile(transaction, {
    dropKey: key,
    name: storable(name),
    origin,
    sha256: createHash("sha256").update(content).digest("hex"),
    content,
    createdAt: at,
  });

function problemOf({ row }: InterchangeFacts, origin: Drop["origin"]): string | undefined {
  if (origin === "cut")
    return "The file ends before its interchange does (UNZ). It waits in the folder and is taken in once it is whole; close this one then";
  return typeof row.controlReference === "string" ? undefined : "The file holds no interchange header (UNB)";
}

function arrivalNotes({ row }: InterchangeFacts, name: string, problem: string | undefined) {
  const errors = row.findingCounts.error;
  const words = errors === 1 ? "1 error" : `${errors} errors`;
  return [
    ediNote("interchange:received", `Came in with ${name}`),
    ...(errors > 0 ? [ediNote("interchange:findings", `Reading it found ${words}`)] : []),
    ...(problem
      ? [
          stepNote("start", receiveStream, receiveSteps[0], "Begins"),
          stepNote("failure", receiveStream, receiveSteps[0], problem),
        ]
      : []),
  ];
}

/** The store of unknown partners' interchanges. */
const usualStore = "MYR";

/** The interchanges of a file, each with the store of its sender; the default one for unknown partners. */
async function arrivalsOf(
  transaction: Database,
  { name: given, origin, fileId, interchanges }: Drop & { fileId: string; interchanges: number },
  batch: readonly InterchangeFacts[],
  at: Date,
): Promise<NewInterchange[]> {
  const name = storable(given);
  const source = origin === "upload" ? "Upload" : "Inbound folder";
  const reference = inboundFileReference(fileId, name, source, interchanges, at);
  const [usual] = await transaction
    .select({ id: stores.id })
    .from(stores)
    .where(eq(stores.alias, usualStore));
  if (!usual) throw new Error(`There is no store '${usualStore}' to receive interchanges for`);
  // Usually all are of the same two parties.
  const storeIds = new Map<string, number>();
  const arrivals: NewInterchange[] = [];
  for (const facts of batch) {
    const { row } = facts;
    const parties = JSON.stringify([row.sender, row.senderQualifier, row.recipient, row.recipientQualifier]);
    const storeId = storeIds.get(parties) ?? (await partnerOf(transaction, row))?.storeId ?? usual.id;
    storeIds.set(parties, storeId);
    const problem = problemOf(facts, origin);
    const arrival = {
      storeId,
      fileId,
      cause: null,
      direction: problem ? "unspecified" : "inbound",
      streams: { [receiveStream]: { state: problem ? "failed" : "new", step: receiveSteps[0] } },
      stepAt: problem ? null : at,
      acknowledgementExpected: row.acknowledgementRequested,
      orderNumbers: "",
      references: [reference],
      notes: arrivalNotes(facts, name, problem),
    };
    arrivals.push({ facts, arrival });
  }
  return arrivals;
}
