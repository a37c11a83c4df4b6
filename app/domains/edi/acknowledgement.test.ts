import { expect, test } from "vitest";
import { ediInterchange } from "#contract/edi.ts";
import { acknowledgedWord, acknowledgementOf } from "./acknowledgement.ts";

const of = (fields: object) =>
  ediInterchange.parse({ id: "a", created_at: "2026-11-20T01:00:00Z", ...fields });
const at = "2026-11-20T02:00:00.000Z";

test.each([
  [{ acknowledged: false, acknowledgement_requested: false }, "not-requested", undefined],
  [{ acknowledged: false, acknowledgement_requested: true }, "awaiting", "2026-11-20T01:00:00.000Z"],
  [{ acknowledged: false }, "unasked", undefined],
  [{ acknowledged: true, acknowledged_at: at }, "acknowledged", at],
  [{ acknowledged: true, acknowledged_at: at, acknowledgement_action: "7" }, "accepted", at],
  [{ acknowledged: true, acknowledged_at: at, acknowledgement_action: 8 }, "received", at],
  [{ acknowledged: false, acknowledged_at: at, acknowledgement_action: "4" }, "rejected", at],
  [{}, "unknown", undefined],
  [{ acknowledged: "perhaps" }, "unknown", undefined],
])("%j is %s since %s", (fields, kind, since) => {
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

test("the column says yes, no, or that it is not known", () => {
  expect(
    [true, false, null, "perhaps"].map((acknowledged) => acknowledgedWord(of({ acknowledged }))),
  ).toEqual(["yes", "no", "unknown", "unknown"]);
});
