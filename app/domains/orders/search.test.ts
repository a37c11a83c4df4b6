import { expect, test } from "vitest";
import { actionPath } from "#app/confirm/model.ts";
import { isSameOrderList, orderPath } from "./paths.ts";

test("what is opened over a list carries its filter", () => {
  const filter = { query: "x", statuses: ["COMPLETE"], page: 2 };
  const order = orderPath(undefined, filter, { id: "a/b #1", tab: "items" });
  expect(order).toBe("/orders/a%2Fb%20%231?q=x&status=COMPLETE&page=2&tab=items");
  const action = actionPath(orderPath("SNS", filter, { id: "1", opener: "detail" }), "retry now");
  const search = "?q=x&status=COMPLETE&page=2&from=detail";
  expect(action).toBe(`/store/SNS/orders/1/actions/retry%20now${search}`);
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
