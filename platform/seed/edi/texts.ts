import { ediTerms } from "#contract/ediTerms.ts";
import {
  type OutgoingInterchange,
  type OutgoingMessage,
  type OutgoingSegment,
  type WriteOptions,
  writeInterchange,
} from "#edifact/index.ts";
import { preparedAt } from "#platform/domains/edi/interchanges/outbound.ts";

export const seedPartner = { identification: "MYERPARTNER", qualifier: "ZZ" };
export const seedSelf = { identification: "UTOPIA", qualifier: "ZZ" };
/** The partner's test system has a counter of its own. */
export const seedTrial = { identification: "MYERTRIAL", qualifier: "ZZ" };

const seedTerms = ediTerms.parse({});
/** The preparation time, on the clock of the seed's partners. */
export const seedTime = (at: Date): string => preparedAt(at, seedTerms);

/** A trading partner of the seed, with its interchange format. */
export type SeedPartner = {
  name: string;
  identification: string;
  qualifier: string;
  us: { identification: string; qualifier: string };
  storeAlias: string;
  writing: { withoutAdvice: boolean; wrapWidth: number };
};

const usual = { withoutAdvice: false, wrapWidth: 0 };

export const seedPartners: readonly SeedPartner[] = [
  { name: "Myer", ...seedPartner, us: seedSelf, storeAlias: "MYR", writing: usual },
  { name: "Myer (trial system)", ...seedTrial, us: seedSelf, storeAlias: "MYR", writing: usual },
  {
    name: "Davidson Retail (made up for the demo)",
    identification: "DAVIDSONRETAIL",
    qualifier: "ZZ",
    us: seedSelf,
    storeAlias: "TLS",
    writing: { withoutAdvice: true, wrapWidth: 80 },
  },
];

export const segment = (tag: string, ...elements: OutgoingSegment["elements"]): OutgoingSegment => ({
  tag,
  elements,
});

export const message = (
  type: string,
  segments: readonly OutgoingSegment[],
  { reference = "1", release = "01B", association = "EAN010" } = {},
): OutgoingMessage => ({ reference, type, version: "D", release, agency: "UN", association, segments });

/** An interchange from the partner; with `outbound` one to it. */
export function interchangeText(
  controlReference: string,
  at: Date,
  messages: readonly OutgoingMessage[],
  options: Partial<OutgoingInterchange> & WriteOptions & { outbound?: boolean } = {},
): Uint8Array {
  const { outbound = false, lineBreaks = false, withoutAdvice = false, separators, ...rest } = options;
  const outgoing = {
    syntaxIdentifier: "UNOC",
    syntaxVersion: "3",
    sender: outbound ? seedSelf : seedPartner,
    recipient: outbound ? seedPartner : seedSelf,
    preparedAt: seedTime(at),
    controlReference,
    messages,
    ...rest,
  };
  return writeInterchange(outgoing, { lineBreaks, withoutAdvice, ...(separators && { separators }) }).bytes;
}

export const digits = (at: Date) => seedTime(at).replace(/\D/g, "");
export const dateSegment = (qualifier: string, at: Date): OutgoingSegment =>
  segment("DTM", [qualifier, digits(at).slice(0, 12), "203"]);

export type TextLine = {
  number: string;
  ean: string;
  sku: string;
  description: string;
  quantity: number;
  price: number;
};

type Place = { name: string; street: string; suburb: string; state: string; postcode: string };

const party = (qualifier: string, identifier: string, place: Place) =>
  segment(
    "NAD",
    qualifier,
    [identifier, "", "9"],
    "",
    place.name,
    place.street,
    place.suburb,
    place.state,
    place.postcode,
    "AU",
  );

const buyer: Place = {
  name: "MYER BUYING OFFICE",
  street: "800 COLLINS STREET",
  suburb: "DOCKLANDS",
  state: "VIC",
  postcode: "3008",
};
const supplier: Place = {
  name: "UTOPIA APPAREL",
  street: "4 FOUNDRY LANE",
  suburb: "RICHMOND",
  state: "VIC",
  postcode: "3121",
};

/** An ORDERS message of the partner. */
export function ordersText(
  documentIdentifier: string,
  at: Date,
  delivery: Place & { identifier: string },
  lines: readonly TextLine[],
): OutgoingMessage {
  return message("ORDERS", [
    segment("BGM", "220", documentIdentifier, "9"),
    dateSegment("137", at),
    dateSegment("63", new Date(at.getTime() + 14 * 86_400_000)),
    segment("RFF", ["CT", "C-2026-7"]),
    party("BY", "9399990000019", buyer),
    segment("RFF", ["IA", "44021"]),
    party("ST", delivery.identifier, delivery),
    party("SU", "9399991000011", supplier),
    segment("RFF", ["VA", "51824753556"]),
    segment("CUX", ["2", "AUD", "9"]),
    ...lines.flatMap(({ number, ean, sku, description, quantity, price }) => [
      segment("LIN", number, "", [ean, "SRV"]),
      segment("PIA", "1", [sku, "SA"]),
      segment("IMD", "F", "", ["", "", "", description.slice(0, 35)]),
      segment("QTY", ["21", String(quantity), "PCE"]),
      segment("PRI", ["AAA", String(price)]),
    ]),
    segment("UNS", "S"),
    segment("CNT", ["2", String(lines.length)]),
  ]);
}

/** An ORDCHG message: `function` 4 changes lines, 1 cancels the order. */
export const changeText = (
  identifier: string,
  order: string,
  at: Date,
  code: "1" | "4",
  lines: readonly (Pick<TextLine, "number" | "ean" | "quantity"> & { action: string })[],
): OutgoingMessage =>
  message(
    "ORDCHG",
    [
      segment("BGM", "230", identifier, code),
      dateSegment("137", at),
      segment("RFF", ["ON", order]),
      segment("NAD", "BY", ["9399990000019", "", "9"]),
      segment("NAD", "SU", ["9399991000011", "", "9"]),
      ...lines.flatMap(({ number, action, ean, quantity }) => [
        segment("LIN", number, action, [ean, "SRV"]),
        segment("QTY", ["21", String(quantity)]),
      ]),
      segment("UNS", "S"),
      segment("CNT", ["2", String(lines.length)]),
    ],
    { association: "EAN009" },
  );

/** A CONTRL message; `answered` is the interchange that it answers, in either direction. */
export function controlText(
  answered: string,
  { toPartner, action, error = "" }: { toPartner: boolean; action: string; error?: string },
): OutgoingMessage {
  const [sender, recipient] = toPartner ? [seedPartner, seedSelf] : [seedSelf, seedPartner];
  return message(
    "CONTRL",
    [
      segment(
        "UCI",
        answered,
        [sender.identification, sender.qualifier],
        [recipient.identification, recipient.qualifier],
        action,
        error,
      ),
    ],
    { release: "3", association: "EAN004" },
  );
}
