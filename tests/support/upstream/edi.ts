import { processingStates } from "#contract/processing.ts";
import { hostileTitle } from "./products.ts";

type Json = Record<string, unknown>;
export type UpstreamDocument = Json & { id: string };

const at = (minutes: number) =>
  new Date(Date.parse("2026-11-18T22:00:00.000Z") + minutes * 60_000).toISOString();

/** An interchange's text as our own server would keep it. */
const ediText =
  "UNA:+.? 'UNB+UNOC:3+MYER:ZZ+UTOPIA:ZZ+261118:2200+7001++++1'UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+PO-7001+9'FTX+AAI+++IT?'S 5?+3'UNS+S'UNT+9+1'UNZ+1+7001'";

const message = (type: string, documentIdentifier: string): Json => ({
  messageHeader: { messageReferenceNumber: "1", messageIdentifier: { messageType: type } },
  beginningOfMessage: {
    documentMessageName: { documentNameCode: "220" },
    messageFunctionCode: "9",
    documentMessageIdentification: { documentIdentifier },
  },
});

const listNames: Record<string, string> = {
  CONTRL: "controls",
  ORDERS: "orders",
  ORDCHG: "orderChangeRequests",
  ORDRSP: "orderResponses",
  INVRPT: "inventoryReports",
  DESADV: "despatchAdvices",
};

function interchange(number: number, types: string[], over: Json = {}): UpstreamDocument {
  const id = `ic-${number}`;
  return {
    id,
    control_reference: String(7000 + number),
    references: [
      {
        id: "ref-a",
        type: "source-myer-edi-order-document",
        title: "Order",
        created_at: at(number),
        meta: { "order-document-id": "eo-1" },
      },
      {
        id: "ref-b",
        type: "outbound-interchange-blob-store-file",
        title: "File",
        uri: `edi/out/${number}.edi`,
        created_at: at(number + 1),
      },
    ],
    stream_statuses: { "interchange/send": { state: "completed", step: "transmit-outbound-interchange" } },
    transmission_direction: number % 2 === 0 ? "outbound" : "inbound",
    acknowledged: number % 3 === 0,
    acknowledged_at: number % 3 === 0 ? at(number + 30) : null,
    acknowledgement_interchange_document_id: number % 3 === 0 ? "ic-1" : null,
    created_at: at(number),
    updated_at: at(number + 60),
    histories: [
      {
        action: "step:start",
        source: "Tests",
        message: "Begins",
        created_at: at(1),
        meta: { stream: "interchange/send", step: "transmit-outbound-interchange", attempt: 1 },
      },
    ],
    interchange: Object.fromEntries(
      types.map((type) => [listNames[type] ?? "otherMessages", [message(type, `${type}-${number}`)]]),
    ),
    interchange_text: ediText,
    ...over,
  };
}

/** Interchanges in each state, forty more, and those that are odd in one way each. */
function upstreamInterchanges(): UpstreamDocument[] {
  const types = Object.keys(listNames);
  const each = processingStates.map((state, index) =>
    interchange(index + 1, ["ORDERS"], {
      stream_statuses: { "interchange/receive": { state, step: "receive-inbound-orders" } },
    }),
  );
  const more = Array.from({ length: 40 }, (_, index) =>
    interchange(100 + index, [types[index % 6] ?? "ORDERS"]),
  );
  return [
    ...each,
    ...more,
    interchange(901, ["ORDERS", "CONTRL"], { id: "ic-both" }),
    interchange(902, ["INVOIC"], {
      id: "ic-odd",
      transmission_direction: "sideways",
      acknowledged: "perhaps",
      stream_statuses: { "interchange/by-pigeon": { state: "levitating", step: "coo" } },
      references: null,
      histories: null,
    }),
    interchange(903, [], { id: "ic-empty", stream_statuses: {}, interchange: null, interchange_text: null }),
    interchange(904, ["ORDERS"], {
      id: "ic/slash?&#",
      control_reference: hostileTitle,
      transmission_direction: hostileTitle,
      stream_statuses: { [hostileTitle]: { state: hostileTitle, step: hostileTitle } },
      references: [
        {
          id: hostileTitle,
          type: hostileTitle,
          title: hostileTitle,
          uri: "javascript:alert(1)",
          meta: { [hostileTitle]: hostileTitle },
        },
      ],
      histories: [
        { action: hostileTitle, message: hostileTitle, created_at: hostileTitle, meta: { a: hostileTitle } },
      ],
      interchange_text: `UNB+${hostileTitle}'`,
    }),
  ];
}

/** Two orders: one with everything, one with nothing. */
const upstreamEdiOrders = (): UpstreamDocument[] => [
  {
    id: "eo-1",
    utopia_order_number: "MYR77",
    document_identifier: "PO-7001",
    myer_edifact_interchange_document_id: "ic-1",
    utopia_source_store_group_alias: "MYR",
    references: [
      {
        id: "r1",
        type: "interchange:ordrsp+initial",
        created_at: at(5),
        meta: { "interchange-document-id": "ic-102" },
      },
      {
        id: "r2",
        type: "interchange:ordrsp+update",
        created_at: at(6),
        meta: { "interchange-document-id": "ic-104" },
      },
      {
        id: "r3",
        type: "interchange:desadv",
        created_at: at(7),
        meta: { "interchange-document-id": "ic-106" },
      },
    ],
    stream_statuses: { "order/create": { state: "passive", step: "send-order-accepted-notification" } },
    updated_at: at(9),
    created_at: at(2),
    histories: [],
    order: { Orders: [message("ORDERS", "PO-7001")] },
    order_update_message_records: [
      {
        created_at: at(8),
        id: "um-1",
        message_label: "COMPLETE",
        tags: ["final"],
        order_update_message: { status: "COMPLETE" },
      },
    ],
  },
  { id: "eo-2", references: null, stream_statuses: {}, histories: null, order: null },
];

const ediPageSize = 20;

const contains = (value: unknown, part: unknown): boolean =>
  typeof part !== "string" ||
  String(value ?? "")
    .toLowerCase()
    .includes(part.toLowerCase());

function holdsTypes(document: Json, wanted: unknown, mode: unknown): boolean {
  if (!Array.isArray(wanted)) return true;
  const lists = new Map(Object.entries(Object(document.interchange)));
  const has = (type: unknown) => lists.has(listNames[String(type)] ?? "");
  return mode === "all" ? wanted.every(has) : wanted.some(has);
}

function pageOf(documents: readonly UpstreamDocument[], query: URLSearchParams): Json {
  const page = Number(query.get("page"));
  const items = documents.slice((page - 1) * ediPageSize, page * ediPageSize);
  return { items, pages: { total: Math.max(1, Math.ceil(documents.length / ediPageSize)) } };
}

const filtersOf = (query: URLSearchParams): Json => Object(JSON.parse(query.get("filters") ?? "{}"));

/** The EDI service's documented reads; undefined for any other path. */
export function readEdi({ pathname, searchParams }: URL): { status: number; body: unknown } | undefined {
  const documents = "/api/bc-myer/v1/documents/";
  const interchanges = upstreamInterchanges();
  const orders = upstreamEdiOrders();
  const wanted = filtersOf(searchParams);
  if (pathname === `${documents}interchanges`) {
    const matching = interchanges.filter(
      (one) =>
        contains(one.id, wanted.documentId) &&
        contains(one.control_reference, wanted.interchangeControlReference) &&
        contains(JSON.stringify(one.interchange), wanted.documentIdentifier) &&
        (wanted.transmissionDirection === undefined ||
          one.transmission_direction === wanted.transmissionDirection) &&
        (wanted.acknowledged === undefined || one.acknowledged === wanted.acknowledged) &&
        holdsTypes(one, wanted.containsMessageTypes, wanted.containsMessageTypesMode),
    );
    const summaries = matching.map(({ interchange: _, interchange_text: __, ...summary }) => summary);
    return { status: 200, body: pageOf(summaries, searchParams) };
  }
  if (pathname === `${documents}orders`) {
    const matching = orders.filter(
      (one) =>
        contains(one.id, wanted.documentId) &&
        contains(one.utopia_order_number, wanted.utopiaOrderNumber) &&
        contains(one.myer_edifact_interchange_document_id, wanted.ediMyerInterchangeDocumentId),
    );
    return { status: 200, body: pageOf(matching, searchParams) };
  }
  if (pathname === "/api/getEdiInterchanges") {
    const matching = storeInterchanges.filter(
      (one) =>
        contains(one.icn, searchParams.get("search") ?? undefined) || one.id === searchParams.get("search"),
    );
    return { status: 200, body: matching };
  }
  if (pathname === "/api/getEdiOrders") return { status: 200, body: storeOrders };
  const [kind, id = "", rest] = pathname.startsWith(documents)
    ? pathname.slice(documents.length).split("/").map(decodeURIComponent)
    : [];
  if (kind === undefined || rest !== undefined) return undefined;
  const found = (kind === "orders" ? orders : interchanges).find((one) => one.id === id);
  return found && { status: 200, body: { item: found } };
}

const storeInterchanges: UpstreamDocument[] = [
  {
    id: "ic-1",
    status: "hold",
    direction: "inbound",
    icn: "7001",
    createdAt: at(1),
    references: [{ id: "eo-1", type: "OrderDocument", meta: { OrderNumber: "MYR77" } }],
    interchange: { orders: [message("ORDERS", "PO-7001")] },
    interchangeText: ediText,
  },
];

const storeOrders: UpstreamDocument[] = [
  {
    id: "eo-1",
    status: "passive",
    orderId: "MYR77",
    references: [
      {
        id: "ic-1",
        type: "InterchangeDocument",
        createdAt: at(1),
        meta: { InterchangeType: "Source", ICN: "7001" },
      },
    ],
  },
];
