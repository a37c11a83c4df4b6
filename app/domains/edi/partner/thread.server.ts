import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { toText } from "#app/values/read.ts";
import type { EdiInterchange } from "#contract/edi.ts";
import { listInterchanges, readEdiOrder } from "./api.server.ts";
import { toNotShown } from "./notShown.ts";
import { ediOrdersPath, threadPath } from "./paths.ts";
import type { OrderHref } from "./references.ts";
import { interchangeSearch } from "./search.ts";
import { type Related, relatedIn, type ThreadExo, toThread, type UtopiaOrder } from "./thread.ts";

/** What other domains tell of the order, and where they show it. */
export type Neighbours = {
  orderHref: OrderHref;
  utopiaOrder: (number: string) => Promise<UtopiaOrder | undefined>;
  exos: (number: string) => Promise<ThreadExo[]>;
};

/** The most interchanges that are read for one thread. */
const mostRelated = 24;

/** An interchange as the list tells it, without its messages; undefined when it is not there. Throws ApiError. */
async function lookUp(user: User, id: string): Promise<EdiInterchange | undefined> {
  const { rows } = await listInterchanges(user, { ...interchangeSearch.every, documentId: id });
  const found = rows.find((row) => row.readable && row.row.id === id);
  return found?.readable ? found.row : undefined;
}

/** The thread of an EDI order; parts that cannot be read are said, and the others stand. */
export async function threadScreen(user: User, id: string, neighbours: Neighbours) {
  const read = await attempt(readEdiOrder(user, id));
  if (!read.ok) {
    const ways = { closeTo: ediOrdersPath(), here: threadPath(id) };
    const missing = { thread: undefined, missing: toNotShown("order", id, read.error, ways) };
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
      named.slice(0, mostRelated).map(
        async (one): Promise<Related> => ({
          ...one,
          interchange: await orElse("its interchanges", lookUp(user, one.id), undefined),
        }),
      ),
    ),
    number === "" ? undefined : orElse("the Utopia order", neighbours.utopiaOrder(number), undefined),
    number === "" ? [] : orElse("its exchange orders", neighbours.exos(number), []),
  ]);
  const moreRelated = Math.max(0, named.length - mostRelated);
  const parts = { item, related, moreRelated, utopiaOrder, exos, failures };
  return { thread: toThread(parts, neighbours.orderHref), missing: undefined };
}
