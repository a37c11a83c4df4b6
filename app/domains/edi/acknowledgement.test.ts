import { expect, test } from "vitest";
import { ediInterchange } from "#contract/edi.ts";
import { acknowledgedWord, acknowledgementOf } from "./acknowledgement.ts";

const of = (fields: object) =>
  ediInterchange.parse({ id: "a", created_at: "2026-11-20T01:00:00Z", ...fields });
const at = "2026-11-20T02:00:00.000Z";

const created = "2026-11-20T01:00:00.000Z";
const requested = { acknowledged: false, acknowledgement_requested: true };
const references = [{ id: "r", type: "incoming-functional-acknowledgement", created_at: at }];

test.each([
  [{ acknowledged: false, acknowledgement_requested: false }, { kind: "not-requested" }],
  [requested, { kind: "awaiting", at: created }],
  [
    { ...requested, transmission_direction: "inbound" },
    { kind: "owed", at: created },
  ],
  [{ acknowledged: false }, { kind: "unasked" }],
  [
    { acknowledged: true, acknowledged_at: at },
    { kind: "acknowledged", at },
  ],
  [
    { acknowledged: true, acknowledged_at: at, acknowledgement_action: "7" },
    { kind: "accepted", at },
  ],
  [
    { acknowledged: true, acknowledged_at: at, acknowledgement_action: 8 },
    { kind: "received", at },
  ],
  [
    { acknowledged: false, acknowledged_at: at, acknowledgement_action: "4" },
    { kind: "rejected", at },
  ],
  [
    { acknowledged: false, acknowledgement_action: "4", references },
    { kind: "rejected", at },
  ],
  [{ acknowledgement_action: "4", acknowledgement_interchange_document_id: "c-1" }, { by: "c-1" }],
  // A duplicate was answered by reference to the first and awaits nothing.
  [
    { ...requested, answered_with_interchange_document_id: "first-1" },
    { kind: "answered-with-first", label: "Answered with the first", by: "first-1" },
  ],
  [
    { ...requested, acknowledgement_expected: false },
    { kind: "unanswered", label: "No answer will come" },
  ],
  [{}, { kind: "unknown" }],
  [{ acknowledged: "perhaps" }, { kind: "unknown" }],
])("%j is %j [edi#awaited]", (fields, expected) => {
  expect(acknowledgementOf(of(fields))).toMatchObject({ at: undefined, ...expected });
});

test("the column says yes, no, or unknown [edi#acknowledged]", () => {
  const words = [true, false, null, "perhaps"].map((acknowledged) => acknowledgedWord(of({ acknowledged })));
  expect(words).toEqual(["yes", "no", "unknown", "unknown"]);
});

test("an interchange of which one message was refused is not accepted [edi#refused-messages]", () => {
  const message = { reference: "2", message_type: "ORDERS", number: "7002", words: "UNT is missing" };
  const fields = { acknowledged: true, acknowledgement_action: "7", refused_messages: [message] };
  expect(acknowledgementOf(of({ ...fields, message_counts: { ORDERS: 2 } }))).toMatchObject({
    ...{ kind: "partly-refused", label: "1 of 2 messages refused", tone: "attention" },
    refused: [{ reference: "2", name: "ORDERS 7002", words: "UNT is missing" }],
  });
  expect(acknowledgementOf(of(fields)).label).toBe("1 message refused");
  expect(acknowledgementOf(of({ ...fields, acknowledgement_action: "4" })).kind).toBe("rejected");
});
