import {
  type OutgoingInterchange,
  type OutgoingMessage,
  type OutgoingSegment,
  writeInterchange,
} from "#edifact/index.ts";
import type { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { ediTerms } from "#platform/database/schema/ediTerms.ts";
import { articleOf, wholesaleOf } from "#platform/seed/products/catalogue.ts";
import { seedStores } from "#platform/seed/stores.ts";

const partner = { identification: "MYERTEST", qualifier: "ZZ" };
const us = { identification: "UTOPIA", qualifier: "ZZ" };

/** Without a record its interchanges would be held as unknown. */
export const testEdiPartner: typeof ediPartners.$inferInsert = {
  name: "The tests",
  identification: partner.identification,
  qualifier: partner.qualifier,
  our_identification: us.identification,
  our_qualifier: us.qualifier,
  storeId: 14,
  syntax_identifier: "UNOC",
  syntax_version: "3",
  asks_acknowledgement: true,
  acknowledgement_due_hours: 4,
  response_due_hours: 24,
  despatch_due_hours: 120,
  writes_una: true,
  wrap_width: 0,
  terms: ediTerms.parse({}),
  active: true,
};

const segment = (tag: string, ...elements: OutgoingSegment["elements"]): OutgoingSegment => ({
  tag,
  elements,
});

export function fileOf(
  controlReference: string,
  messages: readonly OutgoingMessage[],
  options: Partial<OutgoingInterchange> = {},
): string {
  return writeInterchange({
    syntaxIdentifier: "UNOC",
    syntaxVersion: "3",
    sender: partner,
    recipient: us,
    preparedAt: "2026-11-20T10:42",
    controlReference,
    acknowledgementRequested: true,
    messages,
    ...options,
  }).text;
}

/** `number` where it differs from the line's position in the message. */
export type TestLine = { sku: string; ean: string; quantity: number; price: string; number?: string };

/** Lines for these articles of the seed, at their price and in a size with enough stock. */
export function linesFrom(...numbers: number[]): TestLine[] {
  const myer = seedStores.find(({ alias }) => alias === "MYR");
  if (!myer) throw new Error("The seed lacks the partner's store");
  return numbers.map((number) => {
    const article = articleOf(myer.id, myer.brands, number);
    const size = article.sizes.find(({ stock }) => stock >= 14);
    if (!size) throw new Error(`Article ${number} has no size of which there is enough`);
    return { sku: size.sku, ean: size.barcode, quantity: 14, price: String(wholesaleOf(article)) };
  });
}

/** An article that the store does not list. */
export const unlistedLine: TestLine = { sku: "", ean: "9300000000000", quantity: 2, price: "10" };

const message = (
  type: string,
  segments: readonly OutgoingSegment[],
  association = "EAN010",
): OutgoingMessage => ({
  reference: "1",
  type,
  version: "D",
  release: "01B",
  agency: "UN",
  association,
  segments,
});

export const ordersMessage = (number: string, lines: readonly TestLine[]): OutgoingMessage =>
  message("ORDERS", [
    segment("BGM", "220", number, "9"),
    segment("DTM", ["137", "202611201042", "203"]),
    segment(
      "NAD",
      "BY",
      ["9399990000019", "", "9"],
      "",
      "MYER BUYING",
      "12 HARBOUR ST",
      "MELBOURNE",
      "VIC",
      "3000",
      "AU",
    ),
    segment(
      "NAD",
      "ST",
      ["9399990000156", "", "9"],
      "",
      "MYER GEELONG",
      "99 MOORABOOL ST",
      "GEELONG",
      "VIC",
      "3220",
      "AU",
    ),
    segment("NAD", "SU", ["9399991000011", "", "9"], "", "UTOPIA APPAREL"),
    segment("CUX", ["2", "AUD", "9"]),
    ...lines.flatMap(({ sku, ean, quantity, price, number: lineNumber }, index) => [
      segment("LIN", lineNumber ?? String(index + 1), "", [ean, "SRV"]),
      ...(sku ? [segment("PIA", "1", [sku, "SA"])] : []),
      segment("QTY", ["21", String(quantity)]),
      segment("PRI", ["AAA", price]),
    ]),
    segment("UNS", "S"),
    segment("CNT", ["2", String(lines.length)]),
  ]);

/** A file with an order of so many unlisted lines. The usual writer would take longer than parsing. */
export function longOrderFile(count: number): string {
  const short = fileOf("69999", [ordersMessage("PO-LONG", [unlistedLine])], {
    acknowledgementRequested: false,
  });
  const lines = Array.from(
    { length: count },
    (_, index) => `LIN+${index + 1}++${930_000_000 + index}:SRV'QTY+21:2'PRI+AAA:10'`,
  );
  return short
    .replace(/LIN.*'(?=UNS)/, lines.join(""))
    .replace("CNT+2:1'", `CNT+2:${count}'`)
    .replace(/UNT\+(\d+)/, (_, segments) => `UNT+${Number(segments) + 3 * (count - 1)}`);
}

/** `change` is 4, `cancel` 1; lines with the action of 1229. */
export const changeMessage = (
  identifier: string,
  order: string,
  code: "1" | "4",
  lines: readonly (TestLine & { number: string; action: string })[] = [],
): OutgoingMessage =>
  message(
    "ORDCHG",
    [
      segment("BGM", "230", identifier, code),
      segment("DTM", ["137", "20261121", "102"]),
      segment("RFF", ["ON", order]),
      ...lines.flatMap(({ number, action, ean, quantity }) => [
        segment("LIN", number, action, [ean, "SRV"]),
        segment("QTY", ["21", String(quantity)]),
      ]),
      segment("UNS", "S"),
    ],
    "EAN009",
  );

export const controlMessage = (controlReference: string, action: string, error = ""): OutgoingMessage => ({
  ...message(
    "CONTRL",
    [
      segment(
        "UCI",
        controlReference,
        [us.identification, us.qualifier],
        [partner.identification, partner.qualifier],
        action,
        error,
      ),
    ],
    "EAN004",
  ),
  release: "3",
});
