import { z } from "zod";
import {
  compact,
  formatSum,
  formatUnits,
  type Moment,
  momentOf,
  shorten,
  timeOf,
  toText,
} from "#app/core/values/values.ts";
import { returnedValue, type Sum } from "#contract/credit.ts";
import { creditByHand, type Exo as ExoDocument, type ExoSummary } from "#contract/exos.ts";
import { readCents } from "#contract/numbers.ts";
import { toCustomer, toExo } from "./model.ts";

/**
 * The stored part of a return that owes a credit; `cents` of AUD are absent if no returned line has a price. `orMore`:
 * another returned line has none.
 */
const creditFacts = z.object({
  id: z.string(),
  name: z.string(),
  store: z.string(),
  orderId: z.string(),
  /** The customer's name, else the email address; may be empty. */
  customer: z.string(),
  cents: z.number().optional(),
  orMore: z.literal(true).optional(),
  since: z.string().optional(),
});
export type CreditFacts = z.output<typeof creditFacts>;

/** Who gave a credit, why and when (ISO 8601). */
const creditGiven = z.object({ because: z.string(), by: z.string(), at: z.string() });
export type CreditGiven = z.output<typeof creditGiven>;

export const credit = creditFacts.extend({ given: creditGiven.optional() });
export type Credit = z.output<typeof credit>;

export type CreditView = {
  isGiven: boolean;
  words: string;
  /** Value of the returned items, and the amounts given and still owed. */
  sums: { label: string; value: string }[];
  command?: { label: string; href: string };
};

/** Completeness of the credits owed: all that the service reports, some of it, or only those seen by people here. */
export type CreditsCoverage = "all" | "some" | "seen";

export type CreditSide = "owed" | "given";

/** The number and sum of credits; `orMore` if not all of them are known. */
export type CreditSum = { count: number; cents: number; isAmountWhole: boolean; orMore: boolean };

const longest = 120;

function factsOf(
  summary: ExoSummary,
  customer: string,
  { cents, orMore = false }: Pick<Credit, "cents"> & { orMore?: boolean },
  since?: Moment,
) {
  const exo = toExo(summary);
  return compact({
    id: exo.id,
    name: shorten(exo.name, longest),
    store: shorten(exo.store, longest),
    orderId: shorten(exo.orderId, longest),
    customer: shorten(customer || exo.email, longest),
    cents,
    orMore: orMore || undefined,
    since,
  });
}

/** The credit owed for a whole return according to its history (returns#credit-owed); undefined if none. */
export function creditIn(document: ExoDocument): CreditFacts | undefined {
  const creditHistories = (document.histories ?? []).filter(({ action }) => toText(action) === creditByHand);
  if (creditHistories.length === 0) return undefined;
  const times = creditHistories.flatMap(({ created_at }) => momentOf(created_at) ?? []);
  const [since] = times.sort((one, other) => timeOf(one) - timeOf(other));
  return factsOf(document, toCustomer(document)?.name ?? "", returnedValue(document) ?? {}, since);
}

/** The credit owed according to a row of the list; 0 means that the amount is unknown (calls#credit-owed). */
export const creditOfRow = (summary: ExoSummary): CreditFacts =>
  factsOf(
    summary,
    "",
    { cents: readCents(summary.credit_owed) || undefined, orMore: summary.credit_owed_or_more === true },
    momentOf(summary.credit_owed_at),
  );

/** '$59.95', '$59.95 or more', or 'an amount that is not known'. */
export const creditWords = ({ cents, orMore }: Pick<Credit, "cents" | "orMore">): string =>
  cents === undefined ? "an amount that is not known" : formatSum({ cents, orMore });

/** The sums of one credit: neither none nor an unknown amount is shown as '$0.00'. */
export function creditSums({ cents, orMore, given }: Credit): CreditView["sums"] {
  const all = cents === undefined ? "Not known" : formatSum({ cents, orMore });
  return [
    { label: "To credit", value: all },
    { label: "Given", value: given ? all : "Nothing" },
    { label: "Owed", value: given ? "Nothing" : all },
  ];
}

const more = (isMore: boolean): string => (isMore ? " or more" : "");

/** 'credits owed, $1,204.50'; 'or more' if more may be owed, or an amount is unknown. */
function sumWords({ count, cents, isAmountWhole, orMore }: CreditSum, side: CreditSide): string {
  const credits = count === 1 && !orMore ? "credit" : "credits";
  return `${credits} ${side}, ${formatSum({ cents, orMore: orMore || !isAmountWhole })}`;
}

/** The same with the number: '12 credits owed, $1,204.50'. */
export const countedSumWords = (sum: CreditSum, side: CreditSide): string =>
  `${formatUnits(sum.count)}${more(sum.orMore)} ${sumWords(sum, side)}`;

export const maxReasonLength = 500;

export const creditForm = z.object({ reason: z.string().default("") });

export type CreditSlot = {
  label: string;
  help: string;
  reason: string;
  errors: string[];
  amount?: Sum | undefined;
};
