import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type EdiInterchange, ediInterchange, ediOrder } from "#contract/edi.ts";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import { getEdiInterchanges, getEdiOrders } from "#contract/ediStore.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { extensionBases } from "#contract/extensions.ts";
import { leadingState } from "#contract/processing.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { documents } from "../../../../tests/support/ediBench.ts";

const interchanges = { path: `${documents}/interchanges`, answer: pagedListOf(ediInterchange) };
const orders = { path: `${documents}/orders`, answer: pagedListOf(ediOrder) };

type Rows<T> = readonly ({ readable: true; row: T } | { readable: false })[];
const readable = <T>(rows: Rows<T>): T[] => rows.flatMap((row) => (row.readable ? [row.row] : []));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const typesIn = ({ message_counts }: EdiInterchange) => Object.keys(message_counts ?? {});
const stateOf = ({ stream_statuses }: Pick<EdiInterchange, "stream_statuses">) =>
  leadingState(Object.values(stream_statuses ?? {}).map(({ state }) => state ?? ""));
const partnerOf = ({ transmission_direction, sender, recipient }: EdiInterchange) =>
  (transmission_direction === "outbound" ? recipient : sender)?.identification;

describe.each(testDatabases())("EDI lists on $name", ({ open }) => {
  const used = useApi(open);
  let all: EdiInterchange[];
  beforeAll(async () => {
    all = await listed();
  });

  const read = async (path: string) => {
    const { status, body } = await used.api.get(path);
    expect(status, path).toBe(200);
    return body;
  };
  type List<T> = { path: string; answer: { parse(body: unknown): { rows: Rows<T>; pages: number } } };
  const pageOf = async <T>({ path, answer }: List<T>, filters: object, page: number) => {
    const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
    const { rows, pages } = answer.parse(await read(`${path}?${query}`));
    expect(rows.every((row) => row.readable)).toBe(true);
    return { rows: readable(rows), pages };
  };
  const every = async <T>(list: List<T>, filters: object) => {
    const { pages, rows } = await pageOf(list, filters, 1);
    for (let page = 2; page <= pages; page += 1) rows.push(...(await pageOf(list, filters, page)).rows);
    return rows;
  };
  const listed = (filters: InterchangeFilters = {}) => every(interchanges, filters);
  const listedOrders = (filters: EdiOrderFilters = {}) => every(orders, filters);
  const idsOf = async (filters: InterchangeFilters) => ids(await listed(filters));
  const orderIdsOf = async (filters: EdiOrderFilters) => ids(await listedOrders(filters));
  /** The ids of the interchanges that a filter must find, which are more than `moreThan`. */
  const wanted = (fits: (row: EdiInterchange) => boolean | null | undefined, moreThan = 0) => {
    const found = all.filter(fits);
    expect(found.length).toBeGreaterThan(moreThan);
    return ids(found);
  };

  test("extensions beyond the documented calls are announced by name [calls#edi-extensions]", async () => {
    const names = z.array(z.string()).parse(await read("/api/extensions"));
    expect(names).toContain("edi-desk");
    for (const name of names) expect(Object.keys(extensionBases)).toContain(name);
  });

  test("pages follow each other, the latest first, and carry no messages", async () => {
    expect(new Set(ids(all)).size).toBe(all.length);
    const times = all.map(({ created_at }) => Date.parse(String(created_at)));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    for (const row of all) expect(row).not.toHaveProperty("interchange");
    const pages = Math.ceil(all.length / 20);
    expect(await pageOf(interchanges, {}, 9999)).toEqual({ rows: [], pages });
    expect(await pageOf(interchanges, { documentId: "no such id" }, 1)).toEqual({ rows: [], pages: 1 });
  });

  test("texts are found in part, direction and acknowledgement exactly, and all of them together", async () => {
    const found = all.find(
      ({ acknowledged, control_reference, message_counts }) =>
        acknowledged && control_reference && message_counts?.ORDERS,
    );
    if (!found) throw new Error("The seed has no acknowledged order");
    const reference = found.control_reference ?? "";
    expect(await idsOf({ documentId: found.id.slice(3, 20).toUpperCase() })).toEqual([found.id]);
    expect(await idsOf({ interchangeControlReference: reference.slice(1) })).toContain(found.id);
    const outbound = wanted(({ transmission_direction }) => transmission_direction === "outbound");
    expect(await idsOf({ transmissionDirection: "outbound" })).toEqual(outbound);
    expect(await idsOf({ transmissionDirection: "sideways" })).toEqual([]);
    expect(await idsOf({ acknowledged: true })).toEqual(wanted((row) => row.acknowledged));
    const texts = { documentId: found.id, interchangeControlReference: reference };
    const exact = { transmissionDirection: "inbound", acknowledged: true } as const;
    const types = { containsMessageTypes: ["ORDERS"], containsMessageTypesMode: "all" as const };
    expect(await idsOf({ ...texts, ...exact, ...types })).toEqual([found.id]);
    const detail = JSON.stringify(await read(`${documents}/interchanges/${found.id}`));
    const identifier = /"documentIdentifier":"([^"]+)"/.exec(detail)?.[1] ?? "none";
    expect(await idsOf({ documentIdentifier: identifier.slice(1) })).toContain(found.id);
  });

  test("any of the types and each of the types differ", async () => {
    const types = ["ORDERS", "INVRPT"];
    const each = wanted((row) => types.every((type) => typesIn(row).includes(type)));
    const any = wanted((row) => types.some((type) => typesIn(row).includes(type)), each.length);
    const filters = { containsMessageTypes: types };
    expect(await idsOf({ ...filters, containsMessageTypesMode: "any" })).toEqual(any);
    expect(await idsOf({ ...filters, containsMessageTypesMode: "all" })).toEqual(each);
    expect(await idsOf(filters)).toEqual(any);
  });

  test("interchanges are found by state, partner, file, test and time, oldest first if requested", async () => {
    const isStuck = (row: EdiInterchange) => ["failed", "hold"].includes(stateOf(row) ?? "");
    const isTrial = (row: EdiInterchange) => partnerOf(row) === "MYERTRIAL";
    const states = ["failed", "hold"];
    const stuck = wanted(isStuck, 3);
    expect(await idsOf({ states })).toEqual(stuck);
    expect(await idsOf({ states: ["by pigeon"] })).toEqual([]);
    expect(await idsOf({ partner: "MYERTRIAL" })).toEqual(wanted(isTrial, 20));
    const ofPartner = await listed({ partner: "MYERPARTNER" });
    expect(new Set(ofPartner.map(({ transmission_direction }) => transmission_direction)).size).toBe(2);
    expect(ids(ofPartner)).toEqual(wanted((row) => partnerOf(row) === "MYERPARTNER"));
    expect(await idsOf({ partner: "MYERPART" })).toEqual([]);
    expect(await idsOf({ fileName: "TWO-in-one" })).toHaveLength(2);
    expect(await idsOf({ test: false })).toEqual(wanted((row) => row.test !== true));
    expect(await idsOf({ test: true })).toEqual(ids(all.filter((row) => row.test === true)));

    const times = all.map(({ created_at }) => String(created_at));
    const [createdFrom = "", createdBefore = ""] = [times[60], times[20]];
    const isBetween = ({ created_at }: EdiInterchange) =>
      String(created_at) >= createdFrom && String(created_at) < createdBefore;
    expect(await idsOf({ createdFrom, createdBefore })).toEqual(wanted(isBetween, 30));

    expect(await idsOf({ sort: "oldest" })).toEqual(ids(all).reverse());
    expect(await idsOf({ states, sort: "oldest" })).toEqual(stuck.toReversed());
    expect(await idsOf({ states, partner: "MYERTRIAL" })).toEqual(
      ids(all.filter((row) => isStuck(row) && isTrial(row))),
    );
  });

  test("a filter by acknowledgement is taken as it is written, and the partner owes us what is still expected [edi#unacknowledged]", async () => {
    expect(await idsOf({ acknowledged: false })).toEqual(wanted((row) => row.acknowledged === false));
    expect(await idsOf({ acknowledged: true })).toEqual(wanted((row) => row.acknowledged === true));
    const isOwed = (row: EdiInterchange) =>
      row.acknowledgement_expected === true && row.transmission_direction === "outbound";
    const owed = wanted(isOwed);
    expect(await idsOf({ owedByPartner: true })).toEqual(owed);
    for (const row of all.filter(isOwed)) {
      expect(row).toMatchObject({ acknowledged: false, acknowledgement_requested: true });
      expect(row.acknowledgement_interchange_document_id).toBeNull();
    }
  });

  test("what was refused in whole or in part is found until a person has dealt with it [edi#queue]", async () => {
    const isWhole = ({ stream_statuses }: EdiInterchange) =>
      Object.values(stream_statuses ?? {}).some((status) => status?.state === "rejected");
    const [first, ...others] = wanted((row) => isWhole(row) || (row.refused_messages ?? []).length > 0);
    expect(wanted(isWhole)).not.toEqual([]);
    expect(await idsOf({ hasRefusedMessages: true })).toEqual([first, ...others]);
    await used.connection.executeSql("update edi_interchanges set handled_at = now() where id = $1", [first]);
    expect(await idsOf({ hasRefusedMessages: true })).toEqual(others);
  });

  test("invalid filters are refused in words, and so are unknown ids", async () => {
    for (const [filters, words] of [
      ["{", "filters"],
      ['{"acknowledged":"maybe"}', "acknowledged"],
      ['{"documentId":"\\u0000"}', "NUL"],
      ["[]", "body"],
      ['{"createdFrom":"yesterday"}', "createdFrom"],
    ]) {
      const query = new URLSearchParams({ page: "1", filters: filters ?? "" });
      const { status, body } = await used.api.get(`${documents}/interchanges?${query}`);
      expect([status, JSON.stringify(body)], filters).toEqual([400, expect.stringContaining(words ?? "")]);
    }
    expect((await used.api.get(`${documents}/interchanges?page=0`)).status).toBe(400);
    expect((await used.api.get(`${documents}/interchanges/unknown`)).status).toBe(404);
    expect((await used.api.get(`${documents}/orders/unknown`)).status).toBe(404);
    const run = "/api/bc-myer/v1/actions/interchange/run?interchange_document_id=unknown";
    expect((await used.api.post(`${run}&action=process`)).status).toBe(404);
    expect((await used.api.post(`${run}&action=delete`)).status).toBe(400);
  });

  test("order documents are found by ids, numbers and interchanges, state, partner, time and what we owe", async () => {
    const every = await listedOrders();
    const found = every.find(({ utopia_order_number }) => utopia_order_number);
    if (!found) throw new Error("The seed has no order document with a number");
    const number = found.utopia_order_number ?? "";
    const ediMyerInterchangeDocumentId = found.myer_edifact_interchange_document_id ?? "";
    for (const filters of [
      { documentId: found.id.slice(2) },
      { documentId: found.id.toUpperCase() },
      { utopiaOrderNumber: number.slice(1) },
      { ediMyerInterchangeDocumentId },
      { documentId: found.id, utopiaOrderNumber: number, ediMyerInterchangeDocumentId },
    ])
      expect(await orderIdsOf(filters)).toEqual([found.id]);
    expect(await orderIdsOf({ documentId: found.id, utopiaOrderNumber: "other" })).toEqual([]);
    const identifier = every[0]?.document_identifier ?? "";
    const identified = await orderIdsOf({ documentIdentifier: identifier.slice(1).toLowerCase() });
    expect(identified[0]).toBe(every[0]?.id);

    const waiting = every.filter((row) => stateOf(row) === "passive");
    const owed = every.filter(({ response_due_at }) => response_due_at);
    const despatch = every.filter(({ despatch_due_at }) => despatch_due_at);
    for (const some of [waiting, owed, despatch]) expect(some.length).toBeGreaterThan(0);
    expect(await orderIdsOf({ states: ["passive"] })).toEqual(ids(waiting));
    expect(await orderIdsOf({ owes: "response" })).toEqual(ids(owed));
    expect(await orderIdsOf({ owes: "despatch", sort: "oldest" })).toEqual(ids(despatch).reverse());
    expect((await orderIdsOf({ partner: "MYERPARTNER" })).length).toBeGreaterThan(10);
    expect(await orderIdsOf({ partner: "NOBODY" })).toEqual([]);
    const from = String(every[5]?.created_at);
    const later = every.filter(({ created_at }) => String(created_at) >= from);
    expect(await orderIdsOf({ createdFrom: from })).toEqual(ids(later));
    expect(await orderIdsOf({ createdBefore: from })).toEqual(ids(every.slice(later.length)));
  });

  test("an order and its advice are found by a package, as messages and as labels write its number", async () => {
    const [advice] = await listed({ containsMessageTypes: ["DESADV"], transmissionDirection: "outbound" });
    const detail = JSON.stringify(await read(`${documents}/interchanges/${advice?.id}`));
    const number = /"objectIdentifier":\["(\d{18})"/.exec(detail)?.[1] ?? "none";
    const named = advice?.references?.find(({ type }) => type === "source-myer-edi-order-document");
    const order = String(named?.meta?.["order-document-id"]);
    for (const packageNumber of [number, `(00) ${number.slice(0, 9)} ${number.slice(9)}`])
      expect(await orderIdsOf({ packageNumber })).toEqual([order]);
    for (const packageNumber of [number, `(00)${number}`, number.slice(4)])
      expect(await idsOf({ packageNumber })).toContain(advice?.id);
    expect(await idsOf({ packageNumber: number })).toEqual([advice?.id]);
    const none = { packageNumber: "000000000000000000" };
    expect([await orderIdsOf(none), await idsOf(none)]).toEqual([[], []]);
  });

  test("every reference of the seed leads to a document that is there", async () => {
    const every = await listedOrders();
    const known = new Set([...ids(all), ...ids(every)]);
    const named = [...all, ...every]
      .flatMap(({ references }) => references ?? [])
      .flatMap(({ meta }) => [meta?.["interchange-document-id"], meta?.["order-document-id"]]);
    const answers = all.map((row) => row.acknowledgement_interchange_document_id);
    for (const id of [...named, ...answers]) if (id) expect(known).toContain(id);
  });

  test("control numbers have gaps and duplicates by partner and direction", async () => {
    const series = readable(getControlNumbers.answer.parse(await read(getControlNumbers.path)));
    const trial = series.find(({ sender }) => sender?.identification === "MYERTRIAL");
    expect(trial).toMatchObject({ direction: "inbound", duplicate_count: 1 });
    expect(trial?.duplicates?.[0]?.interchange_document_ids).toHaveLength(3);
    const outbound = series.filter(({ direction }) => direction === "outbound");
    expect(outbound.length).toBeGreaterThan(0);
    for (const row of outbound) expect(row).toMatchObject({ gap_count: 0, duplicate_count: 0 });
    const inbound = series.find(({ sender }) => sender?.identification === "MYERPARTNER");
    expect(Number(inbound?.gap_count)).toBeGreaterThan(0);
    expect(inbound?.gaps?.[0]).toMatchObject({ missing: expect.any(Number) });
  });

  test("a store's interchanges are found by control number, order number, status and direction", async () => {
    const found = async (query: Record<string, string> = {}) => {
      const whole = new URLSearchParams({ storegroup: "Myer", page: "1", pagesize: "100", ...query });
      return readable(getEdiInterchanges.answer.parse(await read(`/api/getEdiInterchanges?${whole}`)));
    };
    const latest = await found();
    expect(latest).toHaveLength(100);
    expect((await found({ pagesize: "10" })).map(({ id }) => id)).toEqual(
      latest.slice(0, 10).map(({ id }) => id),
    );
    const held = await found({ statuses: "hold,failed", directions: "inbound" });
    expect(held.length).toBeGreaterThan(2);
    for (const row of held) expect(row).toMatchObject({ direction: "inbound" });
    const advice = latest.find(({ interchange }) => interchange?.despatchAdvices?.length);
    if (!advice?.id) throw new Error("The seed sent no despatch advice");
    expect(advice.interchangeText).toMatch(/^UNA/);
    expect((await found({ search: advice.icn ?? "" })).map(({ id }) => id)).toContain(advice.id);
    expect((await found({ search: advice.id })).map(({ id }) => id)).toEqual([advice.id]);
    const source = advice.references?.find(({ type }) => type === "OrderDocument");
    const thread = await found({ ordernumber: source?.meta?.OrderNumber ?? "" });
    expect(thread.map(({ id }) => id)).toContain(advice.id);
    expect(thread.length).toBeGreaterThan(1);
    expect(await found({ storegroup: "Clarks" })).toEqual([]);
  });

  test("a store's EDI orders name their source", async () => {
    const found = async (search: string) => {
      const query = new URLSearchParams({ storegroup: "Myer", page: "1", pagesize: "10", search });
      return readable(getEdiOrders.answer.parse(await read(`/api/getEdiOrders?${query}`)));
    };
    const rows = await found("");
    expect(rows).toHaveLength(10);
    for (const { references } of rows) {
      const named = references?.filter(({ type }) => type === "InterchangeDocument") ?? [];
      const source = named.find(({ meta }) => meta?.InterchangeType === "Source");
      expect(source).toMatchObject({ createdAt: expect.any(String) });
      for (const { meta } of named) expect(meta?.ICN).toMatch(/^\d+$/);
    }
    expect((await found(rows[1]?.orderId ?? "")).map(({ id }) => id)).toEqual([rows[1]?.id]);
  });
});
