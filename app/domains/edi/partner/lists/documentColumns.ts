import { type EdiOffer, offersOf, offerTitle } from "#app/domains/edi/partner/offers.ts";
import { type References, referenceLabel } from "#app/domains/edi/partner/references.ts";
import {
  type DisplayState,
  displayStateOf,
  leadingStreamOf,
  type StreamState,
  waitingState,
} from "#app/domains/edi/states.ts";
import { defineColumns } from "#app/lists/columns.ts";
import { sheetColumn as sheet } from "#app/sheets/columns.ts";
import { momentOf, shorten } from "#app/values/values.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";

/** Derived parts of a document's row; equal ones on a page are the same object. */
export type Parts = { displayState: DisplayState; references: References; actions: EdiOffer[] };

type Document = EdiInterchange | EdiOrder;

const maxAttentionLength = 300;

const attentionOf = ({ attention }: Document): string => (attention ?? []).join("; ");
const streamText = ({ stream, step, state }: StreamState): string =>
  `${[stream, step].filter(Boolean).join(" / ")}: ${state.label}`;

/** The streams that don't determine the document's state, in words. */
function otherStreams(document: Document): string {
  const displayState = displayStateOf(document.stream_statuses);
  const leading = leadingStreamOf(displayState);
  return displayState.streams
    .filter((stream) => stream !== leading)
    .map(streamText)
    .join("; ");
}

const leadingOf = (document: Document): StreamState | undefined =>
  leadingStreamOf(displayStateOf(document.stream_statuses));

/** The columns of both document lists (edi#interchange-columns, edi#order-columns). */
export const documentColumns = defineColumns<Document, Parts>()({
  state: {
    share: "w-[11%]",
    header: "State",
    narrow: "picture",
    show: (document, { displayState }) => ({
      state: waitingState(displayState.summary, document.held_for),
      attention: shorten(attentionOf(document), maxAttentionLength),
    }),
    sheet: [
      sheet(
        "State",
        28,
        (document) => waitingState(displayStateOf(document.stream_statuses).summary, document.held_for).label,
      ),
      sheet("Attention", 40, attentionOf),
    ],
  },
  standing: {
    share: "w-[11%]",
    header: "Stream / Step / Status",
    show: (_, { displayState }) => displayState,
    sheet: [
      sheet("Stream", 26, (document) => leadingOf(document)?.stream),
      sheet("Step", 34, (document) => leadingOf(document)?.step),
      sheet("Other Streams", 40, otherStreams),
    ],
  },
  references: {
    share: "w-[9%]",
    header: "References",
    show: (_, { references }) => references,
    sheet: [sheet("References", 40, ({ references }) => (references ?? []).map(referenceLabel).join("; "))],
  },
  at: {
    share: "w-[8%]",
    header: "Updated At",
    show: ({ updated_at }) => ({ updatedAt: momentOf(updated_at) }),
    sheet: [sheet("Updated At", 17, ({ updated_at }) => momentOf(updated_at), "moment")],
  },
  id: {
    share: "w-[8%]",
    header: "Database Document ID",
    show: ({ id }) => id,
    sheet: [sheet("Database Document ID", 38, ({ id }) => id)],
  },
  actions: {
    share: "w-[10.5%]",
    header: "Actions",
    onScreenOnly: true,
    show: (_, { actions }) => actions,
    sheet: [sheet("Actions", 32, (document) => offersOf(document).map(offerTitle).join("; "))],
  },
});
