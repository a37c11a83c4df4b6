import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { isSameOrderList, orderPath, ordersPath } from "./paths.ts";
import { orderSearch } from "./search.ts";

const filter = { query: "a&b #1/é", statuses: ["COMPLETE", "INVALID"], page: 4 };

test("the filter stands in the address of the list and of what is opened over it", () => {
  for (const scope of [undefined, "SNS"])
    expect(orderSearch.read(new URL(ordersPath(scope, filter), "http://portal"))).toEqual(filter);
  const short = { query: "x", statuses: ["COMPLETE"], page: 2 };
  expect(orderPath(undefined, short, { id: "a/b #1", tab: "items" })).toBe(
    "/orders/a%2Fb%20%231?q=x&status=COMPLETE&page=2&tab=items",
  );
  expect(actionPath(orderPath("SNS", short, { id: "1", opener: "detail" }), "retry now")).toBe(
    "/store/SNS/orders/1/actions/retry%20now?q=x&status=COMPLETE&page=2&from=detail",
  );
});

test("statuses that could pass for two are left out, codes that are not known are kept", () => {
  const sent = ["COMPLETE,INVALID", "", "SELECT ALL", "HELD_BY_WAREHOUSE"];
  expect(orderSearch.read(sent.map((status) => ["status", status])).statuses).toEqual(["HELD_BY_WAREHOUSE"]);
});

test("two addresses show the same list whatever is open over it", () => {
  const cases: [string, string, boolean][] = [
    ["/orders/?q=x&status=A&page=1", "/orders/7?q=x&status=A&page=1&tab=raw", true],
    ["/orders?q=x", "/orders?q=y", false],
    ["/orders?status=A", "/orders?status=A&status=B", false],
    ["/store/SNS/orders", "/store/SNS/orders/7/actions/retry", true],
    ["/store/SNS/orders", "/store/CLK/orders", false],
    ["/orders", "/store/SNS/orders", false],
  ];
  const isSame = (one: string, other: string) =>
    isSameOrderList(new URL(one, "http://portal"), new URL(other, "http://portal"));
  expect(cases.map(([one, other]) => [one, other, isSame(one, other)])).toEqual(cases);
});
