import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { wireFilters } from "./api.server.ts";
import { exoFilePath, exoPath, exoSearch, isExoPath, isSameExoList } from "./paths.ts";

const everything = exoSearch.every;
const stores = [
  { storeName: "Shoes and Sox", storeAlias: "SNS", storeType: "bigcommerce" },
  { storeName: "Reebok", storeAlias: "RBK", storeType: "shopify" },
];

test("only what filters something goes up: five filters of all stores, the search term of one, stores by name [returns#filters, returns#store-list, returns#filter-wire]", () => {
  const five = { statuses: ["hold"], stores: ["sns", "NEW"], orderId: "1", raNumber: "RA", email: "k" };
  const filter = { ...everything, ...five, term: "t" };
  expect(wireFilters({ store: undefined, stores }, filter)).toEqual({
    ...{ statusCodes: ["hold"], stores: ["Shoes and Sox", "NEW"] },
    ...{ orderId: "1", raNumber: "RA", emailAddress: "k" },
  });
  const ofOne = { statusCodes: ["hold"], stores: ["Reebok"], searchTerm: "t" };
  expect(wireFilters({ store: stores[1], stores }, filter)).toEqual(ofOne);
  expect(wireFilters({ store: undefined, stores }, everything)).toEqual({});
});

test("a detail and its dialogs carry the list's filter, and are over the same list", () => {
  const filter = { ...everything, statuses: ["hold"], page: 2 };
  const place = { id: "a/b", tab: "history", opener: "detail" } as const;
  const paths = [
    exoPath(undefined, filter, { id: "a/b", tab: "history" }),
    actionPath(exoPath("SNS", filter, place), "put on"),
    exoFilePath(undefined, filter, { id: "a" }, "../x"),
  ];
  expect(paths).toEqual([
    "/returns/a%2Fb?status=hold&page=2&tab=history",
    "/store/SNS/returns/a%2Fb/actions/put%20on?status=hold&page=2&tab=history&from=detail",
    "/returns/a/blobs/..%2Fx?status=hold&page=2",
  ]);
  const isSame = (one: string, other: string) =>
    isSameExoList(new URL(one, "http://portal.test"), new URL(other, "http://portal.test"));
  expect([
    isSame("/returns/?status=hold", "/returns/1?status=hold&tab=history"),
    isSame("/returns/?status=hold", "/returns/?status=new"),
    isSame("/returns/", "/store/SNS/returns"),
  ]).toEqual([true, false, false]);
  const details = ["/returns/1", "/store/SNS/returns/1"];
  const others = [
    "/returns/",
    "/returns/1/actions/hold",
    "/returns/credits",
    "/store/SNS/returns",
    "/orders/1",
  ];
  expect([...details, ...others].filter(isExoPath)).toEqual(details);
});
