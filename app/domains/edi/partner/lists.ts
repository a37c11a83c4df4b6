import type { OfferedAction } from "#app/domains/actions/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { type LivePage, readableRows, toListed } from "#app/lists/listed.ts";
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
  standing: Standing;
  references: References;
  updatedAt?: Moment;
  /** What may be done to it, by this person (edi#offered-actions). */
  actions: OfferedAction[];
} & Own;

/** One row of the interchanges, ready to show (edi#interchange-columns). */
export type InterchangeRow = RowOf<{
  controlReference: string;
  direction: string;
  acknowledged: "yes" | "no" | "unknown";
  acknowledgement: Acknowledgement;
}>;

/** One row of the EDI orders (edi#order-columns); `orderHref` leads to the Utopia order. */
export type EdiOrderRow = RowOf<{
  orderNumber: string;
  orderHref?: string;
  interchangeId: string;
  storeGroup: string;
}>;

/** Who looks at a list, and where Utopia orders are shown. */
type ListContext = { orderHref: OrderHref; username: string };

type EdiList<Row> = Omit<LivePage<Row>, "version">;

const longestText = 120;

function toList<Wire extends { id: string }, Row extends { standing: Standing }>(
  { rows, pages }: WirePage<Wire>,
  toRow: (wire: Wire) => Row,
): EdiList<Row> {
  const shown = toListed(rows, toRow);
  return { rows: shown, pages, moves: readableRows(shown).some(({ standing }) => mayMove(standing)) };
}

/** One page of interchanges as shown, in the server's order. */
export function toInterchangeList(
  page: WirePage<EdiInterchange>,
  { orderHref, username }: ListContext,
): EdiList<InterchangeRow> {
  const standing = sharedStanding();
  const share = shareEqual<References>();
  const shareActions = shareEqual<OfferedAction[]>();
  return toList(page, (wire) => {
    const updatedAt = momentOf(wire.updated_at);
    return {
      id: wire.id,
      standing: standing(wire.stream_statuses),
      references: share(toReferenceLinks(wire.references ?? [], orderHref)),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      actions: shareActions(offeredEdiActions(wire, username)),
      controlReference: shorten(toText(wire.control_reference), longestText),
      direction: directionLabel(wire.transmission_direction),
      acknowledged: acknowledgedWord(wire),
      acknowledgement: acknowledgementOf(wire),
    };
  });
}

/** One page of EDI orders as shown, in the server's order. */
export function toEdiOrderList(
  page: WirePage<EdiOrder>,
  { orderHref, username }: ListContext,
): EdiList<EdiOrderRow> {
  const standing = sharedStanding();
  const share = shareEqual<References>();
  const shareActions = shareEqual<OfferedAction[]>();
  return toList(page, (wire) => {
    const updatedAt = momentOf(wire.updated_at);
    const orderNumber = toText(wire.utopia_order_number);
    return {
      id: wire.id,
      standing: standing(wire.stream_statuses),
      references: share(toReferenceLinks(wire.references ?? [], orderHref)),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      actions: shareActions(offeredEdiActions(wire, username)),
      orderNumber: shorten(orderNumber, longestText),
      ...(orderNumber === "" ? {} : { orderHref: orderHref(orderNumber) }),
      interchangeId: toText(wire.myer_edifact_interchange_document_id),
      storeGroup: shorten(toText(wire.utopia_source_store_group_alias), longestText),
    };
  });
}
