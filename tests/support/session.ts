import { createCookie } from "@remix-run/node";
import { and, eq, like, sql } from "drizzle-orm";
import { z } from "zod";
import { sessions } from "#app/core/auth/tables.ts";
import { closeJson, createSeal, hashedName, openJson } from "#app/core/database/seal.server.ts";
import { drafts, rateCounts } from "#app/core/http/tables.ts";
import { connectPostgres, type Database } from "#database/connect.ts";
import { type Portal, sessionSecret } from "./portal.ts";
import type { Visitor } from "./visitor.ts";

const seal = createSeal(sessionSecret);
const content = z.looseObject({ apiToken: z.looseObject({}).optional() });

export async function withDatabase<T>(portal: Portal, work: (database: Database) => Promise<T>): Promise<T> {
  if (portal.database === undefined)
    throw new Error("Only its own process reaches an embedded database: this test needs PostgreSQL");
  const { database, close } = connectPostgres(portal.database, (problem) => {
    throw problem;
  });
  try {
    return await work(database);
  } finally {
    await close();
  }
}

async function sessionOf(visitor: Visitor, database: Database) {
  const header = visitor.cookies().map(({ name, value }) => `${name}=${value}`);
  const id: unknown = await createCookie("session").parse(header.join("; "));
  const [row] = await database
    .select()
    .from(sessions)
    .where(eq(sessions.id, hashedName(String(id))));
  if (!row) throw new Error("The visitor has no session at this portal");
  return row;
}

/**
 * Makes this visitor's sign-in ten minutes old: on a 401 in its first minute a session shows that the account is
 * refused, later it asks for a new sign-in.
 */
export const ageSession = (visitor: Visitor, portal: Portal): Promise<void> =>
  withDatabase(portal, async (database) => {
    const { id } = await sessionOf(visitor, database);
    const earlier = sql`${sessions.signedInAt} - interval '10 minutes'`;
    await database.update(sessions).set({ signedInAt: earlier }).where(eq(sessions.id, id));
  });

/** Makes this visitor's API token due for renewal: it is still accepted for ten minutes. */
export const dueToken = (visitor: Visitor, portal: Portal): Promise<void> =>
  withDatabase(portal, async (database) => {
    const row = await sessionOf(visitor, database);
    const label = `session:${row.id}:${row.subject}`;
    const held = openJson(seal, label, row.content, content);
    const now = Date.now();
    const apiToken = { ...held?.apiToken, renewAt: now - 1, expiresAt: now + 600_000 };
    await database
      .update(sessions)
      .set({ content: closeJson(seal, label, { ...held, apiToken }) })
      .where(eq(sessions.id, row.id));
  });

/** The counts of a rate limit by name, of a visitor or an address. */
async function countsOf(rate: string, who: Visitor | string, database: Database) {
  const key =
    typeof who === "string" ? `address:${who}` : `person:${(await sessionOf(who, database)).subject}`;
  return and(like(rateCounts.key, `${rate}:%`), like(rateCounts.key, `%:${key}`));
}

/** Resets this visitor's export limit, as after a minute; without a visitor that of this machine's address. */
export const forgetExports = (portal: Portal, visitor: Visitor | string = "127.0.0.1"): Promise<void> =>
  withDatabase(portal, async (database) => {
    await database.delete(rateCounts).where(await countsOf("exports", visitor, database));
  });

/** As if somebody who has begun had asked so many times within this minute: a slow machine can't, before it is over. */
export const haveAsked = (portal: Portal, rate: string, who: Visitor | string, points: number) =>
  withDatabase(portal, async (database) => {
    const expire = sql`now() + interval '1 minute'`;
    const counts = await countsOf(rate, who, database);
    await database.update(rateCounts).set({ points, expire }).where(counts);
  });

/** How many forms the portal keeps for people who did not get through with them. */
export const draftCount = (portal: Portal): Promise<number> =>
  withDatabase(portal, (database) => database.$count(drafts));
