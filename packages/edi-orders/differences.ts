import { lineName } from "./message.ts";
import { isOpen, isUnanswered, type LineDecision, type Order, type OrderLine } from "./order.ts";
import { isWholeCents } from "./values.ts";

/** What of an order differs from what is agreed, and nobody has decided about: of its header, and line by line. */
export const differences = (order: Order): string[] => [
  ...order.differences.filter(isUnanswered).map(({ words }) => words),
  ...order.lines
    .filter(isOpen)
    .map(
      ({ asked, differences = [] }) =>
        `${lineName(asked)}: ${differences.map(({ words }) => words).join(", ")}`,
    ),
];

/** Why an order is refused as a whole, in words; undefined where it is not. */
export const refusalOf = ({ differences: all }: Pick<Order, "differences">): string | undefined =>
  all.find(({ answer }) => answer === "refused")?.words;

/** Whether this many pieces at this price can be ordered. */
export const isSettled = (
  { levelCode }: Pick<OrderLine, "levelCode">,
  quantity: number,
  unitPrice: number,
): boolean =>
  levelCode !== null && Number.isInteger(quantity) && quantity > 0 && isWholeCents(quantity * unitPrice);

/** A price of 0 counts only where it was written. */
const isPriced = ({ price, written }: OrderLine["asked"]): boolean =>
  price > 0 || /^0+([.,]0+)?$/.test(written.price);

/** The possible decisions on a line: it can be accepted only if article, quantity and price are then known. */
export function possibleAnswers(line: OrderLine): LineDecision["answer"][] {
  const { asked, levelCode } = line;
  if (levelCode === null) return ["refuse"];
  return isSettled(line, asked.quantity, asked.price) && isPriced(asked)
    ? ["accept", "amend", "refuse"]
    : ["amend", "refuse"];
}
