import type { EdiLineAnswer } from "#contract/ediReview.ts";
import { type Agreement, compareLine, isWholeCents, type Places, seenOf } from "#edi-orders/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredLineAnswer, StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import type { EdiTerms } from "#platform/domains/edi/partners/terms.ts";
import { addressProblem } from "#platform/domains/orders/rules.ts";
import { articlesBehind } from "./articles.ts";

/** The comparison's inputs: the partner's terms, and the date at the partner (ISO 8601). */
export type Judging = Agreement & { terms: EdiTerms };

const addressWords = {
  incomplete: "street, suburb or postcode are missing",
  postcode: "the postcode is not one of the state",
};

/** The partner's locations, and what is wrong with an address. */
export const placesOf = ({ terms }: Judging): Places => ({
  locations: terms.locations,
  addressProblem: (address) => {
    const problem = addressProblem({ locationType: "delivery", ...address });
    return problem && addressWords[problem];
  },
});

/** The person's decision on a line, where it was about what the line says now. */
export const answerOf = (line: StoredOrderLine): StoredLineAnswer | undefined =>
  line.answer?.seen === seenOf(line) ? line.answer : undefined;

/** The accepted quantity and price of a line; nothing of one with undecided differences. */
function answered(line: StoredOrderLine): StoredOrderLine {
  const { ordered, unitPrice, differences = [] } = line;
  const answer = answerOf(line);
  if (!answer) return { ...line, accepted: differences.length === 0 ? ordered : 0 };
  if (answer.answer === "refuse") return { ...line, accepted: 0 };
  return { ...line, accepted: answer.quantity ?? ordered, unitPrice: answer.unit_price ?? unitPrice };
}

/**
 * Lines compared with the store's articles and the partner's terms (edi#differences). A line without a difference is
 * accepted as ordered, any other only as a person decided. Lines that the partner cancelled stay.
 */
export async function judgeLines(
  database: Database,
  storeId: number,
  lines: readonly StoredOrderLine[],
  judging: Judging,
): Promise<StoredOrderLine[]> {
  const articles = await articlesBehind(
    database,
    storeId,
    lines.flatMap(({ codes }) => codes),
  );
  const left = new Map<string, number>();
  return lines.map((line) => {
    if (line.isDeleted) return line;
    const { stock: _stock, ourPrice: _price, days = {}, unread = [], ...stored } = line;
    const asked = { ...stored, days, unread };
    const compared = compareLine(asked, articles, left, judging);
    return answered({ ...asked, ...compared, askedPrice: compared.unitPrice });
  });
}

export const isOpen = (line: StoredOrderLine): boolean =>
  (line.differences ?? []).length > 0 && answerOf(line) === undefined && !line.isDeleted;

/** The possible decisions on a line: it can be accepted only if article, quantity and price are then known. */
export function possibleAnswers(line: StoredOrderLine): EdiLineAnswer[] {
  if (line.levelCode === null) return ["refuse"];
  return isSettled(line, line.ordered, line.unitPrice) && isPriced(line)
    ? ["accept", "amend", "refuse"]
    : ["amend", "refuse"];
}

/** A price of 0 counts only where it was written. */
const isPriced = ({ unitPrice, written }: StoredOrderLine): boolean =>
  unitPrice > 0 || /^0+([.,]0+)?$/.test(written.price);

/** Whether this many pieces at this price can be ordered. */
export const isSettled = (line: StoredOrderLine, quantity: number, unitPrice: number): boolean =>
  line.levelCode !== null && Number.isInteger(quantity) && quantity > 0 && isWholeCents(quantity * unitPrice);
