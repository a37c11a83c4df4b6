import { codeWithMeaning, meaningOrCode } from "#app/domains/edi/codes.ts";
import { shorten } from "#app/values/values.ts";
import type { LineSummary, OrderContent, PartySummary, ReferenceSummary } from "#edifact/index.ts";

const most = 100;
const nameParts = 4;
const longest = 200;

/** The reference group: qualifier, identifier, revision (edi#message-references). */
const toReference = ({ qualifier, identifier, line, revision }: ReferenceSummary, index: number) => ({
  key: String(index),
  qualifier: codeWithMeaning("1153", qualifier),
  identifier: shorten(line === "" ? identifier : `${identifier}, line ${line}`, longest),
  revision: shorten(revision, 80),
});

/** The names-and-addresses group (edi#parties). */
const toParty = (party: PartySummary, index: number) => ({
  key: String(index),
  qualifier: codeWithMeaning("3035", party.qualifier),
  names: party.names.slice(0, nameParts).map((name) => shorten(name, longest)),
  identifier: shorten(party.identifier, 80),
  agency: codeWithMeaning("3055", party.agency),
  street: shorten(party.street.join(", "), longest),
  city: shorten(party.city, 80),
  state: shorten(party.state, 80),
  postcode: shorten(party.postcode, 40),
  country: shorten(party.country, 40),
  references: shorten(
    party.references
      .map(({ qualifier, identifier }) => `${codeWithMeaning("1153", qualifier)}: ${identifier}`)
      .join("; "),
    longest,
  ),
});

/** A line of an order or of a packing level. */
export const toLineView = (line: LineSummary, index: number) => ({
  key: String(index),
  number: shorten(line.number, 20),
  action: codeWithMeaning("1229", line.action),
  item: shorten(
    [line.item, ...line.otherItems]
      .map(({ identifier }) => identifier)
      .filter(Boolean)
      .join(", "),
    longest,
  ),
  description: shorten(line.descriptions.join(" "), longest),
  quantities: shorten(
    line.quantities
      .map(({ qualifier, text, unit }) =>
        `${meaningOrCode("6063", qualifier)} ${text}${unit === "" ? "" : ` ${unit}`}`.trim(),
      )
      .join("; "),
    longest,
  ),
  prices: shorten(
    line.prices.map(({ qualifier, text }) => `${meaningOrCode("5125", qualifier)} ${text}`.trim()).join("; "),
    longest,
  ),
});

const leftOf = (counts: readonly [name: string, count: number][]): string =>
  counts.flatMap(([name, count]) => (count > most ? [`${count - most} more ${name}`] : [])).join(", ");

/** The header and lines of an ORDERS, ORDRSP or DESADV; very long lists are cut and counted. */
export const toOrderView = (order: OrderContent) => ({
  responseType: codeWithMeaning("4343", order.responseType),
  dates: order.dates
    .slice(0, 20)
    .map(
      ({ qualifier, iso, value }) =>
        `${codeWithMeaning("2005", qualifier)}: ${shorten(iso?.replace("T", " ") ?? value, 80)}`,
    ),
  references: order.references.slice(0, most).map(toReference),
  parties: order.parties.slice(0, most).map(toParty),
  currency: shorten(order.currency, 20),
  notes: order.notes.slice(0, 20).map((note) => shorten(note, 1000)),
  lines: order.lines.slice(0, most).map(toLineView),
  /** Lines, parties and references not shown, in words. */
  left: leftOf([
    ["lines", order.lines.length],
    ["names and addresses", order.parties.length],
    ["references", order.references.length],
  ]),
});

export type LineView = ReturnType<typeof toLineView>;
export type OrderView = ReturnType<typeof toOrderView>;
