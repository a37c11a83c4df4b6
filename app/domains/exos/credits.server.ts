import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { compact } from "#app/values/read.ts";
import { type Credit, type CreditRow, countedSumWords, creditWords } from "./credit.ts";
import { givenWords } from "./creditCommand.server.ts";
import { learnCredits } from "./creditFeed.server.ts";
import { pageOfCredits, sumOfCredits } from "./creditLedger.server.ts";
import { creditSearch } from "./paths.ts";

const toRow = ({ id, name, customer, orderId, store, cents, since, given }: Credit): CreditRow =>
  compact({
    id,
    name,
    customer,
    orderId,
    store,
    amount: creditWords(cents),
    since,
    given: given && givenWords(given),
  });

/** The list of the credits owed, or given, with their sum (returns#credits). */
export async function creditsScreen(user: User) {
  const filter = creditSearch.read(user.request.url);
  const known = await attempt(learnCredits(user));
  const isWhole = known.ok && known.value !== "some";
  const orMore = filter.side === "owed" && !isWhole;
  const [{ rows, pages }, sum] = await Promise.all([
    pageOfCredits(filter.side, filter.page),
    sumOfCredits(filter.side, orMore),
  ]);
  const list: ListPage<CreditRow> = { rows: rows.map((credit) => ({ row: toRow(credit) })), pages };
  const screen = {
    filter,
    list,
    sum: countedSumWords(sum, filter.side),
    known: known.ok ? known.value : ("some" as const),
  };
  if (!known.ok) return data({ ...screen, error: known.error }, { status: 502 });
  return data({ ...screen, error: undefined });
}
