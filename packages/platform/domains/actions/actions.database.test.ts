import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type MetaProduct, metaProduct } from "#contract/metaproducts.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import { performActionEvent } from "#platform/jobs/actionEvents.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { eventually } from "../../../../tests/support/eventually.ts";

const products = z.array(metaProduct);
const submitted = z.object({ id: z.uuid(), submitted: z.literal(true), submittedAt: z.iso.datetime() });

const storeGroup = "Clarks";
const address = {
  ...{ company: "Utopia", street1: "1 Long Lane", street2: "", suburb: "Carlton" },
  ...{ postcode: "", state: "VIC", country: "AU" },
};

describe.each(testDatabases())("action events on $name", ({ open }) => {
  const used = useApi(open);

  const listed = async () =>
    products.parse((await used.api.get("/api/getmetaproducts?storegroup=Clarks&page=1&pagesize=1000")).body);
  const foundWhere = async (fits: (product: MetaProduct) => boolean | undefined): Promise<MetaProduct> => {
    const found = (await listed()).find(fits);
    if (!found) throw new Error("The seed has no such product");
    return found;
  };
  const offering = (action: string) =>
    foundWhere(({ availableActions }) => availableActions?.some(({ value }) => value === action));
  const again = (id: string) => foundWhere((product) => product.id === id);

  const eventFor = (action: string, target: string, payload = "") => ({
    ...{ action, target, storeGroup, payload },
    ...{ sourceType: "bigcommerce", submittedBy: "clerk@utopia.example" },
  });

  const traceOf = (product: MetaProduct, attribute: string) =>
    (product.changes ?? []).filter((change) => change.attribute === attribute);

  /** The product after the job has changed it. */
  const performed = (id: string, text: string) =>
    eventually(async () => {
      const product = await again(id);
      expect(traceOf(product, "Action").map(({ newValue }) => newValue)).toContain(
        `${text} by clerk@utopia.example`,
      );
      return product;
    });

  test("publishing answers the event as submitted, and moves the product by a job", async () => {
    const { id } = await offering("publish");
    const event = eventFor("publish", id);
    const { status, body } = await used.api.act(event);
    expect(status).toBe(200);
    expect(body).toMatchObject(event);
    submitted.parse(body);
    const product = await performed(id, "Publish Product");
    expect(product.variants?.every((variant) => variant.status?.ExternalStatus === "Created")).toBe(true);
    expect(product.availableActions?.map(({ value }) => value)).toContain("withdraw");
    expect(product.availableActions?.map(({ value }) => value)).not.toContain("publish");
    expect(String(traceOf(product, "Channel")[0]?.newValue)).toContain("(simulated)");
  });

  test("a note is stored in the changes, whatever its text; an address becomes an attribute, also with an empty postcode", async () => {
    const { id } = await offering("reject");
    const note = "<b>Wrong colour</b>\n'; drop table stores; -- \\ 👟";
    await used.api.act(eventFor("reject", id, note));
    const { id: other } = await offering("set-return-address");
    await used.api.act(eventFor("set-return-address", other, JSON.stringify(address)));
    expect(traceOf(await performed(id, "Reject Product"), "Rejection Note")[0]?.newValue).toBe(note);
    const product = await performed(other, "Set Return Address");
    expect(product.attributes?.ReturnAddress).toEqual(address);
    const action = product.availableActions?.find(({ value }) => value === "set-return-address");
    expect(action?.config).toEqual({ inputType: "address", data: address });
  });

  test("a customer action submits the configured customer, and is offered no more", async () => {
    const product = await offering("offer-to-customer");
    const action = product.availableActions?.find(({ value }) => value === "offer-to-customer");
    expect(action?.config?.inputType).toBe("customer");
    await used.api.act(eventFor("offer-to-customer", product.id, JSON.stringify(action?.config?.data)));
    const after = await performed(product.id, "Offer to Waiting Customer");
    expect(traceOf(after, "Offered To")[0]?.newValue).toEqual(action?.config?.data);
    expect(after.availableActions?.map(({ value }) => value)).not.toContain("offer-to-customer");
  });

  test("the same key gets the same response and creates one event, concurrently and later", async () => {
    const { id } = await offering("update-listing");
    const event = eventFor("update-listing", id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => used.api.act(event, "key-1")));
    await performed(id, "Update Listing");
    answers.push(await used.api.act(event, "key-1"));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
    expect(traceOf(await again(id), "Listing")).toHaveLength(1);
    const rows = await used.connection.database.select().from(actionEvents);
    expect(rows.filter(({ idempotencyKey }) => idempotencyKey === "key-1")).toHaveLength(1);
    expect((await used.api.act({ ...event, payload: "another" }, "key-1")).status, "another event").toBe(422);
  });

  test("performing an event a second time changes nothing", async () => {
    const { id } = await offering("update-listing");
    const before = traceOf(await again(id), "Listing").length;
    const { id: eventId } = submitted.parse((await used.api.act(eventFor("update-listing", id))).body);
    const storeChannel = async () => "again (simulated)";
    await Promise.all(
      [1, 2, 3].map(() =>
        performActionEvent(used.connection.database, { ...simulatedOutside, storeChannel }, eventId),
      ),
    );
    expect(traceOf(await again(id), "Listing")).toHaveLength(before + 1);
  });

  test("an unknown target is 404, also one of another store; an action that is not offered is 409", async () => {
    const { id } = await offering("reject");
    const { id: live } = await offering("withdraw");
    for (const [event, status] of [
      [eventFor("reject", "no-such-product"), 404],
      [{ ...eventFor("reject", id), storeGroup: "Superdry" }, 404],
      [eventFor("publish", live), 409],
      [eventFor("no-such-action", live), 409],
    ] as const)
      expect(await used.api.act(event)).toEqual({ status, body: { error: expect.stringMatching(/./) } });
  });

  test("a body that does not fit is 400", async () => {
    const { id } = await offering("set-return-address");
    const bodies = [
      {},
      { ...eventFor("reject", id), submittedBy: "" },
      { ...eventFor("reject", id), payload: 7 },
      eventFor("reject", id, "NUL \u0000"),
      eventFor("set-return-address", id, "not JSON"),
      eventFor("set-return-address", id, JSON.stringify({ company: "alone" })),
    ];
    for (const event of bodies)
      expect(await used.api.act(event)).toEqual({ status: 400, body: { error: expect.stringMatching(/./) } });
    const authorization = `Bearer ${await used.api.mint()}`;
    const headers = { authorization, "content-type": "application/json" };
    const broken = { method: "POST", url: "/api/ActionEvent", headers, payload: "{" } as const;
    expect((await used.api.app.inject(broken)).statusCode).toBe(400);
  });
});
