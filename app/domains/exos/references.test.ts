import { expect, test } from "vitest";
import { exoReference } from "#contract/exos.ts";
import { kindOf, toHeadWays, toReferenceCards } from "./references.ts";

const files = (id: string) => `/file/${id}`;
const cards = (...references: object[]) =>
  toReferenceCards(
    references.map((reference) => exoReference.parse(reference)),
    files,
  );

test("a reference's kind follows from its type [returns#references]", () => {
  const cases = {
    ...{ "helpdesk-ticket": "ticket", Ticket: "ticket", "return-slip": "slip" },
    ...{ "return-consignment": "consignment", "return-shipment": "consignment" },
    ...{ "return-label": "label", "shipment-label-pdf": "label", "ap21-return-order": "order", ra: "order" },
    ...{
      "email-transmission": "email",
      "return-shipment-email": "email",
      "carrier-pigeon": "other",
      "": "other",
    },
  };
  for (const [type, kind] of Object.entries(cases)) expect(kindOf(type), type).toBe(kind);
});

test("cards come kind by kind, each with its own way on [returns#references, returns#reference-fields]", () => {
  const sent = { recipient_email: "kim@x.example", transmission_status: "sent" };
  const shown = cards(
    { id: "e", type: "email-transmission", meta: sent },
    { id: "c", type: "return-consignment", uri: "https://carrier.example/1", meta: { consignment_id: "C1" } },
    { id: "t", type: "helpdesk-ticket", uri: "https://help.example/1" },
    { id: "l", type: "return-label", title: "Label", meta: {} },
    { id: "o", type: "ap21-return-order", meta: { ra_number: 90001 } },
  );
  const kinds = shown.map(({ kind }) => kind).join(", ");
  expect(kinds).toBe("Ticket, Carrier consignment, Label, Return order, Email transmission");
  expect(shown[0]?.link).toEqual({ label: "View Ticket", href: "https://help.example/1" });
  expect(shown[1]?.link?.label).toBe("Track");
  expect(shown[2]?.file).toEqual({ href: "/file/l", name: "Label" });
  expect(shown[3]?.facts).toContainEqual({ label: "RA#", value: "90001", isId: true });
  expect(shown[4]).toMatchObject({ outcome: { tone: "ok", text: "sent" } });
});

test("an email that did not arrive is marked [returns#reference-fields]", () => {
  const meta = { transmission_status: "bounced", transmission_status_message: "No such mailbox" };
  const [card] = cards({ type: "email-transmission", meta });
  expect(card?.outcome).toEqual({ tone: "attention", text: "bounced", message: "No such mailbox" });
});

test("an unknown kind shows everything it holds [returns#references]", () => {
  const meta = { pilot: "nobody", hops: [1, 2] };
  const [card] = cards({ id: "x1", type: "drone-flight", source: "Hangar", meta });
  expect(card?.facts).toEqual([
    { label: "id", value: "x1", isId: true },
    { label: "type", value: "drone-flight", isId: false },
    { label: "pilot", value: "nobody", isId: false },
    { label: "hops", value: "1, 2", isId: false },
  ]);
});

test("only web addresses are links", () => {
  for (const uri of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "no address"])
    expect(cards({ type: "helpdesk-ticket", uri })[0]?.link).toBeUndefined();
});

test("every kind leads to the address that it names, and the head to the file where there is one [returns#references]", () => {
  const uri = "https://files.example/1";
  const ways = { "helpdesk-ticket": "View Ticket", "return-consignment": "Track" };
  for (const type of ["return-label", "return-slip", "email", "return-order", ...Object.keys(ways)])
    expect(cards({ type, uri })[0]?.link).toEqual({ label: Reflect.get(ways, type) ?? "Open", href: uri });
  const [way] = toHeadWays(cards({ id: "l", type: "return-label", title: "Label", uri, meta: {} }));
  expect(way).toEqual({ label: "Label", title: "Label", file: { href: "/file/l", name: "Label" } });
});

test("the head has the newest label, slip and track, as their cards have them, and says why one can't be taken [returns#head-ways]", () => {
  const shown = cards(
    { id: "l1", type: "return-label", title: "Old label", created_at: "2026-11-19T00:00:00Z", meta: {} },
    { id: "l2", type: "return-label", title: "New label", created_at: "2026-11-20T00:00:00Z", meta: {} },
    { id: "s", type: "return-slip", title: "Slip" },
    { id: "c", type: "return-consignment", title: "Consignment C1", uri: "https://carrier.example/1" },
  );
  expect(toHeadWays(shown)).toEqual([
    { label: "Label", title: "New label", file: { href: "/file/l2", name: "New label" } },
    { label: "Slip", title: "Slip", refused: "No file was sent for it." },
    { label: "Track", title: "Consignment C1", href: "https://carrier.example/1" },
  ]);
  expect(toHeadWays(cards({ type: "helpdesk-ticket", uri: "https://help.example/1" }))).toEqual([]);
  const [track] = toHeadWays(cards({ type: "return-consignment", uri: "javascript:alert(1)" }));
  expect(track).toMatchObject({ label: "Track", refused: "No address was sent at which it can be tracked." });
  expect(track?.href).toBeUndefined();
});
