import type { User } from "#app/auth/guard.server.ts";
import { writePortalApi } from "#app/http/api.server.ts";
import { toMoment } from "#app/values/read.ts";
import { type ActionEvent, postActionEvent } from "#contract/actions.ts";

/**
 * Sends an action event as this person (actions#event) under this `Idempotency-Key`; resolves to the server's moment,
 * where it names one. Throws ApiError.
 */
export async function sendActionEvent(
  user: User,
  event: Omit<ActionEvent, "submittedBy">,
  token: string,
): Promise<{ at?: string }> {
  const answer = await writePortalApi(user, postActionEvent, {
    body: { ...event, submittedBy: user.username },
    idempotencyKey: token,
  });
  const at = toMoment(answer?.submittedAt);
  return at === undefined ? {} : { at };
}
