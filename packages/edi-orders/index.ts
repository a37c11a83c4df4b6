/** The public API: other modules may move. */

export { actionProblem, isLeftAlone, lineActions } from "./actions.ts";
export { type Address, billingOf, deliveryOf, type Locations } from "./address.ts";
export { type CoverageRow, coverage, type Unread } from "./coverage.ts";
export {
  functionOf,
  type HeaderCase,
  isAcceptable,
  judgeChangeHeader,
  judgeOrderHeader,
  type Places,
  repeatedNumber,
} from "./header.ts";
export { type Article, type Articles, compareLine, type StockLeft, unreadDifferences } from "./lines.ts";
export {
  type Days,
  daysIn,
  type Head,
  headOf,
  lineName,
  type PartnerLine,
  partnerLines,
  partyIn,
} from "./message.ts";
export { type Agreement, type HeaderDecision, headerCases, type Terms } from "./terms.ts";
export {
  type DecimalMark,
  type Difference,
  isWholeCents,
  moneyText,
  nothingWritten,
  numberOf,
  readPrice,
  readQuantity,
  type Written,
} from "./values.ts";
