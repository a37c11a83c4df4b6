import { expect, test } from "vitest";
import { correctionOf } from "#app/core/commands/address.ts";
import { correctionName, isIncluded, problemOf, typedAddress } from "./corrections.ts";

const right = {
  ...{ company: "", street1: "1 High St", street2: "", suburb: "Parramatta" },
  ...{ postcode: "2150", state: "NSW", country: "AU" },
};
const wrong = { ...right, postcode: "3000" };
const trouble = { words: "Invalid Postcode", field: "postcode" } as const;
const proposed = correctionOf(wrong, trouble, right);
const unproposed = correctionOf(wrong, trouble, undefined);

const formWith = (postcode?: string) => {
  const form = new FormData();
  if (postcode !== undefined) form.set(correctionName(3, "postcode"), postcode);
  return form;
};

test("what is typed for a row is its own field of the address; without it the proposal, or the address as it is [bulk#corrections]", () => {
  expect(typedAddress(proposed, 3, formWith("2145"))).toEqual({ ...right, postcode: "2145" });
  expect(typedAddress(proposed, 3, formWith())).toEqual(right);
  expect(typedAddress(proposed, 4, formWith("2145")), "another row's").toEqual(right);
  expect(typedAddress(unproposed, 3, formWith())).toEqual(wrong);
});

test("a proposal is included by its tick, and a row without one by what is typed [bulk#no-proposal]", () => {
  expect([isIncluded(proposed, true, right), isIncluded(proposed, false, right)]).toEqual([true, false]);
  expect([isIncluded(unproposed, false, wrong), isIncluded(unproposed, true, wrong)]).toEqual([false, false]);
  expect(isIncluded(unproposed, false, right)).toBe(true);
});

test("an address that looks wrong is asked about, and one that changes nothing or is too long is refused [bulk#corrections-typed]", () => {
  expect(problemOf(proposed, right)).toBeUndefined();
  expect(problemOf(proposed, { ...right, postcode: "3150" })).toEqual({
    words: "3150 is not a postcode of NSW.",
    asTyped: true,
  });
  expect(problemOf(proposed, wrong)).toMatchObject({ asTyped: false });
  expect(problemOf(unproposed, { ...right, postcode: "2".repeat(201) })).toMatchObject({ asTyped: false });
});
