import { expect, test } from "vitest";
import { outsideOrderLink } from "./outsideLinks.ts";

const portals = {
  iconic: "https://seller.example/iconic/{orderId}?o={orderId}",
  catch: "https://seller.example/catch/{orderId}",
};
const hrefOf = (storeType: string, managementBaseUrl: string | null | undefined, order: object = {}) =>
  outsideOrderLink(
    { externalId: "4471", sourceId: "SNS-9", storeType: "", ...order },
    {
      storeName: "Shoes and Sox",
      storeAlias: "SNS",
      storeType,
      ...(managementBaseUrl === undefined ? {} : { managementBaseUrl }),
    },
    portals,
  )?.href;

test("bigcommerce and shopify orders lead to the management site by externalSourceID, else sourceId [orders#outside-link]", () => {
  const cases: [string, string | null | undefined, string | undefined][] = [
    ["bigcommerce", "https://store-x.example", "https://store-x.example/manage/orders/4471"],
    ["bigcommerce", "https://store-x.example/manage/", "https://store-x.example/manage/orders/4471"],
    ["shopify", "https://clarks.example/", "https://clarks.example/admin/orders/4471"],
    ["shopify", "https://clarks.example/admin", "https://clarks.example/admin/orders/4471"],
    [
      "shopify",
      "https://admin.shopify.com/store/clarks",
      "https://admin.shopify.com/store/clarks/orders/4471",
    ],
    ["kogan", "https://a.example", undefined],
    ...[undefined, null, "", "not an address", "javascript:alert(1)"].map(
      (base): [string, string | null | undefined, undefined] => ["bigcommerce", base, undefined],
    ),
  ];
  expect(cases.map(([type, base]) => [type, base, hrefOf(type, base)])).toEqual(cases);
  expect(hrefOf("shopify", "https://a.example", { externalId: "" })).toBe(
    "https://a.example/admin/orders/SNS-9",
  );
});

test("iconic and catch orders lead to the seller portal that the operator set, else nowhere [orders#outside-link]", () => {
  expect(hrefOf("iconic", undefined, { externalId: "7/8" })).toBe(
    "https://seller.example/iconic/7%2F8?o=7%2F8",
  );
  expect(hrefOf("Catch", undefined)).toBe("https://seller.example/catch/4471");
  const order = { externalId: "4471", sourceId: "", storeType: "iconic" };
  expect(outsideOrderLink(order, undefined, portals)?.href, "its own type, its store unknown").toContain(
    "4471",
  );
  expect(outsideOrderLink(order, undefined, {})).toBeUndefined();
  expect(hrefOf("iconic", undefined, { externalId: "", sourceId: "" })).toBeUndefined();
});
