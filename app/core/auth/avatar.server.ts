import { createHash } from "node:crypto";
import { env } from "#app/core/env.server.ts";
import { bytesWithin } from "#app/core/http/transport.server.ts";
import { log, wordsOf } from "#app/core/log.server.ts";
import { searchOf } from "#app/core/search/search.ts";
import type { User } from "./guard.server.ts";

const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;
const photoTypes = /^image\/(jpeg|png|gif|webp)$/;

/** The URL of a person's own photo; different for each person, so that no browser cache mixes them up. */
export function avatarPath(user: User): string {
  const owner = createHash("sha256").update(user.subject).digest("hex").slice(0, 12);
  return `/avatar${searchOf([["of", owner]])}`;
}

/** The signed-in person's 48×48 photo from the graph service, or null; a failure is logged (sign-in#photo). */
export async function loadPhoto(
  user: User,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  const { correlationId } = user;
  const token = await user.graphToken();
  if (!token) return null;
  try {
    const answer = await fetch(`${env.MICROSOFT_GRAPH_URL}/v1.0/me/photos/48x48/$value`, {
      headers: { Authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.any([user.request.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const type = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
    const isPhoto = answer.ok && photoTypes.test(type);
    const bytes = isPhoto ? await bytesWithin(answer.body, maxBytes) : undefined;
    if (bytes?.length) return { bytes, type };
    if (!isPhoto) await answer.body?.cancel();
    log.info({ correlationId, status: answer.status }, "no photo");
    return null;
  } catch (problem) {
    log.warn({ correlationId, problem: wordsOf(problem) }, "photo failed");
    return null;
  }
}
