import { describe, expect, test } from "vitest";
import { actionPath } from "#app/domains/actions/model.ts";
import { wireFilters } from "./filters.ts";
import { exoFilePath, exoPath, exosPath, isExoPath, isSameExoList } from "./paths.ts";
import { exoSearch, exoView } from "./search.ts";

const read = (search: string) => exoSearch.read(`?${search}`);
const everything = read("");
const stores = [
  { storeName: "Shoes and Sox", storeAlias: "SNS", storeType: "bigcommerce" },
  { storeName: "Reebok", storeAlias: "RBK", storeType: "shopify" },
];

describe("the filter in the URL", () => {
  test("comes back as it was written", () => {
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
  });

  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "page=99999999999",
    "status=",
    "status=<b>",
    "store=%00",
  ])("%s falls back to everything", (search) => expect(read(search)).toEqual(everything));

  test("the view of a detail falls back, too", () => {
    const view = exoView.read("?tab=nonsense&records=x&mundane=yes&as=x&from=y");
    expect(view).toEqual({ tab: "summary", mundane: false, historyPage: 1, asText: false });
  });
});

describe("the filters of the call", () => {
  const filter = {
    ...everything,
    statuses: ["hold"],
    stores: ["sns", "NEW"],
    orderId: "1",
    email: "k",
    term: "t",
  };

  test("all stores: five filters, stores by name", () => {
    expect(wireFilters({ store: undefined, stores }, filter)).toEqual({
      statusCodes: ["hold"],
      stores: ["Shoes and Sox", "NEW"],
      orderId: "1",
      emailAddress: "k",
    });
  });

  test("one store: its name, statuses and the search term", () => {
    expect(wireFilters({ store: stores[1], stores }, filter)).toEqual({
      statusCodes: ["hold"],
      stores: ["Reebok"],
      searchTerm: "t",
    });
  });

  test("no filter, nothing sent", () => {
    expect(wireFilters({ store: undefined, stores }, everything)).toEqual({});
  });
});

describe("paths", () => {
  const filter = { ...everything, statuses: ["hold"], page: 2 };

  test("a detail and its dialogs carry the list's filter", () => {
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
  });

  test("a panel over the list makes no other list; a filter does", () => {
    const url = (path: string) => new URL(path, "http://portal.test");
    expect(isSameExoList(url("/returns/?status=hold"), url("/returns/1?status=hold&tab=history"))).toBe(true);
    expect(isSameExoList(url("/returns/?status=hold"), url("/returns/?status=new"))).toBe(false);
    expect(isSameExoList(url("/returns/"), url("/store/SNS/returns"))).toBe(false);
  });

  test.each([
    ["/returns/1", true],
    ["/store/SNS/returns/1", true],
    ["/returns/", false],
    ["/returns/1/actions/hold", false],
    ["/returns/credits", false],
    ["/store/SNS/returns", false],
    ["/orders/1", false],
  ])("%s is a detail: %s", (path, expected) => expect(isExoPath(path)).toBe(expected));
});
