import { once } from "node:events";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getDelayedWork } from "#contract/actions.ts";
import { type MetaProduct, metaProduct } from "#contract/metaproducts.ts";
import type { Connection } from "#database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import { orders, shipmentLines } from "#platform/database/schema/orders.ts";
import { changedByPartner } from "#platform/domains/orders/actions.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { readDocument } from "#platform/domains/orders/rules.ts";
import {
  type Ap21Reply,
  type Ap21Submission,
  type Outside,
  simulatedOutside,
} from "#platform/outside/simulated.ts";
import { useApi } from "../../../tests/support/api.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import { advanceDueOrders } from "../../../tests/support/due.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { performActionEvent } from "./actionEvents.ts";

const products = z.array(metaProduct);
const now = () => new Date();
const accepted = { kind: "accepted", message: "accepted (simulated)" } as const;
// pg-boss polls a queue every two seconds.

/** A call to another company that responds when released; `asked` settles when the first request arrives. */
function held<Request, Reply>(answer: (request: Request) => Promise<Reply>) {
  const requests: Request[] = [];
  const gate = new AbortController();
  const open = once(gate.signal, "abort");
  let begin = (): void => undefined;
  const pending = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return {
    requests,
    pending,
    letGo: () => gate.abort(),
    ask: async (request: Request) => {
      requests.push(request);
      begin();
      await open;
      return answer(request);
    },
  };
}

describe.each(testDatabases())("the outbox on $name", ({ open }) => {
  const outside: Outside = { ...simulatedOutside };
  /** Whether the connection breaks at the next statement that queues a job. */
  let cut = false;
  const used = useApi(
    async () => {
      const connection = await open();
      const executeSql: Connection["executeSql"] = async (text, values) => {
        if (cut && /insert into pgboss\.job/i.test(text)) {
          cut = false;
          throw new Error("The connection is gone");
        }
        return connection.executeSql(text, values);
      };
      return { ...connection, executeSql };
    },
    { outside: { ...simulatedOutside, storeChannel: (request) => outside.storeChannel(request) } },
  );
  const execute = (sql: string) => used.connection.executeSql(sql);

  const productWhere = async (fits: (product: MetaProduct) => boolean | undefined): Promise<MetaProduct> => {
    const path = "/api/getmetaproducts?storegroup=Clarks&page=1&pagesize=1000";
    const found = products.parse((await used.api.get(path)).body).find(fits);
    if (!found) throw new Error("The seed has no such product");
    return found;
  };
  const offering = (action: string) =>
    productWhere(({ availableActions }) => availableActions?.some(({ value }) => value === action));
  const submit = (action: string, target: string, key: string, payload = "", storeGroup = "Clarks") => {
    const event = { action, target, storeGroup, payload, sourceType: "" };
    return used.api.act({ ...event, submittedBy: "clerk@utopia.example" }, key);
  };
  const eventUnder = async (key: string) => {
    const isUnder = eq(actionEvents.idempotencyKey, key);
    const [row] = await used.connection.database.select().from(actionEvents).where(isUnder);
    if (!row) throw new Error(`There is no event under ${key}`);
    return row;
  };
  const outcomeOf = (key: string) =>
    eventually(async () => {
      const { outcome } = await eventUnder(key);
      expect(outcome).not.toBeNull();
      return outcome;
    });
  /** The scheduled sweep of every minute. */
  const sweep = () =>
    execute("insert into pgboss.job (name, policy) values ('due-actions', 'short') on conflict do nothing");
  const orderOf = async (id: string) => {
    const found = await findOrder(used.connection.database, id);
    if (!found) throw new Error("The order is gone");
    return found;
  };
  /** An order of an EDI store, with lines of its own, due in a status. */
  const dueOrder = async (status: string, levelCodes: readonly string[]) => {
    const { database } = used.connection;
    const isWaiting = and(eq(orders.status, "SHIPMENT_PENDING"), eq(orders.storeId, 10));
    const [any] = [
      ...(await database.select().from(orders).where(isWaiting).limit(1)),
      ...(await database.select().from(orders).where(eq(orders.status, "COMPLETE")).limit(1)),
    ];
    if (!any) throw new Error("The seed has no such order");
    const place = { street1: "1 High Street", suburb: "Brunswick", state: "VIC", postcode: "3056" };
    const document = {
      ...any.document,
      sourceType: "edimarketplace",
      shipments: [],
      lineItems: levelCodes.map((levelCode) => ({ levelCode, quantity: 2, unitPrice: 10 })),
      addresses: [{ locationType: "delivery", ...place }],
    };
    const stepAt = new Date(Date.now() + 3_600_000);
    await database.update(orders).set({ status, document, stepAt }).where(eq(orders.id, any.id));
    return orderOf(any.id);
  };
  const hour = () => new Date(Date.now() + 2 * 3_600_000);

  test("an action whose wake-up is lost is accepted, and performed by the sweep of the next minute [actions#promised]", async () => {
    const { id } = await offering("reject");
    cut = true;
    expect((await submit("reject", id, "lost", "Lost")).status).toBe(200);
    expect((await eventUnder("lost")).performedAt).toBeNull();
    const { rows } = await execute("select name, cron from pgboss.schedule");
    for (const name of ["due-actions", "due-orders", "due-exos", "due-edi"])
      expect(rows).toContainEqual({ name, cron: "* * * * *" });
    await sweep();
    expect(await outcomeOf("lost")).toBe("Performed: Reject Product");
  });

  test("an action that a channel does not accept is retried without limit, and says since when and why [actions#delayed, calls#delayed-work]", async () => {
    const { id, groupId } = await offering("publish");
    outside.storeChannel = async () => {
      throw new Error("The channel hung up");
    };
    await submit("publish", id, "delayed");
    const delayed = async () =>
      getDelayedWork.answer
        .parse((await used.api.get(getDelayedWork.path)).body)
        .flatMap((row) => (row.readable ? [row.row] : []));
    await expect.poll(async () => (await eventUnder("delayed")).claimedAt).not.toBeNull();
    await expect.poll(async () => (await execute("select attempts from delayed_work")).rows).not.toEqual([]);
    expect(await delayed()).toEqual([]);
    // Two days later.
    await execute("update delayed_work set since = now() - interval '2 days', attempts = 200");
    await execute("update action_events set step_at = now() where idempotency_key = 'delayed'");
    await sweep();
    await expect.poll(async () => (await delayed())[0]?.attempts).toBe(201);
    const work = { record: "product", id, name: groupId, storegroup: "Clarks", action: "publish" };
    expect(await delayed()).toMatchObject([{ ...work, message: "The channel hung up" }]);
    const wait = Number((await eventUnder("delayed")).stepAt) - Date.now();
    expect(wait).toBeGreaterThan(14 * 60_000);
    expect(wait).toBeLessThanOrEqual(15 * 60_000);
    outside.storeChannel = simulatedOutside.storeChannel;
    await execute("update action_events set step_at = now() where idempotency_key = 'delayed'");
    await sweep();
    expect(await outcomeOf("delayed")).toContain("(simulated)");
    await expect.poll(delayed).toEqual([]);
  });

  test("of two actions on one product the second waits until the channel has answered for the first [actions#claimed]", async () => {
    const { id } = await offering("publish");
    const channel = held(async () => "published (simulated)");
    outside.storeChannel = channel.ask;
    await submit("publish", id, "first");
    await channel.pending;
    await submit("reject", id, "second", "Wrong");
    // Like a second process.
    const { id: second } = await eventUnder("second");
    expect(await performActionEvent(used.connection.database, outside, second)).toBeUndefined();
    expect((await eventUnder("second")).performedAt).toBeNull();
    channel.letGo();
    expect(await outcomeOf("first")).toBe("published (simulated)");
    expect(await outcomeOf("second")).toBe("Performed: Reject Product");
    outside.storeChannel = simulatedOutside.storeChannel;
  });

  test("the platform and a person request one parcel from the warehouse [orders#once-outside]", async () => {
    const { order, store } = await dueOrder("SHIPMENT_PENDING", ["10200001_BLK_8", "AB__12"]);
    const warehouse = held(simulatedOutside.warehouse);
    const slow = { ...simulatedOutside, warehouse: warehouse.ask };
    const engine = advanceDueOrders(used.connection.database, slow, hour);
    await warehouse.pending;
    expect((await submit("ship", order.id, "ship", "", store.name)).status).toBe(409);
    const other = advanceDueOrders(used.connection.database, slow, hour);
    warehouse.letGo();
    await Promise.all([engine, other]);
    const requests = warehouse.requests
      .map(({ reference }) => reference)
      .filter((one) => one.startsWith(order.id));
    expect(new Set(requests).size).toBe(1);
    const after = (await orderOf(order.id)).order;
    expect(after).toMatchObject({ status: "COMPLETE", parcel: null });
    const { shipments, sourceId } = readDocument(after.document);
    expect(shipments).toHaveLength(1);
    const dockets = await used.connection.database
      .select({ number: shipmentLines.docketNumber })
      .from(shipmentLines)
      .where(eq(shipmentLines.orderNumber, sourceId ?? ""));
    expect(dockets.filter(({ number }) => number === dockets.at(-1)?.number)).toHaveLength(2);
  });

  test("an order that changes during its request to AP21 is sent again, with another reference that replaces the first [orders#once-outside]", async () => {
    const { order } = await dueOrder("PROCESSING", ["10200001_BLK_8", "10200001_BLK_9"]);
    const ap21 = held<Ap21Submission, Ap21Reply>(async () => accepted);
    const slow = { ...simulatedOutside, ap21: ap21.ask };
    const advancing = advanceDueOrders(used.connection.database, slow, hour);
    await ap21.pending;
    await used.connection.database.transaction(async (transaction) => {
      const found = await findOrder(transaction, order.id, true);
      if (!found) throw new Error("The order is gone");
      const lineItems = [{ levelCode: "10200001_BLK_8", quantity: 2, unitPrice: 10 }];
      const effect = changedByPartner(found.order, false, { lineItems }, "CH1", now());
      if (!effect) throw new Error("The change was not taken");
      await saveMovedOrder(transaction, found.order, effect, now());
    });
    ap21.letGo();
    await advancing;
    const requests = ap21.requests.filter(({ orderId }) => orderId === order.id);
    expect(requests.map(({ version, lines }) => [version, lines])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(requests[0]?.reference).not.toBe(requests[1]?.reference);
    expect((await orderOf(order.id)).order.status).toBe("SUBMITTED_TO_AP21");
  });

  test("a request of a crashed process is repeated with the same reference, and done once", async () => {
    const product = await offering("publish");
    const channel = held(simulatedOutside.storeChannel);
    outside.storeChannel = channel.ask;
    await submit("publish", product.id, "died");
    await channel.pending;
    const { id } = await eventUnder("died");
    const references: string[] = [];
    const asking =
      <Request extends { reference: string }, Reply>(ask: (request: Request) => Promise<Reply>) =>
      async (request: Request) => {
        references.push(request.reference);
        return ask(request);
      };
    const next = { ...simulatedOutside, storeChannel: asking(simulatedOutside.storeChannel) };
    expect(await performActionEvent(used.connection.database, next, id)).toContain("(simulated)");
    expect(references).toEqual(channel.requests.map(({ reference }) => reference));
    channel.letGo();
    outside.storeChannel = simulatedOutside.storeChannel;
    const { changes } = await productWhere(({ id }) => id === product.id);
    expect(changes?.filter(({ attribute }) => attribute === "Channel")).toHaveLength(1);

    const { order } = await dueOrder("PROCESSING", ["10200001_BLK_8"]);
    const ap21 = held<Ap21Submission, Ap21Reply>(async () => accepted);
    const crashing = advanceDueOrders(
      used.connection.database,
      { ...simulatedOutside, ap21: ap21.ask },
      hour,
    );
    await ap21.pending;
    references.length = 0;
    const nextAp21 = asking<Ap21Submission, Ap21Reply>(async () => accepted);
    await advanceDueOrders(used.connection.database, { ...simulatedOutside, ap21: nextAp21 }, hour);
    expect(references).toEqual(ap21.requests.map(({ reference }) => reference));
    ap21.letGo();
    await crashing;
    const after = (await orderOf(order.id)).order;
    expect([after.status, after.submissions]).toEqual(["SUBMITTED_TO_AP21", 1]);
    const timesIn = ({ history }: typeof after) =>
      history.filter(({ action }) => action === "OrderSubmittedToAP21").length;
    expect(timesIn(after)).toBe(1 + timesIn(order));
  });
});
