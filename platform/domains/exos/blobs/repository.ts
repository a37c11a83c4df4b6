import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { blobs } from "#platform/database/schema/exos.ts";

/** A file by its id, with what a download needs to know of it. */
export type StoredBlob = typeof blobs.$inferSelect;

export async function findBlob(database: Database, id: string): Promise<StoredBlob | undefined> {
  const [row] = await database.select().from(blobs).where(eq(blobs.id, id));
  return row;
}

/** Keeps a file; the first one of its id stays. */
export async function keepBlob(database: Database, blob: StoredBlob): Promise<void> {
  await database.insert(blobs).values(blob).onConflictDoNothing();
}
