import { createHash } from "node:crypto";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { once } from "#app/http/once.server.ts";
import type { CustomRule, CustomRuleToSave } from "#contract/rules.ts";
import { findRule, postRule } from "./api.server.ts";
import { isSameRule, standOf } from "./compare.ts";
import type { RulesOf } from "./edit.server.ts";
import type { EditedRule } from "./values.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** A short text that is the same for versions of a rule that hold the same. */
export const standHash = (rule: EditedRule): string => hashOf(standOf(rule));

/** What a write came to. `conflict`: another person changed the rule, and nothing was written. */
export type Written =
  | { is: "saved"; rule: EditedRule }
  /** The rule holds this already; nothing was sent. */
  | { is: "same"; rule: EditedRule }
  | { is: "conflict"; current: CustomRule }
  | { is: "gone" }
  | { is: "failed"; problem: ErrorView };

const post = (of: RulesOf, rule: CustomRuleToSave, token: string) =>
  attempt(
    once(of.user, token, async () => {
      await postRule(of.user, rule, token);
      return null;
    }),
  );

/** Saves a rule that is not there yet, once per token and content. */
export async function createRule(of: RulesOf, rule: EditedRule, token: string): Promise<Written> {
  const posted = await post(of, rule, `${token}.${standHash(rule)}`);
  return posted.ok ? { is: "saved", rule } : { is: "failed", problem: posted.error };
}

/**
 * Reads a rule again and posts what `change` makes of it, whole, if it still stands as `seen` says (decisions,
 * Custom rules). Where the server keeps versions, it also refuses what was saved in between.
 */
export async function changeRule(
  of: RulesOf,
  id: string,
  { seen, token, change }: { seen: string; token: string; change: (current: CustomRule) => EditedRule },
): Promise<Written> {
  const looked = await attempt(findRule(of.user, of.store, id));
  if (!looked.ok) return { is: "failed", problem: looked.error };
  const row = looked.value;
  if (!row) return { is: "gone" };
  if (!row.readable) throw unreadable(row.problem, of.user.correlationId);
  const current = row.row;
  const changed = change(current);
  if (isSameRule(current, changed)) return { is: "same", rule: current };
  const stand = standHash(current);
  if (stand !== seen) return { is: "conflict", current };
  const { version } = current;
  const rule: CustomRuleToSave = {
    ...changed,
    id,
    history: current.history,
    version,
    ...(typeof version === "number" ? { ifVersion: version } : {}),
  };
  const posted = await post(of, rule, hashOf([token, id, version, stand, standHash(changed)].join(" ")));
  if (posted.ok) return { is: "saved", rule: changed };
  if (posted.error.code !== 409) return { is: "failed", problem: posted.error };
  // Somebody was faster by the time of one call: what they saved is read and shown.
  const again = await attempt(findRule(of.user, of.store, id));
  if (!again.ok) return { is: "failed", problem: again.error };
  return again.value?.readable ? { is: "conflict", current: again.value.row } : { is: "gone" };
}

const unreadable = (problem: string, correlationId: string): ApiError =>
  new ApiError(
    {
      statusLine: "Unprocessable Content",
      code: 422,
      message: `The rule as it stands now could not be read, so nothing was saved: ${problem}`,
      correlationId,
      advice: "Give support the reference.",
    },
    422,
  );
