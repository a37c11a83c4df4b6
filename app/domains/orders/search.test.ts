import { describe, expect, test } from "vitest";
import { actionPath } from "#app/domains/actions/model.ts";
import { openerSearch } from "#app/search/opener.ts";
import { isSameOrderList, orderPath, ordersPath } from "./paths.ts";
import { orderSearch, orderView } from "./search.ts";

const read = (search: string) => orderSearch.read(`?${search}`);

describe("the filter in the URL", () => {
  test("is everything on page 1 when the URL says nothing", () => {
    expect(read("")).toEqual({ query: "", statuses: [], page: 1 });
  });

  test("holds the search, each status once, and the page", () => {
    expect(read("q=+jane@example.com+&status=INVALID&status=COMPLETE&status=INVALID&page=3")).toEqual({
      query: "jane@example.com",
      statuses: ["INVALID", "COMPLETE"],
      page: 3,
    });
  });

  test.each(["0", "-1", "1.5", "two", "", "99999999999"])("falls back to page 1 for page %j", (page) => {
    expect(read(`page=${page}`).page).toBe(1);
  });

  test("leaves out statuses that could pass for two, and keeps codes it does not know", () => {
    const sent = ["COMPLETE,INVALID", "", "SELECT ALL", "HELD_BY_WAREHOUSE"];
    expect(orderSearch.read(sent.map((status) => ["status", status])).statuses).toEqual([
      "HELD_BY_WAREHOUSE",
    ]);
  });

  test("cuts a text that is no search", () => {
    expect(read(`q=${"x".repeat(5000)}`).query).toHaveLength(200);
  });

  test.each([undefined, "SNS"])("comes back from its own path, scope %s", (scope) => {
    const filter = { query: "a&b #1/é", statuses: ["COMPLETE", "INVALID"], page: 4 };
    const url = new URL(ordersPath(scope, filter), "http://portal");
    expect(orderSearch.read(url)).toEqual(filter);
  });
});

describe("paths", () => {
  const filter = { query: "x", statuses: ["COMPLETE"], page: 2 };

  test("a detail keeps the list's search, and an odd id stays one segment", () => {
    expect(orderPath(undefined, filter, { id: "a/b #1", tab: "items" })).toBe(
      "/orders/a%2Fb%20%231?q=x&status=COMPLETE&page=2&tab=items",
    );
  });

  test("a store's orders stand below the store", () => {
    expect(actionPath(orderPath("SNS", filter, { id: "1", opener: "detail" }), "retry now")).toBe(
      "/store/SNS/orders/1/actions/retry%20now?q=x&status=COMPLETE&page=2&from=detail",
    );
  });

  test.each([
    ["/orders/?q=x&status=A&page=1", "/orders/7?q=x&status=A&page=1&tab=raw", true],
    ["/orders?q=x", "/orders?q=y", false],
    ["/orders?status=A", "/orders?status=A&status=B", false],
    ["/store/SNS/orders", "/store/SNS/orders/7/actions/retry", true],
    ["/store/SNS/orders", "/store/CLK/orders", false],
    ["/orders", "/store/SNS/orders", false],
  ])("%s and %s show the same list: %s", (one, other, same) => {
    expect(isSameOrderList(new URL(one, "http://portal"), new URL(other, "http://portal"))).toBe(same);
  });

  test("a tab that does not exist is the first one", () => {
    expect(orderView.read("?tab=payments&from=elsewhere")).toEqual(orderView.every);
    expect(openerSearch.read("?tab=payments&from=elsewhere").opener).toBeUndefined();
  });
});
