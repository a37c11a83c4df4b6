import { expect, test } from "vitest";
import { formatCents, formatDollars } from "#app/core/values/values.ts";
import { creditIn, creditOfRow } from "#app/domains/exos/credit.ts";
import { priceOf } from "#app/domains/labels/model.ts";
import { evaluateRule } from "#app/domains/rules/prices/evaluate.ts";
import { toShipmentList } from "#app/domains/shipments/columns.ts";
import { listOf } from "#contract/envelopes.ts";
import { creditByHand, exo, exoSummary } from "#contract/exos.ts";
import { dollarsText } from "#contract/numbers.ts";
import { shipmentRow } from "#contract/shipments.ts";
import { creditOwedBy } from "#platform/domains/exos/repository.ts";
import { cases } from "#tests/support/models.ts";

const types = new Map([["price", "Decimal" as const]]);
const histories = [{ action: creditByHand, created_at: "2026-11-20T00:00:00Z" }];

/** A rule's result for a price as a channel sends it, text or number. */
function discounted(price: string | number, percentValue: string): string | number {
  const action = { type: "PercentDiscount", attributeName: "price", percentOf: "price", percentValue };
  const { changes } = evaluateRule({ rulesConditionsGroups: [], actions: [action] }, types, { price });
  // No change where the result is equal to the cent.
  const { after = price } = changes[0] ?? {};
  if (typeof after !== typeof price) throw new Error(`${price} became another kind of value`);
  return typeof after === "number" ? after : String(after);
}

/** Half a cent rounds up, in integer arithmetic: cents, and hundredths of a percent. */
const expectedCents = (cents: number, points: number): number =>
  Math.floor((cents * (10_000 - points) + 5_000) / 10_000);

const label = (listPrice: string | number) => priceOf([{ priceBookName: "RRP", listPrice }], "Nowhere").text;

test("rule, label, screen, list, panel and ledger agree to the cent over pairs of price and percentage [rules#cents, returns#cents]", () => {
  const wrong: string[] = [];
  // 30,000 pairs in all.
  for (let place = 0; place < cases(150); place += 1) {
    const cents = 50 + place * 303;
    const texts: string[] = [];
    let sum = 0;
    for (let points = 50; points <= 10_000; points += 50) {
      const percentage = String(points / 100);
      const expected = expectedCents(cents, points);
      const text = dollarsText(expected);
      const asText = discounted(dollarsText(cents), percentage);
      const asNumber = discounted(cents / 100, percentage);
      const agree =
        asText === text &&
        asNumber === expected / 100 &&
        label(asText) === text &&
        label(asNumber) === text &&
        formatDollars(expected / 100) === formatCents(expected);
      if (!agree) wrong.push(`${cents} cents less ${percentage} %`);
      // Some services send thousands separators.
      texts.push(formatDollars(expected / 100 + 1000).replace("$", ""));
      sum += expected + 100_000;
    }
    const exchange = { Items: texts.map((Total) => ({ Quantity: "-1", Total })) };
    const panel = creditIn(exo.parse({ id: "1", exchange, histories }))?.cents;
    const { creditOwed } = creditOwedBy({ exchange }, histories);
    const list = creditOfRow(exoSummary.parse({ id: "1", credit_owed: creditOwed })).cents;
    const rows = texts.map((amount) => ({ orderNumber: 1, qty: 1, amount }));
    const { totals } = toShipmentList(listOf(shipmentRow).parse(rows), {
      storeName: "",
      orderHref: undefined,
    });
    if (panel !== sum || list !== sum || !totals?.endsWith(`, ${formatCents(sum)}.`)) {
      wrong.push(`the sum of all percentages of ${cents} cents`);
    }
  }
  expect(wrong).toEqual([]);
});
