import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { once } from "#app/http/once.server.ts";
import { type ActionEvent, postActionEvent } from "#contract/actionEvents.ts";

export type Submitted = { submittedAt: string; repeated: boolean };

/**
 * Sends an action event as this person (1 §7), once per token: sent again, the first outcome comes back and
 * nothing goes out. The token is also the call's `Idempotency-Key`. Throws ApiError.
 */
export async function submitActionEvent(
  user: User,
  event: Omit<ActionEvent, "submittedBy">,
  token: string,
): Promise<Submitted> {
  const { outcome, repeated, at } = await once(user, token, async () => {
    const { submittedAt } = await callPortalApi(user, postActionEvent, {
      body: { ...event, submittedBy: user.username },
      idempotencyKey: token,
    });
    return { submittedAt: submittedAt === undefined ? undefined : String(submittedAt) };
  });
  return { submittedAt: outcome.submittedAt ?? at, repeated };
}
