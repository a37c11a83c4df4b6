import { dayFields } from "#app/search/days.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, ordinal, pageNumber, someOf, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { ediMessageTypes } from "#contract/ediMessages.ts";
import { processingStates } from "#contract/processing.ts";

/** What both lists are also filtered by where the service can (edi#more-filters). */
const moreFilters = {
  states: someOf("state", processingStates),
  /** The partner's identification (0004). */
  partner: text("partner"),
  ...dayFields,
  sort: oneOf("sort", ["newest", "oldest"]),
  /** What is owed and late, or due in the next hour, where the service announces `edi-due`. */
  due: oneOf("due", ["", "late", "hour"]),
};

/** Only what came in a test interchange (0035), or only what did not. */
const traffic = oneOf("traffic", ["", "live", "test"]);

/** What the interchanges are filtered by; empty texts and lists filter nothing (edi#interchange-filters). */
export const interchangeSearch = defineListSearch({
  documentId: text("id"),
  controlReference: text("reference"),
  documentIdentifier: text("document"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  acknowledged: oneOf("acknowledged", ["", "yes", "no"]),
  /** At least one message for any, or for each, of the types. */
  mode: oneOf("mode", ["any", "all"]),
  types: someOf("type", ediMessageTypes),
  ...moreFilters,
  packageNumber: text("package"),
  fileName: text("file"),
  traffic,
  /** Those whose acknowledgement the partner owes us, and those with messages that were refused. */
  owed: flag("owed"),
  refused: flag("refused"),
  /** Those on hold whose partner nobody knows. */
  stranger: flag("stranger"),
  page: pageNumber(),
});
export type InterchangeFilter = SearchOf<typeof interchangeSearch>;

/** What the EDI orders are filtered by (edi#order-filters). */
export const ediOrderSearch = defineListSearch({
  documentId: text("id"),
  orderNumber: text("order"),
  interchangeId: text("interchange"),
  ...moreFilters,
  documentIdentifier: text("document"),
  packageNumber: text("package"),
  /** Those whose order response, or despatch advice, we owe the partner. */
  owes: oneOf("owes", ["", "response", "despatch"]),
  /** What they wait for, and whether they are a test, where the service announces `edi-review`. */
  heldFor: oneOf("held", ["", "confirmation", "duplicate"]),
  traffic,
  page: pageNumber(),
});
export type EdiOrderFilter = SearchOf<typeof ediOrderSearch>;

export const interchangeTabs = ["status", "messages", "references", "history", "document"] as const;
export type InterchangeTab = (typeof interchangeTabs)[number];
export const ediOrderTabs = ["status", "summary", "references", "history", "document"] as const;
export type EdiOrderTab = (typeof ediOrderTabs)[number];

/** What the open tab shows of its own: its page, and the document as text. */
const tabView = { at: pageNumber("at"), asText: flag("as", "text") };

/** What an interchange's own URL says besides its id: the open tab, and what that shows of its own. */
export const interchangeView = defineSearch({ tab: oneOf("tab", interchangeTabs), ...tabView });
export type InterchangeView = SearchOf<typeof interchangeView>;

/** What an EDI order's own URL says besides its id. */
export const ediOrderView = defineSearch({ tab: oneOf("tab", ediOrderTabs), ...tabView });
export type EdiOrderView = SearchOf<typeof ediOrderView>;

/** Which segments are shown: a page, the one that holds the segment of a number, or a message's first segment. */
export const segmentSearch = defineSearch({
  page: pageNumber(),
  segment: ordinal("segment"),
  /** A message's reference (0062). */
  message: text("message"),
});
export type SegmentPlace = SearchOf<typeof segmentSearch>;

/** How the raw text comes: as a text file, as a text to read in place, or its bytes as they came. */
export const textForm = defineSearch({ form: oneOf("form", ["text", "inline", "bytes"]) });
export type TextForm = SearchOf<typeof textForm>["form"];

/** Which gap in the control numbers: the first and last number that are missing, between whom, and in which direction. */
export const gapSearch = defineSearch({
  direction: text("direction"),
  sender: text("sender"),
  senderQualifier: text("sender-qualifier"),
  recipient: text("recipient"),
  recipientQualifier: text("recipient-qualifier"),
  from: text("first"),
  to: text("last"),
});
export type GapPlace = SearchOf<typeof gapSearch>;

/** What a new partner's form opens filled in with: how a partner that nobody knows names itself and us. */
export const newPartnerSearch = defineSearch({
  identification: text("identification"),
  qualifier: text("qualifier"),
  our_identification: text("our-identification"),
  our_qualifier: text("our-qualifier"),
});
export type NewPartnerPlace = SearchOf<typeof newPartnerSearch>;
