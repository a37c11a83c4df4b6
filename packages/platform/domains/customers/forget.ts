import { and, eq, ilike, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { personFinder } from "#contract/personNames.ts";
import type { Database } from "#database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { exos, outsideEffects } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { metaProducts, type StoredChange } from "#platform/database/schema/products.ts";
import { patternOf } from "#platform/database/search.ts";
import { dropBlobs } from "#platform/domains/exos/files.ts";
import { labelBlobId, slipBlobId } from "#platform/domains/exos/jobs.ts";
import { exoSearchText } from "#platform/domains/exos/repository.ts";
import { searchTextOf } from "#platform/domains/orders/repository.ts";
import { readJson } from "#platform/http/requests.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";
import { erased, erasedFields, forgotten, namesIn } from "./erasure.ts";

/** Statuses in which no more work needs the person. */
const overForOrders = new Set(["COMPLETE", "INVALID", "REJECTED_FRAUD"]);
const overForReturns = new Set(["completed", "rejected"]);

/** The tables that may name a customer, and how `npm run forget` treats them; no other table does. */
export const customerTables = {
  orders: "customer, street, phone and what people wrote are erased; the search text is written anew",
  exos: "customer, email addresses, their own words and what people wrote are erased; the search text is written anew",
  action_events: "what was sent with an action is erased",
  outside_effects: "what names the person in an outside company's answer is erased",
  stored_files: "labels, slips and photos are dropped, in the store of files as well",
  meta_products: "that they wait for a product, and that it was offered to them, is erased",
  delayed_work: "nothing: a row goes when its work is done, and nobody is forgotten before",
  edi_files: "nothing: the partner's documents",
  edi_contents: "nothing: the partner's documents",
  edi_orders: "nothing: the partner's documents",
  edi_order_messages: "nothing: the partner's documents",
} as const;

type OrderRow = typeof orders.$inferSelect;
type ExoRow = typeof exos.$inferSelect;
type ProductRow = typeof metaProducts.$inferSelect;
type EventRow = typeof actionEvents.$inferSelect;
type Found = { orders: OrderRow[]; exos: ExoRow[]; products: ProductRow[]; events: EventRow[] };

const person = z.looseObject({ email: z.string() });
const isPerson = (value: unknown, email: string): boolean => {
  const read = person.safeParse(value);
  return read.success && read.data.email.toLowerCase() === email.toLowerCase();
};

async function findExos(database: Database, email: string, theirs: readonly OrderRow[]): Promise<ExoRow[]> {
  const numbers = theirs.flatMap(({ document: { sourceId } }) =>
    typeof sourceId === "string" ? [sourceId] : [],
  );
  const isOfTheirOrder = ({ storeId, originalOrderId }: ExoRow) =>
    theirs.some((order) => order.storeId === storeId && order.document.sourceId === originalOrderId);
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
  // Two stores may have two orders with the same number.
  return candidates.filter((exo) => isUnderTheirAddress(exo) || isOfTheirOrder(exo));
}

async function findProducts(database: Database, email: string): Promise<ProductRow[]> {
  const candidates = await database
    .select()
    .from(metaProducts)
    .where(
      or(
        sql`lower(${metaProducts.waitingCustomer} ->> 'email') = ${email.toLowerCase()}`,
        sql`${metaProducts.changes}::text ilike ${patternOf(email)}`,
      ),
    );
  const holds = ({ oldValue, newValue }: StoredChange) =>
    isPerson(oldValue, email) || isPerson(newValue, email);
  return candidates.filter(
    ({ waitingCustomer, changes }) => isPerson(waitingCustomer, email) || changes.some(holds),
  );
}

/** Submitted actions on these records, and those on a product that are about the person. */
async function findEvents(database: Database, email: string, targets: string[]): Promise<EventRow[]> {
  const candidates = await database
    .select()
    .from(actionEvents)
    .where(or(inArray(actionEvents.target, targets), ilike(actionEvents.payload, patternOf(email))));
  return candidates.filter(
    ({ target, payload }) => targets.includes(target) || isPerson(readJson(payload), email),
  );
}

async function find(database: Database, email: string): Promise<Found> {
  const isTheirs = sql`lower(${orders.document} -> 'customer' ->> 'email') = ${email.toLowerCase()}`;
  const foundOrders = await database
    .select()
    .from(orders)
    .where(and(ilike(orders.searchText, patternOf(email)), isTheirs));
  const foundExos = await findExos(database, email, foundOrders);
  const targets = [...foundOrders, ...foundExos].map(({ id }) => id);
  return {
    orders: foundOrders,
    exos: foundExos,
    products: await findProducts(database, email),
    events: await findEvents(database, email, targets),
  };
}

async function countEdiDocuments(database: Database, email: string): Promise<number> {
  const counted = await database.execute(
    sql`select count(distinct id)::int as count from (
          select id, content from edi_files
          union all select interchange_id, content from edi_contents) as documents
        where lower(encode(content, 'escape')) like ${patternOf(email.toLowerCase()).replaceAll("\\", "\\\\")}`,
  );
  return z.object({ rows: z.array(z.object({ count: z.number() })) }).parse(counted).rows[0]?.count ?? 0;
}

export type CustomerRecords = ReturnType<typeof recordsOf>;

/**
 * A customer's data: the ids of their records, the products that they wait for or were offered, and the number of
 * submitted actions with their data. `open` are the records that are still being processed; `ediDocuments` is the
 * number of EDI files that contain the address, which stay unchanged.
 */
function recordsOf(found: Found, email: string, ediDocuments: number) {
  const addresses = found.exos.flatMap(({ emailAddress, correspondenceEmailAddress }) =>
    [emailAddress, correspondenceEmailAddress].flatMap((one) => one || []),
  );
  const documents = [...found.orders, ...found.exos].map(({ document }) => document);
  const waiting = found.products.flatMap(({ waitingCustomer }) =>
    isPerson(waitingCustomer, email) ? [{ customer: waitingCustomer }] : [],
  );
  const pending = found.events.filter(({ performedAt }) => performedAt === null);
  const open = [
    ...found.orders.filter(({ status, stepAt }) => stepAt || !overForOrders.has(status)).map(({ id }) => id),
    ...found.exos.filter(({ status }) => !overForReturns.has(status)).map(({ id }) => id),
    ...pending.map(({ target }) => target),
  ];
  return {
    orders: found.orders.map(({ id }) => id),
    returns: found.exos.map(({ id }) => id),
    products: found.products.map(({ id }) => id),
    events: found.events.filter(({ payload }) => payload !== "" && payload !== forgotten).length,
    open: [...new Set(open)],
    ediDocuments,
    names: namesIn([...documents, ...waiting], [email, ...addresses]),
  };
}

/** The data of the customer with this email address, case-insensitively. */
export const findCustomer = async (database: Database, email: string): Promise<CustomerRecords> =>
  recordsOf(await find(database, email), email, await countEdiDocuments(database, email));

const photosOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(photosOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "SourceId" && typeof inner === "string" ? [inner] : photosOf(inner),
  );
};

type NamesThem = (text: string) => boolean;

async function forgetOrder(database: Database, row: OrderRow, names: NamesThem): Promise<void> {
  const document: JsonObject = erased(row.document, erasedFields.order, names);
  const history = erased(row.history, erasedFields.orderHistory, names);
  await database
    .update(orders)
    .set({ document, history, searchText: searchTextOf(row.id, document) })
    .where(eq(orders.id, row.id));
}

async function forgetExo(database: Database, row: ExoRow, names: NamesThem): Promise<void> {
  const clean = {
    revision: row.revision + 1,
    emailAddress: null,
    correspondenceEmailAddress: null,
    document: erased(row.document, erasedFields.exo, names),
    referenceList: erased(row.referenceList, erasedFields.reference, names),
    histories: erased(row.histories, erasedFields.exoHistory, names),
  };
  await database
    .update(exos)
    .set({ ...clean, searchText: exoSearchText({ ...row, ...clean }) })
    .where(eq(exos.id, row.id));
  const effects = await database.select().from(outsideEffects).where(eq(outsideEffects.exoId, row.id));
  for (const { key, reply } of effects)
    await database
      .update(outsideEffects)
      .set({ reply: erased(reply, erasedFields.outsideReply, names) })
      .where(eq(outsideEffects.key, key));
}

async function forgetProduct(database: Database, row: ProductRow, email: string): Promise<void> {
  const clean = (value: unknown) => (isPerson(value, email) ? forgotten : value);
  await database
    .update(metaProducts)
    .set({
      waitingCustomer: isPerson(row.waitingCustomer, email) ? null : row.waitingCustomer,
      changes: row.changes.map((change) => ({
        ...change,
        oldValue: clean(change.oldValue),
        newValue: clean(change.newValue),
      })),
    })
    .where(eq(metaProducts.id, row.id));
}

async function forgetEvent(database: Database, row: EventRow, names: NamesThem): Promise<void> {
  await database
    .update(actionEvents)
    .set({
      payload: row.payload === "" ? "" : forgotten,
      outcome: row.outcome !== null && names(row.outcome) ? forgotten : row.outcome,
    })
    .where(eq(actionEvents.id, row.id));
}

/**
 * Erases everything that names a customer, by `customerTables` and `erasedFields`; numbers, days, goods and amounts
 * stay, since the books need them. All of it or, while something is still being processed, nothing: then `open` lists
 * it. Where the file store fails, it throws and the records stay, so that a second run finds the files again.
 */
export function forgetCustomer(database: Database, files: FileStore, email: string) {
  return database.transaction(async (transaction) => {
    const found = await find(transaction, email);
    const records = recordsOf(found, email, await countEdiDocuments(transaction, email));
    if (records.open.length > 0) return records;
    const finds = personFinder(records.names);
    const names: NamesThem = (text) => finds(text, true);
    for (const row of found.orders) await forgetOrder(transaction, row, names);
    for (const row of found.exos) await forgetExo(transaction, row, names);
    for (const row of found.products) await forgetProduct(transaction, row, email);
    for (const row of found.events) await forgetEvent(transaction, row, names);
    const ids = found.exos.flatMap(({ id, document }) => [
      labelBlobId(id),
      slipBlobId(id),
      ...photosOf(document),
    ]);
    // Last, since no transaction restores what the file store has removed.
    await dropBlobs(transaction, files, ids);
    return records;
  });
}
