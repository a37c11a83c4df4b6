import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { availableAction } from "#contract/metaproducts.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { addressAdvice, addressFields, billingOffer, changeWords, correctionOf } from "./address.ts";
import { headingOf, subjectOf } from "./commandTitle.ts";
import { type EventForm, eventCommand, eventForm, eventSlot, turnsPage, unreadSlot } from "./event.server.ts";
import { actionInput, actionPayload, emptyAddress, isFinalAction } from "./model.ts";

const offer = (config?: unknown) =>
  availableAction.parse({ value: "go", text: "Do It", ...(config === undefined ? {} : { config }) });
const ask = (config?: unknown) => actionInput(offer(config));

const parse = (fields: Record<string, string>): EventForm => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: "t", ...fields })) form.set(name, value);
  const submission = parseWithZod(form, { schema: eventForm });
  if (submission.status !== "success") throw new Error("The form does not parse");
  return submission.value;
};

const address = {
  ...{ company: "", street1: " 1 High St ", street2: "", suburb: "Carlton" },
  ...{ postcode: "0200", state: "ACT", country: "AU" },
};

async function dialogOf(config?: unknown, username = "riley") {
  const user = { ...userOf(new Request("https://portal.example/")), username };
  const record = { id: "p", name: "P", storeGroup: "Clarks", sourceType: "bigcommerce", raw: {} };
  const findTarget = async () => {
    return { ...record, facts: [{ label: "Customer", value: "Kim" }], offered: offer(config) };
  };
  const follows = { kind: "products", alias: "", id: "p", action: "go" };
  return eventCommand({ user, action: "go", kind: "", wanted: "p", href: "/", follows, findTarget }).read();
}

test("an action asks for the inputs in its config, in the dialog's own words [actions#confirm, actions#note, actions#customer]", async () => {
  for (const config of [undefined, null, {}, { inputType: null }]) expect(ask(config).kind).toBe("none");
  const requests = ["note", "address", "customer", "retina-scan"].map((inputType) => ask({ inputType }).kind);
  expect(requests).toEqual(["note", "address", "customer", "unknown"]);
  const { question, availability, slot } = await dialogOf({ inputType: "customer", data: { a: 1 } });
  const facts = [{ label: "Customer", value: "Kim" }];
  const words = { sentence: "Are you sure you want to Do It?", yes: "Yes", no: "No" };
  expect(question).toMatchObject({ ...words, facts });
  expect([availability.is, slot.customerText]).toEqual(["offered", '{"a":1}']);
});

test("an action of an unknown kind is named, and can't be sent, nor any without a username [actions#unknown-input, roles#no-username]", async () => {
  const unknown = { is: "refused", status: 422, words: expect.stringContaining("retina-scan") };
  expect((await dialogOf({ inputType: "retina-scan" })).availability).toMatchObject(unknown);
  expect((await dialogOf(undefined, "")).availability).toMatchObject({ is: "refused", status: 403 });
});

test("the payload is the note as typed, the seven fields as JSON, the configured data as JSON, else empty [actions#payload]", () => {
  const typed = { note: "  as typed\n", address };
  expect(actionPayload({ kind: "note" }, typed)).toBe("  as typed\n");
  expect(actionPayload({ kind: "address", initial: emptyAddress }, typed)).toBe(JSON.stringify(address));
  expect(actionPayload({ kind: "customer", data: { a: [1] } }, typed)).toBe('{"a":[1]}');
  expect(actionPayload({ kind: "customer", data: undefined }, typed)).toBe("null");
  expect(actionPayload({ kind: "none" }, typed)).toBe("");
});

test("no field is required, nothing is trimmed, and advice on an address is given for slips only [actions#nothing-required]", () => {
  expect(parse({ note: " a " })).toMatchObject({ intent: "submit", note: " a ", company: "" });
  expect(addressAdvice(address)).toEqual({});
  const slips = Object.keys(addressAdvice({ ...emptyAddress, state: "XX", postcode: "30" }));
  expect(slips.join(" ")).toBe("street1 suburb country state postcode");
  expect(addressAdvice({ ...address, country: "New Zealand", state: "", postcode: "6011" })).toEqual({});
});

test("a postcode is compared with its state, in New Zealand by its length only [actions#wrong-address]", () => {
  const adviceOn = (state: string, postcode: string, country = "AU") =>
    addressAdvice({ ...address, state, postcode, country }).postcode;
  expect(adviceOn("WA", "3000")).toBe("3000 is not a postcode of WA.");
  expect(adviceOn("tasmania", "2150", "Australia")).toBe("2150 is not a postcode of TAS.");
  expect([adviceOn("WA", "6430"), adviceOn("NT", "0800"), adviceOn("ACT", "0200", "")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect([adviceOn("", "601", "NZ"), adviceOn("", "6011", "NZ")]).toEqual([
    "A New Zealand postcode has four digits.",
    undefined,
  ]);
});

test("the billing address is offered where it differs and looks right [actions#billing]", () => {
  const delivery = { ...address, suburb: "Parramatta", state: "NSW", postcode: "3000" };
  const billing = { ...delivery, postcode: "2150" };
  expect(billingOffer(delivery, billing)?.words).toBe("2150");
  expect(billingOffer(delivery, { ...billing, street1: "2 Low St" })?.words).toBe(
    "2 Low St, Parramatta NSW 2150",
  );
  expect([billingOffer(billing, billing), billingOffer(billing, delivery)]).toEqual([undefined, undefined]);
  const input = ask({ inputType: "address", data: delivery });
  const filled = eventSlot(input, parse({ kind: "address", intent: "billing", ...delivery }), { billing });
  expect(filled).toMatchObject({ step: "fields", address: billing });
});

describe("a correction of an address", () => {
  const postcodeIsWrong = { words: "Invalid Postcode", field: "postcode" } as const;
  const right = { ...address, street1: "1 High St", suburb: "Parramatta", state: "NSW", postcode: "2150" };
  const wrong = { ...right, postcode: "3000" };
  const proposedFor = (recorded: typeof right, billing: typeof right | undefined) => {
    const { proposed, fields } = correctionOf(recorded, postcodeIsWrong, billing);
    return [fields.join(" "), proposed && changeWords(recorded, proposed)];
  };

  test("is the billing address where that is the same place but for what is wrong [bulk#corrections]", () => {
    expect(correctionOf(wrong, postcodeIsWrong, right)).toEqual({
      recorded: wrong,
      wrong: "3000 is not a postcode of NSW.",
      fields: ["postcode"],
      proposed: right,
      billing: "1 High St, Parramatta NSW 2150",
    });
    expect(changeWords(wrong, right)).toBe("Postcode 3000 → 2150");
    const inWork = { ...right, company: "Utopia", suburb: " PARRAMATTA" };
    expect(proposedFor(wrong, inWork), "a company and capitals make no other place").toEqual([
      "postcode",
      "Postcode 3000 → 2150",
    ]);
    const ofState = { ...right, state: "VIC" };
    expect(proposedFor(ofState, right), "a state that is not the postcode's").toEqual([
      "postcode state",
      "State VIC → NSW",
    ]);
    const noStreet = { ...right, street1: "" };
    const { fields, proposed } = correctionOf(noStreet, { words: "Address Validation Failure" }, right);
    expect([fields, proposed]).toEqual([["street1"], right]);
  });

  test("is not proposed where nothing is certain [bulk#no-proposal]", () => {
    const none = ["postcode", undefined];
    expect(proposedFor(wrong, undefined)).toEqual(none);
    expect(proposedFor(wrong, wrong), "wrong as well").toEqual(none);
    expect(proposedFor(wrong, { ...right, street1: "2 Low St" }), "another street").toEqual(none);
    expect(proposedFor(wrong, { ...right, suburb: "Granville" }), "another suburb").toEqual(none);
    expect(proposedFor(right, right), "the same, and only the service knows why").toEqual(none);
    const unknown = correctionOf(right, { words: "Address Validation Failure: no such street" }, right);
    expect(unknown.fields.join(" ")).toBe("street1 suburb postcode state");
    expect(unknown.wrong).toBe("Address Validation Failure: no such street");
  });
});

test("an address starts with its form, is asked about before it is sent, and can be corrected [actions#address]", async () => {
  expect(addressFields.map(({ label }) => label).join(", ")).toBe(
    "Company, Address 1, Address 2, Suburb, Postcode, State, Country",
  );
  const data = { street1: "1 High St", postcode: 3000, x: {} };
  const initial = { ...emptyAddress, street1: "1 High St", postcode: "3000" };
  expect(ask({ inputType: "address", data })).toEqual({ kind: "address", initial });
  const input = ask({ inputType: "address", data: "nonsense" });
  expect(eventSlot(input, undefined)).toMatchObject({ step: "fields", address: emptyAddress });
  expect(eventSlot(ask(), undefined).step).toBe("confirm");
  const steps = ["review", "edit", "submit"].map((intent) => {
    const form = parse({ kind: "address", intent, suburb: "Carlton" });
    const { step, address } = eventSlot(input, form);
    return [step, address.suburb, turnsPage(input, form)];
  });
  expect(steps.map((step) => step.join(" "))).toEqual([
    ...["confirm Carlton true", "fields Carlton true", "confirm Carlton false"],
  ]);
  const right = parse({ kind: "address", intent: "review", ...address });
  expect(turnsPage(input, right), "nothing is sent before Yes, whatever is typed").toBe(true);
});

test("a dialog is headed 'Confirm Action' alone, and its question says what is done to which record [actions#confirm]", async () => {
  const { question, receipt } = await dialogOf();
  expect(headingOf({ question, receipt })).toBe("Confirm Action");
  expect(subjectOf({ question, receipt })).toBe("Do It for P");
});

test("input is kept, also while the record cannot be read [actions#failure]", () => {
  expect(eventSlot(ask({ inputType: "note" }), parse({ note: "typed" })).note).toBe("typed");
  expect(unreadSlot(parse({ kind: "note", note: "typed" }))).toMatchObject({ kind: "note", note: "typed" });
  const unread = { kind: "address", step: "confirm", address: { suburb: "Carlton" } };
  expect(unreadSlot(parse({ kind: "address", suburb: "Carlton" }))).toMatchObject(unread);
});

test("an irreversible action is recognised by its name", () => {
  expect(["reject", "withdraw", "cancel-order", "Refund"].every(isFinalAction)).toBe(true);
  expect(["retry", "hold", "publish", "move-to-manual", "reopen"].some(isFinalAction)).toBe(false);
});
