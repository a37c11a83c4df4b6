import { dayFields } from "#app/search/days.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, ordinal, pageNumber, someOf, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/sharedSearches.ts";
import { ediMessageTypes } from "#contract/ediMessages.ts";
import { processingStates } from "#contract/processing.ts";

/** Filters of both lists, if the service supports them (edi#more-filters). */
const moreFilters = {
  states: someOf("state", processingStates),
  /** The partner's identification (0004). */
  partner: text("partner"),
  ...dayFields,
  sort: oneOf("sort", ["newest", "oldest"]),
  /** Overdue, or due in the next hour, if the service announces `edi-due`. */
  due: oneOf("due", ["", "late", "hour"]),
};

/** Only documents of test interchanges (0035), or only the others. */
const traffic = oneOf("traffic", ["", "live", "test"]);

/** Filter of the interchanges; empty texts and lists don't filter (edi#interchange-filters). */
export const interchangeSearch = defineListSearch({
  documentId: text("id"),
  controlReference: text("reference"),
  documentIdentifier: text("document"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  acknowledged: oneOf("acknowledged", ["", "yes", "no"]),
  /** Interchanges with messages of any, or of all, of the types. */
  mode: oneOf("mode", ["any", "all"]),
  types: someOf("type", ediMessageTypes),
  ...moreFilters,
  packageNumber: text("package"),
  fileName: text("file"),
  traffic,
  /** Those whose acknowledgement the partner owes us, and those with rejected messages. */
  owed: flag("owed"),
  refused: flag("refused"),
  /** Those held because their partner is unknown. */
  stranger: flag("stranger"),
  page: pageNumber(),
});
export type InterchangeFilter = SearchOf<typeof interchangeSearch>;

/** Filter of the EDI orders (edi#order-filters). */
export const ediOrderSearch = defineListSearch({
  documentId: text("id"),
  orderNumber: text("order"),
  interchangeId: text("interchange"),
  ...moreFilters,
  documentIdentifier: text("document"),
  packageNumber: text("package"),
  /** Those whose order response or despatch advice we owe the partner. */
  owes: oneOf("owes", ["", "response", "despatch"]),
  /** Their hold, and whether they are a test, if the service announces `edi-review`. */
  heldFor: oneOf("held", ["", "confirmation", "duplicate"]),
  traffic,
  page: pageNumber(),
});
export type EdiOrderFilter = SearchOf<typeof ediOrderSearch>;

export const interchangeTabs = ["status", "messages", "references", "history", "document"] as const;
export type InterchangeTab = (typeof interchangeTabs)[number];
export const ediOrderTabs = ["status", "summary", "references", "history", "document"] as const;
export type EdiOrderTab = (typeof ediOrderTabs)[number];

/** State of the open tab: its page, and whether the document is shown as text. */
const tabView = { at: pageNumber("at"), asText: flag("as", "text") };

/** An interchange's part of the URL besides its id: the open tab and its state. */
export const interchangeView = defineSearch({ tab: oneOf("tab", interchangeTabs), ...tabView });
export type InterchangeView = SearchOf<typeof interchangeView>;

/** An EDI order's part of the URL besides its id. */
export const ediOrderView = defineSearch({ tab: oneOf("tab", ediOrderTabs), ...tabView });
export type EdiOrderView = SearchOf<typeof ediOrderView>;

/** The segments to show: a page, the page of a given segment, or that of a message's first segment. */
export const segmentSearch = defineSearch({
  page: pageNumber(),
  segment: ordinal("segment"),
  /** A message's reference (0062). */
  message: text("message"),
});
export type SegmentPlace = SearchOf<typeof segmentSearch>;

/** The form of the raw text: as a text file, inline, or its original bytes. */
export const textForm = defineSearch({ form: oneOf("form", ["text", "inline", "bytes"]) });
export type TextForm = SearchOf<typeof textForm>["form"];

/** A gap in the control numbers: its first and last number, the partners, and the direction. */
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

/** Initial values of a new partner's form: the identifications that an unknown partner uses for itself and us. */
export const newPartnerSearch = defineSearch({
  identification: text("identification"),
  qualifier: text("qualifier"),
  our_identification: text("our-identification"),
  our_qualifier: text("our-qualifier"),
});
export type NewPartnerPlace = SearchOf<typeof newPartnerSearch>;
