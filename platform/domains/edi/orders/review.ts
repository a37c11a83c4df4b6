import type { EdiLineAnswer, EdiOrderAnswer } from "#contract/ediReview.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { Problem } from "#platform/http/requests.ts";
import { isOpen, isSettled, possibleAnswers } from "./judgeLines.ts";
import { lineName, nothingWritten } from "./lines.ts";

type Said = EdiOrderAnswer["lines"][number];
type Saying = { user: string; at: Date };

const possible: Record<EdiLineAnswer, string> = {
  accept: "cannot be accepted as it was ordered",
  amend: "cannot be amended",
  refuse: "cannot be refused",
};

/** A line with a person's decision. Throws a Problem (400) if that leaves quantity, price or article open. */
function answered(line: StoredOrderLine, said: Omit<Said, "place">, { user, at }: Saying): StoredOrderLine {
  const { answer, quantity, unit_price: unitPrice, reason = "" } = said;
  if (!possibleAnswers(line).includes(answer))
    throw new Problem(400, `lines: ${lineName(line)} ${possible[answer]}`);
  if (answer === "amend") {
    const price = unitPrice ?? line.unitPrice;
    const isPriced = price > 0 || unitPrice === 0;
    if (quantity === undefined && unitPrice === undefined)
      throw new Problem(400, `lines: say another quantity or price of ${lineName(line)}`);
    if (!isPriced || !isSettled(line, quantity ?? line.ordered, price))
      throw new Problem(400, `lines: say a whole quantity and a price of whole cents of ${lineName(line)}`);
  }
  const amended =
    answer === "amend"
      ? { ...(quantity && { quantity }), ...(unitPrice !== undefined && { unitPrice }) }
      : {};
  return { ...line, answer: { answer, ...amended, reason, by: user, at: at.toISOString() } };
}

/** The lines of a waiting order with a person's decisions, which replace earlier ones. */
export function answeredLines(
  lines: readonly StoredOrderLine[],
  { lines: said, others }: EdiOrderAnswer,
  saying: Saying,
): StoredOrderLine[] {
  const after = [...lines];
  for (const { place, ...one } of said) {
    const line = after[place - 1];
    if (!line) throw new Problem(400, `lines: there is no line at place ${place}`);
    after[place - 1] = answered(line, one, saying);
  }
  return others
    ? after.map((line) => (isOpen(line) ? answered(line, { answer: others }, saying) : line))
    : after;
}

const maxReviewed = 1000;

const reviewLine = (line: StoredOrderLine, place: number) => {
  const { written = nothingWritten, answer, unitPrice, ordered, stock, ourPrice, levelCode } = line;
  return {
    place,
    number: line.number,
    item: line.item,
    description: line.description,
    article: levelCode,
    ordered: written.quantity,
    unit: written.unit,
    price: written.price,
    price_basis: [written.per, written.priceUnit].filter(Boolean).join(" "),
    pieces: ordered > 0 ? ordered : null,
    unit_price: written.price !== "" && unitPrice > 0 ? unitPrice : null,
    in_stock: stock ?? null,
    our_price: ourPrice ?? null,
    differences: line.differences ?? [],
    possible_answers: possibleAnswers(line),
    answer: answer
      ? {
          answer: answer.answer,
          quantity: answer.quantity ?? null,
          unit_price: answer.unitPrice ?? null,
          reason: answer.reason,
          by: answer.by,
          at: answer.at,
        }
      : null,
  };
};

/** The lines of a waiting order in their wire form, those that differ first. */
export function reviewLines(lines: readonly StoredOrderLine[]) {
  const differs = ({ differences = [] }: StoredOrderLine) => (differences.length > 0 ? 0 : 1);
  return lines
    .map((line, index) => ({ line, place: index + 1 }))
    .sort((one, other) => differs(one.line) - differs(other.line))
    .slice(0, maxReviewed)
    .map(({ line, place }) => reviewLine(line, place));
}
