import { data, redirect } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { toUnavailable } from "#app/domains/edi/partner/detail/detail.ts";
import { ediOrderKind, interchangeKind } from "#app/domains/edi/partner/documents.server.ts";
import { ediOrderSearch, ediOrdersPath, threadPath } from "#app/domains/edi/partner/paths.ts";
import type { OrderHref } from "#app/domains/edi/partner/references.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { ageOf, momentOf, toText } from "#app/values/values.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import { ledgerMessages } from "./ledger.server.ts";
import { toLedger } from "./ledger.ts";
import { relatedIn, toThread } from "./thread.ts";
import type { Related, ThreadExo, UtopiaOrder } from "./threadEvents.ts";

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
