import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { readOrderMessages } from "#platform/domains/edi/orders/repository.ts";
import { crashPlaces, runUntilCrash, workAt } from "../../../tests/support/crashes.ts";
import { changeMessage, fileOf, ordersMessage, testEdiPartner } from "../../../tests/support/ediFiles.ts";

const partnersOrders = 6;
const article = { sku: "140200001_BLK_8", ean: "9300000000017", quantity: 14, price: "39.95" };

/**
 * The partner, its store with an article, and files with the orders, the first one again, and a change of the fourth.
 */
async function enter(database: Database, inbound: string): Promise<void> {
  const store = { id: 14, name: "Myer", alias: "MYR", type: "edimarketplace", managementBaseUrl: null };
  await database.insert(stores).values(store);
  await database.insert(ediPartners).values(testEdiPartner);
  const attributes = { ean: article.ean, inventory: 999, wholesale_price: article.price };
  await database.insert(metaProducts).values({
    ...{ id: "myr-1", storeId: 14, position: 1, state: "live", attributes: {}, status: {}, changes: [] },
    ...{ groupId: "140200001_BLK", title: "Loafer", codes: article.sku },
    ...{ validationMessages: [], waitingCustomer: null },
    variants: [{ productSku: article.sku, attributes, status: {} }],
  });
  const change = changeMessage("CH-4", "PO-4", "4", [{ ...article, quantity: 9, number: "1", action: "3" }]);
  const numbers = Array.from({ length: partnersOrders }, (_, index) => `PO-${index + 1}`);
  const messages = [...[...numbers, "PO-1"].map((number) => ordersMessage(number, [article])), change];
  await mkdir(inbound, { recursive: true });
  for (const [index, message] of messages.entries()) {
    const path = join(inbound, `orders-${index + 1}.edi`);
    await writeFile(path, fileOf(String(index + 1), [message]));
    // The first orders were written earlier than the others.
    const changedAt = new Date(Date.now() - (index < partnersOrders ? 60_000 : 0));
    await utimes(path, changedAt, changedAt);
  }
}

const points = (
  "settle 2, settle 3, stage 2, transmit 1, stage 1, transmit 1, stage 1, transmit 2, transmit 1, act 1, " +
  "act 2, transmit 1, act 3, act 4, act 1, act 2, act 3, act 4, act 1, act 4"
)
  .split(", ")
  .map((words) => words.split(" "))
  .map(([point = "", times]) => ({ point, times: Number(times) }));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe.each(await crashPlaces())(
  "a platform on $name that is killed again and again amid a partner's orders and a person's actions",
  (place) => {
    test("answers each of them once, does each action once, and sends every file once", async () => {
      await workAt(place, (database) => enter(database, join(place.home, "in")));
      const crashes = points.filter((_, index) => !place.isShort || index % 3 === 1);
      for (const crash of crashes)
        expect(await runUntilCrash("edi", place, crash)).toEqual({ code: null, signal: "SIGKILL" });
      // Only a PostgreSQL can be shared by several processes.
      const survivors = place.name === "PostgreSQL" ? [1, 2] : [1];
      for (const { code } of await Promise.all(survivors.map(() => runUntilCrash("edi", place))))
        expect(code).toBe(0);
      await workAt(place, expectEachOnce);
      const collected = (await readdir(join(place.home, "collected"))).map((name) => name.slice(37));
      // The partner collected each file once, although processes crashed between sending a file and recording it.
      expect(collected.toSorted()).toEqual([...new Set(collected)].toSorted());
      // The file that was resent unchanged has a new name.
      expect(collected).toHaveLength(3 * partnersOrders + 5);
      expect(collected.filter((name) => name.includes("-again-"))).toHaveLength(1);
    }, 480_000);
  },
);

async function expectEachOnce(database: Database): Promise<void> {
  const interchanges = await database.select().from(ediInterchanges);
  const numbersOf = (rows: typeof interchanges) =>
    rows.map(({ controlReference }) => Number(controlReference)).sort((one, other) => one - other);
  const inbound = interchanges.filter(({ direction }) => direction === "inbound");
  expect(numbersOf(inbound)).toEqual(upTo(partnersOrders + 2));

  // The first order came twice, and its second document was discarded.
  const documents = await database.select().from(ediOrders);
  expect(documents.map(({ state }) => state).toSorted()).toEqual([
    ...upTo(partnersOrders).map(() => "completed"),
    "rejected",
  ]);
  expect(await database.$count(orders)).toBe(partnersOrders);
  const lists = await Promise.all(
    documents
      .filter(({ state }) => state === "completed")
      .map(async ({ id }) => (await readOrderMessages(database, id)).map(({ list }) => list)),
  );
  const once = ["DespatchAdvices", "OrderResponses"];
  for (const [order, ...after] of lists) {
    expect(order).toBe("Orders");
    const isChanged = after.includes("OrderChangeRequests");
    expect(after.toSorted()).toEqual(
      [...once, ...(isChanged ? ["OrderChangeRequests", "OrderResponses"] : [])].sort(),
    );
  }
  expect(lists.flat().filter((list) => list === "OrderChangeRequests")).toHaveLength(1);

  // An acknowledgement, a response and a despatch advice for each order, numbered without a gap; also the
  // acknowledgement of the second document, acknowledgement and response of the change, and the response resent with a
  // new reference.
  const outbound = interchanges.filter(({ direction }) => direction === "outbound");
  expect(numbersOf(outbound)).toEqual(upTo(3 * partnersOrders + 4));
  const counts = ["CONTRL", "ORDRSP", "DESADV"].map(
    (type) => outbound.filter(({ messageTypes }) => messageTypes.includes(type)).length,
  );
  expect(counts).toEqual([partnersOrders + 2, partnersOrders + 2, partnersOrders]);
  expect(new Set(outbound.map(({ state }) => state))).toEqual(new Set(["completed"]));
}
