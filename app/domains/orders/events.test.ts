import { expect, test } from "vitest";
import { orderRecord } from "#contract/orders.ts";
import { orderEvents } from "./events.ts";
import { toOrder } from "./model.ts";

test("the time line has the history, mails and parcels, each with who did it and how it went [orders#time-line]", () => {
  const at = (minute: number) => `2026-11-20T00:0${minute}:00Z`;
  const wire = orderRecord.parse({
    id: 1,
    history: [
      { action: "OrderSubmissionFailed", createdAt: at(1), meta: { user: "Platform" } },
      { action: "OrderUpdate", createdAt: at(2) },
      {
        action: "OrderConfirmationEmailSent",
        createdAt: at(3),
        meta: { provider: "Mailer", email: "kim@x.example", status: "bounced" },
      },
      { action: "AddressUpdated", message: "New street", createdAt: at(4), meta: { user: "riley" } },
    ],
    order: {
      shipments: [
        { carrierName: "Post", conNote: "CN1", carrierUrl: "https://post.example/1", despatchDate: at(5) },
        { carrierUrl: "javascript:alert(1)" },
      ],
    },
  });
  const events = orderEvents(wire, toOrder(wire));
  expect(events).toMatchObject([
    { kind: "job", what: "OrderSubmissionFailed", by: "Platform", tone: "danger" },
    {
      kind: "mail",
      by: "",
      tone: "attention",
      lines: ["Provider: Mailer · Email: kim@x.example · Status: bounced"],
    },
    { kind: "record", by: "riley", lines: ["New street"] },
    {
      kind: "parcel",
      what: "Shipment 1 was sent",
      by: "Post",
      lines: ["Con Note CN1"],
      link: { label: "Track", href: "https://post.example/1" },
    },
    { kind: "parcel" },
  ]);
  expect(events[4]?.link, "only web addresses are links").toBeUndefined();
});
