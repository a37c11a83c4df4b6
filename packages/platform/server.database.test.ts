import { describe, expect, test } from "vitest";
import { z } from "zod";
import { metaProduct } from "#contract/metaproducts.ts";
import { store } from "#contract/stores.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { startTestApi, testPublicUrl, useApi } from "../../tests/support/api.ts";
import { testDatabases } from "../../tests/support/databases.ts";

const failure = z.object({ error: z.string().min(1) });
const products = z.array(metaProduct);

describe.each(testDatabases())("the API on $name", ({ open }) => {
  const used = useApi(open);

  const listed = async (query: Record<string, string>) => {
    const { status, body } = await used.api.get(
      `/api/getmetaproducts?${new URLSearchParams({ page: "1", pagesize: "20", ...query })}`,
    );
    expect(status).toBe(200);
    return products.parse(body);
  };

  const withAuthorization = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {};
    const answer = await used.api.app.inject({ url: "/api/getstores/", headers });
    failure.parse(answer.json());
    return answer.statusCode;
  };
  const idsOf = async (query: Record<string, string>) => (await listed(query)).map(({ id }) => id);

  test("stores come with and without the slash, of every type, the voucher stores on bigcommerce", async () => {
    const { status, body } = await used.api.get("/api/getstores/");
    expect(status).toBe(200);
    expect(await used.api.get("/api/getstores")).toEqual({ status, body });
    const rows = z.array(store).parse(body);
    const names = rows.map(({ storeName }) => storeName);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
    expect(new Set(rows.map(({ storeType }) => storeType))).toEqual(new Set(storeTypes));
    const vouchers = rows.filter(({ storeAlias }) => ["SNS", "CLK", "SWH"].includes(storeAlias));
    expect(vouchers.map(({ storeType }) => storeType)).toEqual(["bigcommerce", "bigcommerce", "bigcommerce"]);
    expect(rows.filter(({ managementBaseUrl }) => managementBaseUrl)).toHaveLength(8);
  });

  test("no token, a foreign, an expired or another audience's one is refused with 401 [sign-in#bearer]", async () => {
    const wrong = [
      { foreignKey: true },
      { expiresIn: -10 },
      { audience: "api://another" },
      { issuer: "https://elsewhere.test" },
    ];
    const tokens = await Promise.all(wrong.map((options) => used.api.mint(options)));
    const headers = ["Bearer nonsense", "Basic dXNlcjpwYXNz", ...tokens.map((token) => `Bearer ${token}`)];
    for (const header of [undefined, ...headers]) expect(await withAuthorization(header), header).toBe(401);
  });

  test("a token without the read scope is refused with 403", async () => {
    for (const scope of ["", "write"])
      expect(await withAuthorization(`Bearer ${await used.api.mint({ scope })}`)).toBe(403);
  });

  test("an unknown path and a path in the wrong case are 404 in JSON", async () => {
    for (const path of ["/api/nothing", "/api/GetStores", "/", "/images/products/none.svg"]) {
      const { status, body } = await used.api.get(path);
      expect(status).toBe(404);
      failure.parse(body);
    }
    const undecodable = await used.api.get("/api/%ff");
    expect(undecodable.status).toBe(400);
    expect(failure.parse(undecodable.body).error).toContain("/api/%ff");
  });

  test("pages are full until the last, and no product is repeated", async () => {
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => listed({ storegroup: "Clarks", page })),
    );
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5, 0]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(45);
    expect(await listed({ storegroup: "Elka", page: "2" })).toHaveLength(20);
    expect(await listed({ storegroup: "Elka", page: "3" })).toEqual([]);
    expect(await listed({ storegroup: "Clarks", pagesize: "1000" })).toHaveLength(45);
  });

  test("a store without products, an unknown store and a page beyond all bounds are empty lists", async () => {
    expect(await listed({ storegroup: "Volley" })).toEqual([]);
    expect(await listed({ storegroup: "No such store" })).toEqual([]);
    expect(await listed({ storegroup: "Clarks", page: "9000000000000000" })).toEqual([]);
    expect(await listed({ storegroup: "Clarks", page: "107374183", excludeValid: "1" })).toEqual([]);
  });

  test("without a store a code, a barcode or a title is searched in all of them, and nothing else lists them [calls#all-store-products]", async () => {
    const [product] = await listed({ storegroup: "Clarks" });
    const variant = product?.variants?.[0];
    const barcode = String(
      Object.values(variant?.attributes ?? {}).find((value) => /^\d{13}$/.test(String(value))),
    );
    expect(barcode).toMatch(/^\d{13}$/);
    for (const productQuery of [product?.groupId, variant?.productSku?.toLowerCase(), barcode]) {
      const ids = await idsOf({ storegroup: "", productQuery: productQuery ?? "" });
      expect(ids, productQuery ?? "").toContain(product?.id);
    }
    const titled = await listed({ storegroup: "", title: "loafer" });
    expect(new Set(titled.map(({ storeGroup }) => storeGroup)).size).toBeGreaterThan(1);
    expect(await idsOf({ storegroup: "", title: "loafer", page: "2" })).not.toContain(titled[0]?.id);
    expect(await listed({ storegroup: "" })).toEqual([]);
  });

  test("a query that does not fit the contract is 400 and names the field", async () => {
    const queries = {
      storegroup: "page=1&pagesize=20",
      page: "storegroup=Clarks&page=0&pagesize=20",
      pagesize: "storegroup=Clarks&page=1&pagesize=1001",
      excludeValid: "storegroup=Clarks&page=1&pagesize=20&excludeValid=yes",
    };
    for (const [field, query] of Object.entries(queries)) {
      const { status, body } = await used.api.get(`/api/getmetaproducts?${query}`);
      expect(status).toBe(400);
      expect(failure.parse(body).error).toContain(field);
    }
  });

  test("a code is found by any part of the group id or of a SKU, without regard to case", async () => {
    const all = await listed({ storegroup: "Clarks", pagesize: "1000" });
    const wanted = all.find(({ variants }) => (variants?.length ?? 0) > 0);
    const sku = wanted?.variants?.[0]?.productSku ?? "";
    const part = sku.slice(3).toLowerCase();
    expect(await idsOf({ storegroup: "Clarks", productQuery: part })).toContain(wanted?.id);
    expect(await listed({ storegroup: "Clarks", productQuery: "odd-script" })).toHaveLength(1);
    expect(await listed({ storegroup: "Clarks", productQuery: "10" })).toHaveLength(20);
  });

  test("a title is found by a part of it, and wildcards are literal", async () => {
    const found = await listed({ storegroup: "Clarks", title: "<SCRIPT>" });
    expect(found.map(({ groupId }) => groupId)).toEqual([expect.stringContaining("ODD-SCRIPT")]);
    for (const title of ["%%%", "_____", "\\", "\u0000"]) {
      expect(await listed({ storegroup: "Clarks", title })).toEqual([]);
    }
  });

  test("excludeValid leaves only products with validation messages, also together with a search", async () => {
    const iconic = { storegroup: "The Iconic", pagesize: "1000" };
    const all = await listed(iconic);
    const wanted = all.filter(({ validationStatus }) => validationStatus?.length).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(2);
    const refused = { ...iconic, excludeValid: "1" };
    expect(await idsOf(refused)).toEqual(wanted);
    expect(await idsOf({ ...refused, page: "2", pagesize: "2" })).toEqual(wanted.slice(2, 4));
    expect(await listed({ ...refused, productQuery: "ODD-SCRIPT" })).toHaveLength(1);
  });

  test("pictures are absolute addresses that the platform itself answers", async () => {
    const [product] = await listed({ storegroup: "Clarks" });
    const url = product?.status?.image_url ?? product?.status?.image_url_1 ?? "";
    expect(url.startsWith(`${testPublicUrl}/images/products/`)).toBe(true);
    const answer = await used.api.app.inject({ url: new URL(url).pathname });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("image/svg+xml");
    expect(answer.headers["cache-control"]).toContain("max-age=");
    const kogan = await listed({ storegroup: "Kogan" });
    const lists = kogan.map(({ attributes }) => String(attributes?.IMAGES));
    expect(lists.some((list) => list.split("|").length > 1)).toBe(true);
  });

  test("a failure inside is 500 in JSON, with a stack outside of production only", async () => {
    const production = await startTestApi(used.connection, { production: true });
    for (const [server, hasStack] of [
      [used.api, true],
      [production, false],
    ] as const) {
      const authorization = `Bearer ${await server.mint()}`;
      await used.connection.executeSql("alter table stores rename to stores_away");
      const answer = await server.app.inject({ url: "/api/getstores", headers: { authorization } });
      await used.connection.executeSql("alter table stores_away rename to stores");
      expect(answer.statusCode).toBe(500);
      failure.parse(answer.json());
      expect("stack" in answer.json()).toBe(hasStack);
      expect(answer.body.includes("stores_away")).toBe(false);
    }
    await production.close();
  });

  test("a correlation id is taken up and answered; one that could spoil a log is replaced", async () => {
    const requested = async (id: string) => {
      const { headers } = await used.api.app.inject({ url: "/health", headers: { "x-correlation-id": id } });
      return headers["x-correlation-id"];
    };
    expect(await requested("abc-123")).toBe("abc-123");
    expect(await requested("a b{c}")).not.toBe("a b{c}");
  });
});
