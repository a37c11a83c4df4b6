import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { orderStatusChoices, orderStatusOf, waitingOrderStatuses } from "./statuses.ts";

test("the statuses and their labels are those of the product's rules, in order [orders#statuses]", async () => {
  const page = await readFile(new URL("../../../docs/product/orders.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.+) \|$/gm)].map(([, value, label]) => ({
    value,
    label,
  }));
  expect(documented).toHaveLength(15);
  expect(orderStatusChoices).toEqual(documented);
});

test("an unknown status is said in words, none says so [orders#unknown-status]", () => {
  expect(orderStatusOf("HELD_BY_WAREHOUSE").label).toBe("Held By Warehouse");
  expect(orderStatusOf("UNPROCESSABLE_GIFT_CARD_HOLD").label).toBe("Gift Card Hold");
  expect(orderStatusOf("constructor")).toMatchObject({ label: "constructor", waits: false });
  for (const none of [undefined, null, "", "  "]) expect(orderStatusOf(none).label).toBe("No status");
});

test("a soft failure is retried automatically: it waits for no person", () => {
  expect(waitingOrderStatuses).not.toContain("UNPROCESSABLE_SOFT");
  expect(waitingOrderStatuses).toContain("UNPROCESSABLE_MANUAL_ORDER");
});
