import { expect, test } from "vitest";
import { orderRecord } from "#contract/orders.ts";
import { orderEvents } from "./detail.ts";
import { toOrder } from "./model.ts";

test("the time line has the history, mails and parcels, each with who did it and how it went [orders#time-line]", () => {
  const at = (minute: number) => `2026-11-20T00:0${minute}:00Z`;
  const mailed = { provider: "Mailer", email: "kim@x.example", status: "bounced" };
  const history = [
    { action: "OrderSubmissionFailed", createdAt: at(1), meta: { user: "Platform" } },
    { action: "OrderUpdate", createdAt: at(2) },
    { action: "OrderConfirmationEmailSent", createdAt: at(3), meta: mailed },
    { action: "AddressUpdated", message: "New street", createdAt: at(4), meta: { user: "riley" } },
  ];
  const href = "https://post.example/1";
  const shipments = [
    { carrierName: "Post", conNote: "CN1", carrierUrl: href, despatchDate: at(5) },
    { carrierUrl: "javascript:alert(1)" },
  ];
  const wire = orderRecord.parse({ id: 1, history, order: { shipments } });
  const events = orderEvents(wire, toOrder(wire));
  const how = ["Provider: Mailer · Email: kim@x.example · Status: bounced"];
  const sent = { kind: "parcel", what: "Shipment 1 was sent", by: "Post", lines: ["Con Note CN1"] };
  expect(events).toMatchObject([
    { kind: "job", what: "OrderSubmissionFailed", by: "Platform", tone: "danger" },
    { kind: "mail", by: "", tone: "attention", lines: how },
    { kind: "record", by: "riley", lines: ["New street"] },
    { ...sent, link: { label: "Track", href } },
    { kind: "parcel" },
  ]);
  expect(events[4]?.link, "only web addresses are links").toBeUndefined();
});
