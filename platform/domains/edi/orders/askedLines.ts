import { groupsWith, lineOf, type MessageDocument, summarise } from "#edifact/index.ts";
import type { StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { type PartnerLine, partnerLine } from "./lines.ts";
import type { WholeEdiOrder } from "./repository.ts";

/** 1225 of an ORDCHG: the whole order is called off. */
export const cancellation = "1";

/** 1229 of an ORDCHG's line: it is added, or deleted. */
export const lineActions = { added: "1", deleted: "2" } as const;

export type AskedLine = PartnerLine & { action: string };

/** The lines of an ORDCHG as the partner wants them, with what it asks of each (1229). */
export const askedLines = (document: MessageDocument | JsonObject): AskedLine[] =>
  groupsWith(document, "lineItem").map((group, index) => {
    const line = lineOf(group);
    return { ...partnerLine(line, index), action: line.action };
  });

type Messages = Pick<WholeEdiOrder, "messages">;

const changesOf = ({ messages }: Messages) =>
  messages.filter(({ list }) => list === "OrderChangeRequests").map(({ message }) => message);

/** The ORDCHG that an update record tells of; undefined where it tells of none. */
export function changeBehind(order: Messages, { tags }: StoredUpdateRecord): JsonObject | undefined {
  const [origin, identifier] = tags;
  if (origin !== "partner") return undefined;
  const changes = changesOf(order);
  return (
    changes.findLast((message) => summarise(message).documentIdentifier === identifier) ?? changes.at(-1)
  );
}

/** The ORDCHG by which the partner called the whole order off; undefined where it didn't. */
export const cancellationIn = (order: Messages): JsonObject | undefined =>
  changesOf(order).findLast((message) => summarise(message).messageFunction === cancellation);

/** The numbers of the lines that the partner took back. */
export const deletedLines = (order: Messages): Set<string> =>
  new Set(
    changesOf(order).flatMap((message) =>
      askedLines(message).flatMap(({ action, number }) => (action === lineActions.deleted ? [number] : [])),
    ),
  );
