import { allAt, allFlat, type Fields, groupsWith, oneAt, textAt, textsAt } from "./json.ts";

/** The content of an order, a change or a response: its currency is the first of CUX, its totals are its CNT segments. */
export function orderContent(document: Fields) {
  const [currencies] = groupsWith(document, "currencies");
  return {
    responseType: textAt(oneAt(document, "beginningOfMessage"), "responseTypeCode"),
    dates: datesIn(document),
    references: referencesIn(document),
    parties: partiesIn(document),
    currency: textAt(
      oneAt(oneAt(currencies ?? {}, "currencies"), "currencyDetails"),
      "currencyIdentificationCode",
    ),
    notes: notesIn(document),
    lines: groupsWith(document, "lineItem").map(lineOf),
    amounts: amountsIn(document),
    totals: allAt(document, "controlTotal").map((segment) => {
      const control = allAt(segment, "control")[0] ?? segment;
      return {
        qualifier: textAt(control, "controlTotalTypeCodeQualifier"),
        value: textAt(control, "controlTotalValue"),
      };
    }),
  };
}
export type OrderContent = ReturnType<typeof orderContent>;

/** A line (LIN with its group). `action` is 1229, e.g. 3 changed, 5 accepted, 7 not accepted. */
export function lineOf(group: Fields) {
  const line = oneAt(group, "lineItem");
  return {
    number: textAt(line, "lineItemIdentifier"),
    action: textAt(line, "actionRequestNotificationDescriptionCode"),
    item: itemNumberOf(oneAt(line, "itemNumberIdentification")),
    otherItems: itemNumbersIn(group),
    descriptions: descriptionsIn(group),
    quantities: quantitiesIn(group),
    prices: pricesIn(group),
    dates: datesIn(group),
    amounts: amountsIn(group),
    references: referencesIn(group),
  };
}
export type LineSummary = ReturnType<typeof lineOf>;

/** A number as EDIFACT writes it: a point or a comma as its decimal mark, a minus in front. */
export function numberIn(text: string): number | undefined {
  const written = text.trim().replace(",", ".");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(written) ? Number(written) : undefined;
}

const datePatterns: Readonly<Record<string, RegExp>> = {
  "2": /^(?<day>\d\d)(?<month>\d\d)(?<year>\d\d)$/,
  "101": /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  "102": /^(?<century>\d\d)(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  "201": /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)$/,
  "203": /^(?<century>\d\d)(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)$/,
  "204": /^(?<century>\d\d)(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)\d\d$/,
  "303": /^(?<century>\d\d)(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)\D.*$/,
};

/** A DTM value in a format (2379) as local ISO text, or undefined where it does not fit the format. */
export function isoDate(value: string, format: string): string | undefined {
  const parts = datePatterns[format]?.exec(value.trim())?.groups;
  if (!parts) return undefined;
  const day = `${parts.century ?? "20"}${parts.year}-${parts.month}-${parts.day}`;
  const time = parts.hour === undefined ? "" : `T${parts.hour}:${parts.minute}`;
  const read = new Date(`${day}${time || "T00:00"}:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day + time) ? day + time : undefined;
}

/** Dates, times and periods (DTM). `iso` is the local date or date and time, where the format (2379) is a common one. */
const datesIn = (fields: Fields) =>
  allFlat(fields, "dateTimePeriod", "dateTimePeriod").map((date) => {
    const value = textAt(date, "dateOrTimeOrPeriodValue") || textAt(date, "dateTimePeriodValue");
    const format = textAt(date, "dateOrTimeOrPeriodFormatCode") || textAt(date, "dateTimePeriodFormatCode");
    const qualifier =
      textAt(date, "dateOrTimeOrPeriodFunctionCodeQualifier") ||
      textAt(date, "dateTimePeriodFunctionCodeQualifier");
    return { qualifier, value, iso: isoDate(value, format) };
  });

/** The references (RFF) of the groups inside. `revision` is 1060, or 4000 where that is absent. */
export const referencesIn = (fields: Fields) =>
  groupsWith(fields, "reference").map((group) => {
    const segment = oneAt(group, "reference");
    const reference = allAt(segment, "reference")[0] ?? segment;
    return {
      qualifier: textAt(reference, "referenceCodeQualifier"),
      identifier: textAt(reference, "referenceIdentifier"),
      line: textAt(reference, "documentLineIdentifier"),
      revision: textAt(reference, "revisionIdentifier") || textAt(reference, "referenceVersionIdentifier"),
    };
  });
export type ReferenceSummary = ReturnType<typeof referencesIn>[number];

/** Names and addresses (NAD), with the references of their groups. */
const partiesIn = (fields: Fields) =>
  groupsWith(fields, "nameAndAddress").map((group) => {
    const party = oneAt(group, "nameAndAddress");
    const identification = oneAt(party, "partyIdentificationDetails");
    const state = oneAt(party, "countrySubEntityDetails");
    const names = textsAt(oneAt(party, "partyName"), "partyName");
    return {
      qualifier: textAt(party, "partyFunctionCodeQualifier"),
      identifier: textAt(identification, "partyIdentifier"),
      agency: textAt(identification, "codeListResponsibleAgencyCode"),
      // Some writers leave out the composite: the name is then the value itself, or numbered values.
      names: names.length > 0 ? names : textsAt(party, "partyName"),
      street: textsAt(oneAt(party, "street"), "streetAndNumberOrPostOfficeBoxIdentifier"),
      city: textAt(party, "cityName"),
      state: textAt(state, "countrySubEntityNameCode") || textAt(state, "countrySubEntityName"),
      postcode: textAt(party, "postalIdentificationCode"),
      country: textAt(party, "countryNameCode"),
      references: referencesIn(group),
    };
  });

export type PartySummary = ReturnType<typeof partiesIn>[number];

/** Quantities (QTY): `value` where one is a number, `text` as it was written, `unit` 6411. */
const quantitiesIn = (fields: Fields) =>
  allFlat(fields, "quantity", "quantityDetails").map((quantity) => {
    const text = textAt(quantity, "quantity");
    return {
      qualifier: textAt(quantity, "quantityTypeCodeQualifier"),
      text,
      value: numberIn(text),
      unit: textAt(quantity, "measurementUnitCode"),
    };
  });

/** Prices (PRI): `amount` where one is a number; `per` is the number of units that it is for. */
const pricesIn = (fields: Fields) =>
  [...groupsWith(fields, "priceInformation"), ...groupsWith(fields, "priceDetails")].flatMap((group) =>
    allFlat(group, "priceDetails", "priceInformation").map((price) => {
      const text = textAt(price, "priceAmount");
      return {
        qualifier: textAt(price, "priceCodeQualifier"),
        text,
        amount: numberIn(text),
        per: textAt(price, "unitPriceBasisValue"),
        unit: textAt(price, "measurementUnitCode"),
      };
    }),
  );

/** Monetary amounts (MOA). */
const amountsIn = (fields: Fields) =>
  allAt(fields, "monetaryAmount").map((segment) => {
    const money = allAt(segment, "monetaryAmount")[0] ?? segment;
    const text = textAt(money, "monetaryAmount");
    return {
      qualifier: textAt(money, "monetaryAmountTypeCodeQualifier"),
      text,
      amount: numberIn(text),
    };
  });

/** Further item numbers of a line (PIA). */
const itemNumbersIn = (fields: Fields) =>
  allAt(fields, "additionalProductId").flatMap((segment) =>
    allAt(segment, "itemNumberIdentification").map(itemNumberOf),
  );

/** An item number with its type (7143), e.g. SRV for a GTIN. */
const itemNumberOf = (fields: Fields) => ({
  identifier: textAt(fields, "itemIdentifier"),
  type: textAt(fields, "itemTypeIdentificationCode"),
});

/** Free text of descriptions (IMD) and notes (FTX). */
const descriptionsIn = (fields: Fields): string[] =>
  allAt(fields, "itemDescription").flatMap((segment) => {
    const description = allAt(segment, "itemDescription")[0] ?? segment;
    return textsAt(description, "itemDescription").join("") || [];
  });

const notesIn = (fields: Fields): string[] =>
  allAt(fields, "freeText").flatMap((segment) => textsAt(oneAt(segment, "textLiteral"), "freeTextValue"));
