import { expect, test } from "vitest";
import { orderStatusChoices, orderStatusOf, waitingOrderStatuses } from "./statuses.ts";

test("the fifteen statuses with their labels, in order [orders#statuses]", () => {
  expect(orderStatusChoices.map(({ value, label }) => `${value}: ${label}`)).toEqual([
    "PROCESSING: Processing",
    "COMPLETE: Complete",
    "SUBMITTED_TO_AP21: Submitted to AP21",
    "SHIPMENT_PENDING: Shipment Pending",
    "UNPROCESSABLE_PENDING: Pending",
    "UNPROCESSABLE_HARD: Hard Failure",
    "UNPROCESSABLE_SOFT: Soft Failure",
    "UNPROCESSABLE_FRAUD_CHECK_FAILURE: Fraud Check Failure",
    "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE: Address Validation Failure",
    "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE: Invalid Postcode",
    "UNPROCESSABLE_ZERO_DOLLAR_PAYMENT: Zero Dollar Payment",
    "UNPROCESSABLE_PAYMENTS_NOT_BALANCED: Payments Not Balanced",
    "INVALID: Invalid",
    "REJECTED_FRAUD: Rejected Fraud",
    "UNPROCESSABLE_MANUAL_ORDER: Approve Manual Order Payment",
  ]);
});

test("an unknown status shows its code", () => {
  expect(orderStatusOf("HELD_BY_WAREHOUSE").label).toBe("HELD_BY_WAREHOUSE");
});

test.each([undefined, null, "", "  "])("no status (%j) says so", (code) => {
  expect(orderStatusOf(code).label).toBe("No status");
});

test("names that every object has are no statuses", () => {
  expect(orderStatusOf("constructor")).toMatchObject({ label: "constructor", waits: false });
});

test("a soft failure is tried again by itself: nobody waits for a person there", () => {
  expect(waitingOrderStatuses).not.toContain("UNPROCESSABLE_SOFT");
  expect(waitingOrderStatuses).toContain("UNPROCESSABLE_MANUAL_ORDER");
});
