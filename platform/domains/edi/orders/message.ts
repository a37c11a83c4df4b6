import { type OrderContent, type PartySummary, summarise } from "#edifact/index.ts";
import type { StoredOrderMessage } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { listsOfType } from "#platform/domains/edi/documents/messageLists.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { headingOf } from "#platform/domains/edi/interchanges/facts.ts";
import type { WholeEdiOrder } from "./repository.ts";

const noOrder: OrderContent = {
  responseType: "",
  dates: [],
  references: [],
  parties: [],
  currency: "",
  notes: [],
  lines: [],
  amounts: [],
  totals: [],
};

/** What the partner's ORDERS message says; empty where an order document has none. */
export function orderedIn({ messages }: Pick<WholeEdiOrder, "messages">): OrderContent {
  const first = messages.find(({ list }) => list === "Orders");
  const summary = summarise(first?.message);
  return summary.kind === "ORDERS" ? summary.order : noOrder;
}

/** The first party in one of these functions (3035), in the order of the functions. */
export const partyIn = (parties: readonly PartySummary[], ...functions: string[]): PartySummary | undefined =>
  functions
    .map((wanted) => parties.find(({ qualifier }) => qualifier === wanted))
    .find((party) => party !== undefined);

/** A message of an order document, with the interchange that brought or took it. */
export function orderMessage(interchangeId: string, document: Readonly<JsonObject>): StoredOrderMessage {
  // Its heading tells its type: the whole of a long one takes longer to go through.
  const { type } = summarise(headingOf(document));
  const message: JsonObject = storableJson({ ...document });
  return { list: listsOfType(type).orderList, interchangeId, message };
}
