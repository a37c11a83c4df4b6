import { describe, expect, test } from "vitest";
import { z } from "zod";
import { masterProduct } from "#contract/masterproducts.ts";
import { shipmentRow } from "#contract/shipments.ts";
import { testPublicUrl, useApi } from "../../../../tests/support/api.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";

const failure = z.object({ error: z.string().min(1) });

describe.each(testDatabases())("shipments and the product master on $name", ({ open }) => {
  const used = useApi(open);

  const listed = async (query: Record<string, string>) => {
    const { status, body } = await used.api.get(
      `/api/getshipments?${new URLSearchParams({ page: "1", ...query })}`,
    );
    expect(status).toBe(200);
    return z.array(shipmentRow).parse(body);
  };

  test("a store's docket lines come in pages of 20, newest first, some without an order number", async () => {
    const pages = await Promise.all(["1", "2", "3"].map((page) => listed({ store: "Clarks", page })));
    expect(pages.map((page) => page.length).slice(0, 2)).toEqual([20, 20]);
    const times = pages.flat().map(({ saleDate }) => Date.parse(String(saleDate)));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(pages.flat().some(({ orderNumber }) => !orderNumber)).toBe(true);
    expect(pages.flat().some(({ orderNumber }) => orderNumber)).toBe(true);
    expect(pages.flat().some(({ colourCode }) => colourCode?.includes("-"))).toBe(true);
  });

  test("a part of the order number finds an order's lines, and the order", async () => {
    const [line] = (await listed({ store: "Superdry" })).filter(({ orderNumber }) => orderNumber);
    const number = line?.orderNumber ?? "";
    const some = await listed({ store: "superdry", orderId: ` ${number.slice(1).toLowerCase()} ` });
    expect(some).toContainEqual(line);
    expect(some.every(({ orderNumber }) => orderNumber?.includes(number.slice(1)))).toBe(true);
    const orders = await used.api.get(
      `/api/getorders?storegroup=Superdry&page=1&pagesize=20&orderQuery=${number}`,
    );
    expect(orders.body).toHaveLength(1);
    expect(await listed({ store: "Superdry", orderId: "%" })).toEqual([]);
  });

  test("a store without orders, an unknown store and a page past the end are empty; no store is 400", async () => {
    expect(await listed({ store: "Volley" })).toEqual([]);
    expect(await listed({ store: "No such store" })).toEqual([]);
    expect(await listed({ store: "Clarks", page: "400" })).toEqual([]);
    const { status, body } = await used.api.get("/api/getshipments?page=1");
    expect(status).toBe(400);
    failure.parse(body);
  });

  test("the product master is one list with images by group, with and without the slash", async () => {
    const { status, body } = await used.api.get("/api/getproducts/");
    expect(status).toBe(200);
    expect(await used.api.get("/api/getproducts")).toEqual({ status, body });
    const styles = z.array(masterProduct).parse(body);
    expect(styles).toHaveLength(60);
    expect(new Set(styles.map(({ styleCode }) => styleCode)).size).toBe(60);
    const images = styles
      .flatMap(({ colours }) => colours ?? [])
      .flatMap(({ images: ofColour }) => ofColour ?? []);
    expect(new Set(images.map(({ groupName }) => groupName)).size).toBeGreaterThan(2);
    expect(images.every(({ imageUrl }) => imageUrl?.startsWith(testPublicUrl))).toBe(true);
  });
});
