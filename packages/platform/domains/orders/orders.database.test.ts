import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type OrderRecord, orderRecord, orderStatusCodes } from "#contract/orders.ts";
import { useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";

const failure = z.object({ error: z.string().min(1) });
const records = z.array(orderRecord);

const createdAt = ({ order }: OrderRecord) => Date.parse(String(order?.createdAt));

describe.each(testDatabases())("orders on $name", ({ open }) => {
  const used = useApi(open);

  const listed = async (query: Record<string, string> = {}) => {
    const whole = { storegroup: "", page: "1", pagesize: "20", ...query };
    const { status, body } = await used.api.get(`/api/getorders?${new URLSearchParams(whole)}`);
    expect(status).toBe(200);
    return records.parse(body);
  };
  const idsOf = async (query: Record<string, string>) => (await listed(query)).map(({ id }) => id);
  const found = async (orderQuery: string) => (await listed({ orderQuery })).map(({ order }) => order);

  test("an empty store group means all stores, newest first, and pages follow each other", async () => {
    const all = await listed({ pagesize: "1000" });
    const times = all.filter(({ order }) => order?.createdAt && order.sourceId).map(createdAt);
    expect(times.slice(0, 800)).toEqual([...times].sort((a, b) => b - a).slice(0, 800));
    expect(new Set(all.map(({ order }) => order?.sourceType)).size).toBeGreaterThan(8);
    const pages = await Promise.all(["1", "2", "3"].map((page) => idsOf({ page })));
    expect(pages.flat()).toEqual(all.slice(0, 60).map(({ id }) => id));
  });

  test("one store's list holds its own orders; an exact page, an empty store and an unknown one", async () => {
    const clarks = await listed({ storegroup: "clarks", pagesize: "1000" });
    expect(clarks.length).toBeGreaterThan(50);
    const sources = new Set(clarks.map(({ order }) => order?.sourceStore).filter(Boolean));
    expect([...sources]).toEqual(["Clarks"]);
    expect(await listed({ storegroup: "Dom" })).toHaveLength(20);
    expect(await listed({ storegroup: "Dom", page: "2" })).toEqual([]);
    expect(await listed({ storegroup: "Volley" })).toEqual([]);
    expect(await listed({ storegroup: "No such store" })).toEqual([]);
    expect(await listed({ page: "99999999", pagesize: "1000" })).toEqual([]);
  });

  test("statuses are exact, several make a union in order, and blanks count as none", async () => {
    const all = await listed({ pagesize: "1000" });
    for (const status of orderStatusCodes) {
      const some = await listed({ statuses: status, pagesize: "1000" });
      expect(some.map(({ id }) => id)).toEqual(
        all.filter((row) => row.status === status).map(({ id }) => id),
      );
    }
    const statuses = "UNPROCESSABLE_SOFT, COMPLETE,UNPROCESSABLE_SOFT,NO_SUCH_STATUS";
    const wanted = all.filter(({ status }) => status === "UNPROCESSABLE_SOFT" || status === "COMPLETE");
    expect(await idsOf({ statuses, pagesize: "1000" })).toEqual(wanted.map(({ id }) => id));
    expect(await idsOf({ statuses, page: "3" })).toEqual(wanted.slice(40, 60).map(({ id }) => id));
    expect(await idsOf({ statuses: " , " })).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(await listed({ statuses: "complete" })).toEqual([]);
    const soft = all.filter(({ status }) => status === "UNPROCESSABLE_SOFT");
    expect(soft.every(({ retryCount }) => Number(retryCount) > 0)).toBe(true);
    expect(soft).toEqual(expect.arrayContaining(all.filter(({ nextRetrySchedule }) => nextRetrySchedule)));
  });

  test("a search finds by every id, customer code, email, SKU and con note, in any case", async () => {
    const all = await listed({ pagesize: "1000", statuses: "COMPLETE" });
    const known = all.find(
      ({ order }) => order?.externalSourceID && order.sourceType === "shopify" && order.shipments?.length,
    );
    if (!known?.order) throw new Error("The seed has no shipped Shopify order");
    const { sourceId, externalSourceID, customer, lineItems, shipments } = known.order;
    const texts = [
      known.id.slice(2, 20),
      sourceId?.slice(1),
      externalSourceID?.slice(2),
      customer?.ap21CustomerCode,
      customer?.email?.toUpperCase(),
      lineItems?.[0]?.levelCode?.toLowerCase(),
      shipments?.[0]?.conNote?.toLowerCase(),
    ];
    for (const text of texts) {
      expect(text?.length).toBeGreaterThan(4);
      expect(await found(` ${text} `)).toContainEqual(known.order);
    }
    expect(await found(`${sourceId}-no-such-order`)).toEqual([]);
  });

  test("a search by an email address wants its domain as well, one by name, phone and place its words in any order", async () => {
    const all = await listed({ pagesize: "1000" });
    const known = all.find(
      ({ order }) => order?.customer?.name?.endsWith("Müller") && order.addresses?.length,
    );
    if (!known?.order) throw new Error("The seed has no order of a Müller");
    const { customer, addresses, sourceId } = known.order;
    const [mailbox = "", domain = ""] = (customer?.email ?? "").split("@");
    const wanted = all.filter(({ order }) => order?.customer?.email?.endsWith(`${mailbox}@${domain}`));
    for (const text of [`${mailbox}@${domain}`, `${mailbox}@${domain.slice(0, 3)}`.toUpperCase()])
      expect(await idsOf({ orderQuery: text, pagesize: "1000" }), text).toEqual(wanted.map(({ id }) => id));
    expect(await idsOf({ orderQuery: `${mailbox}@no-such.${domain}` })).toEqual([]);

    const [first = "", last = ""] = (customer?.name ?? "").split(" ");
    const home = addresses?.find(({ locationType }) => locationType === "delivery");
    const phone = (customer?.phone ?? "").replace(/\D/g, "");
    expect(phone).toMatch(/^04\d{8}$/);
    const place = `${home?.suburb} ${home?.postcode}`;
    for (const text of [
      `${last} ${first}`,
      `${first} muller`.toUpperCase(),
      phone.slice(1),
      `${place.toLowerCase()} ${first} muller`,
    ]) {
      const ids = (await listed({ orderQuery: text, pagesize: "1000" })).map(({ order }) => order?.sourceId);
      expect(ids, text).toContain(sourceId);
    }
    expect(await found(`${first} ${last} nobody`)).toEqual([]);
  });

  test("a search takes wildcards, NULs and short texts literally", async () => {
    expect(await listed({ orderQuery: "%" })).toEqual([]);
    expect(await listed({ orderQuery: "C______" })).toEqual([]);
    expect(await listed({ orderQuery: "\u0000" })).toEqual([]);
    expect(await listed({ orderQuery: "@c" })).toHaveLength(20);
    const both = await listed({ orderQuery: "odd-", storegroup: "Reebok", statuses: "COMPLETE" });
    expect(both.length).toBeGreaterThan(0);
    expect(both.every(({ order }) => order?.sourceId?.startsWith("ODD-"))).toBe(true);
  });

  test("a query that does not fit is 400 in words", async () => {
    for (const query of ["page=0", "pagesize=1001", "page=x"]) {
      const { status, body } = await used.api.get(`/api/getorders?storegroup=&page=1&pagesize=20&${query}`);
      expect(status).toBe(400);
      failure.parse(body);
    }
  });

  test("a late page of a filtered list is the one that counting from the start leads to", async () => {
    const copied = await used.connection.executeSql(
      `insert into orders (id, store_id, status, search_text, retry_count, submissions, modified_at, created_at, amount,
         document, history)
       select md5(n::text)::uuid::text, 8,
         case when n % 7 = 0 then 'INVALID' when n % 3 = 0 then 'COMPLETE' else 'PROCESSING' end,
         'late ' || n, 0, 0, now(), now(), 0, '{"sourceStore": "Volley"}', '[]'
       from generate_series(1, 12000) as n returning id`,
    );
    expect(copied.rows).toHaveLength(12000);
    await used.connection.executeSql(
      `update orders set status = 'SHIPMENT_PENDING' where store_id = 8 and position % 11 = 0`,
    );
    for (const [statuses = "", storegroup = ""] of [
      ["COMPLETE", "Volley"],
      ["INVALID,SHIPMENT_PENDING,PROCESSING", ""],
    ]) {
      const { rows } = await used.connection.executeSql(
        `select id from orders where status = any($1) ${storegroup ? "and store_id = 8" : ""} order by position desc`,
        [statuses.split(",")],
      );
      const expected = z.array(z.object({ id: z.string() })).parse(rows);
      const last = Math.ceil(expected.length / 20);
      for (const page of [1, 51, 200, last, last + 1]) {
        const wanted = expected.slice((page - 1) * 20, page * 20).map(({ id }) => id);
        expect(await idsOf({ statuses, storegroup, page: String(page) }), `${page}`).toEqual(wanted);
      }
    }
    await used.connection.executeSql("delete from orders where store_id = 8");
  });
});
