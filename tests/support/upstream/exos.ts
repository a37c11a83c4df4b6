import { exoStreams } from "#contract/exoJobs.ts";
import { exoErrorCodes } from "#contract/exos.ts";
import { processingStates } from "#contract/processing.ts";

type Json = Record<string, unknown>;

/** One EXO as the wire carries it. */
export type UpstreamExo = Json & { id: string; status: Json; histories: Json[]; actions: Json[] };

const start = Date.parse("2026-11-18T22:00:00.000Z");
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

/** The history of an automatic return that has come `done` jobs far, with the next one running. */
export function jobHistory(done: number): Json[] {
  return exoStreams["return/automatic"].slice(0, done + 1).flatMap((job, index) => {
    const jobs = JSON.stringify([job]);
    const run = { action: "process:run", message: "Processing run", created_at: at(index * 10) };
    const began = {
      action: "process:jobs",
      message: "Jobs started",
      created_at: at(index * 10 + 1),
      meta: { jobs },
    };
    const ended = {
      action: "process:jobs-done",
      message: "Jobs done",
      created_at: at(index * 10 + 4),
      meta: { jobs },
    };
    return index < done ? [run, began, ended] : [run, began];
  });
}

const references: Json[] = [
  {
    id: "ref-ticket",
    type: "helpdesk-ticket",
    source: "Helpdesk",
    title: "Ticket 4711",
    uri: "https://helpdesk.example.test/tickets/4711",
    created_at: at(5),
    meta: {},
  },
  {
    id: "ref-consignment",
    type: "return-consignment",
    source: "Carrier",
    title: "Consignment SIM123",
    uri: "https://carrier.example.test/track/SIM123",
    created_at: at(6),
    meta: { consignment_id: "SIM123", article_id: "SIM123-1" },
  },
  {
    id: "ref-label",
    type: "return-label",
    source: "Carrier",
    title: "Return label",
    uri: null,
    created_at: at(7),
    meta: { consignment_id: "SIM123", blob: "label-1" },
  },
  {
    id: "ref-slip",
    type: "return-slip",
    source: "Portal",
    title: "Return slip",
    created_at: at(8),
    meta: { blob: "slip-1" },
  },
  {
    id: "ref-order",
    type: "ap21-return-order",
    source: "AP21",
    title: "Return order",
    created_at: at(9),
    meta: { ra_number: "RA-90001" },
  },
  {
    id: "ref-email",
    type: "email-transmission",
    source: "Mail",
    title: "Your return",
    created_at: at(10),
    meta: {
      recipient_email: "kim@example.test",
      transmission_id: "tx-1",
      transmission_status: "failed",
      transmission_status_message: "Mailbox is full",
    },
  },
  {
    id: "ref-odd",
    type: "carrier-pigeon",
    source: "Loft",
    title: "A pigeon",
    uri: "javascript:alert(1)",
    created_at: "not a time",
    meta: { ring: "AU-77", weight: 420 },
  },
];

const photo = (id: string) => ({ SourceId: id, Container: "photos" });

const items: Json[] = [
  {
    Title: "Iconic Boot, tan",
    LevelCode: "SDY-0001-7",
    Quantity: -1,
    Cost: 149.95,
    Total: -149.95,
    ReturnReasonCode: "SIZE_TOO_SMALL",
    ReturnReasonNotes: "Pinches at the toes",
    Tags: ["unworn", "boxed"],
    Photos: [photo("photo-1"), photo("photo-2")],
  },
  { Title: "Iconic Boot, tan", LevelCode: "SDY-0001-8", Quantity: 1, Cost: 149.95, Total: 149.95 },
];

function exo(number: number, over: Partial<UpstreamExo> = {}): UpstreamExo {
  const id = `exo-${number}`;
  return {
    id,
    name: `EXO-${String(number).padStart(5, "0")}`,
    status: { code: "active", stream: "return/automatic", step: "acquire-shipment-labels" },
    source_store: "Superdry",
    source_type: "shopify",
    original_order_id: `SDY-1${String(number).padStart(4, "0")}`,
    ra_number: number % 2 === 0 ? `RA-9${String(number).padStart(4, "0")}` : null,
    email_address: `kim.lee.${number}@example.test`,
    correspondence_email_address: null,
    created_at: at(number),
    updated_at: at(number + 60),
    actions: [
      { key: "hold", name: "Put on Hold", description: "Stops processing until somebody resumes it." },
      { key: "reject", name: "Reject", description: "Ends the return." },
    ],
    exchange: {
      Customer: { FirstName: "Kim", LastName: "Lee", Ap21CustomerCode: "C100", Ap21CustomerIdx: 4711 },
      Items: items,
    },
    references,
    histories: jobHistory(5),
    ...over,
  };
}

/** EXOs that each show one thing that can be odd about one. */
const odd = (): UpstreamExo[] => [
  exo(901, {
    id: "exo-codes",
    name: "ODD-CODES",
    histories: exoErrorCodes.map((action, index) => ({
      action,
      message: `Message of ${action}`,
      created_at: at(index),
      meta: { message: `Meta of ${action}` },
    })),
  }),
  exo(903, {
    id: "exo-long",
    name: "ODD-2000",
    histories: Array.from({ length: 2000 }, (_, index) => ({
      action: index % 4 === 0 ? "process:run" : "note:added",
      message: `Record ${index}`,
      created_at: at(index),
    })),
  }),
  exo(906, {
    id: "exo-photos",
    name: "ODD-PHOTOS",
    exchange: {
      Customer: null,
      Items: [
        {
          Title: "Boot with forty photos",
          Quantity: "-2",
          Cost: "a lot",
          Total: "x",
          Photos: Array.from({ length: 40 }, (_, index) => photo(`many-${index + 1}`)),
        },
      ],
    },
  }),
];

/** One EXO in each status, forty more of which the store 'Reebok' has none, then the odd ones. */
export function upstreamExos(): UpstreamExo[] {
  const each = processingStates.map((code, index) =>
    exo(index + 1, { status: { code, stream: "return/automatic", step: "create-return-shipment" } }),
  );
  const more = Array.from({ length: 40 }, (_, index) => exo(100 + index));
  return [...each, ...more, ...odd()];
}

const exoPageSize = 20;

/** One page, as the documented call answers it. */
export function exoPage(exos: readonly UpstreamExo[], query: URLSearchParams): Json {
  const filters: unknown = JSON.parse(query.get("filters") ?? "{}");
  const wanted = new Map(typeof filters === "object" && filters !== null ? Object.entries(filters) : []);
  const listed = (name: string, value: unknown) => {
    const list: unknown = wanted.get(name);
    return !Array.isArray(list) || list.includes(value);
  };
  const holds = (name: string, ...values: unknown[]) => {
    const text = String(wanted.get(name) ?? "").toLowerCase();
    return (
      text === "" ||
      values.some((value) =>
        String(value ?? "")
          .toLowerCase()
          .includes(text),
      )
    );
  };
  const matching = exos.filter(
    (one) =>
      listed("statusCodes", one.status.code) &&
      listed("stores", one.source_store) &&
      holds("orderId", one.original_order_id) &&
      holds("raNumber", one.ra_number) &&
      holds("emailAddress", one.email_address) &&
      holds("searchTerm", one.name, one.original_order_id, one.ra_number, one.email_address),
  );
  const page = Number(query.get("page"));
  const summaries = matching
    .slice((page - 1) * exoPageSize, page * exoPageSize)
    .map(({ exchange: _, references: __, histories: ___, ...summary }) => summary);
  return { summaries, currentPage: page, totalPages: Math.max(1, Math.ceil(matching.length / exoPageSize)) };
}
