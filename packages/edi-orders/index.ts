/** The public API: other modules may move. */

export { desadv, packageCount } from "./desadv.ts";
export { differences, isSettled, possibleAnswers, refusalOf } from "./differences.ts";
export { fold, laterThan, namedCodes, refusedKind } from "./fold.ts";
export { headDifferences } from "./head.ts";
export { functionOf, isAcceptable, type Places, repeatedNumber } from "./header.ts";
export type { Article, Articles } from "./lines.ts";
export { replacement } from "./merge.ts";
export { headOf, lineName, partnerLines } from "./message.ts";
export {
  askedLine,
  type Change,
  type Decision,
  decisionsIn,
  type Facts,
  flat,
  isOpen,
  isUnanswered,
  type LineDecision,
  type Made,
  type Order,
  type OrderDifference,
  type OrderLine,
  type OrderMessage,
  type Parcel,
} from "./order.ts";
export { ordrsp, responseCode, type Since } from "./ordrsp.ts";
export { seenOf } from "./promise.ts";
export { type Directory, directoryOf } from "./segments.ts";
export type { Sent } from "./sent.ts";
export { changeProblems, isForPerson, takingProblems } from "./taking.ts";
export { type Agreement, type HeaderDecision, headerCases } from "./terms.ts";
export { utopiaOrder } from "./utopiaOrder.ts";
export { type DecimalMark, type Difference, nothingWritten, type Written } from "./values.ts";
