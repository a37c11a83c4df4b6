import { z } from "zod";
import { tokens } from "#app/http/once.server.ts";
import { count, type Rate } from "#app/http/rates.server.ts";
import { gatherPages } from "#app/lists/gather.server.ts";
import { readUntilStill } from "#app/lists/untilStill.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { eachOf } from "./batch.server.ts";
import type { BulkKind, BulkPlace, Looked } from "./kind.server.ts";
import type { BulkSearch } from "./paths.ts";
import { maxRows } from "./rows.ts";

const ttlSeconds = 60 * 60;
const sideBySide = 8;

const reviewed = z.object({
  kind: z.string(),
  alias: z.string(),
  list: z.string(),
  listHref: z.string(),
  action: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      href: z.string(),
      token: z.string(),
      seen: z.string().optional(),
    }),
  ),
});
/** What was looked at, and can be done as it was shown. */
export type Reviewed = z.output<typeof reviewed>;

export type ReviewRow = { id: string; href: string; looked: Looked };

const reviewKey = ({ subject }: { subject: string }, token: string) => `bulk-review:${subject}:${token}`;

/** What this person looked at on the page with this token, within the last hour. */
export const readReview = (person: { subject: string }, token: string): Promise<Reviewed | undefined> =>
  records.get(reviewKey(person, token), reviewed);

const reviews: Rate = { name: "bulk reviews", windows: [{ most: 40, seconds: 60 }] };

/** Counts a look at many records; resolves to how many seconds this person has to wait before it, mostly 0. */
export const waitToReview = ({ subject }: { subject: string }): Promise<number> =>
  count(reviews, `person:${subject}`);

/**
 * The ids of all that match, each once, `isCut` where more match than a run takes; `isMoving` where the list never held
 * still. Throws ApiError.
 */
export async function allMatching(
  place: Pick<BulkPlace, "page">,
): Promise<{ ids: string[]; isCut: boolean; isMoving: boolean }> {
  const found = new Map<string, string>();
  const readPage = async (page: number) => {
    const { ids, hasNext } = await place.page(page);
    return { rows: ids, hasNext };
  };
  const isStill = await readUntilStill(async () => {
    const before = found.size;
    const { read, stopped } = await gatherPages(readPage, (id) => id, found, { maxRows });
    return (read === 1 && !stopped) || found.size === before || stopped === "records";
  });
  return { ids: [...found.keys()].slice(0, maxRows), isCut: found.size > maxRows, isMoving: !isStill };
}

const idsOf = (place: BulkPlace, { all, ids }: BulkSearch) =>
  all ? allMatching(place) : { ids: ids.slice(0, maxRows), isCut: ids.length > maxRows, isMoving: false };

/**
 * Looks at every record that is meant as it stands now, and keeps what can be done for the form that begins it. Throws
 * ApiError where the list itself cannot be read.
 */
export async function review(kind: BulkKind, place: BulkPlace, search: BulkSearch) {
  const { ids, isCut, isMoving } = await idsOf(place, search);
  const found = new Map<string, ReviewRow>();
  await eachOf(ids, sideBySide, async (id) => {
    const { href, look } = place.row(id, search.action, "");
    found.set(id, { id, href, looked: await look() });
  });
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const token = tokens.make(place.user);
  const can = rows.flatMap(({ id, href, looked }) =>
    looked.can ? [{ id, href, name: looked.name, token: looked.token, seen: looked.seen }] : [],
  );
  const first = rows.find(({ looked }) => looked.can)?.looked;
  const label = first?.can ? first.label : search.action;
  if (can.length > 0) {
    const { alias, list, action } = search;
    const { listHref } = place;
    const isRequired = rows.some(({ looked }) => looked.can && looked.words?.isRequired === true);
    const stored: Reviewed = { kind: kind.key, alias, list, listHref, action, label, isRequired, rows: can };
    await records.set(reviewKey(place.user, token), stored, ttlSeconds);
  }
  return { rows, isCut, isMoving, token, label };
}
