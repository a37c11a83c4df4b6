import { createHash } from "node:crypto";
import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { writePortalApi } from "#app/http/api.server.ts";
import { earlierOutcome, once } from "#app/http/once.server.ts";
import { toMoment } from "#app/values/read.ts";
import { type ActionEvent, postActionEvent } from "#contract/actions.ts";

const sentOutcome = z.object({ submittedAt: z.string().optional() });

export type Submitted = { submittedAt: string; repeated: boolean };

/**
 * Sends an action event as this person (1 §7), once per token: sent again, the first outcome comes back and
 * nothing goes out. The token is also the call's `Idempotency-Key`. Two forms may share a token: with another
 * payload than the first one's, the second is a submission of its own. Throws ApiError.
 */
export async function submitActionEvent(
  user: User,
  event: Omit<ActionEvent, "submittedBy">,
  token: string,
): Promise<Submitted> {
  const payload = createHash("sha256").update(event.payload).digest("base64url");
  const send = (key: string) =>
    once(user, key, async () => {
      const answer = await writePortalApi(user, postActionEvent, {
        body: { ...event, submittedBy: user.username },
        idempotencyKey: key,
      });
      return { payload, submittedAt: toMoment(answer?.submittedAt) };
    });
  const first = await send(token);
  const sent = first.outcome.payload === payload ? first : await send(`${token}.${payload}`);
  return { submittedAt: sent.outcome.submittedAt ?? sent.at, repeated: sent.repeated };
}

/** The submission that this token was already spent on; undefined when there was none. */
export async function earlierSubmission(user: User, token: string): Promise<Submitted | undefined> {
  const earlier = await earlierOutcome(user, token);
  if (!earlier) return undefined;
  const read = sentOutcome.safeParse(earlier.outcome);
  return { submittedAt: (read.success ? read.data.submittedAt : undefined) ?? earlier.at, repeated: true };
}
