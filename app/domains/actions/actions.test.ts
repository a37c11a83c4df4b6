import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { availableAction } from "#contract/metaproducts.ts";
import { openDialog, refusalOf, reopenDialog } from "./dialog.ts";
import { type ConfirmForm, confirmForm } from "./forms.ts";
import { actionInput, actionPayload, addressAdvice, emptyAddress } from "./model.ts";

const offer = (config?: unknown) =>
  availableAction.parse({ value: "go", text: "Do It", ...(config === undefined ? {} : { config }) });

const parse = (fields: Record<string, string>): ConfirmForm => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: "t", ...fields })) form.set(name, value);
  const submission = parseWithZod(form, { schema: confirmForm });
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
  test("requires no field but its token, and trims nothing", () => {
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

describe("the dialog", () => {
  const subject = { username: "merch", about: "G1", token: "t" };

  test("an address starts with its form, the others with the question", () => {
    expect(openDialog({ ...subject, offered: offer({ inputType: "address" }) }).step).toBe("fields");
    expect(openDialog({ ...subject, offered: offer() })).toMatchObject({ step: "confirm", text: "Do It" });
  });

  test("refuses what cannot be sent, in words", () => {
    expect(refusalOf("", offer(), { kind: "none" })).toContain("no username");
    expect(refusalOf("merch", undefined, { kind: "none" })).toContain("not offered");
    expect(openDialog({ ...subject, offered: offer({ inputType: "retina-scan" }) }).refusal).toContain(
      "retina-scan",
    );
    expect(openDialog({ ...subject, offered: offer() }).refusal).toBeUndefined();
  });

  const problem = {
    statusLine: "Bad Gateway",
    code: 502,
    message: "down",
    correlationId: "c",
    advice: "Try again.",
  };

  test("keeps what was typed when the call fails, and the token with it", () => {
    const form = parse({ token: "t9", kind: "note", note: "typed" });
    const again = reopenDialog(
      form,
      { ...subject, offered: offer({ inputType: "note" }) },
      "confirm",
      problem,
    );
    expect(again).toMatchObject({ note: "typed", token: "t9", problem });
    expect(again.refusal).toBeUndefined();
  });

  test("keeps it also when the product itself cannot be read", () => {
    const form = parse({ kind: "address", text: "Send Back", suburb: "Carlton" });
    const again = reopenDialog(
      form,
      { username: "merch", about: "", offered: undefined },
      "confirm",
      problem,
    );
    expect(again).toMatchObject({ text: "Send Back", kind: "address", address: { suburb: "Carlton" } });
    expect(again.refusal).toBeUndefined();
  });

  test("a draft comes back after a sign-in", () => {
    const draft = parse({ note: "typed before" });
    expect(openDialog({ ...subject, offered: offer({ inputType: "note" }) }, draft).note).toBe(
      "typed before",
    );
  });
});
