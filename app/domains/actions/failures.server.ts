import { z } from "zod";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { shorten } from "#app/values/show.ts";

const ttlSeconds = 7 * 24 * 3600;
const mostKept = 40;

/** A deed of one person that failed, and was not done since. */
const failedDeed = z.object({
  /** The deed's own key. */
  deed: z.string(),
  what: z.string(),
  why: z.string(),
  href: z.string(),
  /** When it failed, ISO 8601. */
  at: z.string(),
});
export type FailedDeed = z.output<typeof failedDeed>;

const key = (subject: string): string => `failed-deeds:${subject}`;
const read = async (subject: string): Promise<FailedDeed[]> =>
  (await records.get(key(subject), z.array(failedDeed))) ?? [];

const change = (subject: string, to: (failed: FailedDeed[]) => FailedDeed[]): Promise<void> =>
  records.withLock(key(subject), 10, async (locked) =>
    locked.set(key(subject), to(await read(subject)).slice(-mostKept), ttlSeconds),
  );

/** Keeps a failure of this person's for a week, or until the deed is done (today#own-failures). */
export const rememberFailure = (subject: string, failure: FailedDeed): Promise<void> =>
  change(subject, (failed) => [...failed.filter(({ deed }) => deed !== failure.deed), failure]);

/** The deed was done after all. */
export async function forgetFailure(subject: string, deed: string): Promise<void> {
  const isThere = (await read(subject)).some((one) => one.deed === deed);
  if (isThere) await change(subject, (failed) => failed.filter((one) => one.deed !== deed));
}

/** This person's own actions that failed, each a line (today#own-failures). */
export const failuresToday = async ({ subject }: { subject: string }): Promise<TodayLine[]> =>
  (await read(subject)).map(({ deed, what, why, href, at }) => ({
    key: `deeds:${hashOf(deed)}`,
    words: shorten(what, 200),
    isOne: true,
    count: 1,
    orMore: false,
    oldestAt: at,
    href,
    about: why,
    stamp: hashOf([deed, at]),
  }));
