import { eq } from "drizzle-orm";
import { interchangeStreams } from "#contract/edi.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { partnerOf } from "#platform/domains/edi/partners/repository.ts";
import type { InterchangeFacts } from "./facts.ts";
import { type NewInterchange, partnerStore } from "./repository.ts";

export const receiveStream = "interchange/receive";
export const receiveSteps = interchangeStreams[receiveStream];

async function storeIdOf(database: Database): Promise<number> {
  const [store] = await database
    .select({ id: stores.id })
    .from(stores)
    .where(eq(stores.alias, partnerStore.alias));
  if (!store) throw new Error(`There is no store '${partnerStore.alias}' to receive interchanges for`);
  return store.id;
}

/** Why an interchange cannot be processed; undefined where it can. */
function problemOf({ row }: InterchangeFacts, origin: string): string | undefined {
  if (origin === "cut")
    return "The file ends before its interchange does (UNZ). It waits in the folder and is taken in once it is whole; close this one then";
  return typeof row.controlReference === "string" ? undefined : "The file holds no interchange header (UNB)";
}

function arrivalNotes(facts: InterchangeFacts, { name, origin }: ArrivingFile) {
  const errors = facts.row.findingCounts.error;
  const problem = problemOf(facts, origin);
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

/** The stores of the senders; the default one for unknown partners. */
export async function storesOf(database: Database, facts: readonly InterchangeFacts[]): Promise<number[]> {
  const usual = await storeIdOf(database);
  // A file may have ten thousand interchanges of the same two parties.
  const known = new Map<string, number>();
  const found: number[] = [];
  for (const { row } of facts) {
    const key = JSON.stringify([row.sender, row.senderQualifier, row.recipient, row.recipientQualifier]);
    const storeId = known.get(key) ?? (await partnerOf(database, row))?.storeId ?? usual;
    known.set(key, storeId);
    found.push(storeId);
  }
  return found;
}

type ArrivingFile = { id: string; name: string; origin: string };

/** Common to all interchanges of an arriving file. */
export type Arriving = {
  file: ArrivingFile;
  all: readonly InterchangeFacts[];
  storeIds: readonly number[];
  at: Date;
};

/** Stored with the interchanges of a file, beside their content. */
export function arrivalsOf(
  { file, all, storeIds, at }: Arriving,
  from: number,
  stored: readonly Pick<NewInterchange, "id" | "facts">[],
): NewInterchange[] {
  const reference: StoredEdiReference = {
    id: file.id,
    type: "inbound-interchange-file",
    title: file.name,
    source: file.origin === "upload" ? "Upload" : "Inbound folder",
    uri: null,
    created_at: at.toISOString(),
    meta: { "file-name": file.name, "interchanges-in-file": all.length },
  };
  return stored.map(({ id, facts }, index) => {
    const storeId = storeIds[from + index];
    if (storeId === undefined) throw new Error("An interchange has no store to stand with");
    const goesOn = problemOf(facts, file.origin) === undefined;
    const arrival = {
      storeId,
      fileId: file.id,
      cause: null,
      direction: goesOn ? "inbound" : "unspecified",
      streams: { [receiveStream]: { state: goesOn ? "new" : "failed", step: receiveSteps[0] } },
      stepAt: goesOn ? at : null,
      acknowledgementExpected: facts.row.acknowledgementRequested,
      orderNumbers: "",
      references: [reference],
      notes: arrivalNotes(facts, file),
    };
    return { id, facts, arrival };
  });
}
