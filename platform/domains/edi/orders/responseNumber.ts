import { eq, inArray } from "drizzle-orm";
import { summarise } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import { nextDocumentNumber } from "#platform/domains/edi/documents/counters.ts";
import type { StoredEdiOrder } from "./repository.ts";
import { findNumbered } from "./twins.ts";

/** 1004 has 35 characters at most; the number takes up to 6 of them. */
const longestBase = 29;

/** The highest number that a response to an order number was sent under, whichever document it was about. */
async function highestUsed(transaction: Database, order: StoredEdiOrder): Promise<number> {
  const numbered = await findNumbered(transaction, order);
  const ids = numbered.map(({ id }) => id);
  const found =
    ids.length === 1
      ? [{ messages: order.messages }]
      : await transaction
          .select({ messages: ediOrders.messages })
          .from(ediOrders)
          .where(ids.length === 0 ? eq(ediOrders.id, order.id) : inArray(ediOrders.id, ids));
  const numbers = found.flatMap(({ messages }) =>
    messages
      .filter(({ list }) => list === "OrderResponses")
      .map(({ message }) => Number(/-(\d+)$/.exec(summarise(message).documentIdentifier)?.[1] ?? 0)),
  );
  return Math.max(0, ...numbers);
}

/** The next document number (1004) of a response: no two responses to a partner have the same. */
export async function nextResponseNumber(transaction: Database, order: StoredEdiOrder): Promise<string> {
  const base = `OR-${order.documentIdentifier}`.slice(0, longestBase);
  const used = await highestUsed(transaction, order);
  return `${base}-${await nextDocumentNumber(transaction, order.partner, base, used)}`;
}
