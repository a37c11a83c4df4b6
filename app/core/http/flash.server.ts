import { redirect } from "@remix-run/node";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#app/core/database/batchRead.server.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, hashedName, openJson } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import type { Flash } from "./FlashMessage.tsx";
import { takeOnce } from "./prefetch.server.ts";
import { sessionIdOf } from "./sessionCookie.server.ts";
import { flashMessages } from "./tables.ts";

const messageText = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ text: z.string(), href: z.string() })])),
]);
const flash: z.ZodType<Flash> = z.object({
  message: messageText,
  tone: z.enum(["ok", "attention", "background"]),
  follow: z.string().optional(),
});

/** The words of a message; a part of them may be a link. Its URLs come from `paths.ts`. */
export type Said = z.output<typeof messageText>;

const flashSeconds = 5 * 60;
const labelOf = (session: string, place: string) => `flash:${session}:${place}`;
const pageOf = (url: string) => new URL(url, env.APP_URL).pathname.replace(/\/$/, "");

/**
 * A redirect to `to`, whose page shows `message` once; a page in another tab leaves it there. `to` comes from
 * `paths.ts`. A `panel` over the frame hides the frame's messages: named here, it shows the message itself.
 */
export async function redirectWithFlash(
  request: Request,
  to: string,
  message: Said,
  tone: Flash["tone"] = "ok",
  panel?: string,
  follow?: string,
): Promise<Response> {
  const sessionId = await sessionIdOf(request);
  if (sessionId !== undefined) {
    const [session, place] = [hashedName(sessionId), panel ?? pageOf(to)];
    const content = closeJson(seal, labelOf(session, place), { message, tone, follow } satisfies Flash);
    const set = { content, expiresAt: inSeconds(flashSeconds) };
    await database
      .insert(flashMessages)
      .values({ session, place, ...set })
      .onConflictDoUpdate({ target: [flashMessages.session, flashMessages.place], set });
  }
  return redirect(to);
}

const isAt = (session: string, place: string) =>
  and(
    eq(flashMessages.session, session),
    eq(flashMessages.place, place),
    gt(flashMessages.expiresAt, sql`now()`),
  );

function takeAt(sessionId: string, place: string): Promise<Flash | undefined> {
  const session = hashedName(sessionId);
  const isIt = isAt(session, place);
  const open = ([row]: { content: string }[]) =>
    row && openJson(seal, labelOf(session, place), row.content, flash);
  return takeOnce({
    take: async () => open(await database.delete(flashMessages).where(isIt).returning()),
    peek: async () => open(await database.select().from(flashMessages).where(isIt)),
  });
}

type FlashPlace = { sessionId: string; request: Request };

/** Whether a message waits for this page: most have none to take. */
export const hasFlash = ({ sessionId, request }: FlashPlace): Read<boolean> => ({
  query: database
    .select({ place: flashMessages.place })
    .from(flashMessages)
    .where(isAt(hashedName(sessionId), pageOf(request.url))),
  parse: (rows) => rows.length > 0,
});

export const takeFlash = ({ sessionId, request }: FlashPlace) => takeAt(sessionId, pageOf(request.url));

/** The pending message of this session for a panel; can be taken once. */
export const takePanelFlash = (sessionId: string, panel: string): Promise<Flash | undefined> =>
  takeAt(sessionId, panel);
