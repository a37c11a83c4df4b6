import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type EdiInterchange, ediInterchange, ediOrder } from "#contract/edi.ts";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { extensionBases } from "#contract/extensions.ts";
import { leadingState } from "#contract/processing.ts";
import type { Connection } from "#platform/database/connect.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { documents } from "#tests/support/ediBench.ts";

const databases = testDatabases();
const interchanges = pagedListOf(ediInterchange);
const orders = pagedListOf(ediOrder);

const readable = <T>(rows: readonly ({ readable: true; row: T } | { readable: false })[]): T[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

const stateOf = ({ stream_statuses }: Pick<EdiInterchange, "stream_statuses">) =>
  leadingState(Object.values(stream_statuses ?? {}).map(({ state }) => state ?? ""));

const partnerOf = ({ transmission_direction, sender, recipient }: EdiInterchange) =>
  (transmission_direction === "outbound" ? recipient : sender)?.identification;

describe.each(databases)("EDI filters on $name", ({ open }) => {
  let connection: Connection;
  let api: TestApi;
  let all: EdiInterchange[];

  const every = async <T>(path: string, read: (body: unknown) => { rows: T[]; pages: number }) => {
    const rows: T[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { status, body } = await api.get(`${documents}/${path}&page=${page}`);
      expect(status).toBe(200);
      const one = read(body);
      rows.push(...one.rows);
      pages = one.pages;
    }
    return rows;
  };
  const listed = (filters: InterchangeFilters) =>
    every(`interchanges?filters=${encodeURIComponent(JSON.stringify(filters))}`, (body) => {
      const { rows, pages } = interchanges.parse(body);
      return { rows: readable(rows), pages };
    });
  const listedOrders = (filters: EdiOrderFilters) =>
    every(`orders?filters=${encodeURIComponent(JSON.stringify(filters))}`, (body) => {
      const { rows, pages } = orders.parse(body);
      return { rows: readable(rows), pages };
    });
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  beforeAll(async () => {
    connection = await open();
    api = await startTestApi(connection);
    all = await listed({});
  });
  afterAll(async () => {
    await api.close();
    await connection.close();
  });

  test("what the service can do beyond the documented calls is announced by name [calls#edi-extensions]", async () => {
    const { status, body } = await api.get("/api/extensions");
    expect(status).toBe(200);
    const names = z.array(z.string()).parse(body);
    expect(names).toContain("edi-filters");
    for (const name of names) expect(Object.keys(extensionBases)).toContain(name);
  });

  test("interchanges are found by state, partner, file, test and time, oldest first where asked", async () => {
    const stuck = all.filter((row) => ["failed", "hold"].includes(stateOf(row) ?? ""));
    expect(stuck.length).toBeGreaterThan(3);
    expect(ids(await listed({ states: ["failed", "hold"] }))).toEqual(ids(stuck));
    expect(await listed({ states: ["by pigeon"] })).toEqual([]);

    const trial = all.filter((row) => partnerOf(row) === "MYERTRIAL");
    expect(trial.length).toBeGreaterThan(20);
    expect(ids(await listed({ partner: "MYERTRIAL" }))).toEqual(ids(trial));
    const partners = all.filter((row) => partnerOf(row) === "MYERPARTNER");
    expect(new Set(partners.map(({ transmission_direction }) => transmission_direction)).size).toBe(2);
    expect(ids(await listed({ partner: "MYERPARTNER" }))).toEqual(ids(partners));
    expect(await listed({ partner: "MYERPART" })).toEqual([]);

    expect(await listed({ fileName: "TWO-in-one" })).toHaveLength(2);
    const live = all.filter((row) => row.test !== true);
    expect(ids(await listed({ test: false }))).toEqual(ids(live));
    expect((await listed({ test: true })).length).toBe(all.length - live.length);

    const times = all.map(({ created_at }) => String(created_at));
    const [from = "", before = ""] = [times[60], times[20]];
    const between = all.filter(({ created_at }) => String(created_at) >= from && String(created_at) < before);
    expect(between.length).toBeGreaterThan(30);
    expect(ids(await listed({ createdFrom: from, createdBefore: before }))).toEqual(ids(between));

    expect(ids(await listed({ sort: "oldest" }))).toEqual(ids(all).reverse());
    expect(ids(await listed({ states: ["failed", "hold"], sort: "oldest" }))).toEqual(ids(stuck).reverse());
    const both = stuck.filter((row) => partnerOf(row) === "MYERTRIAL");
    expect(ids(await listed({ states: ["failed", "hold"], partner: "MYERTRIAL" }))).toEqual(ids(both));
  });

  test("unacknowledged is what an answer is still expected for, and the partner owes us what we sent [edi#unacknowledged]", async () => {
    const expected = all.filter((row) => row.acknowledgement_expected);
    const found = await listed({ acknowledged: false });
    expect(ids(found)).toEqual(ids(expected));
    for (const row of found) {
      expect(row).toMatchObject({ acknowledged: false, acknowledgement_requested: true });
      expect(row.acknowledgement_interchange_document_id).toBeNull();
    }
    const owed = expected.filter(({ transmission_direction }) => transmission_direction === "outbound");
    expect(owed.length).toBeGreaterThan(0);
    expect(ids(await listed({ owedByPartner: true }))).toEqual(ids(owed));
  });

  test("interchanges with refused messages are found until a person has dealt with them", async () => {
    const refused = all.filter((row) => (row.refused_messages ?? []).length > 0);
    expect(refused.length).toBeGreaterThan(0);
    expect(ids(await listed({ hasRefusedMessages: true }))).toEqual(ids(refused));
    const [first] = refused;
    await connection.executeSql("update edi_interchanges set handled_at = now() where id = $1", [first?.id]);
    expect(ids(await listed({ hasRefusedMessages: true }))).toEqual(ids(refused.slice(1)));
  });

  test("orders are found by state, partner, number, time and what we owe", async () => {
    const every = await listedOrders({});
    const waiting = every.filter((row) => stateOf(row) === "passive");
    expect(waiting.length).toBeGreaterThan(0);
    expect(ids(await listedOrders({ states: ["passive"] }))).toEqual(ids(waiting));
    const number = every[0]?.document_identifier ?? "";
    expect((await listedOrders({ documentIdentifier: number.slice(1).toLowerCase() }))[0]?.id).toBe(
      every[0]?.id,
    );
    expect((await listedOrders({ partner: "MYERPARTNER" })).length).toBeGreaterThan(10);
    expect(await listedOrders({ partner: "NOBODY" })).toEqual([]);
    const owed = every.filter(({ response_due_at }) => response_due_at);
    expect(owed.length).toBeGreaterThan(0);
    expect(ids(await listedOrders({ owes: "response" }))).toEqual(ids(owed));
    const despatch = every.filter(({ despatch_due_at }) => despatch_due_at);
    expect(despatch.length).toBeGreaterThan(0);
    expect(ids(await listedOrders({ owes: "despatch", sort: "oldest" }))).toEqual(ids(despatch).reverse());
    const from = String(every[5]?.created_at);
    const later = every.filter(({ created_at }) => String(created_at) >= from);
    expect(ids(await listedOrders({ createdFrom: from }))).toEqual(ids(later));
    expect(ids(await listedOrders({ createdBefore: from }))).toEqual(ids(every.slice(later.length)));
  });

  test("an order and its advice are found by a package, as messages and as labels write its number", async () => {
    const [advice] = await listed({ containsMessageTypes: ["DESADV"], transmissionDirection: "outbound" });
    const { body } = await api.get(`${documents}/interchanges/${advice?.id}`);
    const number = /"objectIdentifier":\["(\d{18})"/.exec(JSON.stringify(body))?.[1] ?? "none";
    const named = advice?.references?.find(({ type }) => type === "source-myer-edi-order-document");
    const order = String(named?.meta?.["order-document-id"]);
    expect(ids(await listedOrders({ packageNumber: number }))).toEqual([order]);
    expect(
      ids(await listedOrders({ packageNumber: `(00) ${number.slice(0, 9)} ${number.slice(9)}` })),
    ).toEqual([order]);
    expect(await listedOrders({ packageNumber: "000000000000000000" })).toEqual([]);
    for (const packageNumber of [number, `(00)${number}`, number.slice(4)])
      expect(ids(await listed({ packageNumber }))).toContain(advice?.id);
    expect(ids(await listed({ packageNumber: number }))).toEqual([advice?.id]);
    expect(await listed({ packageNumber: "000000000000000000" })).toEqual([]);
  });

  test("a time that is none is refused in words", async () => {
    const filters = JSON.stringify({ createdFrom: "yesterday" });
    const { status, body } = await api.get(`${documents}/interchanges?page=1&filters=${filters}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("createdFrom");
  });
});
