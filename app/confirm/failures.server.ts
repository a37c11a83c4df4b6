import { z } from "zod";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { shorten } from "#app/values/values.ts";

const ttlSeconds = 7 * 24 * 3600;
const maxEntries = 40;

/** A person's failed command that has not been done since. */
const failedCommand = z.object({
  /** The command's own key. */
  command: z.string(),
  what: z.string(),
  why: z.string(),
  href: z.string(),
  /** When it failed, ISO 8601. */
  at: z.string(),
});
export type FailedCommand = z.output<typeof failedCommand>;

const key = (subject: string): string => `failed-commands:${subject}`;
const read = async (subject: string): Promise<FailedCommand[]> =>
  (await records.get(key(subject), z.array(failedCommand))) ?? [];

const change = (subject: string, to: (failed: FailedCommand[]) => FailedCommand[]): Promise<void> =>
  records.withLock(key(subject), 10, async (locked) =>
    locked.set(key(subject), to(await read(subject)).slice(-maxEntries), ttlSeconds),
  );

/** Stores a failure of this person for a week, or until the command is done (today#own-failures). */
export const rememberFailure = (subject: string, failure: FailedCommand): Promise<void> =>
  change(subject, (failed) => [...failed.filter(({ command }) => command !== failure.command), failure]);

/** The command was done after all. */
export async function forgetFailure(subject: string, command: string): Promise<void> {
  const isThere = (await read(subject)).some((one) => one.command === command);
  if (isThere) await change(subject, (failed) => failed.filter((one) => one.command !== command));
}

/** This person's own failed actions, one per line (today#own-failures). */
export const failuresToday = async ({ subject }: { subject: string }): Promise<TodayLine[]> =>
  (await read(subject)).map(({ command, what, why, href, at }) => ({
    key: `commands:${hashOf(command)}`,
    words: shorten(what, 200),
    isOne: true,
    isMine: true,
    count: 1,
    orMore: false,
    oldestAt: at,
    href,
    about: why,
    revision: hashOf([command, at]),
  }));
