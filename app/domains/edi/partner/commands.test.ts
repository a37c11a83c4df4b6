import { describe, expect, test } from "vitest";
import { ediInterchange } from "#contract/edi.ts";
import { maxReasonLength } from "#contract/ediActions.ts";
import { ediCommandForm, errorsIn } from "./commands.server.ts";
import {
  aloneBecause,
  ediActionLinks,
  offeredEdiActions,
  offersOf,
  offerTitle,
  relatedLabel,
} from "./offers.ts";

const interchange = (fields: object) => ediInterchange.parse({ id: "1", ...fields });

describe("a document's actions", () => {
  test("are those of the service, 'Process' alone if it sends none, and none without a username", () => {
    const labels = (fields: object, username = "riley") =>
      offeredEdiActions(interchange(fields), username).map(({ label, value }) => `${label}: ${value}`);
    expect(labels({})).toEqual(["Process: process"]);
    expect(labels({ available_actions: null })).toEqual(["Process: process"]);
    expect(labels({}, "")).toEqual([]);
    const resend = { action: "resend", title: "Send again as it was" };
    const untitled = { action: "späť/odoslať #2", title: "" };
    expect(labels({ available_actions: [resend, untitled] })).toEqual([
      ...["Send again as it was: resend", "späť/odoslať #2: späť/odoslať #2"],
    ]);
    expect(labels({ available_actions: [] })).toEqual([]);
  });

  test("link to the lines once if actions need them, and put irreversible ones last [edi#review-duplicate]", () => {
    const available_actions = [
      { action: "refuse", title: "Refuse", danger: true },
      { action: "confirm", title: "Confirm", takes_lines: true },
      { action: "answer-lines", title: "Answer lines", takes_lines: true },
      { action: "close", title: "Close" },
    ];
    const offers = offeredEdiActions(interchange({ available_actions }), "riley");
    expect(ediActionLinks("/orders/1?tab=history", "/orders/1", offers)).toEqual([
      { label: "Confirm", href: "/orders/1#review" },
      { label: "Close", href: "/orders/1/actions/close?tab=history" },
      { label: "Refuse", href: "/orders/1/actions/refuse?tab=history", danger: true },
    ]);
  });

  test.each([
    ["what lines are answered with", { takes_lines: true, warning: "No currency." }, /lines are answered/],
    ["what warns", { warning: "Makes a second order.", danger: true }, /^It warns: Makes a second order\./],
    ["what cannot be taken back", { danger: true, needs_reason: true }, /cannot be taken back/],
    ["and nothing else", { needs_reason: true }, /^$/],
  ])("is done to one document at a time: %s [edi#alone]", (_, offer, why) => {
    expect(aloneBecause({ action: "some", ...offer })).toMatch(why);
  });

  test("a record that it speaks of is called by its kind once", () => {
    expect(relatedLabel("interchange", "Interchange 770001")).toBe("Interchange 770001");
    expect(relatedLabel("order", "7001")).toBe("EDI order 7001");
  });

  test("an unknown action goes by its own title, which is cut where it is long", () => {
    const [offer] = offersOf(interchange({ available_actions: [{ action: "x", title: "é".repeat(500) }] }));
    expect(offer && offerTitle(offer)).toBe(`${"é".repeat(79)}…`);
  });
});

describe("errors to correct first", () => {
  const form = (fields: object) => ediCommandForm.parse(fields);
  const offer = { warning: "an order exists", needs_reason: true };

  test("a warning is ticked word by word: another one has to be read anew", () => {
    expect(errorsIn(offer, form({ reason: "r" }))).toHaveProperty("known");
    expect(errorsIn(offer, form({ reason: "r", known: "an older warning" }))).toHaveProperty("known");
    expect(errorsIn(offer, form({ reason: "r", known: "an order exists" }))).toEqual({});
    expect(errorsIn({ warning: "", needs_reason: false }, form({}))).toEqual({});
  });

  test("a reason is required, and limited in length", () => {
    const known = "an order exists";
    expect(errorsIn(offer, form({ known, reason: "  " })).reason).toEqual(["Say why."]);
    expect(errorsIn(offer, form({ known, reason: "x".repeat(maxReasonLength) }))).toEqual({});
    expect(errorsIn(offer, form({ known, reason: "x".repeat(maxReasonLength + 1) })).reason).toEqual([
      "A reason has at most 500 characters; this one has 501 characters.",
    ]);
  });
});
