import { expect, test } from "vitest";
import { type ActionProduct, availableActions, ruleFor } from "./rules.ts";

const product = (change: Partial<ActionProduct> = {}): ActionProduct => ({
  groupId: "100_BLK",
  state: "draft",
  attributes: {},
  variants: [
    { productSku: "100_BLK_7", attributes: {}, status: { ExternalStatus: "Created" } },
    { productSku: "100_BLK_8", attributes: {}, status: { ExternalStatus: "Pending" } },
  ],
  validationMessages: [],
  waitingCustomer: null,
  ...change,
});

const offered = (of: ActionProduct) => availableActions(of).map(({ value }) => value);

const perform = (of: ActionProduct, action: string, payload = "") => {
  if (!offered(of).includes(action)) throw new Error(`'${action}' is not offered`);
  return ruleFor(action).perform(of, payload);
};

test("a product's actions follow from its state [actions#offered]", () => {
  expect(offered(product())).toEqual(["publish", "reject", "set-return-address"]);
  const invalid = product({ validationMessages: ["wrong"] });
  expect(offered(invalid)).toEqual(["revalidate", "reject", "set-return-address"]);
  const wanted = product({ state: "live", waitingCustomer: { FirstName: "Mei" } });
  const ofLive = ["update-listing", "withdraw", "reject", "set-return-address", "offer-to-customer"];
  expect(offered(wanted)).toEqual(ofLive);
  expect(offered(product({ state: "rejected" }))).toEqual(["reopen", "set-return-address"]);
});

test("publishing makes every variant Created, and notes only those that were not", () => {
  const { product: after, changes } = perform(product(), "publish");
  expect(after.state).toBe("live");
  expect(after.variants.map(({ status }) => status.ExternalStatus)).toEqual(["Created", "Created"]);
  expect(changes).toEqual([
    { code: "100_BLK_8", attribute: "ExternalStatus", oldValue: "Pending", newValue: "Created" },
  ]);
});

test("a product goes out and back in, and one with validation messages is published once they are gone", () => {
  let moved = product();
  const states = ["publish", "withdraw", "reject", "reopen", "publish"].map((action) => {
    moved = perform(moved, action, "no longer sold").product;
    return moved.state;
  });
  expect(states).toEqual(["live", "withdrawn", "rejected", "draft", "live"]);
  const invalid = product({ validationMessages: ["one", "two"] });
  expect(offered(invalid)).not.toContain("publish");
  const { product: valid, changes } = perform(invalid, "revalidate");
  expect([valid.validationMessages, changes[0]?.oldValue]).toEqual([[], "one; two"]);
  expect(offered(valid)).toContain("publish");
});

test("the address form starts with the address that is set", () => {
  const address = { company: "Utopia", suburb: "Carlton" };
  const after = perform(product(), "set-return-address", JSON.stringify(address)).product;
  const action = availableActions(after).find(({ value }) => value === "set-return-address");
  expect(action?.config?.data).toEqual(address);
});
