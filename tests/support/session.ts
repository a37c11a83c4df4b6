import { join } from "node:path";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import { sessionSecret } from "./portal.ts";
import { repository } from "./processes.ts";
import type { Visitor } from "./visitor.ts";

const session = z.looseObject({ signedInAt: z.number() });
const lifeSeconds = 60 * 60;

/**
 * Makes this visitor's sign-in ten minutes old: at a 401 in its first minute a session reads that its account is
 * refused, at a later one it is asked to sign in again.
 */
export async function ageSession(visitor: Visitor): Promise<void> {
  const header = visitor.cookies().map(({ name, value }) => `${name}=${value}`);
  const id: unknown = await createCookie("session").parse(header.join("; "));
  const store = openFileStore(join(repository, ".data/sessions"), (problem) => {
    throw problem;
  });
  const records = createRecords(store, createSeal(sessionSecret));
  const key = `session:${String(id)}`;
  const held = await records.get(key, session);
  if (!held) throw new Error("The visitor has no session in the store of the tests' portals");
  await records.set(key, { ...held, signedInAt: held.signedInAt - 10 * 60_000 }, lifeSeconds);
  await store.close();
}
