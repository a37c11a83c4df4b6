import { expect, test } from "vitest";
import { summaryOf } from "../fixtures/fixture.ts";
import type { PackingLevel } from "./despatch.ts";
import { summarise } from "./message.ts";
import { isoDate, numberIn } from "./order.ts";

/** Levels as '1[2[3 4]]', without their SSCCs. */
const outline = ({ identifier, inside }: PackingLevel): string =>
  inside.length > 0 ? `${identifier}[${inside.map(outline).join(" ")}]` : identifier;

test("an order is summarised with parties, dates, references and lines", () => {
  const buyer = { qualifier: "BY", names: ["MERIDIAN STORES", "BUYING OFFICE"], state: "VIC" };
  const first = {
    number: "1",
    item: { identifier: "9399991000356", type: "SRV" },
    otherItems: [{ identifier: "CNV-LOW-BLK-08", type: "SA" }, { type: "IN" }],
    descriptions: ["CANVAS SHOE 'LOW' BLACK 8"],
    quantities: [{ qualifier: "21", value: 12, unit: "PCE" }],
    prices: [
      { qualifier: "AAA", amount: 39.95 },
      { qualifier: "AAE", amount: 79.95 },
    ],
  };
  const heading = { documentIdentifier: "PO-48213", documentName: "220", messageFunction: "9" };
  expect(summaryOf("orders")).toMatchObject({
    kind: "ORDERS",
    ...heading,
    order: {
      dates: [
        { qualifier: "137", iso: "2026-11-20T10:42" },
        { qualifier: "63", iso: "2026-12-04" },
      ],
      references: [{ qualifier: "CT", identifier: "C-2026-7" }, { qualifier: "PD" }],
      parties: [
        { ...buyer, references: [{ identifier: "44021" }] },
        { qualifier: "ST" },
        { qualifier: "SU" },
      ],
      currency: "AUD",
      notes: ["LEAVE AT DOCK 4: RING THE BELL"],
      lines: [first, { number: "2" }],
      totals: [{ qualifier: "2", value: "2" }],
    },
  });
});

test("an order response shows the result of each line", () => {
  const summary = summaryOf("ordrsp");
  expect(summary).toMatchObject({
    kind: "ORDRSP",
    messageFunction: "4",
    order: {
      parties: [{ qualifier: "BY" }, { qualifier: "SU", references: [{ qualifier: "VA" }] }],
      lines: [
        { action: "5" },
        { action: "3", quantities: [{ value: 6 }, { qualifier: "113", value: 4 }] },
        { action: "7" },
      ],
    },
  });
});

test("a despatch advice shows the content of each package", () => {
  const summary = summaryOf("desadv");
  if (summary.kind !== "DESADV") throw new Error(summary.kind);
  expect(summary.packing.map(outline)).toEqual(["1[2[3 4] 5]"]);
  expect(summary.packing[0]?.inside).toMatchObject([
    {
      packages: [{ type: "PX" }],
      sscc: ["393999100000000017"],
      inside: [
        { lines: [{ quantities: [{ qualifier: "12", value: 12 }] }] },
        { sscc: ["393999100000000031"] },
      ],
    },
    { sscc: ["393999100000000048", "393999100000000055"] },
  ]);
});

test("levels without a parent, in a circle, or without CPS are shown all the same", () => {
  const summary = summaryOf("desadv-without-levels");
  expect(summary).toMatchObject({
    packing: [
      { identifier: "2", problem: "parent-missing" },
      { identifier: "3", problem: "parents-in-a-circle" },
      { identifier: "4", problem: "parents-in-a-circle" },
      { identifier: "", sscc: ["393999100000000079"], lines: [{ number: "1" }] },
    ],
  });
});

test("packing is never deeper than can be walked", () => {
  const segmentGroup10 = Array.from({ length: 5000 }, (_, index) => ({
    consignmentPackingSequence: {
      hierarchicalStructureLevelIdentifier: String(index + 1),
      hierarchicalStructureParentIdentifier: index === 0 ? undefined : String(index),
    },
  }));
  const messageHeader = { messageIdentifier: { messageType: "DESADV" } };
  const summary = summarise({ messageHeader, segmentGroup10 });
  if (summary.kind !== "DESADV") throw new Error(summary.kind);
  const countOf = (levels: readonly PackingLevel[]): number =>
    levels.reduce((sum, { inside }) => sum + 1 + countOf(inside), 0);
  expect(countOf(summary.packing)).toBe(5000);
  expect(summary.packing[1]).toMatchObject({ problem: "too-deep" });
});

test("an acknowledgement shows what was accepted and what was not", () => {
  const wrong = { error: "12", element: "3", component: "1" };
  const segments = [
    { position: "4", error: "15" },
    { position: "9", elements: [wrong, { error: "13" }] },
  ];
  expect(summaryOf("contrl")).toMatchObject({
    kind: "CONTRL",
    control: {
      controlReference: "977",
      sender: { identification: "UTOPIA", qualifier: "ZZ" },
      recipient: { identification: "MERIDIAN", qualifier: "ZZ" },
      action: "accepted",
      messages: [{ reference: "2", type: "ORDRSP", action: "rejected", segments }],
    },
  });
  const rejected = { action: "rejected", error: "29", serviceSegment: "UNZ" };
  expect(summaryOf("contrl-rejected")).toMatchObject({ control: rejected });
});

test.each(["ordchg", "invrpt"])("%s is summarised by its heading", (name) => {
  expect(summaryOf(name)).toMatchObject({ kind: "heading", type: name.toUpperCase() });
});

test("JSON of another writer is read: other group numbers, single values, numbered names", () => {
  const summary = summarise({
    messageHeader: { messageReferenceNumber: 7, messageIdentifier: { messageType: "ORDERS" } },
    segmentGroup99: {
      nameAndAddress: {
        partyFunctionCodeQualifier: "BY",
        partyName: { partyName1: "MERIDIAN", partyName2: "STORES" },
      },
    },
    segmentGroup25: [
      { lineItem: { lineItemIdentifier: 1 }, quantity: { quantityDetails: { quantity: 3 } } },
      "not a group",
    ],
  });
  expect(summary).toMatchObject({
    reference: "7",
    order: {
      parties: [{ names: ["MERIDIAN", "STORES"] }],
      lines: [{ number: "1", quantities: [{ value: 3 }] }],
    },
  });
  expect(summarise({ segmentGroup2: [{ nameAndAddress: { partyName: "MERIDIAN" } }] }).kind).toBe("heading");
});

test.each([undefined, null, 7, "text", [], { messageHeader: [] }])(
  "%j is no message, and told as nothing",
  (value) => {
    const nothing = {
      reference: "",
      type: "",
      documentIdentifier: "",
      documentName: "",
      messageFunction: "",
    };
    expect(summarise(value)).toEqual({ ...nothing, kind: "heading" });
  },
);

test("dates and numbers are read where they are some", () => {
  const dates = [
    ["20261131", "102"],
    ["261120", "101"],
    ["202611201042", "203"],
    ["4", "804"],
  ];
  const read = [undefined, "2026-11-20", "2026-11-20T10:42", undefined];
  expect(dates.map(([value = "", format = ""]) => isoDate(value, format))).toEqual(read);
  const numbers = ["12,5", "-3", ".5", "1E3", ""];
  expect(numbers.map((text) => numberIn(text))).toEqual([12.5, -3, 0.5, undefined, undefined]);
});
