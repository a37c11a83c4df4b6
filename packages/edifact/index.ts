/** The public API: other modules may move. */
export { type Answer, acknowledge, isOnlyControl } from "./acknowledge.ts";
export { type AnnotatedValue, annotate } from "./annotate.ts";
export { encodingOf } from "./charset.ts";
export { type Chunked, runCooperatively, runSync } from "./chunked.ts";
export { byteLengthBetween, type Decoded, encodingAt } from "./decode.ts";
export { codeMeaning } from "./dictionary/codes.ts";
export {
  type Json,
  type MessageDocument,
  messageDocument,
  messageHeading,
  valueFindings,
} from "./document.ts";
export {
  defaultLimits,
  type Finding,
  type FindingCode,
  Findings,
  type Limits,
  type Position,
  type Severity,
} from "./finding.ts";
export type { FunctionalGroup, Interchange, Message, Package, Partner } from "./interchange.ts";
export { interchangeKey } from "./interchange.ts";
export { type Reading, readEdifact } from "./read.ts";
export { refusalsOf } from "./refusals.ts";
export { componentOf, defaultSeparators, rawOf, type Segment, type Separators } from "./segment.ts";
export type { ControlContent } from "./summary/control.ts";
export { type PackageSummary, type PackingLevel, packingTree } from "./summary/despatch.ts";
export { type Fields, groupsWith } from "./summary/json.ts";
export { type MessageSummary, summarise } from "./summary/message.ts";
export {
  type LineSummary,
  lineOf,
  type OrderContent,
  orderContent,
  type PartySummary,
  type ReferenceSummary,
  referencesIn,
} from "./summary/order.ts";
export { type DocumentSegment, type SegmentGroup, segmentName, segmentTree } from "./summary/segments.ts";
export { tokenise } from "./tokenise.ts";
export type { OutgoingElement, OutgoingSegment } from "./write.ts";
export {
  type OutgoingInterchange,
  type OutgoingMessage,
  type WriteOptions,
  type Written,
  writeAll,
  writeInterchange,
} from "./write.ts";
