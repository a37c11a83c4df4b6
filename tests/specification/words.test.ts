import { expect, test } from "vitest";
import * as actions from "#app/core/specification/actions.ts";
import * as edi from "#app/core/specification/edi.ts";
import * as orders from "#app/core/specification/orders.ts";
import * as products from "#app/core/specification/products.ts";
import * as returns from "#app/core/specification/returns.ts";
import * as screens from "#app/core/specification/screens.ts";
import * as stores from "#app/core/specification/stores.ts";
import { stateLooks } from "#app/core/values/processingStates.ts";
import { directionLabel, messageTypeChoices, noMessageSummaries } from "#app/domains/edi/codes.ts";
import * as ediLists from "#app/domains/edi/partner/lists/columns.ts";
import { exoColumns } from "#app/domains/exos/columns.ts";
import { designNames } from "#app/domains/labels/label.ts";
import * as productList from "#app/domains/metaproducts/columns.ts";
import * as orderList from "#app/domains/orders/columns.ts";
import { orderStatusChoices } from "#app/domains/orders/statuses.ts";
import { exoJobs, exoStreams } from "#contract/exoJobs.ts";
import { wordsOf } from "./lines.ts";

/** The words that are not found in the lines after the ones before them, letter by letter. */
function missing(text: string, words: readonly string[]): string[] {
  let from = 0;
  return words.filter((word) => {
    const at = text.indexOf(word, from);
    if (at < 0) return true;
    from = at + word.length;
    return false;
  });
}

const columns = Array.from({ length: 9 }, (_, index) => `1-2.${24 + index}`);
const returnLines = Array.from({ length: 8 }, (_, index) => `1-2.${46 + index}`);
const statusLines = Array.from({ length: 10 }, (_, index) => `1-4.${String(index + 1).padStart(2, "0")}`);
const orderStatusLines = Array.from(
  { length: 15 },
  (_, index) => `2-4.1.${String(index + 1).padStart(2, "0")}`,
);
/** Without the header of a column that is an icon. */
const withoutIcon = ([, ...words]: string[]) => words;

test.each<[lines: string[], words: string[]]>([
  [["1-2.10"], Object.values(screens.menu)],
  [["1-2.09"], [screens.logOut]],
  [["1-2.18"], [products.invalidToggle]],
  [["1-2.20"], [products.download]],
  [columns, Object.values(products.productColumns)],
  [["1-2.34"], [products.productTitle("{groupId}")]],
  [
    ["1-2.40"],
    [
      actions.confirmTitle,
      actions.eventQuestion.sentence("{action text}"),
      actions.eventQuestion.yes,
      actions.eventQuestion.no,
    ],
  ],
  [["1-2.34", "1-2.36", "1-2.38"], Object.values(products.productTabs)],
  [["1-2.41"], [actions.noteLabel]],
  [["1-2.43"], [...Object.values(actions.addressLabels), ...Object.values(actions.addressButtons)]],
  [["1-3.19"], Object.keys(actions.addressLabels)],
  [["1-2.45"], Object.values(returns.returnFilters)],
  [returnLines, withoutIcon(Object.values(returns.returnColumns))],
  [["1-2.50"], [returns.noRaNumber]],
  [["1-2.53"], [actions.noActions]],
  [["1-2.54"], [screens.recordsOnPage(1), screens.recordsOnPage(2).slice(2)]],
  [["1-2.55", "1-2.56", "1-2.57", "1-2.58"], Object.values(returns.returnTabs)],
  [["1-2.56"], Object.values(returns.referenceWays)],
  [["1-2.57"], [returns.mundaneToggle]],
  [["1-2.58"], [screens.displayAsTree]],
  [["1-2.59"], [screens.copied]],
  [statusLines, Object.entries(stateLooks).flatMap(([code, { label, tone }]) => [code, label, tone])],
  [["2-2.2.03"], [screens.storeNotFound]],
  [["2-2.3.04"], Object.values(orders.orderColumns)],
  [["2-2.3.06"], [orders.orderTitle("{source id}"), ...Object.values(orders.orderTabs)]],
  [["2-2.4.02"], [returns.returnPanel.title, returns.returnPanel.loading, screens.justAMoment]],
  [
    ["2-2.4.03"],
    [
      actions.confirmTitle,
      actions.exoQuestion.sentence("{id}"),
      actions.exoQuestion.no,
      actions.exoQuestion.yes,
    ],
  ],
  [["2-2.4.04"], [screens.errorBar]],
  [
    ["2-2.5.01"],
    [
      edi.landing.title,
      edi.landing.interchanges.title,
      edi.landing.interchanges.about,
      edi.landing.orders.title,
      edi.landing.orders.about,
    ],
  ],
  [
    ["2-2.6.02", "2-2.6.03", "2-2.6.04", "2-2.6.05"],
    [...Object.values(edi.interchangeFilters), ...Object.values(edi.containsModes)],
  ],
  [["2-2.6.03"], Object.values(edi.directionChoices)],
  [["2-2.6.04"], Object.values(edi.acknowledgedChoices)],
  [["2-2.6.09"], withoutIcon(Object.values(edi.interchangeColumns))],
  [["2-2.6.10"], ["inbound", "outbound", "unspecified", '"value"'.slice(1, -1)].map(directionLabel)],
  [["2-2.7.01"], [edi.interchangePanel.title]],
  [["2-2.7.02"], [edi.interchangePanel.loading, screens.justAMoment]],
  [["2-2.7.04", "2-2.7.08", "2-2.7.10", "2-2.7.12", "2-2.7.14"], Object.values(edi.interchangeTabs)],
  [["2-2.7.07"], [edi.interchangePanel.noStatus]],
  [["2-2.7.09"], [noMessageSummaries("interchange")]],
  [["2-2.7.11"], [edi.nothingDefined("interchange", "references")]],
  [["2-2.7.13"], [edi.nothingDefined("interchange", "history records")]],
  [["2-2.7.23"], messageTypeChoices.map(({ label }) => label)],
  [["2-2.8.02"], Object.values(edi.ediOrderFilters)],
  [["2-2.8.03"], withoutIcon(Object.values(edi.ediOrderColumns))],
  [["2-2.8.04"], Object.entries(edi.ediOrderReferences).flat()],
  [["2-2.8.06"], [edi.ediOrderPanel.title, edi.ediOrderTabs.status, edi.ediOrderPanel.updates]],
  [["2-2.8.06"], Object.values(edi.ediOrderTabs)],
  [["2-2.9.03"], Object.values(stores.storeInterchangeTabs)],
  [["2-2.10.01"], [stores.newRuleLabel]],
  [["2-2.10.02"], Object.values(stores.ruleColumns)],
  [["2-2.10.03"], Object.values(stores.ruleTabs)],
  [["2-2.11.01"], [stores.voucher.button]],
  [["2-2.11.02"], [stores.voucher.balance]],
  [["2-2.12.01"], Object.values(stores.labelButtons)],
  [["2-2.13.01"], [stores.shipmentSearch]],
  [["2-2.14.02"], Object.values(products.masterColumns)],
  [["2-2.14.03"], [products.productTitle("{styleCode}")]],
  [orderStatusLines, orderStatusChoices.flatMap(({ value, label }) => [value, label])],
  [["2-5.02"], [stores.unknownBarcode]],
  [["2-5.09"], [stores.voucher.unsupported]],
  [["2-9.08"], [designNames.RBK, designNames.Common]],
])("the words of the screens are those of %j, in their order", (ids, words) => {
  expect(words.length).toBeGreaterThan(0);
  expect(missing(wordsOf(...ids), words)).toEqual([]);
});

test("the lists have the specified columns in their order, by the specified headers", () => {
  const headersOf = (list: { columns: Record<string, { header: string }> }, without: string[] = []) =>
    Object.entries(list.columns).flatMap(([key, { header }]) => (without.includes(key) ? [] : [header]));
  // The store's column is of the products of all stores, which the specification doesn't have.
  expect(headersOf(productList.productColumns, ["store"])).toEqual(Object.values(products.productColumns));
  expect(headersOf(exoColumns)).toEqual(Object.values(returns.returnColumns));
  expect(headersOf(orderList.orderColumns)).toEqual(Object.values(orders.orderColumns));
  expect(headersOf(ediLists.interchangeColumns)).toEqual(Object.values(edi.interchangeColumns));
  expect(headersOf(ediLists.ediOrderColumns)).toEqual(Object.values(edi.ediOrderColumns));
});

test("the jobs of a return are named and ordered as specified", () => {
  const named = (stream: keyof typeof exoStreams) =>
    exoStreams[stream].map((code) => exoJobs[code].name.toLowerCase());
  expect(missing(wordsOf("1-4.15").toLowerCase(), named("return/automatic"))).toEqual([]);
  expect(named("return/automatic")).toHaveLength(17);
  expect(missing(wordsOf("1-4.16").toLowerCase(), named("return/manual").slice(0, 1))).toEqual([]);
});

test("a reword, and another order, are found", () => {
  const fields = wordsOf("1-2.43");
  expect(missing(fields, ["Suburb", "State", "Postcode"])).toEqual(["Postcode"]);
  expect(missing(fields, ["Suburb", "Post code"])).toEqual(["Post code"]);
});
