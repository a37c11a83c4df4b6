import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { orderStatusCodes } from "#contract/orders.ts";
import {
  actionRules,
  availableActions,
  type MovingOrder,
  offeredRule,
  performAction,
  platformMoves,
} from "./rules.ts";
import { retryDelayMinutes, retryLimit, submitted, validationFailure } from "./steps.ts";

const at = new Date("2026-11-20T00:00:00Z");

const home = {
  locationType: "delivery",
  name: "Mei Chen",
  company: "",
  street1: "1 High Street",
  street2: "",
  suburb: "Brunswick",
  postcode: "3056",
  state: "VIC",
  country: "AU",
};

const orderIn = (status: string, document: MovingOrder["document"] = {}): MovingOrder => ({
  status,
  retryCount: 0,
  submissions: 0,
  stepAt: null,
  document: { addresses: [home], customer: { email: "mei@customer.example" }, ...document },
});

const valuesIn = (status: string) => availableActions(orderIn(status)).map(({ value }) => value);

test("the picture in docs/order-states.md shows every arrow of the tables, and no other [orders#moves]", async () => {
  const picture = await readFile(new URL("../../../docs/order-states.md", import.meta.url), "utf8");
  const drawn = [...picture.matchAll(/^ +(\w+) --> (\w+): (\S+)$/gm)].map(([, from, to, label]) => [
    from,
    to,
    label,
  ]);
  const byPeople = actionRules.flatMap(({ value, from, to }) =>
    from.map((status) => [status, to ?? status, value]),
  );
  const byPlatform = Object.entries(platformMoves).map(([name, { from, to }]) => [from, to, `[${name}]`]);
  expect(drawn.sort()).toEqual([...byPeople, ...byPlatform].sort());
});

test("actions are offered where they are legal, and nowhere else [orders#moves, actions#offered]", () => {
  expect(valuesIn("UNPROCESSABLE_SOFT")).toEqual(["retry", "cancel"]);
  expect(valuesIn("UNPROCESSABLE_MANUAL_ORDER")).toEqual(["approve-manual-payment", "cancel"]);
  expect(valuesIn("UNPROCESSABLE_FRAUD_CHECK_FAILURE")).toEqual([
    "release-fraud-check",
    "reject-fraud",
    "cancel",
  ]);
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
  const rule = offeredRule(order, "update-address");
  if (!rule) throw new Error("The address action is not offered");
  const { order: moved } = performAction(rule, order, {
    payload: JSON.stringify(fields),
    user: "clerk@utopia.example",
    at,
  });
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
  let order = orderIn("PROCESSING");
  const waits: number[] = [];
  for (let answer = 1; answer <= retryLimit; answer += 1) {
    const { order: moved } = submitted(order, { kind: "busy", message: "busy (simulated)" }, at);
    expect(moved).toMatchObject({ status: "UNPROCESSABLE_SOFT", retryCount: answer, submissions: answer });
    waits.push(((moved.stepAt?.getTime() ?? 0) - at.getTime()) / 60_000);
    order = { ...moved, status: "PROCESSING" };
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  expect(retryDelayMinutes(40)).toBe(24 * 60);
  const last = submitted(order, { kind: "busy", message: "busy (simulated)" }, at);
  expect(last.order).toMatchObject({ status: "UNPROCESSABLE_HARD", stepAt: null });
});

test("a note stands in the history beside the user, whatever was typed", () => {
  const order = orderIn("UNPROCESSABLE_HARD");
  const rule = offeredRule(order, "cancel");
  if (!rule) throw new Error("Cancelling is not offered");
  const note = `<script>alert("note")</script>`;
  const { order: moved, notes } = performAction(rule, order, { payload: note, user: "clerk", at });
  expect(moved).toMatchObject({ status: "INVALID", stepAt: null });
  expect(notes).toEqual([
    { action: "OrderCancelled", message: `Cancel Order: ${note}`, meta: { user: "clerk", note } },
  ]);
});
