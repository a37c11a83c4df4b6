import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import { type Portal, sessionSecret } from "./portal.ts";
import type { Visitor } from "./visitor.ts";

const session = z.looseObject({ signedInAt: z.number() });
const lifeSeconds = 60 * 60;

/**
 * Makes this visitor's sign-in at a portal ten minutes old: at a 401 in its first minute a session reads that its account is
 * refused, at a later one it is asked to sign in again.
 */
export async function ageSession(visitor: Visitor, portal: Portal): Promise<void> {
  const header = visitor.cookies().map(({ name, value }) => `${name}=${value}`);
  const id: unknown = await createCookie("session").parse(header.join("; "));
  const store = openFileStore(portal.records, (problem) => {
    throw problem;
  });
  const records = createRecords(store, createSeal(sessionSecret));
  const key = `session:${String(id)}`;
  const held = await records.get(key, session);
  if (!held) throw new Error("The visitor has no session at this portal");
  await records.set(key, { ...held, signedInAt: held.signedInAt - 10 * 60_000 }, lifeSeconds);
  await store.close();
}
