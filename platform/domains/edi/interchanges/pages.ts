import {
  and,
  arrayContains,
  arrayOverlaps,
  count,
  desc,
  eq,
  gt,
  inArray,
  lte,
  max,
  type SQL,
} from "drizzle-orm";
import { transmissionDirections } from "#contract/edi.ts";
import type { InterchangeFilters } from "#contract/ediPartner.ts";
import type { Database } from "#platform/database/connect.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import { contains, wordIn } from "#platform/database/search.ts";
import type { StoredInterchange } from "./repository.ts";

/** Rows on a page of the partner-level lists; the number is the service's own (calls#page-sizes). */
export const ediPageSize = 20;

function conditionOf(filters: InterchangeFilters): SQL | undefined {
  const id = wordIn(filters.documentId);
  const reference = wordIn(filters.interchangeControlReference);
  const identifier = wordIn(filters.documentIdentifier);
  const asked = wordIn(filters.transmissionDirection)?.toLowerCase();
  const direction = transmissionDirections.find((known) => known === asked);
  const { acknowledged, containsMessageTypes: types = [], containsMessageTypesMode: mode = "any" } = filters;
  const held = mode === "all" ? arrayContains : arrayOverlaps;
  return and(
    id === undefined ? undefined : contains(ediInterchanges.id, id),
    reference === undefined ? undefined : contains(ediInterchanges.controlReference, reference),
    identifier === undefined ? undefined : contains(ediInterchanges.documentIdentifiers, identifier),
    // A direction that nothing can have finds nothing.
    asked === undefined ? undefined : inArray(ediInterchanges.direction, direction ? [direction] : []),
    acknowledged === undefined ? undefined : eq(ediInterchanges.acknowledged, acknowledged),
    types.length === 0 ? undefined : held(ediInterchanges.messageTypes, types),
  );
}

/** How many interchanges there are: positions have no gaps. */
export async function newestPosition(database: Database): Promise<number> {
  const [newest] = await database.select({ position: max(ediInterchanges.position) }).from(ediInterchanges);
  return newest?.position ?? 0;
}

async function placesOf(database: Database, condition: SQL, skipped: number): Promise<number[]> {
  const places = await database
    .select({ place: ediInterchanges.position })
    .from(ediInterchanges)
    .where(condition)
    .orderBy(desc(ediInterchanges.position))
    .limit(ediPageSize)
    .offset(skipped);
  return places.map(({ place }) => place);
}

/** One page of interchanges, the latest first, and how many pages there are, 1 or more. Filters all hold together. */
export async function readInterchangePage(
  database: Database,
  filters: InterchangeFilters,
  page: number,
): Promise<{ rows: StoredInterchange[]; pages: number }> {
  const condition = conditionOf(filters);
  const [counted] = condition
    ? await database.select({ total: count() }).from(ediInterchanges).where(condition)
    : [{ total: await newestPosition(database) }];
  const total = counted?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / ediPageSize));
  const skipped = (page - 1) * ediPageSize;
  if (skipped >= total) return { rows: [], pages };
  // The positions of a filtered page are found first, so that no plan reads whole rows to find them.
  const places = condition ? await placesOf(database, condition, skipped) : [];
  const last = total - skipped;
  const wanted = condition
    ? inArray(ediInterchanges.position, places)
    : and(gt(ediInterchanges.position, last - ediPageSize), lte(ediInterchanges.position, last));
  const rows = await database
    .select()
    .from(ediInterchanges)
    .where(wanted)
    .orderBy(desc(ediInterchanges.position));
  return { rows, pages };
}
