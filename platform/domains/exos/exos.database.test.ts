import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { itemOf, pagedListOf } from "#contract/envelopes.ts";
import { exoStreams } from "#contract/exoJobs.ts";
import { type Exo, type ExoFilters, exo, exoSummary } from "#contract/exos.ts";
import { orderRecord } from "#contract/orders.ts";
import { processingStates } from "#contract/processing.ts";
import type { Connection } from "#platform/database/connect.ts";
import { enterDemoExo } from "#platform/jobs/enterDemoExo.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";

const databases = testDatabases();
const failure = z.object({ error: z.string().min(1) });
const page = pagedListOf(exoSummary);
const detail = itemOf(exo);

const customer = { FirstName: "Mei", LastName: "Chen", Ap21CustomerCode: "C1", Ap21CustomerIdx: "2" };
const item = { Title: "Loafer", LevelCode: "10200001_BLK_8", Quantity: -1, Cost: 99.95, Total: -99.95 };

/** The jobs that a return's history lists, in the order in which they happened. */
const jobsIn = ({ histories }: Exo, action: string): string[] =>
  (histories ?? [])
    .filter((entry) => entry.action === action)
    .flatMap(({ meta }) => z.array(z.string()).parse(JSON.parse(String(meta?.jobs))))
    .reverse();

describe.each(databases)("EXOs on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  const listed = async (filters: ExoFilters = {}, number = 1) => {
    const query = new URLSearchParams({ page: String(number), filters: JSON.stringify(filters) });
    const { status, body } = await api.get(`/api/bc-order/v1/exos?${query}`);
    expect(status).toBe(200);
    const { rows, ...place } = page.parse(body);
    return { ...place, rows: rows.flatMap((row) => (row.readable ? [row.row] : [])) };
  };
  const every = async (filters: ExoFilters = {}) => {
    const { pages, rows } = await listed(filters);
    for (let number = 2; number <= pages; number += 1) rows.push(...(await listed(filters, number)).rows);
    return rows;
  };
  const read = async (id: string) => {
    const { status, body } = await api.get(`/api/bc-order/v1/exos/${id}`);
    expect(status).toBe(200);
    return detail.parse(body).item;
  };
  const act = (id: string, action: string, key: string = randomUUID()) =>
    api.post(`/api/bc-order/v1/exos/${id}/action/${action}`, undefined, key);
  const enter = async (exchange: object | null, store = "Clarks") => {
    const emailAddress = `${randomUUID()}@customer.example`;
    const body = { store, orderId: "10100042", emailAddress, exchange };
    const answer = await api.post("/api/bc-order/v1/exos", body);
    expect(answer.status).toBe(201);
    return detail.parse(answer.body).item.id;
  };
  const returning = (script: Record<string, string> = {}, store?: string) =>
    enter({ Customer: customer, Items: [item], Simulated: script }, store);
  const reaches = (id: string, status: string) =>
    vi.waitFor(
      async () => {
        const found = await read(id);
        expect(found.status?.code).toBe(status);
        return found;
      },
      { timeout: 20_000, interval: 30 },
    );

  test("pages follow each other, the latest first, and the last one is where the list ends", async () => {
    const all = await every();
    expect(all.length).toBeGreaterThan(140);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ created_at }) => Date.parse(String(created_at)));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const beyond = await listed({}, 9999);
    expect(beyond).toMatchObject({ rows: [], page: 9999, pages: Math.ceil(all.length / 20) });
    expect(await listed({ raNumber: "no such RA" })).toMatchObject({ rows: [], page: 1, pages: 1 });
  });

  test("filters are exact for statuses and stores, and look for a part in everything else", async () => {
    const all = await every();
    const seen = new Set(all.map(({ status }) => status?.code));
    for (const code of processingStates) expect(seen).toContain(code);
    const some = await every({ statusCodes: ["failed", "manual"], stores: ["Clarks", "Reebok"] });
    expect(some.map(({ id }) => id)).toEqual(
      all
        .filter(
          ({ status, source_store }) =>
            ["failed", "manual"].includes(String(status?.code)) &&
            ["Clarks", "Reebok"].includes(String(source_store)),
        )
        .map(({ id }) => id),
    );
    const known = all.find(({ ra_number, email_address }) => ra_number?.startsWith("RA") && email_address);
    const { id, name, original_order_id, ra_number, email_address } = known ?? {};
    const ids = async (filters: ExoFilters) => (await every(filters)).map((row) => row.id);
    expect(await ids({ orderId: original_order_id?.slice(2) ?? "" })).toContain(id);
    expect(await ids({ raNumber: ra_number?.toLowerCase().slice(1) ?? "" })).toContain(id);
    expect(await ids({ emailAddress: ` ${email_address?.toUpperCase()} ` })).toContain(id);
    for (const searchTerm of [name, original_order_id, ra_number, email_address]) {
      expect(await ids({ searchTerm: searchTerm ?? "" })).toContain(id);
    }
    const whole = await read(id ?? "");
    const { FirstName = "", LastName = "" } = whole.exchange?.Customer ?? {};
    const consignment = whole.references?.find(({ meta }) => meta?.consignment_id)?.meta?.consignment_id;
    expect(consignment).toMatch(/^SIM\d+$/);
    for (const searchTerm of [`${LastName} ${FirstName}`, consignment?.toLowerCase()]) {
      expect(await ids({ searchTerm: searchTerm ?? "" }), searchTerm).toContain(id);
    }
    expect(await ids({ raNumber: email_address ?? "" })).toEqual([]);
    expect(await ids({ stores: ["No such store"] })).toEqual([]);
    expect(await ids({ searchTerm: "%" })).toEqual([]);
  });

  test("filters that are no JSON, or hold what no database stores, are 400 in words", async () => {
    for (const filters of ["{broken", '{"orderId":7}', '{"orderId":"\\u0000"}']) {
      const query = new URLSearchParams({ page: "1", filters });
      const { status, body } = await api.get(`/api/bc-order/v1/exos?${query}`);
      expect(status, filters).toBe(400);
      failure.parse(body);
    }
    expect((await api.get("/api/bc-order/v1/exos?page=0")).status).toBe(400);
    expect((await api.get("/api/bc-order/v1/exos/no-such-exo")).status).toBe(404);
    expect((await api.get("/api/bc-order/v1/exos/%00")).status).toBe(404);
  });

  test("a valid return runs through its seventeen jobs in order, each once", async () => {
    const id = await returning();
    const done = await reaches(id, "completed");
    expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
    expect(jobsIn(done, "process:jobs")).toEqual([...exoStreams["return/automatic"]]);
    expect(done.ra_number).toMatch(/^RA\d{7}$/);
    expect(done.references?.map(({ type }) => type)).toEqual([
      "return-consignment",
      "ap21-return-order",
      "return-label",
      "return-slip",
      "email-transmission",
      "email-transmission",
    ]);
    expect(done.actions).toEqual([]);
    const actions = done.histories?.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        "return-order:items-received",
        "return-order:completed",
        "return-credit:manual-action",
      ]),
    );
    expect((await listed({ raNumber: done.ra_number ?? "" })).rows.map((row) => row.id)).toEqual([id]);
  });

  test("a label and a slip are PDF documents, and a photo is a picture", async () => {
    const { references } = await reaches(await returning({}, "Reebok"), "completed");
    const blob = async (query: Record<string, string>) => {
      const url = `/api/bc-order/v1/blobs/blob?${new URLSearchParams(query)}`;
      const headers = { authorization: `Bearer ${await api.mint()}` };
      return api.app.inject({ url, headers });
    };
    for (const type of ["return-label", "return-slip"]) {
      const meta = references?.find((reference) => reference.type === type)?.meta;
      const answer = await blob({ meta: JSON.stringify(meta) });
      expect(answer.headers["content-type"]).toBe("application/pdf");
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    }
    const photo = await blob({ blobitem: JSON.stringify({ SourceId: "photos/7.png" }) });
    expect(photo.headers["content-type"]).toBe("image/png");
    expect(photo.rawPayload.subarray(1, 4).toString()).toBe("PNG");
    const seeded = await every({ statusCodes: ["completed"] });
    const labels = (await read(seeded.at(-1)?.id ?? "")).references?.filter(
      ({ type }) => type === "return-label",
    );
    expect(
      (await blob({ meta: JSON.stringify(labels?.[0]?.meta) })).rawPayload.subarray(0, 5).toString(),
    ).toBe("%PDF-");
    expect((await blob({ meta: '{"blob_id":"nothing"}' })).statusCode).toBe(404);
    expect((await blob({ blobitem: '{"SourceId":"\\u0000"}' })).statusCode).toBe(404);
    expect((await blob({ blobitem: "{" })).statusCode).toBe(400);
    expect((await blob({})).statusCode).toBe(400);
    expect((await blob({ meta: "{}", blobitem: "{}" })).statusCode).toBe(400);
  });

  test("triage hands exchanges to people, and fails a return with holes in words", async () => {
    const exchange = await reaches(
      await enter({ Customer: customer, Items: [item, { ...item, Quantity: 1 }] }),
      "manual",
    );
    expect(exchange.status).toMatchObject({ stream: "return/manual", step: "await-return-details" });
    expect(exchange.references?.map(({ type }) => type)).toEqual(["helpdesk-ticket"]);
    const holes = await reaches(await enter({ Customer: {}, Items: [{ ...item, LevelCode: "" }] }), "failed");
    const [entry] = holes.histories ?? [];
    expect(entry).toMatchObject({ action: "triage:failure:exchange-validation" });
    expect(entry?.meta?.message).toContain("no level code");
    const nothing = await reaches(await enter(null), "failed");
    expect(nothing.histories?.[0]?.action).toBe("process:failure:unprocessable");
  });

  test.each([
    ["create-return-shipment", "refuse:1", "return-shipment:submit:failure"],
    ["retrieve-ap21-ra-number", "break", "process:failure:unhandled"],
    ["update-return-shipment", "refuse:1", "return-shipment:update:failure"],
    ["update-return-shipment", "unknown:1", "return-shipment:update:notfound"],
    ["acquire-shipment-labels", "refuse:1", "return-shipment:acquire-labels:failure"],
    ["acquire-shipment-labels", "unstorable", "return-shipment:store-labels:failure"],
    ["finalise-shipment-order", "refuse:1", "return-shipment:finalise-order:failure"],
    ["send-shipment-email", "refuse:1", "return-shipment-email:send:failure"],
    ["finalise-shipment-order", "busy", "return-shipment:finalise-order:failure"],
  ])("%s that meets '%s' fails as %s; a retry goes on from there", async (job, word, code) => {
    const id = await returning({ [job]: word });
    const failed = await reaches(id, "failed");
    expect(failed.status?.step).toBe(job);
    expect(failed.histories?.[0]).toMatchObject({ action: code, meta: { job } });
    expect(failed.actions?.map(({ key }) => key)).toEqual(["retry", "move-to-manual", "reject"]);
    expect((await act(id, "retry")).status).toBe(200);
    if (!word.endsWith(":1")) {
      await reaches(id, "failed");
      expect((await act(id, "move-to-manual")).status).toBe(200);
      return void (await reaches(id, "manual"));
    }
    const done = await reaches(id, "completed");
    expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
  });

  test("a shipment that is not free, and a helpdesk that refuses, end with people", async () => {
    const charged = await reaches(await returning({ "create-return-shipment": "charge" }), "manual");
    expect(charged.histories?.map(({ action }) => action)).toContain("return-shipment:non-free");
    const script = { "create-helpdesk-return-ticket": "refuse:1" };
    const id = await enter({ Customer: customer, Items: [{ ...item, Quantity: 2 }], Simulated: script });
    const failed = await reaches(id, "failed");
    expect(failed.histories?.[0]?.action).toBe("helpdesk:submit:failure");
    await act(id, "retry");
    await reaches(id, "manual");
    await act(id, "complete");
    expect((await read(id)).status?.code).toBe("completed");
  });

  test("a busy company is asked again by itself; an event that stays away leaves a stale return", async () => {
    const patient = await reaches(await returning({ "finalise-shipment-order": "busy:3" }), "completed");
    const tries = jobsIn(patient, "process:jobs").filter((job) => job === "finalise-shipment-order");
    expect(tries).toHaveLength(4);
    expect(jobsIn(patient, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
    const stale = await reaches(await returning({ "await-ap21-return-received": "never" }), "stale");
    expect(stale.histories?.slice(0, 2).map(({ action }) => action)).toEqual([
      "process:stale",
      "process:stalled",
    ]);
    expect(stale.actions?.map(({ key }) => key)).toEqual(["retry", "hold", "move-to-manual", "reject"]);
  });

  test("an action is performed once for its key, and refused where it is not offered", async () => {
    const [waiting] = await every({ statusCodes: ["hold"] });
    const id = waiting?.id ?? "";
    const key = randomUUID();
    expect((await act(id, "reject", key)).status).toBe(200);
    expect((await act(id, "reject", key)).status).toBe(200);
    expect((await act(id, "resume", key)).status).toBe(422);
    const rejected = await read(id);
    expect(rejected).toMatchObject({ status: { code: "rejected" }, actions: [] });
    expect(rejected.histories?.filter(({ action }) => action === "action:reject")).toMatchObject([
      { message: "Reject, by clerk@utopia.example", meta: { user: "clerk@utopia.example" } },
    ]);
    expect((await act(id, "reject")).status).toBe(409);
    expect((await act(id, "explode")).status).toBe(404);
    expect((await act("no-such-exo", "reject")).status).toBe(404);
    expect((await read(id)).histories?.slice(0, 2).map(({ action }) => action)).toEqual([
      "process:failure:action-not-recognised",
      "process:failure:no-matching-actions",
    ]);
  });

  test("a held return stands still, and goes on where it stood", async () => {
    const [waiting] = await every({ statusCodes: ["passive"] });
    const id = waiting?.id ?? "";
    expect((await act(id, "hold")).status).toBe(200);
    expect((await read(id)).status?.code).toBe("hold");
    expect((await act(id, "resume")).status).toBe(200);
    await reaches(id, "completed");
  });

  test("a return at a step, a status or a stream that nobody knows is put aside in words", async () => {
    const due = async (word: string) => {
      const [found] = await every({ orderId: `ODD-${word}-` });
      const id = found?.id ?? "";
      await connection.executeSql("update exos set step_at = now() where id = $1", [id]);
      await returning();
      return vi.waitFor(async () => {
        const [entry] = (await read(id)).histories ?? [];
        expect(entry?.action).toMatch(/^process:(failure|skip):/);
        return { id, action: entry?.action };
      }, 20_000);
    };
    expect(await due("UNKNOWNSTATUS")).toMatchObject({ action: "process:failure:code-not-recognised" });
    const stuck = await due("UNKNOWNSTEP");
    expect(stuck.action).toBe("process:failure:no-matching-jobs");
    expect((await read(stuck.id)).status?.code).toBe("failed");
    expect(await due("2000HISTORY")).toMatchObject({ action: "process:skip:code-unprocessable" });
  });

  test("the demo's own returns come from orders that are there, and are processed like any other", async () => {
    const name = await enterDemoExo(connection.database, new Date());
    await returning();
    const [entered] = await every({ searchTerm: name ?? "" });
    expect(entered?.name).toBe(name);
    const query = new URLSearchParams({ storegroup: "", page: "1", pagesize: "20" });
    query.set("orderQuery", entered?.original_order_id ?? "");
    const orders = z.array(orderRecord).parse((await api.get(`/api/getorders?${query}`)).body);
    expect(orders.map(({ order }) => order?.sourceId)).toContain(entered?.original_order_id);
    await vi.waitFor(async () => {
      const { status, histories } = await read(entered?.id ?? "");
      expect(["new", "active"]).not.toContain(status?.code);
      expect(histories?.at(-1)?.action).toBe("process:run");
    }, 20_000);
  });

  test("a return that does not fit is refused", async () => {
    const post = (body: object) => api.post("/api/bc-order/v1/exos", body);
    expect((await post({ exchange: {} })).status).toBe(400);
    expect((await post({ store: "No such store" })).status).toBe(400);
    expect((await post({ store: "Clarks", exchange: { note: "\u0000" } })).status).toBe(400);
  });
});
