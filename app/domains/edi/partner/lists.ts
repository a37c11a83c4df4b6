import type { OfferedAction } from "#app/domains/actions/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { type LivePage, readableRows, toListed } from "#app/lists/listed.ts";
import { compact } from "#app/values/compact.ts";
import { type Moment, momentOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { type Acknowledgement, acknowledgedWord, acknowledgementOf } from "../acknowledgement.ts";
import { directionLabel } from "../direction.ts";
import { mayMove, type Standing, sharedStanding } from "../states.ts";
import { offeredEdiActions } from "./offers.ts";
import { type OrderHref, type ReferenceLink, toReferenceLinks } from "./references.ts";

type References = { links: ReferenceLink[]; more: number };
type RowOf<Own> = {
  id: string;
  /** What people call it: its kinds of message and their numbers, or what else is known of it. */
  name: string;
  numbers: string;
  standing: Standing;
  /** Why a person has to look at it. */
  attention: string;
  references: References;
  /** What may be done to it, by this person (edi#offered-actions). */
  actions: OfferedAction[];
  createdAt: Moment | undefined;
  updatedAt: Moment | undefined;
} & Own;

/** One row of the interchanges, ready to show (edi#interchange-columns). */
export type InterchangeRow = RowOf<{
  controlReference: string;
  partner: string;
  isTest: boolean;
  direction: string;
  acknowledged: "yes" | "no" | "unknown";
  acknowledgement: Acknowledgement;
}>;

/** What we owe the partner for an order, and by when. */
export type Due = { label: string; at: Moment; isLate: boolean };

/** One row of the EDI orders (edi#order-columns); `orderHref` leads to the Utopia order. */
export type EdiOrderRow = RowOf<{
  orderNumber: string;
  orderHref: string | undefined;
  interchangeId: string;
  storeGroup: string;
  dues: Due[];
}>;

/** What the rows of a list are shown with: where orders lead to, what partners are called, and to whom. */
export type RowContext = {
  orderHref: OrderHref;
  partnerName: (identification: string) => string;
  username: string;
};

type EdiList<Row> = Omit<LivePage<Row>, "version">;

const longestText = 120;
/** Numbers and types that a row names; the others are counted. */
const mostNamed = 3;

function named(all: readonly string[]): string {
  const more = all.length - mostNamed;
  const shown = all.slice(0, mostNamed).map((one) => shorten(one, 40));
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function toList<Wire extends { id: string }, Row extends { standing: Standing }>(
  { rows, pages }: WirePage<Wire>,
  toRow: (wire: Wire) => Row,
): EdiList<Row> {
  const shown = toListed(rows, toRow);
  return { rows: shown, pages, moves: readableRows(shown).some(({ standing }) => mayMove(standing)) };
}

/** What both kinds of row have. `share` makes equal parts of a page one object. */
function commonRows({ orderHref, username }: RowContext) {
  const standing = sharedStanding();
  const share = shareEqual<References>();
  const shareActions = shareEqual<OfferedAction[]>();
  return (wire: EdiInterchange | EdiOrder) => ({
    id: wire.id,
    standing: standing(wire.stream_statuses),
    attention: shorten((wire.attention ?? []).join("; "), 300),
    references: share(toReferenceLinks(wire.references ?? [], orderHref)),
    actions: shareActions(offeredEdiActions(wire, username)),
    createdAt: momentOf(wire.created_at),
    updatedAt: momentOf(wire.updated_at),
  });
}

/** Who is at the other end of an interchange. */
const partnerOf = ({ transmission_direction, sender, recipient }: EdiInterchange): string =>
  toText((transmission_direction === "outbound" ? recipient : sender)?.identification);

/** One page of interchanges as shown, in the server's order. */
export function toInterchangeList(
  page: WirePage<EdiInterchange>,
  context: RowContext,
): EdiList<InterchangeRow> {
  const common = commonRows(context);
  return toList(page, (wire) => {
    const controlReference = shorten(toText(wire.control_reference), longestText);
    const types = named(Object.keys(wire.message_counts ?? {}));
    return compact({
      ...common(wire),
      name: types || `Interchange ${controlReference || wire.id}`,
      numbers: named(wire.document_identifiers ?? []),
      controlReference,
      partner: shorten(context.partnerName(partnerOf(wire)), longestText),
      isTest: wire.test === true,
      direction: directionLabel(wire.transmission_direction),
      acknowledged: acknowledgedWord(wire),
      acknowledgement: acknowledgementOf(wire),
    });
  });
}

const dueOf = (label: string, at: unknown, now: number): Due[] => {
  const moment = momentOf(at);
  return moment === undefined ? [] : [{ label, at: moment, isLate: Date.parse(moment) < now }];
};

/** One page of EDI orders as shown, in the server's order; `now` in epoch milliseconds. */
export function toEdiOrderList(
  page: WirePage<EdiOrder>,
  context: RowContext,
  now: number,
): EdiList<EdiOrderRow> {
  const common = commonRows(context);
  return toList(page, (wire) => {
    const orderNumber = toText(wire.utopia_order_number);
    const number = shorten(toText(wire.document_identifier), longestText);
    return compact({
      ...common(wire),
      name: number === "" ? `Order ${shorten(orderNumber || wire.id, longestText)}` : "Order",
      numbers: number,
      orderNumber: shorten(orderNumber, longestText),
      orderHref: orderNumber === "" ? undefined : context.orderHref(orderNumber),
      interchangeId: toText(wire.myer_edifact_interchange_document_id),
      storeGroup: shorten(toText(wire.utopia_source_store_group_alias), longestText),
      dues: [
        ...dueOf("Order response", wire.response_due_at, now),
        ...dueOf("Despatch advice", wire.despatch_due_at, now),
      ],
    });
  });
}
