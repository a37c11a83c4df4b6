import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { orderStatusCodes } from "#contract/orders.ts";
import { changedByPartner } from "./actions.ts";
import {
  actionRules,
  availableActions,
  type MovingOrder,
  performAction,
  platformMoves,
  ruleFor,
} from "./rules.ts";
import {
  despatched,
  isSubmitted,
  newSubmission,
  retryDelayMinutes,
  retryLimit,
  submissionOf,
  submitted,
  validationFailure,
  withParcel,
} from "./steps.ts";

const at = new Date("2026-11-20T00:00:00Z");

const home = {
  ...{ locationType: "delivery", name: "Mei Chen", company: "", street1: "1 High Street", street2: "" },
  ...{ suburb: "Brunswick", postcode: "3056", state: "VIC", country: "AU" },
};

const orderIn = (status: string, document: MovingOrder["document"] = {}): MovingOrder => ({
  ...{ id: "order-1", status, retryCount: 0, submissions: 0, submitted: null, parcel: null, stepAt: null },
  document: { addresses: [home], customer: { email: "mei@customer.example" }, ...document },
});

const requested = (order: MovingOrder) => submissionOf(order, { storeName: "Clarks", orderNumber: "C1" });

const valuesIn = (status: string) => availableActions(orderIn(status)).map(({ value }) => value);

test("the picture in docs/order-states.md shows every arrow of the tables, and no other [orders#moves]", async () => {
  const picture = await readFile(new URL("../../../../docs/order-states.md", import.meta.url), "utf8");
  const arrows = picture.matchAll(/^ +(\w+) --> (\w+): (\S+)$/gm);
  const drawn = [...arrows].map(([, from, to, label]) => [from, to, label]);
  const byPeople = actionRules.flatMap(({ value, from, to }) =>
    from.map((status) => [status, to ?? status, value]),
  );
  const byPlatform = Object.entries(platformMoves).map(([name, { from, to }]) => [from, to, `[${name}]`]);
  expect(drawn.sort()).toEqual([...byPeople, ...byPlatform].sort());
});

test("actions are offered where they are legal, and nowhere else [orders#moves, actions#offered]", () => {
  expect(valuesIn("UNPROCESSABLE_SOFT")).toEqual(["retry", "cancel"]);
  expect(valuesIn("UNPROCESSABLE_MANUAL_ORDER")).toEqual(["approve-manual-payment", "cancel"]);
  const afterFraud = ["release-fraud-check", "reject-fraud", "cancel"];
  expect(valuesIn("UNPROCESSABLE_FRAUD_CHECK_FAILURE")).toEqual(afterFraud);
  expect(valuesIn("COMPLETE")).toEqual(["resend-confirmation"]);
  expect(valuesIn("UNPROCESSABLE_GIFT_CARD_HOLD")).toEqual([]);
  const silent = orderStatusCodes.filter((status) => valuesIn(status).length === 0);
  expect(silent).toEqual(["PROCESSING", "INVALID", "REJECTED_FRAUD"]);
  for (const customer of [undefined, "not a customer"])
    expect(availableActions(orderIn("COMPLETE", { customer })), "nobody to send it to").toEqual([]);
});

test("an address action starts from the delivery address, and replaces that one alone", () => {
  const billing = { ...home, locationType: "billing" };
  const wrong = { ...home, postcode: "2000", gate: "blue" };
  const order = orderIn("UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE", { addresses: [wrong, billing] });
  const [action] = availableActions(order);
  const { locationType: _, name: __, ...fields } = home;
  expect(action?.config).toEqual({ inputType: "address", data: { ...fields, postcode: "2000" } });
  const typed = { payload: JSON.stringify(fields), user: "clerk@utopia.example", at };
  const { order: moved } = performAction(ruleFor("update-address"), order, typed);
  expect(moved.document.addresses).toEqual([billing, { ...home, gate: "blue" }]);
  expect(moved).toMatchObject({ status: "PROCESSING", stepAt: at });
  expect(validationFailure(moved)).toBeUndefined();
  expect(validationFailure(order)?.order.status).toBe("UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE");
});

test("an address in Australia has a street and a postcode of its state", () => {
  const cases: [object, string | undefined][] = [
    [{ postcode: "0820", state: "nt" }, undefined],
    [{ postcode: "2612", state: "ACT" }, undefined],
    [{ postcode: "2612", state: "NSW" }, "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE"],
    [{ postcode: "3O56" }, "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE"],
    [{ postcode: "1010", state: "", country: "NZ" }, undefined],
    [{ street1: "  " }, "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE"],
    [{ locationType: "billing" }, "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE"],
  ];
  const failureOf = (changes: object) =>
    validationFailure(orderIn("PROCESSING", { addresses: [{ ...home, ...changes }] }))?.order.status;
  expect(cases.map(([changes]) => [changes, failureOf(changes)])).toEqual(cases);
});

test("busy answers put an order off twice as long each time, and end in a hard failure [orders#moves]", () => {
  let order = newSubmission(orderIn("PROCESSING")).order;
  const { reference } = requested(order);
  const waits: number[] = [];
  for (let answer = 1; answer <= retryLimit; answer += 1) {
    const { order: moved } = submitted(order, { kind: "busy", message: "busy (simulated)" }, at);
    expect(moved).toMatchObject({ status: "UNPROCESSABLE_SOFT", retryCount: answer });
    expect(requested(moved)).toMatchObject({ reference, attempt: answer });
    waits.push(((moved.stepAt?.getTime() ?? 0) - at.getTime()) / 60_000);
    order = { ...moved, status: "PROCESSING" };
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  expect(retryDelayMinutes(40)).toBe(24 * 60);
  const last = submitted(order, { kind: "busy", message: "busy (simulated)" }, at);
  expect(last.order).toMatchObject({ status: "UNPROCESSABLE_HARD", stepAt: null });
});

test("a note is in the history with the user, whatever its text", () => {
  const order = orderIn("UNPROCESSABLE_HARD");
  const note = `<script>alert("note")</script>`;
  const typed = { payload: note, user: "clerk", at };
  const { order: moved, notes } = performAction(ruleFor("cancel"), order, typed);
  expect(moved).toMatchObject({ status: "INVALID", stepAt: null });
  expect(notes).toEqual([
    { action: "OrderCancelled", message: `Cancel Order: ${note}`, meta: { user: "clerk", note } },
  ]);
});

const line = (levelCode: string, quantity: number) => ({ levelCode, quantity });
const accepted = { kind: "accepted", message: "accepted (simulated)" } as const;
const despatch = {
  ...{ carrierCode: "AUSPOST", carrierName: "Australia Post", conNote: "UTP1", docketNumber: "700001" },
  ...{ carrierUrl: "https://auspost.example/track/UTP1", message: "collected (simulated)" },
};

test("AP21 gets one request per content, and another content replaces it [orders#once-outside]", () => {
  const order = newSubmission(orderIn("PROCESSING", { lineItems: [line("A", 2), line("B", 1)] })).order;
  const first = requested(order);
  const inTurn = { ...order, document: Object.fromEntries(Object.entries(order.document).reverse()) };
  expect(isSubmitted(inTurn)).toBe(true);
  const held = submitted(order, accepted, at).order;
  expect(requested(held).reference).toBe(first.reference);
  const change = changedByPartner(held, false, { lineItems: [line("A", 2)] }, "CH1", at)?.order;
  if (!change) throw new Error("The change was not taken");
  expect(change).toMatchObject({ status: "PROCESSING", stepAt: at });
  expect(isSubmitted(change)).toBe(false);
  const second = requested(newSubmission(change).order);
  expect(second.reference).not.toBe(first.reference);
  expect(second).toMatchObject({ orderId: first.orderId, version: first.version + 1, lines: 1 });
  const refused = submitted(order, { kind: "refused", message: "no" }, at).order;
  expect(requested(newSubmission(refused).order).reference).not.toBe(first.reference);
});

test("a change without effect sends AP21 nothing [orders#once-outside]", () => {
  const document = { lineItems: [line("A", 2)] };
  const held = submitted(newSubmission(orderIn("PROCESSING", document)).order, accepted, at).order;
  expect(changedByPartner(held, false, document, "CH1", at)?.order).toEqual(held);
});

test("a cancelled order is removed from AP21 if it was sent there [orders#once-outside]", () => {
  const held = submitted(newSubmission(orderIn("PROCESSING")).order, accepted, at).order;
  const byPartner = changedByPartner(held, true, {}, "CH1", at)?.order;
  const stuck = { ...held, status: "UNPROCESSABLE_SOFT" };
  const byPerson = performAction(ruleFor("cancel"), stuck, { payload: "", user: "clerk", at }).order;
  for (const order of [byPartner, byPerson]) {
    if (!order) throw new Error("The order was not cancelled");
    expect(order).toMatchObject({ status: "INVALID", stepAt: at });
    const claimed = newSubmission(order).order;
    expect(requested(claimed)).toMatchObject({ kind: "withdrawal", version: 2, lines: 0 });
    expect(isSubmitted(claimed)).toBe(true);
  }
  expect(changedByPartner(orderIn("PROCESSING"), true, {}, "CH1", at)?.order.stepAt).toBeNull();
});

test("a claimed parcel is the same for everybody, and nothing changes it [orders#once-outside]", () => {
  const document = { sourceType: "edimarketplace", lineItems: [line("AB__12", 3)] };
  const order = { ...orderIn("SHIPMENT_PENDING", document), stepAt: at };
  const part = withParcel(order, "part", at);
  expect(availableActions(order).map(({ value }) => value)).toContain("ship");
  expect(availableActions(part).map(({ value }) => value)).toEqual(["resend-confirmation"]);
  expect(changedByPartner(part, true, {}, "CH1", at)).toBeUndefined();
  expect(withParcel(order, "part", new Date()).parcel?.reference).toBe(part.parcel?.reference);
  expect(withParcel(order, "rest", at).parcel?.reference).not.toBe(part.parcel?.reference);
  if (!part.parcel) throw new Error("No parcel is claimed");
  const { order: left } = despatched(part, part.parcel, despatch, at);
  expect(left).toMatchObject({ status: "SHIPMENT_PENDING", stepAt: at, parcel: null });
  // The code with an empty part is reused: nothing is sent twice.
  const rest = withParcel(left, "rest", at);
  expect(rest.parcel?.lines).toEqual([line("AB__12", 2)]);
  expect(rest.parcel?.reference).not.toBe(part.parcel.reference);
});
