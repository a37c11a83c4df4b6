import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { createSeal } from "#app/database/seal.server.ts";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, type Records } from "#app/records/records.server.ts";
import { type Portal, sessionSecret } from "./portal.ts";
import type { Visitor } from "./visitor.ts";

const session = z.looseObject({ signedInAt: z.number(), subject: z.string() });
const lifeSeconds = 60 * 60;

async function withRecords<T>(portal: Portal, work: (records: Records) => Promise<T>): Promise<T> {
  const store = openFileStore(portal.records, (problem) => {
    throw problem;
  });
  try {
    return await work(createRecords(store, createSeal(sessionSecret)));
  } finally {
    await store.close();
  }
}

async function sessionOf(visitor: Visitor, records: Records) {
  const header = visitor.cookies().map(({ name, value }) => `${name}=${value}`);
  const id: unknown = await createCookie("session").parse(header.join("; "));
  const key = `session:${String(id)}`;
  const held = await records.get(key, session);
  if (!held) throw new Error("The visitor has no session at this portal");
  return { key, held };
}

/**
 * Makes this visitor's sign-in ten minutes old: on a 401 in its first minute a session shows that the account is
 * refused, later it asks for a new sign-in.
 */
export const ageSession = (visitor: Visitor, portal: Portal): Promise<void> =>
  withRecords(portal, async (records) => {
    const { key, held } = await sessionOf(visitor, records);
    await records.set(key, { ...held, signedInAt: held.signedInAt - 10 * 60_000 }, lifeSeconds);
  });

/** Makes this visitor's API token due for renewal: it is still accepted for ten minutes. */
export const dueToken = (visitor: Visitor, portal: Portal): Promise<void> =>
  withRecords(portal, async (records) => {
    const { key, held } = await sessionOf(visitor, records);
    const now = Date.now();
    const apiToken = { ...Object(held.apiToken), renewAt: now - 1, expiresAt: now + 600_000 };
    await records.set(key, { ...held, apiToken }, lifeSeconds);
  });

/** Resets this visitor's export limit, as after a minute; without a visitor that of this machine's address. */
export const forgetExports = (portal: Portal, visitor?: Visitor): Promise<void> =>
  withRecords(portal, async (records) => {
    const who = visitor ? `person:${(await sessionOf(visitor, records)).held.subject}` : "address:127.0.0.1";
    await records.delete(`rate:exports:${who}`);
  });
