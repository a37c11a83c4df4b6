import { may, type User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { type Credit, type CreditGiven, creditSums, creditWords, type ShownCredit } from "./credit.ts";
import { creditCommandPath } from "./paths.ts";

/** 'given by Riley Clerk on 22 Nov 2026, 9:40 am, because AP21 credit 4711'. */
export const givenWords = ({ by, at, because }: CreditGiven): string =>
  `given by ${by} on ${formatDateTime(at, env.TIME_ZONE)}, because ${because}`;

/** What a return's Summary says of its credit, with what this person may do about it (returns#credit-owed). */
export function shownCredit(user: User, credit: Credit): ShownCredit {
  const { id, cents, given } = credit;
  const mayAct = may(user, "returns.credits") && user.username !== "";
  const to = given ? "owed" : "given";
  return {
    isGiven: given !== undefined,
    words: given ? `Credit ${givenWords(given)}` : `Credit owed ${creditWords(cents)}`,
    sums: creditSums(credit),
    ...(mayAct
      ? {
          command: {
            label: given ? "Not given after all …" : "Given …",
            href: creditCommandPath(id, to, {}, "detail"),
          },
        }
      : {}),
  };
}
