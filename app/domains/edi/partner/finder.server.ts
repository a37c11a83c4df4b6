import type { User } from "#app/auth/guard.server.ts";
import { type Finder, type Found, once, said } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { names, type ParsedSearch } from "#app/find/parsedSearch.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { directionLabel } from "../codes.ts";
import { listEdiOrders, listInterchanges } from "./api.server.ts";
import { orderPartnerOf } from "./offers.ts";
import { ediOrderPath, ediOrdersPath, interchangePath, interchangesPath } from "./paths.ts";
import { type EdiOrderFilter, ediOrderSearch, type InterchangeFilter, interchangeSearch } from "./search.ts";

const noPackages = "Packages can't be searched here.";

/** What can be a number of EDI: no record of another kind by its looks. */
const numberIn = ({ code, exoName, raNumber }: ParsedSearch): string | undefined =>
  exoName || raNumber || (code ?? "").length < 2 ? undefined : code;

/** What reads like the name of a file. */
const fileNameIn = ({ text }: ParsedSearch): string | undefined =>
  /^[^\s@]+\.[a-z]{2,5}$/i.test(text) ? text : undefined;

const readable = <Row extends { id: string }>(pages: readonly WirePage<Row>[]): Row[] =>
  once(pages.map(({ rows }) => rows.flatMap((row) => (row.readable ? [row.row] : []))));

/** What the first pages of these filters hold, each record once; `more` leads to the list of the first that is cut. */
async function searchBy<Row extends { id: string }, Filter>(
  filters: readonly Filter[],
  list: (filter: Filter) => Promise<WirePage<Row>>,
  toHit: (row: Row) => Hit,
  pathOf: (filter: Filter) => string,
): Promise<Found> {
  const pages = await Promise.all(filters.map(list));
  const full = pages.findIndex((page) => page.pages > 1);
  const more = full < 0 ? undefined : filters[full];
  return {
    hits: readable(pages).map(toHit),
    isCut: full >= 0,
    more: more && pathOf(more),
  };
}

const interchangeHit = (parsed: ParsedSearch) => (one: EdiInterchange) => {
  const reference = toText(one.control_reference);
  const numbers = (one.document_identifiers ?? []).slice(0, 3).join(", ");
  return {
    href: interchangePath({ id: one.id }),
    title: `Interchange ${shorten(reference || one.id, 80)}`,
    about: said(
      one.test === true ? "Test" : "",
      directionLabel(one.transmission_direction),
      Object.keys(one.message_counts ?? {}).join(", "),
      numbers,
    ).map((text) => shorten(text, 80)),
    isExact: names(parsed, one.id, reference),
  };
};

async function interchangeFilters(user: User, parsed: ParsedSearch): Promise<Partial<InterchangeFilter>[]> {
  const { id, sscc } = parsed;
  const number = numberIn(parsed);
  const fileName = fileNameIn(parsed);
  if (id) return [{ documentId: id }];
  const canMore = sscc || fileName ? await hasExtension(user, "edi-filters") : false;
  if (sscc) return canMore ? [{ packageNumber: sscc }] : [];
  return [
    ...(number === undefined ? [] : [{ controlReference: number }, { documentIdentifier: number }]),
    ...(fileName === undefined || !canMore ? [] : [{ fileName }]),
  ];
}

async function searchInterchanges(user: User, parsed: ParsedSearch): Promise<Found> {
  const filters = await interchangeFilters(user, parsed);
  const list = (filter: Partial<InterchangeFilter>) =>
    listInterchanges(user, { ...interchangeSearch.every, ...filter });
  return searchBy(filters, list, interchangeHit(parsed), interchangesPath);
}

/** Interchanges, by control reference, a message's number, a package's number, the name of their file, or id. */
export const interchangeFinder: Finder = {
  kind: "interchanges",
  label: "EDI interchanges",
  by: "control reference, message number, file name and id",
  permission: "edi",
  find: (user, parsed) =>
    (numberIn(parsed) ?? fileNameIn(parsed)) === undefined ? undefined : searchInterchanges(user, parsed),
};

const orderHit = (parsed: ParsedSearch) => (one: EdiOrder) => {
  const number = toText(one.document_identifier);
  return {
    href: ediOrderPath({ id: one.id }),
    title: `EDI order ${shorten(number || one.id, 80)}`,
    about: said(
      one.test === true ? "Test" : "",
      orderPartnerOf(one),
      toText(one.utopia_order_number) && `Order ${toText(one.utopia_order_number)}`,
    ).map((text) => shorten(text, 80)),
    // A package belongs to one order, and its whole number was asked for.
    isExact: parsed.sscc !== undefined || names(parsed, one.id, number),
  };
};

function ediOrderFilters(
  { id, sscc }: ParsedSearch,
  number: string,
  canMore: boolean,
): Partial<EdiOrderFilter>[] {
  if (id) return [{ documentId: id }];
  if (sscc) return canMore ? [{ packageNumber: sscc }] : [];
  return [{ orderNumber: number }, ...(canMore ? [{ documentIdentifier: number }] : [])];
}

async function searchEdiOrders(user: User, parsed: ParsedSearch, number: string): Promise<Found> {
  const canMore = await hasExtension(user, "edi-filters");
  const filters = ediOrderFilters(parsed, number, canMore);
  const list = (filter: Partial<EdiOrderFilter>) =>
    listEdiOrders(user, { ...ediOrderSearch.every, ...filter });
  return {
    ...(await searchBy(filters, list, orderHit(parsed), ediOrdersPath)),
    ...(parsed.sscc && !canMore ? { unsearched: noPackages } : {}),
  };
}

/** EDI orders, by the partner's number, a package's number, the Utopia order, or id. */
export const ediOrderFinder: Finder = {
  kind: "ediOrders",
  label: "EDI orders",
  by: "purchase order, order number and id",
  permission: "edi",
  find: (user, parsed) => {
    const number = numberIn(parsed);
    return number === undefined ? undefined : searchEdiOrders(user, parsed, number);
  },
};
