import { expect, test } from "vitest";
import { ediInterchangeDetail, ediOrderDetail } from "#contract/edi.ts";
import { messageDocument, readEdifact, runSync } from "#edifact/index.ts";
import { toMessagePage } from "./messages.ts";

const text = (type: string, body: string, number = 1) =>
  `UNH+${number}+${type}:D:01B:UN:EAN010'${body}UNT+${body.split("'").length + 1}+${number}'`;

const documentsOf = (...messages: string[]) => {
  const { interchanges } = runSync(
    readEdifact(`UNB+UNOC:3+MYER:ZZ+UTOPIA:ZZ+261120:1042+1'${messages.join("")}UNZ+${messages.length}+1'`),
  );
  return interchanges.flatMap((one) =>
    one.messages.map((message) => runSync(messageDocument(message)).document),
  );
};

const interchangeWith = (lists: object) =>
  ediInterchangeDetail.parse({ id: "i", interchange: lists }).interchange;

test("a CONTRL shows its action and the original reference, sender and recipient with qualifiers [edi#messages]", () => {
  const controls = documentsOf(text("CONTRL", "UCI+977+UTOPIA:ZZ+MYER:14+4+29'UCM+1+ORDRSP:D:01B:UN+4+13'"));
  const [message] = toMessagePage(interchangeWith({ controls }), 1).messages;
  expect(message).toMatchObject({
    rows: [
      ["Message Reference Number", "1"],
      ["Document Identifier", ""],
      ["Message Type", "CONTRL Control Message"],
      ["Action", "4 (This level and all below it rejected)"],
      ["Original Interchange Control Reference", "977"],
      ["Original Sender", "UTOPIA, qualifier ZZ (Agreed between the partners)"],
      ["Original Recipient", "MYER, qualifier 14 (GS1 location number (GLN))"],
    ],
    refused: [expect.stringContaining("Error 29 Count"), expect.stringContaining("Message 1 ORDRSP: 4")],
  });
});

const order = text(
  "ORDERS",
  "BGM+220+PO-1+9'RFF+CT:C-7::2'NAD+BY+93::9++MYER:BUYING:OFFICE:EAST:FIFTH+800 COLLINS ST+DOCKLANDS+VIC+3008+AU'LIN+1++939:SRV'QTY+21:3'",
);

test("an ORDERS shows codes, references, names and addresses [edi#parties, edi#message-references]", () => {
  const [message] = toMessagePage(interchangeWith({ orders: documentsOf(order) }), 1).messages;
  const buyer = {
    ...{ qualifier: "BY Buyer", names: ["MYER", "BUYING", "OFFICE", "EAST"], identifier: "93" },
    ...{ agency: "9 GS1", street: "800 COLLINS ST", city: "DOCKLANDS", state: "VIC" },
    ...{ postcode: "3008", country: "AU" },
  };
  expect(message).toMatchObject({
    ...{ reference: "1", label: "ORDERS Order Message" },
    rows: [
      ["Message Reference Number", "1"],
      ["Document Identifier", "PO-1"],
      ["Message Type", "ORDERS Order Message"],
      ["Document Name Code", "220 (Order)"],
      ["Message Function Code", "9 (Original)"],
    ],
    order: {
      references: [{ qualifier: "CT Contract number", identifier: "C-7" }],
      parties: [buyer],
      lines: [{ number: "1", item: "939", quantities: "Ordered 3" }],
    },
  });
});

test("an order document's lists are PascalCase, and read the same [edi#order-fields, edi#interchange-fields]", () => {
  const { order: lists } = ediOrderDetail.parse({ id: "o", order: { Orders: documentsOf(order) } });
  expect(toMessagePage(lists, 1).messages[0]?.rows).toContainEqual(["Document Identifier", "PO-1"]);
});

test("a DESADV shows its packing as a tree, down to the goods identity numbers [edi#packing]", () => {
  const despatchAdvices = documentsOf(
    text(
      "DESADV",
      "BGM+351+DA-1+9'CPS+1++3'PAC+1++PX'PCI+33E'GIN+BJ+393999100000000017'CPS+2+1+1'PAC+2++CT'PCI+33E'GIN+BJ+393999100000000024'LIN+1++939:SRV'QTY+12:3'CPS+3+9'PAC+1++CT'",
    ),
  );
  const [message] = toMessagePage(interchangeWith({ despatchAdvices }), 1).messages;
  expect(message?.packing).toMatchObject([
    {
      title: "1 Outer: 1 SSCC, 1 level inside",
      packages: [{ title: "1 Pallet", markings: [{ numbers: [{ values: ["393999100000000017"] }] }] }],
      inside: [{ title: "2 Inner: 1 SSCC, 1 line", lines: [{ quantities: "Despatched 3" }] }],
    },
    { problem: "The level that it should stand in is not in the message." },
  ]);
});

test.each(["ORDCHG", "INVRPT"])("%s shows its header, and what the tree can show", (type) => {
  const orderChangeRequests = documentsOf(text(type, "BGM+230+C-1+4'"));
  const [message] = toMessagePage(interchangeWith({ orderChangeRequests }), 1).messages;
  expect(message?.rows).toContainEqual(["Document Identifier", "C-1"]);
  expect(message?.rows).toContainEqual(["Message Function Code", "4 (Change)"]);
  expect(JSON.parse(message?.text ?? "")).toHaveProperty("beginningOfMessage");
});

test("messages of other types are counted, and the others paged", () => {
  const orders = documentsOf(...Array.from({ length: 25 }, (_, at) => text("ORDERS", "BGM+220+P'", at + 1)));
  const otherMessages = documentsOf(text("INVOIC", "BGM+380'"));
  const page = toMessagePage(interchangeWith({ orders, otherMessages }), 3);
  expect(page).toMatchObject({ page: 3, pages: 3, about: "25 messages", messages: { length: 5 } });
  expect(page.others).toContain("1 message of other types (INVOIC)");
});

test("a document without a list of messages has no messages", () => {
  for (const lists of [{}, { orders: "none" }, { orders: [null, 7, {}] }])
    expect(toMessagePage(interchangeWith(lists), 1).messages).toEqual([]);
});

test("a message that was refused says so and why, the others do not", () => {
  const message = (reference: string) => ({
    messageHeader: { messageReferenceNumber: reference, messageIdentifier: { messageType: "INVRPT" } },
  });
  const refused = [{ reference: "2", name: "INVRPT 7", words: "UNT is missing" }];
  const { messages } = toMessagePage({ inventoryReports: [message("1"), message("2")] }, 1, refused);
  expect(messages.map(({ refusal }) => refusal)).toEqual([undefined, "Refused: UNT is missing"]);
});
