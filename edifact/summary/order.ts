import { allAt, type Fields, groupsWith, oneAt, textAt } from "./json.ts";
import {
  amountsIn,
  datesIn,
  descriptionsIn,
  itemNumberOf,
  itemNumbersIn,
  notesIn,
  partiesIn,
  pricesIn,
  quantitiesIn,
  referencesIn,
} from "./parts.ts";

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
    references: referencesIn(group),
  };
}
export type LineSummary = ReturnType<typeof lineOf>;
