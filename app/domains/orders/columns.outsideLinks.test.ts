import { expect, test } from "vitest";
import { outsideOrderLink } from "./columns.ts";

const portals = {
  iconic: "https://seller.example/iconic/{orderId}?o={orderId}",
  catch: "https://seller.example/catch/{orderId}",
};
const hrefOf = (storeType: string, managementBaseUrl: string | null | undefined, order: object = {}) => {
  const store = { storeName: "Shoes and Sox", storeAlias: "SNS", storeType };
  const known = managementBaseUrl === undefined ? store : { ...store, managementBaseUrl };
  const sold = { externalId: "4471", sourceId: "SNS-9", storeType: "", ...order };
  return outsideOrderLink(sold, known, portals)?.href;
};

test("bigcommerce and shopify orders lead to the management site by externalSourceID, else sourceId [orders#outside-link]", () => {
  const cases = [
    ["bigcommerce", "https://store-x.example", "https://store-x.example/manage/orders/4471"],
    ["bigcommerce", "https://store-x.example/manage/", "https://store-x.example/manage/orders/4471"],
    ["shopify", "https://clarks.example/", "https://clarks.example/admin/orders/4471"],
    ["shopify", "https://clarks.example/admin", "https://clarks.example/admin/orders/4471"],
    ["shopify", "https://admin.shopify.com/store/c", "https://admin.shopify.com/store/c/orders/4471"],
    ["kogan", "https://a.example", undefined],
  ] as const;
  for (const [type, base, href] of cases) expect(hrefOf(type, base), base).toBe(href);
  for (const base of [undefined, null, "", "not an address", "javascript:alert(1)"])
    expect(hrefOf("bigcommerce", base), String(base)).toBeUndefined();
  const unnumbered = hrefOf("shopify", "https://a.example", { externalId: "" });
  expect(unnumbered).toBe("https://a.example/admin/orders/SNS-9");
});

test("iconic and catch orders lead to the seller portal that the operator set, else nowhere [orders#outside-link]", () => {
  const iconic = hrefOf("iconic", undefined, { externalId: "7/8" });
  expect(iconic).toBe("https://seller.example/iconic/7%2F8?o=7%2F8");
  expect(hrefOf("Catch", undefined)).toBe("https://seller.example/catch/4471");
  const order = { externalId: "4471", sourceId: "", storeType: "iconic" };
  const stray = outsideOrderLink(order, undefined, portals)?.href;
  expect(stray, "its own type, its store unknown").toContain("4471");
  expect(outsideOrderLink(order, undefined, {})).toBeUndefined();
  expect(hrefOf("iconic", undefined, { externalId: "", sourceId: "" })).toBeUndefined();
});
