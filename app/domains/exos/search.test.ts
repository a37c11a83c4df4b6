import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { wireFilters } from "./api.server.ts";
import { exoFilePath, exoPath, exosPath, isExoPath, isSameExoList } from "./paths.ts";
import { exoSearch, exoView } from "./search.ts";

const everything = exoSearch.read("?");
const stores = [
  { storeName: "Shoes and Sox", storeAlias: "SNS", storeType: "bigcommerce" },
  { storeName: "Reebok", storeAlias: "RBK", storeType: "shopify" },
];

test("the list's filter comes back as it was written, and what is no code is left out", () => {
  const filter = {
    statuses: ["hold", "failed"],
    stores: ["SNS", "Shoes & Sox é/#1"],
    orderId: "A&B",
    raNumber: "RA#1",
    email: "kim+1@x.example",
    term: "",
    step: "acquire-shipment-labels",
    page: 3,
  };
  expect(exoSearch.read(exosPath(undefined, filter))).toEqual(filter);
  for (const bad of ["page=x", "status=", "status=<b>", "store=%00"])
    expect(exoSearch.read(`?${bad}`), bad).toEqual(everything);
  const view = exoView.read("?tab=nonsense&records=x&mundane=yes&as=x&from=y");
  expect(view).toEqual({ tab: "summary", mundane: false, historyPage: 1, asText: false });
});

test("only what filters something goes up: five filters of all stores, the search term of one, stores by name [returns#filters, returns#store-list, returns#filter-wire]", () => {
  const filter = {
    ...everything,
    statuses: ["hold"],
    stores: ["sns", "NEW"],
    orderId: "1",
    raNumber: "RA",
    email: "k",
    term: "t",
  };
  expect(wireFilters({ store: undefined, stores }, filter)).toEqual({
    statusCodes: ["hold"],
    stores: ["Shoes and Sox", "NEW"],
    orderId: "1",
    raNumber: "RA",
    emailAddress: "k",
  });
  expect(wireFilters({ store: stores[1], stores }, filter)).toEqual({
    statusCodes: ["hold"],
    stores: ["Reebok"],
    searchTerm: "t",
  });
  expect(wireFilters({ store: undefined, stores }, everything)).toEqual({});
});

test("a detail and its dialogs carry the list's filter, and are over the same list", () => {
  const filter = { ...everything, statuses: ["hold"], page: 2 };
  const place = { id: "a/b", tab: "history", opener: "detail" } as const;
  expect(exoPath(undefined, filter, { id: "a/b", tab: "history" })).toBe(
    "/returns/a%2Fb?status=hold&page=2&tab=history",
  );
  expect(actionPath(exoPath("SNS", filter, place), "put on")).toBe(
    "/store/SNS/returns/a%2Fb/actions/put%20on?status=hold&page=2&tab=history&from=detail",
  );
  expect(exoFilePath(undefined, filter, { id: "a" }, "../x")).toBe(
    "/returns/a/blobs/..%2Fx?status=hold&page=2",
  );
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
