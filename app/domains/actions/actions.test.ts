import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { availableAction } from "#contract/metaproducts.ts";
import { eventSlot, turnsPage, unreadSlot } from "./eventSlot.ts";
import { type EventForm, eventForm } from "./forms.ts";
import { actionInput, actionPayload, addressAdvice, emptyAddress, isFinalAction } from "./model.ts";

const offer = (config?: unknown) =>
  availableAction.parse({ value: "go", text: "Do It", ...(config === undefined ? {} : { config }) });

const parse = (fields: Record<string, string>): EventForm => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: "t", ...fields })) form.set(name, value);
  const submission = parseWithZod(form, { schema: eventForm });
  if (submission.status !== "success") throw new Error("The form does not parse");
  return submission.value;
};

const address = {
  company: "",
  street1: " 1 High St ",
  street2: "",
  suburb: "Carlton",
  postcode: "0200",
  state: "VIC",
  country: "AU",
};

describe("what an action asks for", () => {
  test.each([
    [undefined, "none"],
    [null, "none"],
    [{}, "none"],
    [{ inputType: null }, "none"],
    [{ inputType: "note" }, "note"],
    [{ inputType: "address" }, "address"],
    [{ inputType: "customer", data: { a: 1 } }, "customer"],
    [{ inputType: "retina-scan" }, "unknown"],
  ])("%j", (config, kind) => expect(actionInput(offer(config)).kind).toBe(kind));

  test("an address action edits the configured address", () => {
    expect(
      actionInput(offer({ inputType: "address", data: { street1: "1 High St", postcode: 3000, x: {} } })),
    ).toEqual({
      kind: "address",
      initial: { ...emptyAddress, street1: "1 High St", postcode: "3000" },
    });
    expect(actionInput(offer({ inputType: "address", data: "nonsense" }))).toMatchObject({
      initial: emptyAddress,
    });
  });
});

describe("the payload", () => {
  const typed = { note: "  as typed\n", address };

  test("is the note as typed", () => expect(actionPayload({ kind: "note" }, typed)).toBe("  as typed\n"));
  test("is the seven address fields as JSON, as entered", () => {
    expect(JSON.parse(actionPayload({ kind: "address", initial: emptyAddress }, typed))).toEqual(address);
  });
  test("is the configured customer data as JSON", () => {
    expect(actionPayload({ kind: "customer", data: { a: [1] } }, typed)).toBe('{"a":[1]}');
    expect(actionPayload({ kind: "customer", data: undefined }, typed)).toBe("null");
  });
  test("is empty when nothing is asked", () => expect(actionPayload({ kind: "none" }, typed)).toBe(""));
});

describe("the form", () => {
  test("requires no field, and trims nothing", () => {
    expect(parse({ note: " a " })).toMatchObject({ intent: "submit", note: " a ", company: "" });
  });
});

describe("advice on an address never blocks, and is given for slips only", () => {
  test("a good one has none", () => expect(addressAdvice(address)).toEqual({}));
  test("what is missing or unknown is said", () => {
    expect(Object.keys(addressAdvice({ ...emptyAddress, state: "XX", postcode: "30" }))).toEqual([
      "street1",
      "suburb",
      "country",
      "postcode",
      "state",
    ]);
  });
  test("other countries have other states and postcodes", () => {
    expect(addressAdvice({ ...address, country: "New Zealand", state: "", postcode: "6011" })).toEqual({});
  });
});

describe("the dialog's fields", () => {
  const ask = (config?: unknown) => actionInput(offer(config));

  test("an address starts with its form, the others with the question", () => {
    expect(eventSlot(ask({ inputType: "address" }), undefined).step).toBe("fields");
    expect(eventSlot(ask(), undefined).step).toBe("confirm");
  });

  test("an address is looked at before it is sent, and gone back to", () => {
    const input = ask({ inputType: "address" });
    const steps = ["review", "edit", "submit"].map((intent) => {
      const form = parse({ kind: "address", intent, suburb: "Carlton" });
      const { step, address } = eventSlot(input, form);
      return [step, address.suburb, turnsPage(input, form)];
    });
    expect(steps).toEqual([
      ["confirm", "Carlton", true],
      ["fields", "Carlton", true],
      ["confirm", "Carlton", false],
    ]);
  });

  test("what was typed stays, also while the record cannot be read", () => {
    expect(eventSlot(ask({ inputType: "note" }), parse({ note: "typed" })).note).toBe("typed");
    expect(unreadSlot(parse({ kind: "note", note: "typed" }))).toMatchObject({ kind: "note", note: "typed" });
    expect(unreadSlot(parse({ kind: "address", suburb: "Carlton" }))).toMatchObject({
      kind: "address",
      step: "confirm",
      address: { suburb: "Carlton" },
    });
  });
});

test("what ends something for good is known by its action", () => {
  expect(["reject", "withdraw", "cancel-order", "Refund"].every(isFinalAction)).toBe(true);
  expect(["retry", "hold", "publish", "move-to-manual", "reopen"].some(isFinalAction)).toBe(false);
});
