import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediOrderMessages } from "#platform/database/schema/edi.ts";
import { nextDocumentNumber } from "#platform/domains/edi/documents/counters.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { findNumbered } from "./duplicates.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** 1004 has 35 characters at most; the counter takes up to 6 of them. */
const maxBaseLength = 29;

const responses = "OrderResponses";

/** The highest number of a response to an order number, of whichever document. */
async function highestUsed(transaction: Database, order: WholeEdiOrder): Promise<number> {
  const numbered = await findNumbered(transaction, order);
  const others = numbered.flatMap(({ id }) => (id === order.id ? [] : id));
  const theirs =
    others.length === 0
      ? []
      : await transaction
          .select({ message: ediOrderMessages.message })
          .from(ediOrderMessages)
          .where(and(inArray(ediOrderMessages.orderId, others), eq(ediOrderMessages.list, responses)));
  const own = order.messages.filter(({ list }) => list === responses);
  const numbers = [...own, ...theirs].map(({ message }) =>
    Number(/-(\d+)$/.exec(headed(message).documentIdentifier)?.[1] ?? 0),
  );
  return Math.max(0, ...numbers);
}

/** The next document number (1004) of a response: unique for the partner. */
export async function nextResponseNumber(transaction: Database, order: WholeEdiOrder): Promise<string> {
  const base = `OR-${order.documentIdentifier}`.slice(0, maxBaseLength);
  const used = await highestUsed(transaction, order);
  return `${base}-${await nextDocumentNumber(transaction, order.partner, base, used)}`;
}
