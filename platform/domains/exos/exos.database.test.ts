import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ExoFilters } from "#contract/exos.ts";
import { processingStates } from "#contract/processing.ts";
import { useApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { exoBench } from "#tests/support/exoBench.ts";

const failure = z.object({ error: z.string().min(1) });

describe.each(testDatabases())("EXOs on $name", ({ open }) => {
  const used = useApi(open);

  const { listed, every, read, act, returning, reaches } = exoBench(() => used.api);

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

  test("filters that are no JSON, and what no database stores, are 400 in words", async () => {
    for (const filters of ["{broken", '{"orderId":7}', '{"orderId":"\\u0000"}']) {
      const query = new URLSearchParams({ page: "1", filters });
      const { status, body } = await used.api.get(`/api/bc-order/v1/exos?${query}`);
      expect(status, filters).toBe(400);
      failure.parse(body);
    }
    expect((await used.api.get("/api/bc-order/v1/exos?page=0")).status).toBe(400);
    expect((await used.api.get("/api/bc-order/v1/exos/no-such-exo")).status).toBe(404);
    expect((await used.api.get("/api/bc-order/v1/exos/%00")).status).toBe(404);
    for (const body of [
      { exchange: {} },
      { store: "No such store" },
      { store: "Clarks", exchange: { note: "\u0000" } },
    ])
      expect((await used.api.post("/api/bc-order/v1/exos", body)).status, JSON.stringify(body)).toBe(400);
  });

  const blob = async (query: Record<string, string>) => {
    const url = `/api/bc-order/v1/blobs/blob?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${await used.api.mint()}` };
    return used.api.app.inject({ url, headers });
  };
  const firstBytes = async (meta: unknown) =>
    (await blob({ meta: JSON.stringify(meta) })).rawPayload.subarray(0, 5).toString();

  test("a label and a slip are PDF documents, a photo is a picture, and what is neither is refused", async () => {
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

  test("labels and slips that the store of files has lost are drawn again, and kept", async () => {
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
    // What is kept is what the database names: nothing is drawn a third time.
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
});
