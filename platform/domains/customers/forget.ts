import { and, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { exos, outsideEffects } from "#platform/database/schema/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { labelBlobId, slipBlobId } from "#platform/domains/exos/blobs/ids.ts";
import { dropBlobs } from "#platform/domains/exos/blobs/repository.ts";
import { exoSearchText } from "#platform/domains/exos/searchText.ts";
import { searchTextOf } from "#platform/domains/orders/searchText.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import { namesIn, redacted } from "./redact.ts";

/** Where nothing is done any more that needs the person. */
const overForOrders = new Set(["COMPLETE", "INVALID", "REJECTED_FRAUD"]);
const overForReturns = new Set(["completed", "rejected"]);

type OrderRow = typeof orders.$inferSelect;
type ExoRow = typeof exos.$inferSelect;

/** The records of one customer, by their ids; `open` are those of them that are still being worked on. */
export type CustomerRecords = { orders: string[]; returns: string[]; open: string[] };

/** A text as a LIKE pattern finds it anywhere. */
const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

async function find(database: Database, email: string): Promise<{ orders: OrderRow[]; exos: ExoRow[] }> {
  const isTheirs = sql`lower(${orders.document} -> 'customer' ->> 'email') = ${email.toLowerCase()}`;
  const foundOrders = await database
    .select()
    .from(orders)
    .where(and(ilike(orders.searchText, anywhere(email)), isTheirs));
  const numbers = foundOrders.flatMap(({ document: { sourceId } }) =>
    typeof sourceId === "string" ? [sourceId] : [],
  );
  const isOfTheirOrder = ({ storeId, originalOrderId }: ExoRow) =>
    foundOrders.some((order) => order.storeId === storeId && order.document.sourceId === originalOrderId);
  const isUnderTheirAddress = ({ emailAddress, correspondenceEmailAddress }: ExoRow) =>
    [emailAddress, correspondenceEmailAddress].some((one) => one?.toLowerCase() === email.toLowerCase());
  const candidates = await database
    .select()
    .from(exos)
    .where(
      or(
        sql`lower(${exos.emailAddress}) = ${email.toLowerCase()}`,
        sql`lower(${exos.correspondenceEmailAddress}) = ${email.toLowerCase()}`,
        inArray(exos.originalOrderId, numbers),
      ),
    );
  // Two stores may give two orders the same number.
  return {
    orders: foundOrders,
    exos: candidates.filter((exo) => isUnderTheirAddress(exo) || isOfTheirOrder(exo)),
  };
}

const recordsOf = (found: { orders: OrderRow[]; exos: ExoRow[] }): CustomerRecords => ({
  orders: found.orders.map(({ id }) => id),
  returns: found.exos.map(({ id }) => id),
  open: [
    ...found.orders.filter(({ status, stepAt }) => stepAt || !overForOrders.has(status)).map(({ id }) => id),
    ...found.exos.filter(({ status }) => !overForReturns.has(status)).map(({ id }) => id),
  ],
});

/** What there is of the customer with this email address, in any case. */
export const findCustomer = async (database: Database, email: string): Promise<CustomerRecords> =>
  recordsOf(await find(database, email));

/** The photos that a customer sent along. */
const photosOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(photosOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "SourceId" && typeof inner === "string" ? [inner] : photosOf(inner),
  );
};

async function forgetExo(database: Database, row: ExoRow, names: readonly string[]): Promise<void> {
  const clean = {
    ...row,
    emailAddress: null,
    correspondenceEmailAddress: null,
    document: redacted(row.document, names),
    referenceList: redacted(row.referenceList, names),
    histories: redacted(row.histories, names),
  };
  const { emailAddress, correspondenceEmailAddress, document, referenceList, histories } = clean;
  await database
    .update(exos)
    .set({
      revision: row.revision + 1,
      emailAddress,
      correspondenceEmailAddress,
      document,
      referenceList,
      histories,
      searchText: exoSearchText(clean),
    })
    .where(eq(exos.id, row.id));
  const effects = await database.select().from(outsideEffects).where(eq(outsideEffects.exoId, row.id));
  for (const { key, reply } of effects)
    await database
      .update(outsideEffects)
      .set({ reply: redacted(reply, names) })
      .where(eq(outsideEffects.key, key));
}

/**
 * Takes everything that names a customer out of their orders and returns, and drops labels, slips and photos; numbers,
 * days, goods and amounts stay, since the books must. All of it or, where something is still being worked on, nothing:
 * then `open` says what. Where the store of files fails, it throws and the records stay, so that they lead there again.
 */
export function forgetCustomer(
  database: Database,
  files: FileStore,
  email: string,
): Promise<CustomerRecords> {
  return database.transaction(async (transaction) => {
    const found = await find(transaction, email);
    const records = recordsOf(found);
    if (records.open.length > 0) return records;
    const documents: JsonObject[] = [...found.orders, ...found.exos].map(({ document }) => document);
    const names = namesIn(documents, [email]);
    for (const { id, document, history } of found.orders) {
      const clean = redacted(document, names);
      await transaction
        .update(orders)
        .set({ document: clean, history: redacted(history, names), searchText: searchTextOf(id, clean) })
        .where(eq(orders.id, id));
    }
    for (const row of found.exos) await forgetExo(transaction, row, names);
    const ids = found.exos.flatMap(({ id, document }) => [
      labelBlobId(id),
      slipBlobId(id),
      ...photosOf(document),
    ]);
    // The last of it: what the store has dropped, no transaction brings back.
    await dropBlobs(transaction, files, ids);
    return records;
  });
}
