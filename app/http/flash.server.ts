import { redirect } from "@remix-run/node";
import { z } from "zod";
import { records } from "#app/auth/portalRecords.server.ts";
import { sessionIdOf } from "#app/auth/session.server.ts";

const flash = z.object({ message: z.string(), tone: z.enum(["ok", "attention"]) });
export type Flash = z.output<typeof flash>;

const flashSeconds = 5 * 60;
const flashKey = (sessionId: string) => `flash:${sessionId}`;

/** A redirect to `to`, where the next page shows `message` once. `to` comes from `paths.ts`. */
export async function redirectWithFlash(
  request: Request,
  to: string,
  message: string,
  tone: Flash["tone"] = "ok",
): Promise<Response> {
  const sessionId = await sessionIdOf(request);
  if (sessionId) await records.set(flashKey(sessionId), { message, tone } satisfies Flash, flashSeconds);
  return redirect(to);
}

/** The message that waits for this session's next page, handed out once. */
export const takeFlash = (sessionId: string): Promise<Flash | undefined> =>
  records.take(flashKey(sessionId), flash);
