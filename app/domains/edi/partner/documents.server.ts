import type { z } from "zod";
import { callPortalApi, writePortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { type Fact, factsOf } from "#app/core/commands/command.ts";
import type { RecordProgress } from "#app/core/commands/follow.server.ts";
import { waysOf } from "#app/core/commands/model.ts";
import { env } from "#app/core/env.server.ts";
import { type GatheredPage, gatherList } from "#app/core/lists/gather.server.ts";
import type { RecordRef, RecordState } from "#app/core/records/record.ts";
import { type Moment, momentOf, shorten, timeOf, toText } from "#app/core/values/values.ts";
import {
  type DocumentFilters,
  ediOrderFilter,
  interchangeFilter,
} from "#app/domains/edi/partner/lists/filters.ts";
import type { ApiCall } from "#contract/calls.ts";
import type { EdiInterchange, EdiInterchangeDetail, EdiOrder, EdiOrderDetail } from "#contract/edi.ts";
import {
  getInterchange,
  getInterchanges,
  getPartnerOrder,
  getPartnerOrders,
  postInterchangeAction,
  postPartnerOrderAction,
} from "#contract/ediPartner.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { directionLabel } from "../codes.ts";
import { newestFirst } from "../records.ts";
import { displayStateOf, documentStateOf, leadingStreamOf, mayMove } from "../states.ts";
import { aloneBecause, offersOf, offerTitle } from "./offers.ts";
import {
  type DocumentPaths,
  type EdiOrderFilter,
  type EdiOrderView,
  ediOrderPaths,
  type InterchangeFilter,
  type InterchangeView,
  interchangePaths,
} from "./paths.ts";

export type InterchangeTypes = {
  row: EdiInterchange;
  item: EdiInterchangeDetail;
  filter: InterchangeFilter;
  view: InterchangeView;
};
export type EdiOrderTypes = {
  row: EdiOrder;
  item: EdiOrderDetail;
  filter: EdiOrderFilter;
  view: EdiOrderView;
};
/** The types of a kind of document: a row of its list, the whole of one, the list's filter, and a panel's view. */
export type DocumentTypes = InterchangeTypes | EdiOrderTypes;

/** An action on a document by its name in the service; `reason` and `answer` if it needs them. */
type Sent = { action: string; reason?: string; answer?: EdiOrderAnswer; idempotencyKey: string };

type Listed = "interchanges" | "orders";

/** The states in which a document waits for a person, and what the work queue calls them. */
const waiting: ReadonlyMap<string, string> = new Map([
  ["failed", "failed"],
  ["hold", "hold"],
  ["manual", "manual"],
  ["stalled", "stuck"],
  ["stale", "stuck"],
]);

export const isTrouble = (state: string): boolean => waiting.has(state);

/** The line of Today for a line of the work queue, and the one for a state where the service has no queue (today#edi). */
export const queueLineKey = (key: string): string => `edi:${key}`;
export const stateLineKey = (list: Listed, state: string): string => `edi:${list}:${state}`;

function stateOf(list: Listed, document: EdiInterchange | EdiOrder, owed: readonly string[]): RecordState {
  const { stream_statuses, updated_at, created_at } = document;
  const streams = Object.entries(stream_statuses ?? {}).map(([stream, { state, step }]) => [
    stream,
    state,
    step,
  ]);
  const { code } = documentStateOf(document);
  const queued = waiting.get(code);
  const trouble = queued === undefined ? [] : [queueLineKey(`${list}-${queued}`), stateLineKey(list, code)];
  return {
    revision: JSON.stringify([streams, updated_at ?? null]),
    lines: [...trouble, ...owed.map(queueLineKey)],
    // The work queue counts from a document's arrival.
    since: momentOf(created_at) ?? momentOf(updated_at),
  };
}

function isPast(due: Moment | undefined): boolean {
  const at = timeOf(due);
  return Number.isFinite(at) && at < Date.now();
}

/** The lines of the work queue that count an interchange because it or messages of it were refused, or because its answer is late. */
function owedOfInterchange(interchange: EdiInterchange): string[] {
  const { refused_messages, attention, recipient, acknowledgement_due_at } = interchange;
  // Nobody has to look at it any more once somebody has said so to the service.
  const isWhole = documentStateOf(interchange).code === "rejected";
  const isRefused = (isWhole || (refused_messages ?? []).length > 0) && (attention ?? []).length > 0;
  const isLate = isPast(momentOf(acknowledgement_due_at));
  return [
    ...(isRefused ? ["interchanges-refused"] : []),
    ...(isLate ? [`acknowledgements-${toText(recipient?.identification)}`] : []),
  ];
}

/** The lines of the work queue that count an order for what we owe of it. */
function owedOfOrder({ partner, response_due_at, despatch_due_at }: EdiOrder): string[] {
  const owner = toText(partner?.identification);
  return [
    ...(momentOf(response_due_at) === undefined ? [] : [`response-${owner}`]),
    ...(momentOf(despatch_due_at) === undefined ? [] : [`despatch-${owner}`]),
  ];
}

/** Their states, by what lists or panels tell of them (notes#handled). */
export const interchangeState = (interchange: EdiInterchange): RecordState =>
  stateOf("interchanges", interchange, owedOfInterchange(interchange));
export const ediOrderState = (order: EdiOrder): RecordState => stateOf("orders", order, owedOfOrder(order));

/** How far a document has come: as the stream that leads says (actions#outcome). */
function recordProgressOf(item: EdiInterchange | EdiOrder, { revision }: RecordState): RecordProgress {
  const display = displayStateOf(item);
  const { summary: state } = display;
  const { stream = "", step = "" } = leadingStreamOf(display) ?? {};
  const progress = {
    revision,
    at: `${stream} ${step}`.trim(),
    words: `went on: ${[state.label, step].filter(Boolean).join(" · ")}`,
    moves: mayMove(display),
    ways: waysOf(
      offersOf(item)
        .filter((offer) => aloneBecause(offer) === "")
        .map((offer) => ({ value: offer.action, label: offerTitle(offer) })),
    ),
  };
  if (!isTrouble(state.code)) return progress;
  const failure = newestFirst(item.histories ?? []).find(({ record }) => record.action === "step:failure");
  const [first] = item.attention ?? [];
  const reason = shorten((first ?? toText(failure?.record.message)) || step || state.label, 120);
  const hasFailed = state.code === "failed";
  const end = ` at ${step || "a step without a name"}`;
  return {
    ...progress,
    failure: {
      again: hasFailed ? `failed again${end}` : `still ${state.label}`,
      now: hasFailed ? `failed${end}` : `now ${state.label}`,
      reason,
    },
  };
}

type Definition<T extends DocumentTypes> = {
  /** Nothing but the types, by which those of functions are inferred. */
  types?: T;
  what: "interchange" | "order";
  /** Its key where several are acted on at once, its names, and its list's. */
  bulkKey: "interchanges" | "edi-orders";
  one: string;
  many: string;
  title: string;
  paths: DocumentPaths<T["filter"], T["view"]>;
  filters: DocumentFilters<T["filter"]>;
  pageCall: ApiCall<typeof getInterchanges.query, undefined, z.ZodType<WirePage<T["row"]>>, "GET">;
  itemCall: ApiCall<undefined, undefined, z.ZodType<{ item: T["item"]; raw: unknown }>, "GET">;
  ref(id: string): RecordRef;
  state(document: T["row"]): RecordState;
  send(user: User, id: string, command: Sent): Promise<unknown>;
  /** Its name, its name within a question, and its facts. */
  describe(item: T["item"]): { name: string; called: string; facts: Fact[] };
};

function defineKind<T extends DocumentTypes>(kind: Definition<T>) {
  const { filters, paths } = kind;
  function pageQuery(filter: T["filter"]) {
    const sent = filters.toCall(filter, env.TIME_ZONE);
    return {
      page: filter.page,
      ...(Object.keys(sent).length === 0 ? {} : { filters: JSON.stringify(sent) }),
    };
  }
  const readPage = (user: User, filter: T["filter"]): Promise<WirePage<T["row"]>> =>
    callPortalApi(user, kind.pageCall, { query: pageQuery(filter) });
  const read = (user: User, id: string): Promise<{ item: T["item"]; raw: unknown }> =>
    callPortalApi(user, kind.itemCall, { params: { id } });
  return {
    ...kind,
    pageQuery,
    read,
    /** The name of a panel, by which messages find it. */
    panelName: (id: string): string => `edi ${kind.what}:${id}`,
    /** The filter of the list under a panel, and the panel's open tab. */
    placeOf: ({ url }: { url: string }) => ({ filter: paths.search.read(url), view: paths.view.read(url) }),
    /** The filter of a URL as far as the service supports it, and whether it supports all of it (edi#more-filters). */
    async filterOf(user: User, { url }: { url: string }) {
      const hasDesk = await hasExtension(user, "edi-desk");
      return { filter: filters.supported(paths.search.read(url), hasDesk), hasDesk };
    },
    /** One page of the list; from a service that doesn't filter by state those in the states are gathered. Throws ApiError. */
    async list(user: User, filter: T["filter"]): Promise<GatheredPage<T["row"]>> {
      const { states, page } = filter;
      if (states.length === 0 || (await hasExtension(user, "edi-desk"))) return readPage(user, filter);
      return gatherList(
        (number) => readPage(user, { ...filter, states: [], page: number }),
        (row) => row.readable && states.some((state) => state === documentStateOf(row.row).code),
        page,
      );
    },
    stateOf: async (user: User, id: string) => kind.state((await read(user, id)).item),
    async open(user: User, id: string) {
      const { item, raw } = await read(user, id);
      return { ...kind.describe(item), item, raw, progress: recordProgressOf(item, kind.state(item)) };
    },
  };
}

/** A kind of document with everything that is done with both kinds alike. */
export type DocumentKind<T extends DocumentTypes> = ReturnType<typeof defineKind<T>>;

export const interchangeKind = defineKind<InterchangeTypes>({
  what: "interchange",
  bulkKey: "interchanges",
  one: "interchange",
  many: "interchanges",
  title: "EDI Interchanges",
  paths: interchangePaths,
  filters: interchangeFilter,
  pageCall: getInterchanges,
  itemCall: getInterchange,
  ref: (id) => ({ kind: "interchange", store: "", id }),
  state: interchangeState,
  send: (user, id, { action, reason, idempotencyKey }) =>
    writePortalApi(user, postInterchangeAction, {
      query: { interchange_document_id: id, action, reason },
      idempotencyKey,
    }),
  describe(item) {
    const name = shorten(toText(item.control_reference) || item.id, 80);
    const direction = directionLabel(item.transmission_direction);
    return {
      name,
      called: item.id,
      facts: factsOf([
        ["Control Reference", name],
        ["Direction", direction],
      ]),
    };
  },
});

export const ediOrderKind = defineKind<EdiOrderTypes>({
  what: "order",
  bulkKey: "edi-orders",
  one: "EDI order",
  many: "EDI orders",
  title: "EDI Orders",
  paths: ediOrderPaths,
  filters: ediOrderFilter,
  pageCall: getPartnerOrders,
  itemCall: getPartnerOrder,
  ref: (id) => ({ kind: "edi-order", store: "", id }),
  state: ediOrderState,
  send: (user, id, { action, reason, answer, idempotencyKey }) =>
    writePortalApi(user, postPartnerOrderAction, {
      query: { order_document_id: id, action, reason },
      body: answer,
      idempotencyKey,
    }),
  describe(item) {
    const [number, purchaseOrder] = [toText(item.utopia_order_number), toText(item.document_identifier)];
    const name = shorten(number || purchaseOrder || item.id, 80);
    return {
      name,
      // Deciding about one of two duplicates requires their common number in the question (edi#review-duplicate).
      called: toText(item.held_for) === "" ? item.id : name,
      facts: factsOf([
        ["Utopia Order Number", shorten(number, 80)],
        ["Purchase order", shorten(purchaseOrder, 80)],
        ["Source Store Group", shorten(toText(item.utopia_source_store_group_alias), 80)],
      ]),
    };
  },
});

/** A kind as its commands need it, whichever it is. */
export type CommandKind = Pick<typeof interchangeKind | typeof ediOrderKind, "what" | "bulkKey" | "send"> & {
  open(user: User, id: string): ReturnType<typeof interchangeKind.open | typeof ediOrderKind.open>;
};
