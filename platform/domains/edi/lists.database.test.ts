import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type EdiInterchange, ediInterchange, ediOrder } from "#contract/edi.ts";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import { ediMessageTypes } from "#contract/ediMessages.ts";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import { getEdiInterchanges, getEdiOrders } from "#contract/ediStore.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { processingStates } from "#contract/processing.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents } from "#tests/support/ediBench.ts";

const databases = testDatabases();
const interchanges = pagedListOf(ediInterchange);
const orders = pagedListOf(ediOrder);
const failure = z.object({ error: z.string().min(1) });

const readable = <T>(rows: readonly ({ readable: true; row: T } | { readable: false })[]): T[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

const typesIn = ({ message_counts }: EdiInterchange) => Object.keys(message_counts ?? {});

describe.each(databases)("EDI lists on $name", ({ open }) => {
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

  const pageOf = async (filters: InterchangeFilters = {}, page = 1) => {
    const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
    const { status, body } = await api.get(`${documents}/interchanges?${query}`);
    expect(status).toBe(200);
    const read = interchanges.parse(body);
    expect(read.rows.every((row) => row.readable)).toBe(true);
    return { ...read, rows: readable(read.rows) };
  };
  const every = async (filters: InterchangeFilters = {}) => {
    const { pages, rows } = await pageOf(filters);
    for (let page = 2; page <= pages; page += 1) rows.push(...(await pageOf(filters, page)).rows);
    return rows;
  };
  const idsOf = async (filters: InterchangeFilters) => (await every(filters)).map(({ id }) => id);
  const orderPage = async (filters: EdiOrderFilters = {}, page = 1) => {
    const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
    const { status, body } = await api.get(`${documents}/orders?${query}`);
    expect(status).toBe(200);
    const read = orders.parse(body);
    return { ...read, rows: readable(read.rows) };
  };

  test("pages follow each other, the latest first, and carry no messages", async () => {
    const all = await every();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ created_at }) => Date.parse(String(created_at)));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    for (const row of all) expect(row).not.toHaveProperty("interchange");
    const { pages } = await pageOf();
    expect(pages).toBe(Math.ceil(all.length / 20));
    expect(await pageOf({}, 9999)).toMatchObject({ rows: [], pages });
    expect(await pageOf({ documentId: "no such id" })).toMatchObject({ rows: [], pages: 1 });
  });

  test("the seed has every type, state and direction, and what no screen knows", async () => {
    const all = await every();
    const types = new Set(all.flatMap(typesIn));
    for (const type of [...ediMessageTypes, "INVOIC"]) expect(types).toContain(type);
    const states = new Set(
      all.flatMap(({ stream_statuses }) => Object.values(stream_statuses ?? {})).map(({ state }) => state),
    );
    for (const state of processingStates) expect(states).toContain(state);
    const directions = new Set(all.map(({ transmission_direction }) => transmission_direction));
    expect(directions).toEqual(new Set(["inbound", "outbound", "unspecified", "relayed"]));
    expect(all.some(({ stream_statuses }) => Object.keys(stream_statuses ?? {}).length === 0)).toBe(true);
  });

  test("texts are found in part, direction and acknowledgement exactly, and all of them together", async () => {
    const all = await every();
    const withAll = all.find(
      ({ acknowledged, control_reference, message_counts }) =>
        acknowledged && control_reference && message_counts?.ORDERS,
    );
    if (!withAll) throw new Error("The seed has no acknowledged order");
    const reference = withAll.control_reference ?? "";
    expect(await idsOf({ documentId: withAll.id.slice(3, 20).toUpperCase() })).toEqual([withAll.id]);
    expect(await idsOf({ interchangeControlReference: reference.slice(1) })).toContain(withAll.id);
    const outbound = all.filter(({ transmission_direction }) => transmission_direction === "outbound");
    expect(await idsOf({ transmissionDirection: "outbound" })).toEqual(outbound.map(({ id }) => id));
    expect(await idsOf({ transmissionDirection: "sideways" })).toEqual([]);
    const acknowledged = all.filter((row) => row.acknowledged);
    expect(await idsOf({ acknowledged: true })).toEqual(acknowledged.map(({ id }) => id));
    expect(
      await idsOf({
        documentId: withAll.id,
        interchangeControlReference: reference,
        transmissionDirection: "inbound",
        acknowledged: true,
        containsMessageTypes: ["ORDERS"],
        containsMessageTypesMode: "all",
      }),
    ).toEqual([withAll.id]);
    const { body } = await api.get(`${documents}/interchanges/${withAll.id}`);
    const identifier = z
      .looseObject({ item: z.looseObject({ interchange: z.looseObject({ orders: z.array(z.unknown()) }) }) })
      .transform(({ item }) => JSON.stringify(item.interchange.orders[0]))
      .parse(body)
      .match(/"documentIdentifier":"([^"]+)"/)?.[1];
    expect(await idsOf({ documentIdentifier: identifier?.slice(1) ?? "" })).toContain(withAll.id);
  });

  test("any of the types and each of the types differ", async () => {
    const all = await every();
    const types = ["ORDERS", "INVRPT"];
    const any = all.filter((row) => types.some((type) => typesIn(row).includes(type)));
    const each = all.filter((row) => types.every((type) => typesIn(row).includes(type)));
    expect(each.length).toBeGreaterThan(0);
    expect(any.length).toBeGreaterThan(each.length);
    const filters = { containsMessageTypes: types };
    expect(await idsOf({ ...filters, containsMessageTypesMode: "any" })).toEqual(any.map(({ id }) => id));
    expect(await idsOf({ ...filters, containsMessageTypesMode: "all" })).toEqual(each.map(({ id }) => id));
    expect(await idsOf(filters)).toEqual(any.map(({ id }) => id));
  });

  test("filters that are none are refused in words", async () => {
    for (const filters of ["{", '{"acknowledged":"maybe"}', '{"documentId":"\\u0000"}', "[]"]) {
      const query = new URLSearchParams({ page: "1", filters });
      const { status, body } = await api.get(`${documents}/interchanges?${query}`);
      expect(status).toBe(400);
      expect(failure.parse(body).error).toMatch(/filters|acknowledged|body/);
    }
    expect((await api.get(`${documents}/interchanges?page=0`)).status).toBe(400);
    expect((await api.get(`${documents}/interchanges/unknown`)).status).toBe(404);
    expect((await api.get(`${documents}/orders/unknown`)).status).toBe(404);
    const run = "/api/bc-myer/v1/actions/interchange/run";
    expect((await api.post(`${run}?interchange_document_id=unknown&action=process`)).status).toBe(404);
    expect((await api.post(`${run}?interchange_document_id=unknown&action=delete`)).status).toBe(400);
    expect((await api.app.inject({ url: `${documents}/interchanges?page=1` })).statusCode).toBe(401);
    expect(
      (await api.app.inject({ method: "POST", url: `${documents}/interchanges`, payload: "UNB" })).statusCode,
    ).toBe(401);
  });

  test("order documents are found by their ids, numbers and interchanges", async () => {
    const { rows, pages } = await orderPage();
    expect(pages).toBe(1);
    const states = new Set(
      rows.flatMap(({ stream_statuses }) => Object.values(stream_statuses ?? {})).map(({ state }) => state),
    );
    for (const state of ["completed", "passive", "manual", "stalled"]) expect(states).toContain(state);
    const found = rows.find(({ utopia_order_number }) => utopia_order_number);
    if (!found) throw new Error("The seed has no order document with a number");
    const number = found.utopia_order_number ?? "";
    const interchangeId = found.myer_edifact_interchange_document_id ?? "";
    for (const filters of [
      { documentId: found.id.slice(2) },
      { documentId: found.id.toUpperCase() },
      { utopiaOrderNumber: number.slice(1) },
      { ediMyerInterchangeDocumentId: interchangeId },
      { documentId: found.id, utopiaOrderNumber: number, ediMyerInterchangeDocumentId: interchangeId },
    ]) {
      expect((await orderPage(filters)).rows.map(({ id }) => id)).toEqual([found.id]);
    }
    expect((await orderPage({ documentId: found.id, utopiaOrderNumber: "other" })).rows).toEqual([]);
  });

  test("every reference of the seed leads to a document that is there", async () => {
    const all = await every();
    const known = new Set(all.map(({ id }) => id));
    const { rows } = await orderPage();
    const knownOrders = new Set(rows.map(({ id }) => id));
    const references = [...all, ...rows].flatMap((row) => row.references ?? []);
    for (const { type, meta } of references) {
      const interchangeId = meta?.["interchange-document-id"];
      const orderId = meta?.["order-document-id"];
      if (interchangeId !== undefined) expect(known, String(type)).toContain(interchangeId);
      if (orderId !== undefined) expect(knownOrders, String(type)).toContain(orderId);
    }
    for (const { acknowledgement_interchange_document_id: id } of all) if (id) expect(known).toContain(id);
  });

  test("control numbers tell gaps and duplicates by partner and direction", async () => {
    const { body } = await api.get("/api/bc-myer/v1/control-numbers");
    const series = readable(getControlNumbers.answer.parse(body));
    const trial = series.find(({ sender }) => sender?.identification === "MYERTRIAL");
    expect(trial).toMatchObject({ direction: "inbound", duplicate_count: 1 });
    expect(trial?.duplicates?.[0]?.interchange_document_ids).toHaveLength(3);
    const outbound = series.find(({ direction }) => direction === "outbound");
    expect(outbound).toMatchObject({ gap_count: 0, duplicate_count: 0 });
    const inbound = series.find(({ sender }) => sender?.identification === "MYERPARTNER");
    expect(Number(inbound?.gap_count)).toBeGreaterThan(0);
    expect(inbound?.gaps?.[0]).toMatchObject({ missing: expect.any(Number) });
  });

  const storeInterchanges = async (query: Record<string, string> = {}) => {
    const all = new URLSearchParams({ storegroup: "Myer", page: "1", pagesize: "100", ...query });
    const { status, body } = await api.get(`/api/getEdiInterchanges?${all}`);
    expect(status).toBe(200);
    return readable(getEdiInterchanges.answer.parse(body));
  };

  test("a store's interchanges are found by control number, order number, status and direction", async () => {
    const all = await storeInterchanges();
    expect(all).toHaveLength(100);
    expect((await storeInterchanges({ pagesize: "10" })).map(({ id }) => id)).toEqual(
      all.slice(0, 10).map(({ id }) => id),
    );
    const held = await storeInterchanges({ statuses: "hold,failed", directions: "inbound" });
    expect(held.length).toBeGreaterThan(2);
    for (const row of held) expect(row).toMatchObject({ direction: "inbound" });
    const advice = all.find(({ interchange }) => interchange?.despatchAdvices?.length);
    if (!advice?.id) throw new Error("The seed sent no despatch advice");
    expect(advice.interchangeText).toMatch(/^UNA/);
    expect((await storeInterchanges({ search: advice.icn ?? "" })).map(({ id }) => id)).toContain(advice.id);
    expect((await storeInterchanges({ search: advice.id })).map(({ id }) => id)).toEqual([advice.id]);
    const source = advice.references?.find(({ type }) => type === "OrderDocument");
    const number = source?.meta?.OrderNumber ?? "";
    const thread = await storeInterchanges({ ordernumber: number });
    expect(thread.map(({ id }) => id)).toContain(advice.id);
    expect(thread.length).toBeGreaterThan(1);
    expect(await storeInterchanges({ storegroup: "Clarks" })).toEqual([]);
  });

  test("a store's EDI orders name their source", async () => {
    const query = new URLSearchParams({ storegroup: "Myer", page: "1", pagesize: "10" });
    const { body } = await api.get(`/api/getEdiOrders?${query}`);
    const rows = readable(getEdiOrders.answer.parse(body));
    expect(rows).toHaveLength(10);
    for (const { references } of rows) {
      const source = references?.find(({ meta }) => meta?.InterchangeType === "Source");
      expect(source).toMatchObject({ type: "InterchangeDocument", createdAt: expect.any(String) });
      const named = references?.filter(({ type }) => type === "InterchangeDocument") ?? [];
      for (const { meta } of named) expect(meta?.ICN).toMatch(/^\d+$/);
    }
    const [, second] = rows;
    query.set("search", second?.orderId ?? "");
    const { body: found } = await api.get(`/api/getEdiOrders?${query}`);
    expect(readable(getEdiOrders.answer.parse(found)).map(({ id }) => id)).toEqual([second?.id]);
  });
});
