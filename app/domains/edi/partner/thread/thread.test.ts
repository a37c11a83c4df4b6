import { describe, expect, test } from "vitest";
import { ediInterchange, ediOrderDetail } from "#contract/edi.ts";
import { relatedIn, type ThreadParts, toThread } from "./thread.server.ts";
import type { UtopiaOrder } from "./threadEvents.ts";

const at = (minute: number) => `2026-11-20T01:${String(minute).padStart(2, "0")}:00.000Z`;

const related = (type: string, id: string, minute: number) => ({
  ...{ type, meta: { "interchange-document-id": id }, created_at: at(minute) },
});
const item = (fields: object = {}) =>
  ediOrderDetail.parse({
    ...{ id: "order-1", utopia_order_number: "MYR1", document_identifier: "PO-1", created_at: at(2) },
    myer_edifact_interchange_document_id: "in-1",
    stream_statuses: {
      "order/create": { state: "completed", step: "send-order-accepted-notification" },
      "order/supply-shipment-notifications": { state: "passive", step: "send-order-shipments-notification" },
    },
    references: [
      related("interchange:orders", "in-1", 1),
      related("interchange:ordrsp+initial", "out-1", 4),
      { type: "utopia-order", meta: { "order-id": "u-1" } },
    ],
    order_update_message_records: [{ message_label: "COMPLETE", created_at: at(9), tags: ["final"] }],
    ...fields,
  });
const inStream = (stream: string, state: string, step: string) =>
  item({ stream_statuses: { [stream]: { state, step } } });

const interchange = (id: string, fields: object) =>
  ediInterchange.parse({ id, control_reference: id, acknowledgement_requested: true, ...fields });
const interchanges: Record<string, ReturnType<typeof interchange>> = {
  "in-1": interchange("in-1", {
    ...{ created_at: at(1), transmission_direction: "inbound", message_counts: { ORDERS: 1 } },
    ...{ acknowledged: true, acknowledged_at: at(2), acknowledgement_action: "7" },
    acknowledgement_interchange_document_id: "contrl-1",
  }),
  "out-1": interchange("out-1", {
    ...{ created_at: at(4), transmission_direction: "outbound", message_counts: { ORDRSP: 1 } },
    acknowledged: false,
  }),
};

const utopiaOrder: UtopiaOrder = {
  ...{ number: "MYR1", href: "/orders/u-1", createdAt: at(3), units: 5, shipped: 2, articles: undefined },
  status: { label: "Shipment Pending", tone: "background" },
  shipments: [{ carrier: "Post", conNote: "C1", despatched: at(6), units: 2 }],
};

const parts = (over: Partial<ThreadParts> = {}): ThreadParts => {
  const document = over.item ?? item();
  const known = relatedIn(document).map((one) => ({ ...one, interchange: interchanges[one.id] }));
  return {
    ...{ item: document, related: known, moreRelated: 0, utopiaOrder, exos: [], ledger: undefined },
    ...{ now: Date.parse(at(30)), failures: [], ...over },
  };
};
const thread = (over: Partial<ThreadParts> = {}) => toThread(parts(over));

describe("a thread", () => {
  test("puts everything into one time line, oldest first", () => {
    const displayState = { label: "New EXO", tone: "background" } as const;
    const exos = [{ name: "EXO-1", href: "/returns/e", displayState, createdAt: at(12) }];
    expect(thread({ exos }).events.map(({ title }) => title)).toEqual([
      "Order (ORDERS)",
      "Order (ORDERS): Accepted (CONTRL)",
      "EDI order document",
      "Utopia order MYR1",
      "Order Response (Initial) (ORDRSP)",
      "Shipment 1",
      "Order update message: COMPLETE",
      "Exchange order EXO-1",
    ]);
  });

  test("links to every part, and names an interchange once, though it is named twice", () => {
    const hrefs = thread().events.flatMap(({ links }) => links.map(({ href }) => href));
    const ofOrders = ["/edi/myer/interchanges/in-1", "/edi/myer/interchanges/in-1/segments"];
    const others = ["/edi/myer/interchanges/contrl-1", "/edi/myer/orders/order-1", "/orders/u-1"];
    expect(hrefs).toEqual(expect.arrayContaining([...ofOrders, ...others]));
    expect(relatedIn(item()).map(({ id }) => id)).toEqual(["in-1", "out-1"]);
  });

  test("shows an interchange that could not be read as such", () => {
    const related = parts().related.map((one) => ({ ...one, interchange: undefined }));
    expect(thread({ related }).events[0]).toMatchObject({
      title: "Order",
      about: "The interchange could not be read.",
    });
  });
});

test("within one minute the process decides the order, whatever the clocks say [edi#thread-order]", () => {
  const second = (seconds: number) => `2026-11-20T01:04:${String(seconds).padStart(2, "0")}.000Z`;
  const document = item({ created_at: second(40) });
  const times = { "in-1": { created_at: second(50), acknowledged_at: second(20) } };
  const related = parts({ item: document }).related.map((one) => ({
    ...one,
    interchange: one.interchange && {
      ...one.interchange,
      created_at: second(1),
      ...Reflect.get(times, one.id),
    },
  }));
  const order = { ...utopiaOrder, createdAt: second(30), shipments: [] };
  const { events } = thread({ item: document, related, utopiaOrder: order });
  expect(events.slice(0, 5).map(({ title }) => title)).toEqual([
    "Order (ORDERS)",
    "Order (ORDERS): Accepted (CONTRL)",
    "EDI order document",
    "Utopia order MYR1",
    "Order Response (Initial) (ORDRSP)",
  ]);
});

test("another document with the same number is named and linked [edi#twin]", () => {
  const duplicate = { order_document_id: "order-2", utopia_order_number: "MYR0" };
  const found = thread({ item: item({ duplicate }) }).duplicate;
  expect(found?.words).toContain("Utopia order MYR0 was made of it");
  const hrefs = ["/edi/myer/orders/order-2/thread", "/edi/myer/orders/order-2", "/orders/MYR0"];
  expect(found?.links.map(({ href }) => href)).toEqual(hrefs);
  expect(thread().duplicate).toBeUndefined();
});

describe("the next expected steps", () => {
  const expected = (over: Partial<ThreadParts> = {}) =>
    thread(over).expected.map(({ words, tone }) => `${tone}: ${words}`);

  test("follow from the steps and the acknowledgements [edi#expected]", () => {
    expect(expected()).toEqual([
      "background: A despatch advice (DESADV) goes to Myer for each new shipment, until all items are shipped or cancelled. 2 of 5 units are shipped.",
      "background: Myer's acknowledgement (CONTRL) of Order Response (Initial), interchange out-1.",
    ]);
  });

  test("waiting for a change that may never come owes nothing", () => {
    const changing = (state: string) =>
      inStream("order/supply-update-notifications", state, "send-order-changed-notification");
    expect(expected({ item: changing("passive"), related: [] })).toEqual([
      "ok: Nothing is owed now: what is changed or cancelled from here on will be told to Myer.",
    ]);
    expect(expected({ item: changing("active"), related: [] })[0]).toMatch(/tells Myer what is changed/);
  });

  test("names the partner that ordered, and Myer where the service doesn't say [edi#partner-name]", () => {
    const partner = { identification: "5010000000017", name: "Davidson" };
    const document = item({ partner });
    expect(expected({ item: document })).toEqual([
      expect.stringContaining("goes to Davidson for each new shipment"),
      expect.stringContaining("Davidson's acknowledgement (CONTRL)"),
    ]);
    const about = "Davidson's order PO-1 · Utopia order MYR1";
    expect(thread({ item: document }).events).toContainEqual(expect.objectContaining({ about }));
    const nameless = item({ partner: { identification: "5010000000017", name: "" } });
    expect(expected({ item: nameless })[0]).toContain("goes to 5010000000017");
  });

  test("an owed answer has its due time, and says when that is past", () => {
    const due = (despatch_due_at: string) =>
      thread({ item: item({ despatch_due_at }), related: [] }).expected[0];
    expect(due(at(40))).toMatchObject({ due: { at: at(40), isLate: false }, tone: "background" });
    expect(due(at(20))).toMatchObject({ due: { at: at(20), isLate: true }, tone: "attention" });
  });

  test("an owed answer is shown although its stream has stopped", () => {
    const stream_statuses = { "order/create": { state: "hold", step: "create-utopia-order" } };
    const document = item({ stream_statuses, response_due_at: at(40) });
    expect(expected({ item: document, related: [] })).toContain(
      "background: The order response (ORDRSP) is owed to Myer.",
    );
  });

  test("a stream that nothing moves needs somebody", () => {
    const failed = inStream("order/create", "failed", "create-utopia-order");
    expect(expected({ item: failed, related: [] })).toEqual([
      "attention: order/create / create-utopia-order stands at 'Task Failed': nothing continues there by itself.",
    ]);
  });

  test("a rejected interchange needs somebody [edi#attention]", () => {
    const refused = interchange("out-1", { acknowledgement_action: "4" });
    const related = [{ id: "out-1", reference: undefined, interchange: refused }];
    expect(expected({ related })[1]).toMatch(/^attention: .*out-1 was rejected/);
  });

  test("nothing, when every stream is completed", () => {
    expect(expected({ item: inStream("order/create", "completed", "x"), related: [] })).toEqual([
      "ok: Nothing more: every stream that has begun is completed.",
    ]);
    expect(expected({ item: item({ stream_statuses: {} }), related: [] })).toEqual([
      "background: No status information is available for this order.",
    ]);
  });
});
