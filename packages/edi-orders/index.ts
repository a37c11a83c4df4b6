/** The public API: other modules may move. */

export { actionProblem, isLeftAlone, lineActions } from "./actions.ts";
export { type Address, billingOf, deliveryOf } from "./address.ts";
export { buyerProblem, changedHead, headDifferences } from "./head.ts";
export {
  addressCases,
  functionOf,
  type HeaderCase,
  isAcceptable,
  judgeChangeHeader,
  judgeOrderHeader,
  type Places,
  repeatedNumber,
  windowOf,
} from "./header.ts";
export { type Article, type Articles, compareLine, unreadDifferences } from "./lines.ts";
export { Places as LinePlaces } from "./match.ts";
export {
  daysIn,
  type Head,
  headOf,
  lineName,
  type PartnerLine,
  partnerLines,
  partyIn,
} from "./message.ts";
export { changedPromise, isAsAsked, seenOf } from "./promise.ts";
export { type Agreement, type HeaderDecision, headerCases } from "./terms.ts";
export {
  type DecimalMark,
  isWholeCents,
  moneyText,
  nothingWritten,
  numberOf,
  readPrice,
  readQuantity,
} from "./values.ts";
