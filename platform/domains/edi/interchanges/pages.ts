import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gte,
  inArray,
  lt,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import { transmissionDirections } from "#contract/edi.ts";
import type { EdiDue, InterchangeFilters } from "#contract/ediPartner.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediFiles, ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { interchangeNumbers } from "#platform/database/schema/ediStored.ts";
import { contains, containsId, countedPage, fieldContains, wordIn } from "#platform/database/search.ts";
import { packageNumberIn } from "#platform/domains/edi/documents/messages.ts";
import { dueConditions, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";
import type { StoredInterchange } from "./repository.ts";

/** Rows on a page of the partner-level lists; set by the service. */
export const ediPageSize = 20;

/** Interchanges of a file with a text in its name. */
const fromFile = (database: Database, name: string): SQL =>
  inArray(
    ediInterchanges.fileId,
    database.select({ id: ediFiles.id }).from(ediFiles).where(contains(ediFiles.name, name)),
  );

/** Interchanges with a refused message that nobody has dealt with; the same condition as its partial index. */
export const isRefused = sql`${ediInterchanges.refusedMessages} <> '[]'::jsonb and ${ediInterchanges.handledAt} is null`;

/** Interchanges on hold without an active partner as sender (edi#unknown-partner). */
export const isOfUnknownPartner = (database: Database) =>
  and(
    eq(ediInterchanges.state, "hold"),
    eq(ediInterchanges.direction, "inbound"),
    notExists(
      database
        .select({ id: ediPartners.id })
        .from(ediPartners)
        .where(
          and(
            ediPartners.isActive,
            eq(ediPartners.identification, ediInterchanges.sender),
            eq(ediPartners.qualifier, ediInterchanges.senderQualifier),
            eq(ediPartners.ourIdentification, ediInterchanges.recipient),
            eq(ediPartners.ourQualifier, ediInterchanges.recipientQualifier),
          ),
        ),
    ),
  );

const isExpected = sql`${ediInterchanges.acknowledgementExpected}`;

/** Interchanges of ours whose acknowledgement is still owed. */
export const isOwedByPartner = and(eq(ediInterchanges.direction, "outbound"), isExpected);

/** The duty to acknowledge, for the interchanges that `isOwedByPartner` finds. */
export const owedAcknowledgements = {
  duty: "acknowledgement",
  partner: ediInterchanges.partner,
  since: ediInterchanges.createdAt,
} as const;

const isDue = async (database: Database, due: EdiDue): Promise<SQL | undefined> =>
  and(
    isOwedByPartner,
    dueConditions(await readKnownPartners(database), owedAcknowledgements, new Date())[due],
  );

function documentedConditions(filters: InterchangeFilters): (SQL | undefined)[] {
  const id = wordIn(filters.documentId);
  const reference = wordIn(filters.interchangeControlReference);
  const identifier = wordIn(filters.documentIdentifier);
  const sort = wordIn(filters.transmissionDirection)?.toLowerCase();
  const direction = transmissionDirections.find((known) => known === sort);
  const { acknowledged, containsMessageTypes: types = [], containsMessageTypesMode: mode = "any" } = filters;
  const held = mode === "all" ? arrayContains : arrayOverlaps;
  return [
    id === undefined ? undefined : containsId(ediInterchanges.id, id),
    reference === undefined
      ? undefined
      : fieldContains(interchangeNumbers, ediInterchanges.controlReference, reference),
    identifier === undefined
      ? undefined
      : fieldContains(interchangeNumbers, ediInterchanges.documentIdentifiers, identifier),
    // An impossible direction finds nothing.
    sort === undefined ? undefined : inArray(ediInterchanges.direction, direction ? [direction] : []),
    // An interchange that is not acknowledged and never will be is not owed (edi#unacknowledged).
    acknowledged === false ? isExpected : undefined,
    acknowledged === true ? eq(ediInterchanges.acknowledged, true) : undefined,
    types.length === 0 ? undefined : held(ediInterchanges.messageTypes, types),
  ];
}

async function conditionOf(database: Database, filters: InterchangeFilters): Promise<SQL | undefined> {
  const { states = [], test, createdFrom, createdBefore } = filters;
  const { owedByPartner, hasRefusedMessages, hasUnknownPartner, due } = filters;
  const partner = wordIn(filters.partner);
  const fileName = wordIn(filters.fileName);
  const packageNumber = wordIn(packageNumberIn(filters.packageNumber));
  return and(
    ...documentedConditions(filters),
    states.length === 0 ? undefined : inArray(ediInterchanges.state, states),
    partner === undefined ? undefined : eq(ediInterchanges.partner, partner),
    fileName === undefined ? undefined : fromFile(database, fileName),
    packageNumber === undefined
      ? undefined
      : fieldContains(interchangeNumbers, ediInterchanges.packageNumbers, packageNumber),
    test === undefined ? undefined : eq(ediInterchanges.isTest, test),
    createdFrom === undefined ? undefined : gte(ediInterchanges.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(ediInterchanges.createdAt, new Date(createdBefore)),
    owedByPartner ? isOwedByPartner : undefined,
    due === undefined ? undefined : await isDue(database, due),
    hasRefusedMessages ? isRefused : undefined,
    hasUnknownPartner ? isOfUnknownPartner(database) : undefined,
  );
}

/**
 * One page of interchanges, latest first unless oldest first is requested, and the number of pages, 1 or more. All
 * filters are combined.
 */
export async function readInterchangePage(
  database: Database,
  filters: InterchangeFilters,
  page: number,
): Promise<{ rows: StoredInterchange[]; pages: number }> {
  const { isListed, order, pages } = await countedPage(database, ediInterchanges.position, {
    where: await conditionOf(database, filters),
    order: { by: [ediInterchanges.position], isDescending: filters.sort !== "oldest" },
    page,
    size: ediPageSize,
  });
  const rows = await database
    .select()
    .from(ediInterchanges)
    .where(isListed)
    .orderBy(...order);
  return { rows, pages };
}
