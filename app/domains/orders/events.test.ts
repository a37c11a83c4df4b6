import { expect, test } from "vitest";
import { orderRecord } from "#contract/orders.ts";
import { orderEvents } from "./events.ts";
import { toOrder } from "./model.ts";

const events = (record: object) => {
  const wire = orderRecord.parse({ id: 1, ...record });
  return orderEvents(wire, toOrder(wire));
};

test("history, mails and parcels, each with who did it and how it went", () => {
  const history = [
    { action: "OrderSubmissionFailed", createdAt: "2026-11-20T00:01:00Z", meta: { user: "Platform" } },
    { action: "OrderUpdate", createdAt: "2026-11-20T00:02:00Z" },
    {
      action: "OrderConfirmationEmailSent",
      createdAt: "2026-11-20T00:03:00Z",
      meta: { provider: "Mailer", email: "kim@x.example", status: "bounced" },
    },
    {
      action: "AddressUpdated",
      message: "New street",
      createdAt: "2026-11-20T00:04:00Z",
      meta: { user: "riley" },
    },
  ];
  expect(events({ history })).toMatchObject([
    { kind: "job", what: "OrderSubmissionFailed", by: "Platform", tone: "danger" },
    {
      kind: "mail",
      by: "",
      tone: "attention",
      lines: ["Provider: Mailer · Email: kim@x.example · Status: bounced"],
    },
    { kind: "record", by: "riley", lines: ["New street"] },
  ]);
});

test("a parcel is followed at its carrier, by a safe address only", () => {
  const shipments = [
    {
      carrierName: "Post",
      conNote: "CN1",
      carrierUrl: "https://post.example/1",
      despatchDate: "2026-11-20T00:00:00Z",
    },
    { carrierUrl: "javascript:alert(1)" },
  ];
  const [first, second] = events({ order: { shipments } });
  expect(first).toMatchObject({
    kind: "parcel",
    what: "Shipment 1 was sent",
    by: "Post",
    lines: ["Con Note CN1"],
    link: { label: "Track", href: "https://post.example/1" },
  });
  expect(second?.link).toBeUndefined();
});
