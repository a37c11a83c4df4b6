import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { SettledListener } from "#app/core/commands/settled.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { shorten } from "#app/core/values/values.ts";
import { forgetToday } from "./parts.server.ts";
import { failedCommands } from "./tables.ts";

const failureSeconds = 7 * 24 * 3600;
/** Of one person: the latest. */
const maxFailures = 40;

/** A person's command that failed. */
type FailedCommand = {
  /** The command's own key. */
  command: string;
  what: string;
  why: string;
  href: string;
  /** When it failed, ISO 8601. */
  at: string;
};

/** Stores a failure of this person for a week, or until the command is done (today#own-failures). */
async function rememberFailure(subject: string, { command, at, ...rest }: FailedCommand): Promise<void> {
  const failure = { ...rest, at: new Date(at), expiresAt: inSeconds(failureSeconds) };
  await database
    .insert(failedCommands)
    .values({ subject, command: hashOf(command), ...failure })
    .onConflictDoUpdate({ target: [failedCommands.subject, failedCommands.command], set: failure });
}

/** The command was done after all. */
async function forgetFailure(subject: string, command: string): Promise<void> {
  await database
    .delete(failedCommands)
    .where(and(eq(failedCommands.subject, subject), eq(failedCommands.command, hashOf(command))));
}

/** This person's own failed actions, one per line (today#own-failures). */
export async function failuresToday({ subject }: { subject: string }): Promise<TodayLine[]> {
  const latest = await database
    .select()
    .from(failedCommands)
    .where(and(eq(failedCommands.subject, subject), gt(failedCommands.expiresAt, sql`now()`)))
    .orderBy(desc(failedCommands.at))
    .limit(maxFailures);
  return latest.reverse().map(({ command, what, why, href, at }) => ({
    key: `commands:${command}`,
    words: shorten(what, 200),
    isOne: true,
    isMine: true,
    count: 1,
    orMore: false,
    oldestAt: at.toISOString(),
    href,
    about: why,
    revision: hashOf([command, at]),
  }));
}

/**
 * A command that is done changes what needs a person, and one that failed needs the person who submitted it
 * (today#own-failures); a run of several reports its failures itself.
 */
export const changeToday: SettledListener = async ({ user, key, href, receipt, ended, isOneOfMany }) => {
  if (ended.is === "alreadyDone") return;
  if (ended.is === "done") await forgetFailure(user.subject, key);
  else if (!isOneOfMany) {
    const { verb, object, name } = receipt;
    await rememberFailure(user.subject, {
      command: key,
      what: [verb, [object, name].filter(Boolean).join(" ")].filter(Boolean).join(": "),
      why: shorten(ended.problem.message, 300),
      href,
      at: new Date().toISOString(),
    });
  }
  forgetToday(user.subject);
};
