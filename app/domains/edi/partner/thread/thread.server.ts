import { data, redirect } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { toReasons, toUnavailable } from "#app/domains/edi/partner/detail/detail.ts";
import { ediOrderKind, interchangeKind } from "#app/domains/edi/partner/documents.server.ts";
import { ediOrderPath, ediOrderSearch, ediOrdersPath, threadPath } from "#app/domains/edi/partner/paths.ts";
import { type OrderHref, targetOf } from "#app/domains/edi/partner/references.ts";
import { displayStateOf } from "#app/domains/edi/states.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { ageOf, momentOf, plural, shorten, toText } from "#app/values/values.ts";
import type { EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import { expectationsOf } from "./expected.ts";
import { ledgerMessages, toLedger } from "./ledger.ts";
import {
  documentEvent,
  exoEvents,
  inOrder,
  interchangeEvents,
  type Related,
  type ThreadExo,
  type ThreadParts,
  type UtopiaOrder,
  updateEvents,
  utopiaEvents,
} from "./threadEvents.ts";

export type Neighbours = {
  orderHref: OrderHref;
  utopiaOrder: (number: string) => Promise<UtopiaOrder | undefined>;
  exos: (number: string) => Promise<ThreadExo[]>;
};

const maxRelated = 24;

/** An interchange; undefined if it doesn't exist. Throws ApiError. */
async function lookUp(user: User, id: string): Promise<EdiInterchangeDetail | undefined> {
  try {
    return (await interchangeKind.read(user, id)).item;
  } catch (problem) {
    if (problem instanceof ApiError && problem.view.code === 404) return undefined;
    throw problem;
  }
}

const inTurn = (related: readonly Related[]): EdiInterchangeDetail[] =>
  related
    .flatMap(({ interchange }) => (interchange ? [interchange] : []))
    .sort((a, b) => ageOf(momentOf(a.created_at)) - ageOf(momentOf(b.created_at)));

/** The thread of an EDI order; unreadable parts are named, and the rest is shown. */
export async function threadScreen(user: User, id: string, neighbours: Neighbours) {
  const read = await attempt(ediOrderKind.read(user, id));
  if (!read.ok) {
    const ways = { closeTo: ediOrdersPath(), here: threadPath(id) };
    const missing = { thread: undefined, missing: toUnavailable("order", id, read.error, ways) };
    return data(missing, { status: read.error.code === 404 ? 404 : 502 });
  }
  const { item } = read.value;
  const failures: { what: string; error: ErrorView }[] = [];
  const orElse = async <Part>(what: string, work: Promise<Part>, otherwise: Part): Promise<Part> => {
    const done = await attempt(work);
    if (done.ok) return done.value;
    if (!failures.some((failure) => failure.what === what)) failures.push({ what, error: done.error });
    return otherwise;
  };
  const named = relatedIn(item);
  const number = toText(item.utopia_order_number);
  const [related, utopiaOrder, exos] = await Promise.all([
    Promise.all(
      named.slice(0, maxRelated).map(
        async (one): Promise<Related> => ({
          ...one,
          interchange: await orElse("its interchanges", lookUp(user, one.id), undefined),
        }),
      ),
    ),
    number === "" ? undefined : orElse("the Utopia order", neighbours.utopiaOrder(number), undefined),
    number === "" ? [] : orElse("its exchange orders", neighbours.exos(number), []),
  ]);
  const moreRelated = Math.max(0, named.length - maxRelated);
  const messages = await ledgerMessages(inTurn(related), toText(item.document_identifier));
  const ledger = toLedger(messages, utopiaOrder?.articles, utopiaOrder?.href);
  const now = Date.now();
  const parts = { item, related, moreRelated, utopiaOrder, exos, ledger, now, failures };
  return { thread: toThread(parts, neighbours.orderHref), missing: undefined };
}

/**
 * Redirects to the thread of the EDI order behind a Utopia order. If it is ambiguous or cannot be
 * looked up, to the list with that number, which says so.
 */
export async function threadOfOrder(user: User, orderNumber: string): Promise<Response> {
  const looked = await attempt(ediOrderKind.list(user, { ...ediOrderSearch.every, orderNumber }));
  const rows = looked.ok ? looked.value.rows : [];
  const own = rows.flatMap((row) =>
    row.readable && toText(row.row.utopia_order_number) === orderNumber ? [row.row.id] : [],
  );
  const [only, ...others] = own;
  return redirect(
    only === undefined || others.length > 0 ? ediOrdersPath({ orderNumber }) : threadPath(only),
  );
}

/** The distinct interchanges of an order document: its source, then its references'. */
export function relatedIn(item: EdiOrderDetail): { id: string; reference: EdiReference | undefined }[] {
  const related = new Map<string, EdiReference | undefined>();
  const source = toText(item.myer_edifact_interchange_document_id);
  if (source !== "") related.set(source, undefined);
  for (const reference of item.references ?? []) {
    const target = targetOf(reference);
    if (target?.kind === "interchange" && !related.get(target.id)) related.set(target.id, reference);
  }
  return [...related].map(([id, reference]) => ({ id, reference }));
}

/** Another order document with the same number, and what was done with it. */
function duplicateOf({ duplicate }: EdiOrderDetail, orderHref: OrderHref) {
  const document = toText(duplicate?.order_document_id);
  const order = toText(duplicate?.utopia_order_number);
  if (document === "" && order === "") return undefined;
  return {
    words: `There is another order document under this number${order === "" ? "" : `; Utopia order ${shorten(order, 80)} was made of it`}.`,
    links: [
      ...(document === ""
        ? []
        : [
            { label: "Its thread", href: threadPath(document) },
            { label: "Its EDI order", href: ediOrderPath({ id: document }) },
          ]),
      ...(order === "" ? [] : [{ label: "Its Utopia order", href: orderHref(order) }]),
    ],
  };
}

/** Everything related to an EDI order on one time line, oldest first, and what is expected next. */
export function toThread(parts: ThreadParts, orderHref: OrderHref) {
  const { item, related, moreRelated, utopiaOrder, exos, ledger, now, failures } = parts;
  const { id } = item;
  const orderNumber = toText(item.utopia_order_number);
  const displayState = displayStateOf(item);
  const events = [
    ...related.flatMap(interchangeEvents),
    documentEvent(item, displayState),
    ...utopiaEvents(utopiaOrder),
    ...updateEvents(item),
    ...exoEvents(exos),
  ];
  return {
    id,
    title: toText(item.document_identifier) || orderNumber || id,
    /** Received in a test interchange: no Utopia order is created from it. */
    isTest: item.test === true,
    displayState,
    orderHref: ediOrderPath({ id }),
    referencesHref: ediOrderPath({ id, tab: "references" }),
    here: threadPath(id),
    utopiaHref: orderNumber === "" ? undefined : (utopiaOrder?.href ?? orderHref(orderNumber)),
    attention: toReasons(item.attention),
    duplicate: duplicateOf(item, orderHref),
    expected: expectationsOf({ item, related, order: utopiaOrder, now }),
    ledger,
    events: inOrder(events),
    failures,
    left:
      moreRelated === 0
        ? ""
        : `${plural(moreRelated, "more interchange is", "more interchanges are")} in the order's references.`,
  };
}
export type Thread = ReturnType<typeof toThread>;
