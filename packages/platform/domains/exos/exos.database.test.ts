import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exoStreams } from "#contract/exoJobs.ts";
import type { Exo, ExoFilters } from "#contract/exos.ts";
import { getExtensions } from "#contract/getExtensions.ts";
import { orderRecord } from "#contract/orders.ts";
import { processingStates } from "#contract/processing.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { enterDemoExo } from "#platform/jobs/returns.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { exoBench, exoCustomer, exoItem } from "../../../../tests/support/exoBench.ts";

const failure = z.object({ error: z.string().min(1) });

const jobsIn = ({ histories }: Exo, action: string): string[] =>
  (histories ?? [])
    .filter((entry) => entry.action === action)
    .flatMap(({ meta }) => z.array(z.string()).parse(JSON.parse(String(meta?.jobs))))
    .reverse();

describe.each(testDatabases())("EXOs on $name", ({ open }) => {
  const used = useApi(open);

  const { listed, every, read, act, enter, returning, reaches } = exoBench(() => used.api);

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
    const [statusCodes, stores] = [
      ["failed", "manual"],
      ["Clarks", "Reebok"],
    ];
    const some = all.filter(
      ({ status, source_store }) =>
        statusCodes.includes(String(status?.code)) && stores.includes(String(source_store)),
    );
    const ids = async (filters: ExoFilters) => (await every(filters)).map((row) => row.id);
    expect(await ids({ statusCodes, stores })).toEqual(some.map(({ id }) => id));
    const known = all.find(({ ra_number, email_address }) => ra_number?.startsWith("RA") && email_address);
    const { id, name, original_order_id, ra_number, email_address } = known ?? {};
    expect(await ids({ orderId: original_order_id?.slice(2) ?? "" })).toContain(id);
    expect(await ids({ raNumber: ra_number?.toLowerCase().slice(1) ?? "" })).toContain(id);
    expect(await ids({ emailAddress: ` ${email_address?.toUpperCase()} ` })).toContain(id);
    const whole = await read(id ?? "");
    const { FirstName = "", LastName = "" } = whole.exchange?.Customer ?? {};
    const consignment = whole.references?.find(({ meta }) => meta?.consignment_id)?.meta?.consignment_id;
    expect(consignment).toMatch(/^SIM\d+$/);
    const texts = [name, original_order_id, ra_number, email_address, `${LastName} ${FirstName}`];
    for (const searchTerm of [...texts, consignment?.toLowerCase()])
      expect(await ids({ searchTerm: searchTerm ?? "" }), String(searchTerm)).toContain(id);
    expect(await ids({ raNumber: email_address ?? "" })).toEqual([]);
    expect(await ids({ stores: ["No such store"] })).toEqual([]);
    expect(await ids({ searchTerm: "%" })).toEqual([]);
  });

  test("filters that are no JSON, or contain unstorable text, are 400 in words", async () => {
    for (const filters of ["{broken", '{"orderId":7}', '{"orderId":"\\u0000"}']) {
      const query = new URLSearchParams({ page: "1", filters });
      const { status, body } = await used.api.get(`/api/bc-order/v1/exos?${query}`);
      expect(status, filters).toBe(400);
      failure.parse(body);
    }
    expect((await used.api.get("/api/bc-order/v1/exos?page=0")).status).toBe(400);
    expect((await used.api.get("/api/bc-order/v1/exos/no-such-exo")).status).toBe(404);
    expect((await used.api.get("/api/bc-order/v1/exos/%00")).status).toBe(404);
    const nul = { store: "Clarks", exchange: { note: "\u0000" } };
    for (const body of [{ exchange: {} }, { store: "No such store" }, nul])
      expect((await used.api.post("/api/bc-order/v1/exos", body)).status, JSON.stringify(body)).toBe(400);
  });

  test("credits owed are announced, and listed with amount and time, the longest owed first [calls#credit-owed]", async () => {
    expect((await used.api.get(getExtensions.path)).body).toContain("credits");
    const rows = await every({ creditOwed: true });
    const stored = await used.connection.database
      .select({ id: exos.id, histories: exos.histories })
      .from(exos);
    const owing = stored.filter(({ histories }) =>
      histories.some(({ action }) => action === "return-credit:manual-action"),
    );
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.toSorted()).toEqual(owing.map(({ id }) => id).sort());
    const times = rows.map(({ credit_owed_at }) => Date.parse(String(credit_owed_at)));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(rows.every(({ credit_owed }) => Number(credit_owed) >= 0)).toBe(true);
    const since = String(rows[20]?.credit_owed_at);
    const sinceThen = await every({ creditOwed: true, creditOwedSince: since });
    expect(sinceThen.map(({ id }) => id)).toEqual(ids.slice(times.indexOf(Date.parse(since))));
    const [other] = await every({ statusCodes: ["hold"] });
    expect(other).not.toHaveProperty("credit_owed");
  });

  const blob = async (query: Record<string, string>) => {
    const url = `/api/bc-order/v1/blobs/blob?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${await used.api.mint()}` };
    return used.api.app.inject({ url, headers });
  };
  const firstBytes = async (meta: unknown) =>
    (await blob({ meta: JSON.stringify(meta) })).rawPayload.subarray(0, 5).toString();

  test("a label and a slip are PDF documents, a photo is a picture, and anything else is refused", async () => {
    const seeded = await every({ statusCodes: ["completed"] });
    const { references } = await read(seeded.at(-1)?.id ?? "");
    for (const type of ["return-label", "return-slip"]) {
      const meta = references?.find((reference) => reference.type === type)?.meta;
      expect(await firstBytes(meta), type).toBe("%PDF-");
    }
    const photo = await blob({ blobitem: JSON.stringify({ SourceId: "photos/7.png" }) });
    expect(photo.headers["content-type"]).toBe("image/png");
    expect(photo.rawPayload.subarray(1, 4).toString()).toBe("PNG");
    const cases: [Record<string, string>, number][] = [
      [{ meta: '{"blob_id":"nothing"}' }, 404],
      [{ blobitem: '{"SourceId":"\\u0000"}' }, 404],
      [{ blobitem: "{" }, 400],
      [{}, 400],
      [{ meta: "{}", blobitem: "{}" }, 400],
    ];
    for (const [query, status] of cases)
      expect((await blob(query)).statusCode, JSON.stringify(query)).toBe(status);
  });

  test("labels and slips that the file store has lost are rendered again, and stored", async () => {
    const { references } = await reaches(await returning({}, "Reebok"), "completed");
    const drawAll = async () => {
      for (const type of ["return-label", "return-slip"])
        expect(await firstBytes(references?.find((one) => one.type === type)?.meta), type).toBe("%PDF-");
    };
    const stored = async () => {
      const keys: string[] = [];
      for await (const { key } of used.api.files.list("")) keys.push(key);
      return keys.sort();
    };
    await drawAll();
    const all = await stored();
    expect(all.length).toBeGreaterThan(1);
    for (const key of all) await used.api.files.remove(key);
    await drawAll();
    const again = await stored();
    expect(again).toHaveLength(2);
    // Stored files are the ones in the database: nothing is rendered a third time.
    await drawAll();
    expect(await stored()).toEqual(again);
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

  test("a valid return runs through its seventeen jobs in order, each once", async () => {
    const id = await returning();
    const done = await reaches(id, "completed");
    expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
    expect(jobsIn(done, "process:jobs")).toEqual([...exoStreams["return/automatic"]]);
    expect(done.ra_number).toMatch(/^RA\d{7}$/);
    expect(done.references?.map(({ type }) => type)).toEqual([
      ...["return-consignment", "ap21-return-order", "return-label", "return-slip"],
      ...["email-transmission", "email-transmission"],
    ]);
    expect(done.actions).toEqual([]);
    const events = ["return-order:items-received", "return-order:completed", "return-credit:manual-action"];
    expect(done.histories?.map(({ action }) => action)).toEqual(expect.arrayContaining(events));
    expect((await listed({ raNumber: done.ra_number ?? "" })).rows.map((row) => row.id)).toEqual([id]);
  });

  test("triage hands exchanges to people, and fails a return with holes in words", async () => {
    const items = [exoItem, { ...exoItem, Quantity: 1 }];
    const exchange = await reaches(await enter({ Customer: exoCustomer, Items: items }), "manual");
    expect(exchange.status).toMatchObject({ stream: "return/manual", step: "await-return-details" });
    expect(exchange.references?.map(({ type }) => type)).toEqual(["helpdesk-ticket"]);
    const nameless = { Customer: {}, Items: [{ ...exoItem, LevelCode: "" }] };
    const holes = await reaches(await enter(nameless), "failed");
    const [entry] = holes.histories ?? [];
    expect(entry).toMatchObject({ action: "triage:failure:exchange-validation" });
    expect(entry?.meta?.message).toContain("no level code");
    const nothing = await reaches(await enter(null), "failed");
    expect(nothing.histories?.[0]?.action).toBe("process:failure:unprocessable");
  });

  test("a refused job fails under its own code, and a retry resumes there", async () => {
    const cases = [
      ["create-return-shipment", "refuse:1", "return-shipment:submit:failure"],
      ["retrieve-ap21-ra-number", "break", "process:failure:unhandled"],
      ["update-return-shipment", "refuse:1", "return-shipment:update:failure"],
      ["update-return-shipment", "unknown:1", "return-shipment:update:notfound"],
      ["acquire-shipment-labels", "refuse:1", "return-shipment:acquire-labels:failure"],
      ["acquire-shipment-labels", "unstorable", "return-shipment:store-labels:failure"],
      ["finalise-shipment-order", "refuse:1", "return-shipment:finalise-order:failure"],
      ["send-shipment-email", "refuse:1", "return-shipment-email:send:failure"],
      ["finalise-shipment-order", "busy", "return-shipment:finalise-order:failure"],
    ] as const;
    for (const [job, word, code] of cases) {
      const id = await returning({ [job]: word });
      const failed = await reaches(id, "failed");
      expect(failed, `${job} ${word}`).toMatchObject({
        status: { step: job },
        actions: [{ key: "retry" }, { key: "move-to-manual" }, { key: "reject" }],
      });
      expect(failed.histories?.[0]).toMatchObject({ action: code, meta: { job } });
      expect((await act(id, "retry")).status).toBe(200);
      if (word.endsWith(":1")) {
        const done = await reaches(id, "completed");
        expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
        continue;
      }
      await reaches(id, "failed");
      expect((await act(id, "move-to-manual")).status).toBe(200);
      await reaches(id, "manual");
    }
  });

  test("a shipment that is not free, and a helpdesk that refuses, end with people", async () => {
    const charged = await reaches(await returning({ "create-return-shipment": "charge" }), "manual");
    expect(charged.histories?.map(({ action }) => action)).toContain("return-shipment:non-free");
    const script = { "create-helpdesk-return-ticket": "refuse:1" };
    const items = [{ ...exoItem, Quantity: 2 }];
    const id = await enter({ Customer: exoCustomer, Items: items, Simulated: script });
    const failed = await reaches(id, "failed");
    expect(failed.histories?.[0]?.action).toBe("helpdesk:submit:failure");
    await act(id, "retry");
    await reaches(id, "manual");
    await act(id, "complete");
    expect((await read(id)).status?.code).toBe("completed");
  });

  test("a return at an unknown step, status or stream is set aside with a reason", async () => {
    const due = async (word: string) => {
      const [found] = await every({ orderId: `ODD-${word}-` });
      const id = found?.id ?? "";
      await used.connection.executeSql("update exos set step_at = now() where id = $1", [id]);
      await returning();
      return eventually(async () => {
        const [entry] = (await read(id)).histories ?? [];
        expect(entry?.action).toMatch(/^process:(failure|skip):/);
        return { id, action: entry?.action };
      });
    };
    expect(await due("UNKNOWNSTATUS")).toMatchObject({ action: "process:failure:code-not-recognised" });
    const stuck = await due("UNKNOWNSTEP");
    expect(stuck.action).toBe("process:failure:no-matching-jobs");
    expect((await read(stuck.id)).status?.code).toBe("failed");
    expect(await due("2000HISTORY")).toMatchObject({ action: "process:skip:code-unprocessable" });
  });

  test("the demo's own returns come from orders that are there, and are processed like any other", async () => {
    const name = await enterDemoExo(used.connection.database, new Date());
    await returning();
    const [entered] = await every({ searchTerm: name ?? "" });
    expect(entered?.name).toBe(name);
    const orderQuery = entered?.original_order_id ?? "";
    const query = new URLSearchParams({ storegroup: "", page: "1", pagesize: "20", orderQuery });
    const orders = z.array(orderRecord).parse((await used.api.get(`/api/getorders?${query}`)).body);
    expect(orders.map(({ order }) => order?.sourceId)).toContain(entered?.original_order_id);
    await eventually(async () => {
      const { status, histories } = await read(entered?.id ?? "");
      expect(["new", "active"]).not.toContain(status?.code);
      expect(histories?.at(-1)?.action).toBe("process:run");
    });
  });
});
