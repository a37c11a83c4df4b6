import { actsAs, type User } from "#app/auth/guard.server.ts";
import {
  type InterchangeDetail,
  toInterchangeDetail,
} from "#app/domains/edi/partner/detail/interchangeDetail.ts";
import { type EdiOrderDetail, toEdiOrderDetail } from "#app/domains/edi/partner/detail/orderDetail.ts";
import { type Panel, toUnavailable, type Unavailable } from "#app/domains/edi/partner/detail/unavailable.ts";
import { attempt } from "#app/http/api.server.ts";
import { takePanelFlash } from "#app/http/flash.server.ts";
import { notesOf } from "#app/notes/notes.server.ts";
import { dialogPlace, documentFile } from "#app/recordPages/recordPages.server.ts";
import { readEdiOrder, readInterchange } from "./api.server.ts";
import { type EdiKind, ediCommandPage, ediOrderKind, interchangeKind } from "./command.server.ts";
import { linesOf } from "./offers.ts";
import { unknownPartnerOf } from "./partners/partners.server.ts";
import {
  ediOrderPath,
  ediOrderSearch,
  ediOrdersPath,
  ediOrderView,
  interchangePath,
  interchangeSearch,
  interchangesPath,
  interchangeView,
} from "./paths.ts";
import type { OrderHref } from "./references.ts";
import { answerReview, openReview } from "./review.server.ts";
import { ediOrderRef, ediOrderState, interchangeRef, interchangeState } from "./state.ts";

type Looked<Detail> = { status: number; panel: Panel<Detail> };

const missingPanel = (missing: Unavailable, code: number): Looked<never> => ({
  status: code === 404 ? 404 : 502,
  panel: { shown: false, ...missing },
});

export async function interchangePanel(
  user: User,
  request: Request,
  id: string,
  orderHref: OrderHref,
): Promise<Looked<InterchangeDetail>> {
  const filter = interchangeSearch.read(request.url);
  const view = interchangeView.read(request.url);
  const read = await attempt(readInterchange(user, id));
  if (!read.ok) {
    const ways = { closeTo: interchangesPath(filter), here: interchangePath({ id, ...view }, filter) };
    return missingPanel(toUnavailable("interchange", id, read.error, ways), read.error.code);
  }
  const { item, raw } = read.value;
  const partner = await unknownPartnerOf(user, item);
  const context = { filter, view, username: actsAs(user, "edi.act"), orderHref, partner };
  const detail = toInterchangeDetail(item, raw, context);
  const notes = await notesOf(user, interchangeRef(item.id), detail.here, interchangeState(item));
  return { status: 200, panel: { shown: true, detail, notes } };
}

export async function ediOrderPanel(
  user: User,
  request: Request,
  id: string,
  orderHref: OrderHref,
): Promise<Looked<EdiOrderDetail>> {
  const filter = ediOrderSearch.read(request.url);
  const view = ediOrderView.read(request.url);
  const read = await attempt(readEdiOrder(user, id));
  if (!read.ok) {
    const ways = { closeTo: ediOrdersPath(filter), here: ediOrderPath({ id, ...view }, filter) };
    return missingPanel(toUnavailable("order", id, read.error, ways), read.error.code);
  }
  const { item, raw } = read.value;
  const context = { filter, view, username: actsAs(user, "edi.act"), orderHref };
  const detail = toEdiOrderDetail(item, raw, context);
  const notes = await notesOf(user, ediOrderRef(item.id), detail.here, ediOrderState(item));
  return { status: 200, panel: { shown: true, detail, notes } };
}

/** The panel's name, by which messages find it. */
const panelName = (what: EdiKind["what"], id: string): string => `edi ${what}:${id}`;

export const panelFlash = (user: User, what: EdiKind["what"], id: string) =>
  takePanelFlash(user.sessionId, panelName(what, id));

export async function panelReview(user: User, request: Request, { panel }: Looked<EdiOrderDetail>) {
  const hasReview = panel.shown && panel.detail.tab === "status" && panel.detail.review !== undefined;
  return hasReview ? openReview(user, request) : undefined;
}

export function answerEdiOrderReview(user: User, request: Request, id: string, orderHref: OrderHref) {
  const href = ediOrderPath({ id, ...ediOrderView.read(request.url) }, ediOrderSearch.read(request.url));
  return answerReview(user, request, { id, href, panel: panelName("order", id), orderHref });
}

/** The document that a URL names. */
type Params = { readonly interchangeId?: string; readonly orderId?: string; readonly action?: string };

/** An action on a document, with the URLs of the document, of the dialog, and of the page to return to. */
export function ediActionPage(
  user: User,
  request: Request,
  { interchangeId, orderId = "", action = "" }: Params,
  orderHref: OrderHref,
) {
  if (interchangeId !== undefined) {
    const filter = interchangeSearch.read(request.url);
    const place = { id: interchangeId, ...interchangeView.read(request.url) };
    const { href, ...page } = dialogPlace(request, action, {
      recordPath: (opened) => interchangePath({ ...place, ...opened }, filter),
      listPath: interchangesPath(filter),
      panel: panelName("interchange", interchangeId),
    });
    return ediCommandPage({ kind: interchangeKind, user, id: interchangeId, action, href, orderHref }, page);
  }
  const filter = ediOrderSearch.read(request.url);
  const place = { id: orderId, ...ediOrderView.read(request.url) };
  const { href, ...page } = dialogPlace(request, action, {
    recordPath: (opened) => ediOrderPath({ ...place, ...opened }, filter),
    listPath: ediOrdersPath(filter),
    panel: panelName("order", orderId),
  });
  const linesHref = linesOf(ediOrderPath({ id: orderId }, filter));
  return ediCommandPage(
    { kind: ediOrderKind, user, id: orderId, action, href, orderHref },
    { linesHref, ...page },
  );
}

/** A whole document as a JSON file. Throws ApiError. */
export const ediDocumentFile = (
  user: User,
  request: Request,
  { interchangeId, orderId = "" }: Params,
): Promise<Response> =>
  interchangeId === undefined
    ? documentFile(
        request,
        readEdiOrder(user, orderId),
        (item) => `EDI order ${item.utopia_order_number ?? item.id}`,
        ediOrderPath({ id: orderId, tab: "document" }),
      )
    : documentFile(
        request,
        readInterchange(user, interchangeId),
        (item) => `interchange ${item.control_reference ?? item.id}`,
        interchangePath({ id: interchangeId, tab: "document" }),
      );
