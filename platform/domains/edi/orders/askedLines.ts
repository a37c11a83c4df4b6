import { type MessageDocument, runSync } from "#edifact/index.ts";
import type { StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { type AskedLine, partnerLines } from "./lines.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** 1225 of an ORDCHG: the whole order is called off. */
export const cancellation = "1";

/** 1229 of an ORDCHG's line: it is added, or deleted. */
export const lineActions = { added: "1", deleted: "2" } as const;

/** The lines of an ORDCHG as the partner wants them. */
export const askedLines = (document: MessageDocument | JsonObject): AskedLine[] =>
  runSync(partnerLines(document));

type Messages = Pick<WholeEdiOrder, "messages">;

const changesOf = ({ messages }: Messages) =>
  messages.filter(({ list }) => list === "OrderChangeRequests").map(({ message }) => message);

/** The ORDCHG that an update record tells of; undefined where it tells of none. */
export function changeBehind(order: Messages, { tags }: StoredUpdateRecord): JsonObject | undefined {
  const [origin, identifier] = tags;
  if (origin !== "partner") return undefined;
  const changes = changesOf(order);
  return changes.findLast((message) => headed(message).documentIdentifier === identifier) ?? changes.at(-1);
}

/** The ORDCHG by which the partner called the whole order off; undefined where it didn't. */
export const cancellationIn = (order: Messages): JsonObject | undefined =>
  changesOf(order).findLast((message) => headed(message).messageFunction === cancellation);

/** The numbers of the lines that the partner took back. */
export const deletedLines = (order: Messages): Set<string> =>
  new Set(
    changesOf(order).flatMap((message) =>
      askedLines(message).flatMap(({ action, number }) => (action === lineActions.deleted ? [number] : [])),
    ),
  );
