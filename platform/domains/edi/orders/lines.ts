import { type Chunked, groupsWith, type LineSummary, lineOf, runSync } from "#edifact/index.ts";
import type { StoredOrderLine, StoredWritten } from "#platform/database/schema/ediStored.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { nothingWritten, writtenIn } from "./written.ts";

/** Item number types (7143) by which partners identify our articles. */
const ownCodes = ["SA", "MF"];
/** Dates (2005) of a line's delivery deadline. */
const deliveryDates = ["2", "63"];

/** A line as written, with its requested action (1229); missing fields are left out. */
export type PartnerLine = Pick<
  StoredOrderLine,
  "number" | "item" | "itemType" | "description" | "deliverBy"
> & {
  codes: string[];
  written: Partial<StoredWritten>;
  action: string;
};

function partnerLine(line: LineSummary): PartnerLine {
  const own = line.otherItems.filter(({ type }) => ownCodes.includes(type));
  const date = line.dates.find(({ qualifier }) => deliveryDates.includes(qualifier));
  return {
    number: storable(line.number, 35),
    item: storable(line.item.identifier),
    itemType: storable(line.item.type, 3),
    description: storable(line.descriptions[0] ?? "", 256),
    ...(date && { deliverBy: storable(date.iso ?? date.value, 35) }),
    codes: [...own, line.item].map(({ identifier }) => storable(identifier)).filter((code) => code !== ""),
    written: writtenIn(line),
    action: line.action,
  };
}

/** The lines of an ORDERS or ORDCHG message, in batches: thousands of them take a while. */
export function* partnerLines(document: Readonly<JsonObject>): Chunked<PartnerLine[]> {
  const lines: PartnerLine[] = [];
  for (const group of groupsWith(document, "lineItem")) {
    lines.push(partnerLine(lineOf(group)));
    yield;
  }
  return lines;
}

/** The same, synchronously. */
export const linesIn = (document: Readonly<JsonObject>): PartnerLine[] => runSync(partnerLines(document));

/** A line before its comparison with the terms: nothing of it is accepted. */
export const storedLine = ({ action: _, written, ...line }: PartnerLine): StoredOrderLine => ({
  ...line,
  written: { ...nothingWritten, ...written },
  ordered: 0,
  accepted: 0,
  unitPrice: 0,
  levelCode: null,
  isListed: false,
});

/** A line's label: its number and its item, as far as the partner wrote them. */
export const lineName = ({ number, item }: Pick<StoredOrderLine, "number" | "item">): string =>
  [number ? `line ${number}` : "line", item ? `of '${item}'` : ""].filter(Boolean).join(" ");
