import { expect, test } from "vitest";
import { ediInterchange } from "#contract/edi.ts";
import { acknowledgedWord, acknowledgementOf } from "./acknowledgement.ts";

const of = (fields: object) =>
  ediInterchange.parse({ id: "a", created_at: "2026-11-20T01:00:00Z", ...fields });
const at = "2026-11-20T02:00:00.000Z";

test.each([
  [{ acknowledged: false, acknowledgement_requested: false }, "not-requested", undefined],
  [{ acknowledged: false, acknowledgement_requested: true }, "awaiting", "2026-11-20T01:00:00.000Z"],
  [
    { acknowledged: false, acknowledgement_requested: true, transmission_direction: "inbound" },
    "owed",
    "2026-11-20T01:00:00.000Z",
  ],
  [{ acknowledged: false }, "unasked", undefined],
  [{ acknowledged: true, acknowledged_at: at }, "acknowledged", at],
  [{ acknowledged: true, acknowledged_at: at, acknowledgement_action: "7" }, "accepted", at],
  [{ acknowledged: true, acknowledged_at: at, acknowledgement_action: 8 }, "received", at],
  [{ acknowledged: false, acknowledged_at: at, acknowledgement_action: "4" }, "rejected", at],
  [{}, "unknown", undefined],
  [{ acknowledged: "perhaps" }, "unknown", undefined],
])("%j is %s since %s [edi#awaited]", (fields, kind, since) => {
  const found = acknowledgementOf(of(fields));
  expect(found.kind).toBe(kind);
  expect(found.at).toBe(since);
});

test("when a refusal came is what its reference says", () => {
  const references = [{ id: "r", type: "incoming-functional-acknowledgement", created_at: at }];
  expect(acknowledgementOf(of({ acknowledged: false, acknowledgement_action: "4", references })).at).toBe(at);
});

test("the acknowledging interchange is named, also of a refused one", () => {
  const fields = { acknowledgement_action: "4", acknowledgement_interchange_document_id: "contrl-1" };
  expect(acknowledgementOf(of(fields)).by).toBe("contrl-1");
});

test("the column says yes, no, or that it is not known [edi#acknowledged]", () => {
  expect(
    [true, false, null, "perhaps"].map((acknowledged) => acknowledgedWord(of({ acknowledged }))),
  ).toEqual(["yes", "no", "unknown", "unknown"]);
});

test("an interchange of which one message was refused is not accepted [edi#refused-messages]", () => {
  const refused_messages = [
    { reference: "2", message_type: "ORDERS", number: "7002", words: "UNT is missing" },
  ];
  const fields = { acknowledged: true, acknowledgement_action: "7", refused_messages };
  expect(acknowledgementOf(of({ ...fields, message_counts: { ORDERS: 2 } }))).toMatchObject({
    kind: "partly-refused",
    label: "1 of 2 messages refused",
    tone: "attention",
    refused: [{ reference: "2", name: "ORDERS 7002", words: "UNT is missing" }],
  });
  expect(acknowledgementOf(of(fields)).label).toBe("1 message refused");
  expect(acknowledgementOf(of({ ...fields, acknowledgement_action: "4" })).kind).toBe("rejected");
});

test("a repetition of the same bytes was answered with the first, and awaits nothing [edi#awaited]", () => {
  const found = acknowledgementOf(
    of({
      acknowledged: false,
      acknowledgement_requested: true,
      answered_with_interchange_document_id: "first-1",
    }),
  );
  expect(found).toMatchObject({
    kind: "answered-with-first",
    label: "Answered with the first",
    by: "first-1",
  });
  expect(found.at).toBeUndefined();
});

test("what will not be answered does not await", () => {
  const fields = { acknowledged: false, acknowledgement_requested: true, acknowledgement_expected: false };
  expect(acknowledgementOf(of(fields))).toMatchObject({ kind: "unanswered", label: "No answer will come" });
});
