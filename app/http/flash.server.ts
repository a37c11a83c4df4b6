import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { sessionIdOf } from "#app/auth/session.server.ts";
import { env } from "#app/env.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { Flash } from "./FlashMessage.tsx";
import { takeOnce } from "./prefetch.server.ts";

const said = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ text: z.string(), href: z.string() })])),
]);
const flash: z.ZodType<Flash> = z.object({
  message: said,
  tone: z.enum(["ok", "attention", "background"]),
  follow: z.string().optional(),
});

/** The words of a message; a part of them may be a link. Its URLs come from `paths.ts`. */
export type Said = z.output<typeof said>;

const flashSeconds = 5 * 60;
const flashKey = (sessionId: string, place: string) => `flash:${sessionId}:${place}`;
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
  if (sessionId)
    await records.set(
      flashKey(sessionId, panel ?? pageOf(to)),
      { message, tone, follow } satisfies Flash,
      flashSeconds,
    );
  return redirect(to);
}

export const takeFlash = ({ sessionId, request }: Pick<User, "sessionId" | "request">) =>
  takeOnce(flashKey(sessionId, pageOf(request.url)), flash);

/** The pending message of this session for a panel; can be taken once. */
export const takePanelFlash = (sessionId: string, panel: string): Promise<Flash | undefined> =>
  takeOnce(flashKey(sessionId, panel), flash);
