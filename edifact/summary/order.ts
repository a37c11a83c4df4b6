import { allAt, type Fields, groupsWith, oneAt, textAt } from "./json.ts";
import {
  type AmountSummary,
  amountsIn,
  type DateSummary,
  datesIn,
  descriptionsIn,
  type ItemNumber,
  itemNumberOf,
  itemNumbersIn,
  notesIn,
  type PartySummary,
  type PriceSummary,
  partiesIn,
  pricesIn,
  type QuantitySummary,
  quantitiesIn,
  type ReferenceSummary,
  referencesIn,
} from "./parts.ts";

/** A line (LIN with its group). `action` is 1229, e.g. 3 changed, 5 accepted, 7 not accepted. */
export type LineSummary = {
  number: string;
  action: string;
  item: ItemNumber;
  otherItems: ItemNumber[];
  descriptions: string[];
  quantities: QuantitySummary[];
  prices: PriceSummary[];
  amounts: AmountSummary[];
  dates: DateSummary[];
  references: ReferenceSummary[];
  parties: PartySummary[];
  notes: string[];
};

/** The content of an order, a change or a response. `totals` are its CNT segments, `currency` the first of CUX. */
export type OrderContent = {
  responseType: string;
  dates: DateSummary[];
  references: ReferenceSummary[];
  parties: PartySummary[];
  currency: string;
  notes: string[];
  lines: LineSummary[];
  amounts: AmountSummary[];
  totals: { qualifier: string; value: string }[];
};

export function orderContent(document: Fields): OrderContent {
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

export function lineOf(group: Fields): LineSummary {
  const line = oneAt(group, "lineItem");
  return {
    number: textAt(line, "lineItemIdentifier"),
    action: textAt(line, "actionRequestNotificationDescriptionCode"),
    item: itemNumberOf(oneAt(line, "itemNumberIdentification")),
    otherItems: itemNumbersIn(group),
    descriptions: descriptionsIn(group),
    quantities: quantitiesIn(group),
    prices: pricesIn(group),
    amounts: amountsIn(group),
    dates: datesIn(group),
    references: referencesIn(group),
    parties: partiesIn(group),
    notes: notesIn(group),
  };
}
