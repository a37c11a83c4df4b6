import { describe, expect, test } from "vitest";
import { outsideOrderLink } from "./outsideLinks.ts";

const store = (storeType: string, managementBaseUrl?: string | null) => ({
  storeName: "Shoes and Sox",
  storeAlias: "SNS",
  storeType,
  ...(managementBaseUrl === undefined ? {} : { managementBaseUrl }),
});
const order = { externalId: "4471", sourceId: "SNS-9", storeType: "" };
const portals = {
  iconic: "https://seller.example/iconic/{orderId}?o={orderId}",
  catch: "https://seller.example/catch/{orderId}",
};

describe("web stores", () => {
  test.each([
    ["bigcommerce", "https://store-x.example", "https://store-x.example/manage/orders/4471"],
    ["bigcommerce", "https://store-x.example/manage/", "https://store-x.example/manage/orders/4471"],
    ["shopify", "https://clarks.example/", "https://clarks.example/admin/orders/4471"],
    ["shopify", "https://clarks.example/admin", "https://clarks.example/admin/orders/4471"],
    [
      "shopify",
      "https://admin.shopify.com/store/clarks",
      "https://admin.shopify.com/store/clarks/orders/4471",
    ],
  ])("%s at %s", (type, base, href) => {
    expect(outsideOrderLink(order, store(type, base), portals)?.href).toBe(href);
  });

  test("falls back to the source id", () => {
    expect(
      outsideOrderLink({ ...order, externalId: "" }, store("shopify", "https://a.example"), {})?.href,
    ).toBe("https://a.example/admin/orders/SNS-9");
  });

  test.each([undefined, null, "", "not an address", "javascript:alert(1)"])(
    "no link for a base of %j",
    (base) => {
      expect(outsideOrderLink(order, store("bigcommerce", base), portals)).toBeUndefined();
    },
  );
});

describe("seller portals", () => {
  test("the configured address with the order's id in it, escaped", () => {
    expect(outsideOrderLink({ ...order, externalId: "7/8" }, store("iconic"), portals)?.href).toBe(
      "https://seller.example/iconic/7%2F8?o=7%2F8",
    );
    expect(outsideOrderLink(order, store("Catch"), portals)?.href).toBe("https://seller.example/catch/4471");
  });

  test("by the order's own type where its store is not known", () => {
    expect(outsideOrderLink({ ...order, storeType: "iconic" }, undefined, portals)?.href).toContain("4471");
  });

  test("no link without an address, without an id, or for another type", () => {
    expect(outsideOrderLink(order, store("iconic"), {})).toBeUndefined();
    expect(
      outsideOrderLink({ externalId: "", sourceId: "", storeType: "" }, store("iconic"), portals),
    ).toBeUndefined();
    expect(outsideOrderLink(order, store("kogan", "https://a.example"), portals)).toBeUndefined();
  });
});
