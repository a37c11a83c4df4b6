import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { orders, shipmentLines } from "#platform/database/schema/orders.ts";
import { addOrder, findOrder } from "#platform/domains/orders/repository.ts";
import { type Outside, simulatedOutside } from "#platform/outside/simulated.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { advanceDueOrders } from "../../../tests/support/due.ts";

const start = new Date("2026-11-20T00:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

const accepted = { kind: "accepted", message: "AP21 accepted (simulated)" } as const;

/** The simulated AP21 refuses by id, and orders created here have random ones. */
const accepting: Outside = { ...simulatedOutside, ap21: async () => accepted };

describe.each(testDatabases())("orders that advance on $name", ({ open }) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await open();
    await connection.database.update(orders).set({ stepAt: null });
  });
  afterAll(async () => {
    await connection.close();
  });

  const enter = async (sourceId: string, lines: number, at: Date) => {
    const id = randomUUID();
    const line = { quantity: 1, description: "Loafer, 'black'", colour: "BLK", unitPrice: 1.1 };
    const street = { name: "Mei Tan", street1: "1 Collins Street", suburb: "Melbourne" };
    const place = { ...street, state: "VIC", postcode: "3000", country: "AU" };
    const document = {
      ...{ sourceId, amountPaid: lines, shipments: [] },
      lineItems: Array.from({ length: lines }, (_, index) => ({
        levelCode: `10200001_BLK_${index}`,
        ...line,
      })),
      addresses: ["billing", "delivery"].map((locationType) => ({ locationType, ...place })),
      paymentDetails: [{ accountType: "card", amount: lines }],
      customer: { ap21CustomerCode: "C1", email: "mei@customer.example" },
    };
    await connection.database.transaction((transaction) =>
      addOrder(transaction, { id, storeId: 1, message: "Entered", document }, at),
    );
    return id;
  };
  const statusOf = async (id: string) => (await findOrder(connection.database, id))?.order.status;

  test("an order of more lines than a statement has parameters is sent, with a docket line for each", async () => {
    const id = await enter("LONG-1", 6600, start);
    for (let minute = 0; minute < 60 && (await statusOf(id)) !== "COMPLETE"; minute += 1)
      await advanceDueOrders(connection.database, accepting, () => later(minute));
    expect(await statusOf(id)).toBe("COMPLETE");
    const isOf = eq(shipmentLines.orderNumber, "LONG-1");
    expect(await connection.database.$count(shipmentLines, isOf)).toBe(6600);
    const [first] = await connection.database
      .select()
      .from(shipmentLines)
      .where(isOf)
      .orderBy(shipmentLines.position)
      .limit(1);
    expect(first).toMatchObject({
      ...{ storeId: 1, styleCode: "10200001", styleName: "Loafer, 'black'", size: "0" },
      ...{ colourCode: "BLK", colourName: "BLK", amount: 1.1, quantity: 1 },
    });
  });

  test("failing orders, as many as a batch, block no other, and are retried", async () => {
    const requested = new Map<string, number>();
    for (let index = 0; index < 50; index += 1) {
      requested.set(`BROKEN-${index}`, 0);
      await enter(`BROKEN-${index}`, 1, later(100));
    }
    const id = await enter("WHOLE-1", 1, later(101));
    const outside: Outside = {
      ...simulatedOutside,
      ap21: async ({ orderNumber }) => {
        const before = requested.get(orderNumber);
        if (before === undefined) return accepted;
        requested.set(orderNumber, before + 1);
        throw new Error("The answer can't be read");
      },
    };
    const advance = (minute: number) => advanceDueOrders(connection.database, outside, () => later(minute));
    expect(await advance(102)).toMatchObject({ advanced: 0, hasMore: true, failures: { length: 50 } });
    expect(await advance(102)).toEqual({ advanced: 1, hasMore: false, failures: [] });
    expect(await statusOf(id)).toBe("SUBMITTED_TO_AP21");
    expect((await advance(103)).failures).toHaveLength(50);
    expect((await advance(103)).failures).toEqual([]);
    expect([...requested.values()].every((times) => times === 2)).toBe(true);
  });
});
