import type { User } from "#app/auth/guard.server.ts";
import { ediOrderFiltersOf, interchangeFiltersOf } from "#app/domains/edi/partner/lists/filters.ts";
import { documentStateOf } from "#app/domains/edi/states.ts";
import { env } from "#app/env.server.ts";
import { attempt, callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { type FetchedFile, fetchFile } from "#app/http/file.server.ts";
import { type GatheredPage, gatherList } from "#app/lists/gather.server.ts";
import { stateLooks } from "#app/values/processingStates.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { EdiInterchange, EdiInterchangeDetail, EdiOrder, EdiOrderDetail } from "#contract/edi.ts";
import { getInterchangeText } from "#contract/ediExtensions.ts";
import { getInterchange, getInterchanges, getPartnerOrder, getPartnerOrders } from "#contract/ediPartner.ts";
import { type EdiPartnerRecord, getEdiPartners } from "#contract/ediPartners.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";
import { processingStates } from "#contract/processing.ts";
import type { EdiOrderFilter, InterchangeFilter } from "./paths.ts";

type Choice = { value: string; label: string };

const stateChoices: Choice[] = processingStates.map((value) => ({ value, label: stateLooks[value].label }));

/** The partners' records; none if the service doesn't have them or fails: pages work without their names. */
async function partnersOf(user: User): Promise<EdiPartnerRecord[]> {
  if (!(await hasExtension(user, "edi-partners"))) return [];
  const read = await attempt(listEdiPartners(user));
  return read.ok ? read.value.flatMap((row) => (row.readable ? [row.row] : [])) : [];
}

type PartnerNames = Awaited<ReturnType<typeof partnerNames>>;

/** The partners' names, else their identifications. */
export async function partnerNames(user: User) {
  const names = new Map(
    (await partnersOf(user)).flatMap(({ identification, name }) => {
      const [code, called] = [toText(identification), shorten(toText(name), 80)];
      return code === "" ? [] : [[code, called || code] as const];
    }),
  );
  return { names, nameOf: (identification: string) => names.get(identification) ?? identification };
}

/** The choices of the additional filters (edi#more-filters). */
export function moreChoices({ names }: PartnerNames, chosenPartner: string, hasDues: boolean) {
  const known: Choice[] = [...names].map(([value, label]) => ({ value, label }));
  const isKnown = chosenPartner === "" || names.has(chosenPartner);
  const partners = isKnown ? known : [...known, { value: chosenPartner, label: chosenPartner }];
  return { states: stateChoices, partners: known.length === 0 ? undefined : partners, hasDues };
}

const pagedQuery = (page: number, filters: object) => ({
  page,
  ...(Object.keys(filters).length === 0 ? {} : { filters: JSON.stringify(filters) }),
});

export const interchangePageOf = (filter: InterchangeFilter) => ({
  query: pagedQuery(filter.page, interchangeFiltersOf(filter, env.TIME_ZONE)),
});

type Streamed = Pick<EdiInterchange | EdiOrder, "stream_statuses"> & { id: string };

/** A page of documents, by `readPage`; from a service that doesn't filter by state those in the states are gathered. */
async function listInStates<Row extends Streamed, Filter extends { states: readonly string[]; page: number }>(
  user: User,
  filter: Filter,
  readPage: (filter: Filter) => Promise<WirePage<Row>>,
): Promise<GatheredPage<Row>> {
  const { states, page } = filter;
  if (states.length === 0 || (await hasExtension(user, "edi-filters"))) return readPage(filter);
  return gatherList(
    (number) => readPage({ ...filter, states: [], page: number }),
    (row) => row.readable && states.includes(documentStateOf(row.row).code),
    page,
  );
}

/** One page of interchanges (calls#interchanges). Throws ApiError. */
export const listInterchanges = (
  user: User,
  filter: InterchangeFilter,
): Promise<GatheredPage<EdiInterchange>> =>
  listInStates(user, filter, (one) => callPortalApi(user, getInterchanges, interchangePageOf(one)));

/** One interchange, parsed and raw (calls#interchange). Throws ApiError. */
export const readInterchange = (
  user: User,
  id: string,
): Promise<{ item: EdiInterchangeDetail; raw: unknown }> =>
  callPortalApi(user, getInterchange, { params: { id } });

export const ediOrderPageOf = (filter: EdiOrderFilter) => ({
  query: pagedQuery(filter.page, ediOrderFiltersOf(filter, env.TIME_ZONE)),
});

/** One page of EDI orders (calls#edi-orders). Throws ApiError. */
export const listEdiOrders = (user: User, filter: EdiOrderFilter): Promise<GatheredPage<EdiOrder>> =>
  listInStates(user, filter, (one) => callPortalApi(user, getPartnerOrders, ediOrderPageOf(one)));

/** One EDI order, parsed and raw (calls#edi-order). Throws ApiError. */
export const readEdiOrder = (user: User, id: string): Promise<{ item: EdiOrderDetail; raw: unknown }> =>
  callPortalApi(user, getPartnerOrder, { params: { id } });

/** An action on a document by its name in the service; `reason` if required. */
export type EdiCommandCall = { action: string; reason?: string; idempotencyKey: string };

/** The stored partners (edi#partner-pages). Throws ApiError. */
export const listEdiPartners = (user: User): Promise<WireRow<EdiPartnerRecord>[]> =>
  callPortalApi(user, getEdiPartners);

const textKinds = new Map([
  ["text/plain", "txt"],
  ["application/octet-stream", "edi"],
]);

/** The raw text of an interchange, or its original bytes, streamed. Throws ApiError. */
export const fetchInterchangeText = (user: User, id: string, form: "text" | "bytes"): Promise<FetchedFile> =>
  fetchFile(user, getInterchangeText, { params: { id }, query: { form } }, textKinds);
