import { type EdiOffer, offeredEdiActions } from "#app/domains/edi/partner/offers.ts";
import { type OrderHref, type References, toReferenceLinks } from "#app/domains/edi/partner/references.ts";
import { mayMove, sharedDisplayState } from "#app/domains/edi/states.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { showCells } from "#app/lists/columns.ts";
import { type LivePage, toListed } from "#app/lists/listed.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import type { WirePage } from "#contract/envelopes.ts";
import type { Parts } from "./documentColumns.ts";
import { type EdiOrderCells, ediOrderColumnKeys, ediOrderColumns } from "./ediOrderColumns.ts";
import {
  type InterchangeCells,
  interchangeColumnKeys,
  interchangeColumns,
  withPartnerName,
} from "./interchangeColumns.ts";

export type DocumentRow<Cells> = { id: string; cells: Partial<Cells> };
export type InterchangeRow = DocumentRow<InterchangeCells>;
export type EdiOrderRow = DocumentRow<EdiOrderCells>;

/** Context of the rows of a list: order URLs, partner names, and the user. */
export type RowContext = {
  orderHref: OrderHref;
  partnerName: (identification: string) => string;
  username: string;
};

type EdiList<Row> = Omit<LivePage<Row>, "version">;

/** A page of rows with the cells of their documents; equal parts are one object. */
function toList<Wire extends EdiInterchange | EdiOrder, Cells>(
  { rows, pages }: WirePage<Wire>,
  { orderHref, username }: RowContext,
  cellsOf: (wire: Wire, parts: Parts) => Partial<Cells>,
): EdiList<DocumentRow<Cells>> {
  const displayStates = sharedDisplayState();
  const share = shareEqual<References>();
  const shareActions = shareEqual<EdiOffer[]>();
  let moves = false;
  const shown = toListed(rows, (wire): DocumentRow<Cells> => {
    const displayState = displayStates(wire.stream_statuses);
    moves ||= mayMove(displayState);
    const cells = cellsOf(wire, {
      displayState,
      references: share(toReferenceLinks(wire.references ?? [], orderHref)),
      actions: shareActions(offeredEdiActions(wire, username)),
    });
    return { id: wire.id, cells };
  });
  return { rows: shown, pages, moves };
}

/** One page of interchanges as shown, in the server's order; `now` in epoch milliseconds. */
export const toInterchangeList = (
  page: WirePage<EdiInterchange>,
  context: RowContext,
  now: number,
): EdiList<InterchangeRow> =>
  toList(page, context, (wire, parts) =>
    showCells(interchangeColumns, interchangeColumnKeys, withPartnerName(wire, context.partnerName), {
      ...parts,
      now,
    }),
  );

/** One page of EDI orders as shown, in the server's order; `now` in epoch milliseconds. */
export const toEdiOrderList = (
  page: WirePage<EdiOrder>,
  context: RowContext,
  now: number,
): EdiList<EdiOrderRow> =>
  toList(page, context, (wire, parts) =>
    showCells(ediOrderColumns, ediOrderColumnKeys, wire, { ...parts, orderHref: context.orderHref, now }),
  );
