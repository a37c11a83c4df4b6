import { redirect } from "@remix-run/node";
import { z } from "zod";
import { sessionIdOf } from "#app/auth/session.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { takeAsked } from "./ahead.server.ts";
import type { Flash } from "./FlashMessage.tsx";

const said = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ text: z.string(), href: z.string() })])),
]);
const flash: z.ZodType<Flash> = z.object({ message: said, tone: z.enum(["ok", "attention"]) });

/** The words of a message; a part of them may lead somewhere. Its addresses come from `paths.ts`. */
export type Said = z.output<typeof said>;

const flashSeconds = 5 * 60;
const flashKey = (sessionId: string, panel = "") => `flash:${sessionId}:${panel}`;

/**
 * A redirect to `to`, where the next page shows `message` once. `to` comes from `paths.ts`. A `panel` that lies
 * over the frame hides what the frame says: named here, it takes the message itself.
 */
export async function redirectWithFlash(
  request: Request,
  to: string,
  message: Said,
  tone: Flash["tone"] = "ok",
  panel?: string,
): Promise<Response> {
  const sessionId = await sessionIdOf(request);
  if (sessionId)
    await records.set(flashKey(sessionId, panel), { message, tone } satisfies Flash, flashSeconds);
  return redirect(to);
}

/** The message that waits for this session's next page, or for this panel of it; handed out once. */
export const takeFlash = (sessionId: string, panel?: string): Promise<Flash | undefined> =>
  takeAsked(flashKey(sessionId, panel), flash);
