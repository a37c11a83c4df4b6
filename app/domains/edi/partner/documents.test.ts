import { expect, test } from "vitest";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { ediOrderState, interchangeState } from "./documents.server.ts";
import { toReferenceCards } from "./references.ts";

const interchange = (over: object) =>
  interchangeState(ediInterchange.parse({ id: "1", created_at: "2026-11-20T00:00:00Z", ...over }));
const order = (over: object) => ediOrderState(ediOrder.parse({ id: "1", ...over }));

test("an interchange is counted by its state, and by what of it was refused", () => {
  const stream_statuses = { "interchange/receive": { state: "failed", step: "receive-inbound-orders" } };
  expect(interchange({ stream_statuses }).lines).toEqual([
    "edi:interchanges-failed",
    "edi:interchanges:failed",
  ]);
  const refused_messages = [{ reference: "1" }];
  expect(interchange({ refused_messages, attention: ["ORDERS 7 was refused: no."] }).lines).toEqual([
    "edi:interchanges-refused",
  ]);
  expect(interchange({ refused_messages, attention: [] }).lines).toEqual([]);
  const whole = { stream_statuses: { "interchange/receive": { state: "rejected", step: "" } } };
  expect(interchange({ ...whole, attention: ["UNZ is missing."] }).lines).toEqual([
    "edi:interchanges-refused",
  ]);
  expect(interchange({ ...whole, attention: [] }).lines).toEqual([]);
});

test("an interchange is counted as owed by the partner once it is late", () => {
  const recipient = { identification: "MYER" };
  const due = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  expect(interchange({ recipient, acknowledgement_due_at: due(-1) }).lines).toEqual([
    "edi:acknowledgements-MYER",
  ]);
  for (const acknowledgement_due_at of [due(1), null, undefined, "soon"])
    expect(interchange({ recipient, acknowledgement_due_at }).lines).toEqual([]);
});

test("an order is counted where we owe something for it", () => {
  const partner = { identification: "MYER" };
  const at = "2026-11-20T00:00:00Z";
  expect(order({ partner, response_due_at: at, despatch_due_at: at }).lines).toEqual([
    "edi:response-MYER",
    "edi:despatch-MYER",
  ]);
  expect(order({ partner, response_due_at: null }).lines).toEqual([]);
});

test("only an interchange's own file can be downloaded from its references [edi#open-file]", () => {
  const references = [
    { type: "outbound-interchange-blob-store-file", uri: "edi/out/1.edi" },
    { type: "incoming-functional-acknowledgement", id: "other" },
  ].map((one) => ({ ...one, created_at: "2026-11-20T01:00:00Z" }));
  expect(toReferenceCards(references, "i 1#").map(({ fileHref }) => fileHref)).toEqual([
    "/edi/myer/interchanges/i%201%23/text?form=bytes",
    undefined,
  ]);
  expect(toReferenceCards(references)[0]?.fileHref).toBeUndefined();
});
