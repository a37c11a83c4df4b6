import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { submittedActionEvent } from "#contract/actions.ts";
import { type OrderRecord, orderRecord } from "#contract/orders.ts";
import { type Ap21Reply, type Outside, simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { advanceDueOrders } from "../../../../tests/support/due.ts";
import { eventually } from "../../../../tests/support/eventually.ts";

const records = z.array(orderRecord);
const user = "clerk@utopia.example";

const accepted: Ap21Reply = { kind: "accepted", message: "AP21 accepted (simulated)" };
const busy: Ap21Reply = { kind: "busy", message: "AP21 is busy (simulated)" };

const countOf = (order: OrderRecord, action: string) =>
  (order.history ?? []).filter((entry) => entry.action === action).length;

describe.each(testDatabases())("order actions on $name", ({ open }) => {
  let reply: Ap21Reply;
  const references: string[] = [];
  const outside: Outside = {
    ...simulatedOutside,
    ap21: async ({ reference }) => {
      references.push(reference);
      return reply;
    },
  };
  const used = useApi(open, { outside });

  const first = async (query: Record<string, string>): Promise<OrderRecord> => {
    const whole = new URLSearchParams({ storegroup: "", page: "1", pagesize: "20", ...query });
    const [order] = records.parse((await used.api.get(`/api/getorders?${whole}`)).body);
    if (!order) throw new Error(`There is no order of ${whole}`);
    return order;
  };
  const inStatus = (statuses: string, storegroup = "Clarks") => first({ statuses, storegroup });
  const again = (orderQuery: string) => first({ orderQuery });
  const act = ({ id, order }: OrderRecord, action: string, payload = "", key: string = randomUUID()) => {
    const target = { target: id, storeGroup: order?.sourceStore ?? "", sourceType: order?.sourceType ?? "" };
    return used.api.act({ ...target, action, payload, submittedBy: user }, key);
  };
  const reaches = (id: string, status: string) =>
    eventually(async () => expect((await again(id)).status).toBe(status));

  test("an approved manual payment goes to AP21, then to the warehouse, and is complete with a docket", async () => {
    reply = accepted;
    const order = await inStatus("UNPROCESSABLE_MANUAL_ORDER");
    const { status, body } = await act(order, "approve-manual-payment");
    expect(status).toBe(200);
    expect(submittedActionEvent.parse(body)).toMatchObject({ submitted: true });
    await reaches(order.id, "SUBMITTED_TO_AP21");
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await advanceDueOrders(used.connection.database, outside, () => later(1));
    expect((await again(order.id)).status).toBe("SHIPMENT_PENDING");
    await advanceDueOrders(used.connection.database, outside, () => later(10));
    const complete = await again(order.id);
    expect(complete.status).toBe("COMPLETE");
    const [shipment] = complete.order?.shipments ?? [];
    expect(shipment?.contents).toHaveLength(order.order?.lineItems?.length ?? -1);
    expect((await again(shipment?.conNote ?? "")).id).toBe(order.id);
    const steps = ["OrderShipped", "ShipmentRequested", "OrderSubmittedToAP21", "PaymentApproved"];
    expect(complete.history?.map(({ action }) => action).slice(0, 4)).toEqual(steps);
    expect(complete.history?.[3]?.meta).toMatchObject({ user });
    expect(complete.history?.slice(0, 3).every(({ message }) => message?.includes("(simulated)"))).toBe(true);
    const query = new URLSearchParams({ store: "Clarks", page: "1", orderId: order.order?.sourceId ?? "" });
    const { body: lines } = await used.api.get(`/api/getshipments?${query}`);
    expect(lines).toHaveLength(order.order?.lineItems?.length ?? -1);
  });

  test("a retried soft failure with a busy AP21 says when it is retried next, and is, automatically", async () => {
    reply = busy;
    const order = await inStatus("UNPROCESSABLE_SOFT");
    await act(order, "retry");
    const count = Number(order.retryCount) + 1;
    await eventually(async () => expect((await again(order.id)).retryCount).toBe(count));
    const deferred = await again(order.id);
    expect(deferred.status).toBe("UNPROCESSABLE_SOFT");
    const next = new Date(String(deferred.nextRetrySchedule));
    expect(next.getTime()).toBeGreaterThan(Date.now());
    await advanceDueOrders(used.connection.database, outside, () => new Date(next.getTime() - 1));
    expect((await again(order.id)).retryCount).toBe(count);
    reply = accepted;
    await advanceDueOrders(used.connection.database, outside, () => next);
    const done = await again(order.id);
    expect(done.status).toBe("SUBMITTED_TO_AP21");
    expect(countOf(done, "OrderRetried")).toBe(countOf(order, "OrderRetried") + 2);
  });

  test("a confirmation is sent again to the customer, and the order keeps its status", async () => {
    const order = await inStatus("COMPLETE", "Superdry");
    const [action] = order.availableActions ?? [];
    expect(action).toMatchObject({ value: "resend-confirmation", config: { inputType: "customer" } });
    const before = countOf(order, "OrderConfirmationEmailSent");
    await act(order, "resend-confirmation", JSON.stringify(action?.config?.data));
    await eventually(async () =>
      expect(countOf(await again(order.id), "OrderConfirmationEmailSent")).toBe(before + 1),
    );
    const { status, history } = await again(order.id);
    expect(status).toBe("COMPLETE");
    const mail = { provider: "Mail (simulated)", status: "queued", email: order.order?.customer?.email };
    expect(history?.[0]?.meta).toEqual({ user, ...mail });
  });

  test("the same key creates one event and one submission, however often it is sent", async () => {
    reply = accepted;
    const order = await inStatus("UNPROCESSABLE_ZERO_DOLLAR_PAYMENT");
    const answers = await Promise.all(
      [1, 2, 3].map(() => act(order, "approve-zero-dollar-payment", "", "one-key")),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    await reaches(order.id, "SUBMITTED_TO_AP21");
    const advance = () => advanceDueOrders(used.connection.database, outside, () => new Date());
    await Promise.all([1, 2, 3].map(advance));
    const done = await again(order.id);
    expect(countOf(done, "PaymentApproved")).toBe(1);
    expect(countOf(done, "OrderSubmittedToAP21")).toBe(1);
    expect(new Set(references.filter((reference) => reference.startsWith(order.id))).size).toBe(1);
  });

  test("an action that is not offered is 409, and an invalid address 400", async () => {
    const complete = await inStatus("COMPLETE");
    expect((await act(complete, "cancel")).status).toBe(409);
    expect((await act(complete, "publish")).status).toBe(409);
    const wrong = await inStatus("UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE");
    expect((await act(wrong, "update-address", "3 High Street")).status).toBe(400);
    const elsewhere = { ...complete, order: { ...complete.order, sourceStore: "Reebok" } };
    expect((await act(elsewhere, "resend-confirmation", "{}")).status).toBe(404);
  });
});
