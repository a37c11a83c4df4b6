import { type Answer, type Api, json } from "./proxy.ts";

export const service = "/api/bc-myer/v1";
export const documents = `${service}/documents/interchanges`;
export const ediText =
  "UNB+UNOC:3+A:14+B:14+261120:1042+417'UNH+1+ORDERS:D:01B:UN'BGM+220+7001+9'UNT+3+1'UNZ+1+417'";

const check = {
  control_reference: "417",
  sender: { identification: "9300" },
  recipient: { identification: "501" },
  message_counts: { ORDERS: 1 },
  state: "completed",
  outcome: "It would be taken in and acknowledged.",
  findings: [{ severity: "warning", words: "No lines", position: { segment: 3 } }],
  orders: [{ document_identifier: "7001", outcome: "No order would be made.", lines: [] }],
  replies: [{ message_type: "CONTRL", interchange_text: "UNB+UNOC:3+B+A'UCI+417+A+B+7'" }],
};

export const sides = {
  sender: { identification: "9300", qualifier: "14" },
  recipient: { identification: "501", qualifier: "14" },
};
const series = {
  direction: "inbound",
  ...sides,
  interchanges: 9,
  gap_count: 1,
  gaps: [{ from: "418", to: "420", missing: 3 }],
};
const queueLine = {
  key: "hold",
  group: "needs-person",
  title: "interchanges on hold",
  list: "interchanges",
  filters: { states: ["hold"], sort: "oldest" },
  count: 5,
  oldest_at: "2026-11-20T01:00:00Z",
  late_count: 2,
};
const partner = {
  id: "p-1",
  name: "Myer",
  identification: "9300",
  qualifier: "14",
  our_identification: "501",
  our_qualifier: "14",
  store_alias: "MYR",
  syntax_identifier: "UNOC",
  syntax_version: "3",
  acknowledgement_due_hours: 4,
  response_due_hours: 24,
  despatch_due_hours: 120,
  active: true,
};

/** An order to be confirmed: its second line has another price. */
const toConfirm = {
  id: "eo-9",
  document_identifier: "PO-9",
  test: true,
  held_for: "confirmation",
  stream_statuses: { "order/create": { state: "hold", step: "create-utopia-order" } },
  attention: ["To confirm: 1 line differs"],
  available_actions: [
    { action: "confirm", title: "Confirm the order", takes_lines: true },
    { action: "answer-lines", title: "Answer lines", takes_lines: true },
    { action: "refuse", title: "Refuse the order", needs_reason: true, danger: true },
  ],
  line_count: 2,
  review_lines: [
    {
      place: 2,
      number: "2",
      item: "93002",
      ordered: "4",
      unit: "PCE",
      price: "10.00",
      pieces: 4,
      unit_price: 10,
      in_stock: 3,
      our_price: 12.5,
      differences: [{ kind: "price", words: "The price is 10.00, ours is 12.50" }],
      possible_answers: ["accept", "amend", "refuse"],
      answer: null,
    },
    {
      place: 1,
      number: "1",
      item: "93001",
      ordered: "6",
      unit: "PCE",
      price: "5.00",
      pieces: 6,
      unit_price: 5,
    },
  ],
};
const preview = {
  outcome: "The order would be made, and answered 4.",
  replies: [{ message_type: "ORDRSP", interchange_text: "UNB+UNOC:3+B+A'BGM+231+R1+4'" }],
};

/** An interchange on hold, with its sender in its id: `ic-9300`, or with another qualifier `ic-9300-ZZ`. */
const heldInterchange = ([, identification, qualifier = "14"]: readonly string[]) => ({
  id: `ic-${identification}`,
  transmission_direction: "inbound",
  sender: { identification, qualifier },
  recipient: sides.recipient,
  stream_statuses: { inbound: { state: "hold", step: "start" } },
  attention: [`Nobody knows the partner ${identification}`],
});

const answers: Record<string, Answer | ((body: string) => Answer)> = {
  [`GET ${service}/queue`]: json(200, { items: [queueLine] }),
  [`GET ${service}/control-numbers`]: json(200, { items: [series] }),
  [`POST ${service}/control-numbers/settle`]: { status: 204, body: "" },
  [`GET ${service}/partners`]: json(200, [partner]),
  [`POST ${documents}/check`]: json(200, { items: [check] }),
  [`GET ${service}/documents/orders`]: json(200, { items: [toConfirm], pages: { total: 1 } }),
  [`GET ${service}/documents/orders/eo-9`]: json(200, { item: toConfirm }),
  [`POST ${service}/actions/order/preview`]: json(200, { item: preview }),
  [`POST ${service}/actions/order/run`]: { status: 204, body: "" },
  [`POST ${documents}`]: json(201, { items: [{ id: "ic-417", control_reference: "417" }] }),
};

/** The platform, whose EDI has one partner, one waiting order, and one gap; writes are accepted. */
export const ediDesk: Api = ({ method, url: { pathname }, body }) => {
  const held = /\/interchanges\/ic-([A-Z0-9]+)(?:-([A-Z]+))?$/.exec(pathname);
  if (held) return json(200, { item: heldInterchange(held) });
  const answer = answers[`${method} ${pathname}`];
  return typeof answer === "function" ? answer(body) : answer;
};
