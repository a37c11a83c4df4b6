import { expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { camelCase, messageDocument } from "./document.ts";
import { documentOf, firstMessage, readFixture } from "./fixtures/fixture.ts";
import { type GroupNode, isGroup } from "./interchange.ts";

/** A message's groups as 'SG28(LIN PIA SG32(PRI))'. */
const outline = ({ rule, children }: GroupNode): string =>
  `${rule.name}(${children.map((node) => (isGroup(node) ? outline(node) : node.segment.tag)).join(" ")})`;

const outlineOf = (name: string) => {
  const { tree } = firstMessage(name);
  return tree && outline(tree.root);
};

test.each([
  [
    "ordrsp",
    "(BGM DTM SG1(RFF) SG2(AJT) SG3(NAD) SG3(NAD SG4(RFF)) SG8(CUX) SG26(LIN QTY QTY SG30(PRI)) SG26(LIN QTY QTY DTM) SG26(LIN QTY SG29(AJT FTX)) UNS CNT)",
  ],
  ["ordchg", "(BGM DTM SG1(RFF) SG3(NAD) SG3(NAD) SG27(LIN QTY) SG27(LIN) UNS CNT)"],
  [
    "invrpt",
    "(BGM DTM DTM SG1(RFF) SG2(NAD) SG2(NAD) SG9(LIN PIA SG11(INV QTY LOC)) SG9(LIN SG11(INV QTY)))",
  ],
  ["contrl", "(UCI SG1(UCM SG2(UCS) SG2(UCS UCD UCD)))"],
  ["invrpt-96a", "(BGM DTM SG9(LIN SG11(QTY) SG11(QTY)))"],
  ["desadv-96a", "(BGM DTM SG2(NAD) SG10(CPS SG11(PAC SG13(PCI SG14(GIR) SG15(GIN))) SG17(LIN QTY)))"],
  [
    "orders-96a",
    "(BGM DTM SG1(RFF) SG2(NAD SG3(RFF) SG5(CTA)) SG7(CUX) SG28(LIN PIA QTY SG32(PRI) MOA SG33(RFF) SG39(NAD)) UNS CNT)",
  ],
])("%s stands in its segment groups", (name, expected) => {
  expect(outlineOf(name)).toBe(expected);
});

test("CPS, PAC and PCI may be missing from a despatch advice", () => {
  expect(outlineOf("desadv-without-levels")).toContain(
    "SG10(SG11(PAC SG13(SG15(GIN))) SG17(LIN QTY)) SG10(CPS SG17(LIN QTY))",
  );
});

test("an order uses the directory's names", () => {
  expect(documentOf("orders")).toMatchObject({
    messageHeader: { messageReferenceNumber: "1", messageIdentifier: { associationAssignedCode: "EAN010" } },
    beginningOfMessage: { documentMessageName: { documentNameCode: "220" }, messageFunctionCode: "9" },
    dateTimePeriod: [{ dateOrTimeOrPeriodValue: "202611201042" }, {}],
    segmentGroup1: [{ reference: { reference: { referenceCodeQualifier: "CT" } } }, {}],
    segmentGroup2: [
      {
        nameAndAddress: {
          partyIdentificationDetails: { codeListResponsibleAgencyCode: "9" },
          partyName: { partyName: ["MERIDIAN STORES", "BUYING OFFICE"] },
          street: { streetAndNumberOrPostOfficeBoxIdentifier: ["12 HARBOUR ST"] },
        },
        segmentGroup3: [{ reference: { reference: { referenceIdentifier: "44021" } } }],
      },
      {},
      {},
    ],
    segmentGroup28: [
      {
        lineItem: { itemNumberIdentification: { itemTypeIdentificationCode: "SRV" } },
        quantityDetails: [{ quantityTypeCodeQualifier: "21", quantity: "12" }],
        segmentGroup32: [{ priceInformation: { priceCodeQualifier: "AAA", priceAmount: "39.95" } }, {}],
      },
      {},
    ],
    messageTrailer: { numberOfSegmentsInTheMessage: "33" },
  });
});

test("unplaced segments are kept separately, and none is lost", () => {
  const { document, findings } = runSync(messageDocument(firstMessage("unexpected-segments")));
  expect(document.unexpectedSegments).toEqual([
    { tag: "XYZ", segment: "5", elements: [["1"]] },
    { tag: "CPS", segment: "6", elements: [["1"]] },
    { tag: "%%JUNK%%", segment: "9", elements: [] },
  ]);
  expect(document.segmentGroup28).toMatchObject([
    {
      quantityDetails: [
        {},
        {
          quantity: "1",
          unexpectedElements: [
            { element: "1", component: "4", value: "EXTRA" },
            { element: "2", component: "1", value: "MORE" },
          ],
        },
      ],
    },
  ]);
  expect(findings).toMatchObject([{ code: "unexpected-element", position: { segment: 12 } }]);
});

test("a message of an unknown type is kept whole", () => {
  expect(readFixture("unknown-type").findings).toMatchObject([{ code: "message-type-unknown" }]);
  expect(documentOf("unknown-type")).toMatchObject({
    messageHeader: { messageIdentifier: { messageType: "INVOIC" } },
    unexpectedSegments: [{ tag: "BGM" }],
  });
});

test("repetitions of syntax 4 become a list", () => {
  expect(documentOf("syntax-4")).toMatchObject({
    additionalInformation: [{ countryOfOriginNameCode: "AU", specialConditionCode: ["1", "2", "3"] }],
  });
});

test("a name of the directory is in JSON as in code", () => {
  const names = ["Date/time/period", "Recipient's reference/password", "Country sub-entity name code"];
  const written = ["dateTimePeriod", "recipientsReferencePassword", "countrySubEntityNameCode"];
  expect(names.map(camelCase)).toEqual(written);
});
