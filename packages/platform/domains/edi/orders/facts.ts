import type { Database } from "#database/connect.ts";
import type { Facts, Made, OrderLine, Places } from "#edi-orders/index.ts";
import type { StoredFacts, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import { addressProblem } from "#platform/domains/orders/rules.ts";
import { articlesBehind } from "./articles.ts";

type Judging = Awaited<ReturnType<typeof judgingOf>>;

const addressWords = {
  incomplete: "street, suburb or postcode are missing",
  postcode: "the postcode is not one of the state",
};

/** The partner's locations, and what is wrong with an address. */
const placesOf = ({ terms }: Pick<Judging, "terms">): Places => ({
  locations: terms.locations,
  addressProblem: (address) => {
    const problem = addressProblem({ locationType: "delivery", ...address });
    return problem && addressWords[problem];
  },
});

/** What is known now: the partner's terms, its date, and our articles by these codes. */
export async function factsNow(
  database: Database,
  { storeId, partner }: { storeId: number; partner: string },
  codes: readonly string[],
  at: Date,
): Promise<Facts & Judging> {
  const judging = await judgingOf(database, partner, at);
  const articles = await articlesBehind(database, storeId, codes);
  return { ...judging, ...placesOf(judging), articles };
}

export const storedFacts = ({ today, terms, articles, closed }: Facts & Judging): StoredFacts => ({
  ...{ today, terms, articles: [...articles].map(([code, found]) => [code, [...found]]) },
  ...(closed && { closed }),
});

export const readFacts = (stored: StoredFacts): Facts | Made =>
  "made" in stored
    ? { made: stored.made.map(lineOf) }
    : { ...stored, ...placesOf(stored), articles: new Map(stored.articles) };

/** A line as it is stored. */
export const lineOf = (line: StoredOrderLine): OrderLine => {
  const { ordered, accepted, unitPrice, askedPrice, levelCode, stock, ourPrice, ...asked } = line;
  const { differences, answer, shipped = 0, isDeleted, ...written } = asked;
  return {
    asked: {
      ...written,
      ...{ days: written.days ?? {}, unread: written.unread ?? [] },
      ...{ quantity: ordered, price: askedPrice ?? unitPrice, isDeleted },
    },
    ...{ levelCode, stock, ourPrice, differences, decided: answer, shipped },
    promised: { quantity: accepted, price: unitPrice },
  };
};

/** The same the other way round. */
export const storedLine = (line: OrderLine): StoredOrderLine => {
  const { asked, promised, decided, levelCode, stock, ourPrice, differences, shipped } = line;
  const { quantity, price, isDeleted, codes, ...written } = asked;
  return {
    ...{ ...written, codes: [...codes], ordered: quantity, accepted: promised.quantity },
    ...{ unitPrice: promised.price, askedPrice: price, levelCode },
    ...(stock !== undefined && { stock }),
    ...(ourPrice !== undefined && { ourPrice }),
    ...(differences && { differences: [...differences] }),
    ...(decided && { answer: decided }),
    ...(shipped > 0 && { shipped }),
    ...(isDeleted && { isDeleted }),
  };
};
