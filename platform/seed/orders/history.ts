import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/columns.ts";
import { platformName } from "#platform/domains/history.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import type { Random } from "#platform/seed/random.ts";

const minute = 60_000;

type Event = readonly [action: string, message: string, minutesLater: number, meta?: JsonObject];

const byPlatform = { user: platformName };

/** An order's history up to a status, after it came in and was confirmed. */
const wayTo: Record<string, readonly Event[]> = recorded("orderHistory");

const deferred = (retryCount: number): Event[] =>
  Array.from({ length: retryCount }, (_, index) => [
    "OrderSubmissionDeferred",
    `AP21 did not answer in time; next try in ${5 * 2 ** index} minutes (simulated)`,
    5 * 2 ** index,
  ]);

/**
 * The history of an order in a status, newest first, up to `until`. It has entries of every kind that the screens treat
 * differently: OrderUpdate, OrderConfirmationEmailSent, and those with a user.
 */
export function historyOf(
  {
    status,
    retryCount,
    email,
    createdAt,
  }: {
    status: string;
    retryCount: number;
    email: string | undefined;
    createdAt: Date;
  },
  until: Date,
  random: Random,
): StoredHistoryEntry[] {
  const mailStatus = random.chance(0.94) ? "delivered" : "bounced";
  const confirmation: Event[] = email
    ? [
        [
          "OrderConfirmationEmailSent",
          `Order confirmation to ${email} (simulated)`,
          1,
          { provider: "Mail (simulated)", email, status: mailStatus },
        ],
      ]
    : [];
  const events: Event[] = [
    ["OrderCreated", "The order came in from its channel", 0],
    ["OrderUpdate", "The order's record was updated", 1],
    ...confirmation,
    ...(status === "UNPROCESSABLE_SOFT" ? deferred(retryCount) : (wayTo[status] ?? [])),
  ];
  let at = createdAt.getTime();
  const entries = events.map(([action, message, minutesLater, meta = byPlatform]): StoredHistoryEntry => {
    at = Math.min(until.getTime(), at + minutesLater * minute + (minutesLater && random.between(0, 50_000)));
    return { action, message, createdAt: new Date(at).toISOString(), meta };
  });
  return entries.reverse();
}
