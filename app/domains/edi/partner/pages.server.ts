import { data, redirect } from "@remix-run/node";
import { actsAs, type User } from "#app/auth/guard.server.ts";
import { actionPath } from "#app/confirm/model.ts";
import {
  type InterchangeDetail,
  toInterchangeDetail,
} from "#app/domains/edi/partner/detail/interchangeDetail.ts";
import { type NotShown, type Panel, toNotShown } from "#app/domains/edi/partner/detail/notShown.ts";
import { type EdiOrderDetail, toEdiOrderDetail } from "#app/domains/edi/partner/detail/orderDetail.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { isNavigation, safeFileName } from "#app/http/fileFailure.server.ts";
import { takePanelFlash } from "#app/http/flash.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import type { LiveNews } from "#app/lists/news.ts";
import { versionOf } from "#app/lists/order.server.ts";
import type { NotesShown } from "#app/notes/notes.ts";
import { notesOf } from "#app/notes/shown.server.ts";
import { newsSearch } from "#app/search/news.ts";
import { openerSearch } from "#app/search/opener.ts";
import { readEdiOrder, readInterchange } from "./api.server.ts";
import { type EdiKind, ediCommandPage, ediOrderKind, interchangeKind } from "./command.server.ts";
import { ediOrderRef, ediOrderStand, interchangeRef, interchangeStand } from "./notes.ts";
import { linesOf } from "./offers.ts";
import { unknownPartnerOf } from "./partners/partners.server.ts";
import { ediOrderPath, ediOrdersPath, interchangePath, interchangesPath } from "./paths.ts";
import type { OrderHref } from "./references.ts";
import { answerReview, openReview } from "./review.server.ts";
import { ediOrderSearch, ediOrderView, interchangeSearch, interchangeView } from "./search.ts";

/** What is shown, with its version. */
export const versioned = <Shown extends object>(shown: Shown) => ({ ...shown, version: versionOf(shown) });

/** The news of a screen since the version that the browser shows. */
export async function newsOf<Shown extends { version: string }>(
  request: Request,
  read: Promise<{ ok: true; value: Shown } | { ok: false }>,
): Promise<LiveNews<Shown>> {
  const list = await read;
  if (!list.ok) return { kind: "failed" };
  if (list.value.version === newsSearch.read(request.url).since) return { kind: "same" };
  return { kind: "new", shown: list.value };
}

type Looked<Detail> = { status: number; panel: Panel<Detail> };

const shownPanel = <Detail>(detail: Detail, notes: NotesShown): Looked<Detail> => ({
  status: 200,
  panel: { shown: true, detail, notes, version: versionOf([detail, notes]) },
});

const missingPanel = (missing: NotShown, code: number): Looked<never> => ({
  status: code === 404 ? 404 : 502,
  panel: { shown: false, ...missing, version: "" },
});

async function lookAtInterchange(user: User, request: Request, id: string, orderHref: OrderHref) {
  const filter = interchangeSearch.read(request.url);
  const view = interchangeView.read(request.url);
  const read = await attempt(readInterchange(user, id));
  if (!read.ok) {
    const ways = { closeTo: interchangesPath(filter), here: interchangePath({ id, ...view }, filter) };
    return missingPanel(toNotShown("interchange", id, read.error, ways), read.error.code);
  }
  const { item, raw } = read.value;
  const partner = await unknownPartnerOf(user, item);
  const context = { filter, view, username: actsAs(user, "edi.act"), orderHref, partner };
  const detail: InterchangeDetail = toInterchangeDetail(item, raw, context);
  const notes = await notesOf(user, interchangeRef(item.id), detail.here, interchangeStand(item));
  return shownPanel(detail, notes);
}

async function lookAtEdiOrder(user: User, request: Request, id: string, orderHref: OrderHref) {
  const filter = ediOrderSearch.read(request.url);
  const view = ediOrderView.read(request.url);
  const read = await attempt(readEdiOrder(user, id));
  if (!read.ok) {
    const ways = { closeTo: ediOrdersPath(filter), here: ediOrderPath({ id, ...view }, filter) };
    return missingPanel(toNotShown("order", id, read.error, ways), read.error.code);
  }
  const { item, raw } = read.value;
  const context = { filter, view, username: actsAs(user, "edi.act"), orderHref };
  const detail: EdiOrderDetail = toEdiOrderDetail(item, raw, context);
  const notes = await notesOf(user, ediOrderRef(item.id), detail.here, ediOrderStand(item));
  return shownPanel(detail, notes);
}

/** The panel's name, by which messages find it. */
const panelName = (what: EdiKind["what"], id: string): string => `edi ${what}:${id}`;

/** A panel, with the message of the last action on its document. */
async function toAnswer<Detail>(user: User, name: string, { panel }: Looked<Detail>) {
  return { panel, flash: await takePanelFlash(user.sessionId, name) };
}

/** The panel of one interchange, or what there is to say in its place. */
export async function interchangePanel(user: User, request: Request, id: string, orderHref: OrderHref) {
  const looked = await lookAtInterchange(user, request, id, orderHref);
  const { status } = looked;
  return data(await toAnswer<InterchangeDetail>(user, panelName("interchange", id), looked), { status });
}

/** The panel of one EDI order, likewise, with the form of its lines. */
export async function ediOrderPanel(user: User, request: Request, id: string, orderHref: OrderHref) {
  const looked = await lookAtEdiOrder(user, request, id, orderHref);
  const { panel } = looked;
  const hasReview = panel.shown && panel.detail.tab === "status" && panel.detail.review !== undefined;
  const [answer, review] = await Promise.all([
    toAnswer<EdiOrderDetail>(user, panelName("order", id), looked),
    hasReview ? openReview(user, request) : undefined,
  ]);
  return data({ ...answer, review }, { status: looked.status });
}

/** The answer to the form of an order's lines. */
export function answerEdiOrderReview(user: User, request: Request, id: string, orderHref: OrderHref) {
  const href = ediOrderPath({ id, ...ediOrderView.read(request.url) }, ediOrderSearch.read(request.url));
  return answerReview(user, request, { id, href, panel: panelName("order", id), orderHref });
}

const panelNews = <Detail>(request: Request, looked: Promise<Looked<Detail>>) =>
  newsOf(
    request,
    looked.then(({ status, panel }) => (status === 200 ? { ok: true, value: panel } : { ok: false })),
  );

/** What is new on a panel since the version that the browser shows. */
export const interchangeNews = (user: User, request: Request, id: string, orderHref: OrderHref) =>
  panelNews<InterchangeDetail>(request, lookAtInterchange(user, request, id, orderHref));
export const ediOrderNews = (user: User, request: Request, id: string, orderHref: OrderHref) =>
  panelNews<EdiOrderDetail>(request, lookAtEdiOrder(user, request, id, orderHref));

/** An action on a document, as its address names both. */
export type ActionPlace = { id: string; action: string };

/** An action on an interchange: where it is shown, where its dialog stands, and where that leads back to. */
export function interchangeActionPage(
  user: User,
  request: Request,
  { id, action }: ActionPlace,
  orderHref: OrderHref,
) {
  const filter = interchangeSearch.read(request.url);
  const view = interchangeView.read(request.url);
  const { opener } = openerSearch.read(request.url);
  const href = interchangePath({ id, ...view }, filter);
  const place = { kind: interchangeKind, user, id, action, href, orderHref };
  return ediCommandPage(place, {
    here: actionPath(interchangePath({ id, ...view, ...(opener ? { opener } : {}) }, filter), action),
    ...(opener === "detail"
      ? { closeTo: href, panel: panelName("interchange", id) }
      : { closeTo: interchangesPath(filter) }),
  });
}

/** An action on an EDI order, likewise. */
export function ediOrderActionPage(
  user: User,
  request: Request,
  { id, action }: ActionPlace,
  orderHref: OrderHref,
) {
  const filter = ediOrderSearch.read(request.url);
  const view = ediOrderView.read(request.url);
  const { opener } = openerSearch.read(request.url);
  const href = ediOrderPath({ id, ...view }, filter);
  const place = { kind: ediOrderKind, user, id, action, href, orderHref };
  return ediCommandPage(place, {
    linesHref: linesOf(ediOrderPath({ id }, filter)),
    here: actionPath(ediOrderPath({ id, ...view, ...(opener ? { opener } : {}) }, filter), action),
    ...(opener === "detail"
      ? { closeTo: href, panel: panelName("order", id) }
      : { closeTo: ediOrdersPath(filter) }),
  });
}

function jsonFile(name: string, raw: unknown): Response {
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="${safeFileName(name, "document", "json")}"`,
    "Cache-Control": "private, no-store",
  });
  setSecurityHeaders(headers);
  return new Response(JSON.stringify(raw, null, 2), { headers });
}

type Read<Item> = Promise<{ item: Item; raw: unknown }>;

/** A document as a JSON file; one that cannot be read leads a navigating browser to its panel, which says why. */
async function documentFile<Item>(
  request: Request,
  read: Read<Item>,
  nameOf: (item: Item) => string,
  panelPath: string,
): Promise<Response> {
  const document = await attempt(read);
  if (document.ok) return jsonFile(nameOf(document.value.item), document.value.raw);
  if (!isNavigation(request)) throw new ApiError(document.error);
  return redirect(panelPath, 303);
}

/** The whole document of an interchange as a JSON file. Throws ApiError. */
export const interchangeDocumentFile = (user: User, request: Request, id: string): Promise<Response> =>
  documentFile(
    request,
    readInterchange(user, id),
    (item) => `interchange ${item.control_reference ?? item.id}`,
    interchangePath({ id, tab: "document" }),
  );

/** The whole document of an EDI order as a JSON file. Throws ApiError. */
export const ediOrderDocumentFile = (user: User, request: Request, id: string): Promise<Response> =>
  documentFile(
    request,
    readEdiOrder(user, id),
    (item) => `EDI order ${item.utopia_order_number ?? item.id}`,
    ediOrderPath({ id, tab: "document" }),
  );
