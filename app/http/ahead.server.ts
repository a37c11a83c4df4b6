import type { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import { noteHandedOut, notesNow } from "./requestNotes.server.ts";

/** Whether nobody has asked for this page yet: reading it counts nothing, takes nothing and is not audited (screens#intent). */
const isAhead = (): boolean => notesNow()?.isAhead === true;

/** Ends a read that nobody has asked for where it would leave a trace; whoever presses reads for themselves. */
export function requireAsked(): void {
  if (isAhead()) throw new Response(null, { status: 204 });
}

/** Takes a record that is handed out once; for a page that nobody has asked for it stays where it is. */
export async function takeAsked<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (!isAhead()) {
    const taken = await records.take(key, schema);
    if (taken !== undefined) noteHandedOut();
    return taken;
  }
  if ((await records.get(key, schema)) !== undefined) requireAsked();
  return undefined;
}
