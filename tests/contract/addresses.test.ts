import { expect, test } from "vitest";
import { actionPath } from "#app/core/commands/model.ts";
import { openerSearch } from "#app/core/search/search.ts";
import * as edi from "#app/domains/edi/partner/paths.ts";
import { ediOrderSearch, interchangeView } from "#app/domains/edi/partner/paths.ts";
import { exoFilePath, exoPath, exoSearch, isSameExoList } from "#app/domains/exos/paths.ts";
import {
  isSameProductList,
  productPath,
  productSearch,
  productsPath,
  productView,
} from "#app/domains/metaproducts/paths.ts";
import { isSameOrderList, orderPath, orderSearch } from "#app/domains/orders/paths.ts";
import { isSameRuleList, rulePath, ruleSearch, rulesPath, ruleView } from "#app/domains/rules/paths.ts";

const orders = { ...orderSearch.every, query: "x", statuses: ["COMPLETE"], page: 2 };
const returns = { ...exoSearch.every, statuses: ["hold"], page: 2 };

test.each([
  [
    orderPath(undefined, orders, { id: "a/b #1", tab: "items" }),
    "/orders/a%2Fb%20%231?q=x&status=COMPLETE&page=2&tab=items",
  ],
  [
    actionPath(orderPath("SNS", orders, { id: "1" }), "retry now"),
    "/store/SNS/orders/1/actions/retry%20now?q=x&status=COMPLETE&page=2",
  ],
  [
    exoPath(undefined, returns, { id: "a/b", tab: "history" }),
    "/returns/a%2Fb?status=hold&page=2&tab=history",
  ],
  [
    actionPath(exoPath("SNS", returns, { id: "a/b", tab: "history" }), "put on", "panel"),
    "/store/SNS/returns/a%2Fb/panel/actions/put%20on?status=hold&page=2&tab=history",
  ],
  [exoFilePath(undefined, returns, { id: "a" }, "../x"), "/returns/a/blobs/..%2Fx?status=hold&page=2"],
  [productsPath("CLK", productSearch.every), "/store/CLK/products"],
  [
    actionPath(productPath("CLK", productSearch.every, { id: "1", group: "G" }), "re/publish", "panel"),
    "/store/CLK/products/1/panel/actions/re%2Fpublish?group=G",
  ],
  [edi.interchangePath({ id: "a/b?c#d" }), "/edi/myer/interchanges/a%2Fb%3Fc%23d"],
  [edi.segmentsPath("a/b", { page: 2 }), "/edi/myer/interchanges/a%2Fb/segments?page=2"],
  [edi.threadPath("a/b?c#d"), "/edi/myer/orders/a%2Fb%3Fc%23d/thread"],
  [
    edi.ediOrderPath({ id: "o", tab: "history", at: 3 }, ediOrderSearch.read("?order=77&page=2")),
    "/edi/myer/orders/o?order=77&page=2&tab=history&at=3",
  ],
])("what is opened over a list carries its filter, and any id is one segment: %s", (path, wanted) => {
  expect(path).toBe(wanted);
});

test("an address of a product or a rule gives back filter, group and tab", () => {
  const products = { ...productSearch.every, code: "A&B", title: "sock <1>", invalid: true, page: 3 };
  const product = productPath("CLK", products, { id: "1", group: "G 1", tab: "raw" });
  const rules = { ...ruleSearch.every, query: "a b", sort: "end", descending: true, deleted: true } as const;
  const rule = rulePath("SNS", rules, "a/b", "raw");
  const searchOf = (path: string) => path.slice(path.indexOf("?"));
  expect(productSearch.read(searchOf(product))).toEqual(products);
  expect(productView.read(searchOf(product))).toEqual({ group: "G 1", tab: "raw", change: "" });
  expect(rule).toMatch(/^\/store\/SNS\/customrules\/a%2Fb\?/);
  expect([ruleSearch.read(searchOf(rule)), ruleView.read(searchOf(rule)).tab]).toEqual([rules, "raw"]);
  const requested = "?tab=nope&at=x&as=text&from=detail";
  expect(interchangeView.read(requested)).toEqual({ tab: "status", at: 1, asText: true });
  expect(openerSearch.read(requested)).toEqual({ opener: "detail" });
  expect(openerSearch.read("?from=http://evil").opener).toBeUndefined();
});

test.each([
  ["/orders/?q=x&status=A&page=1", "/orders/7?q=x&status=A&page=1&tab=raw", true, isSameOrderList],
  ["/orders?q=x", "/orders?q=y", false, isSameOrderList],
  ["/orders?status=A", "/orders?status=A&status=B", false, isSameOrderList],
  ["/store/SNS/orders", "/store/SNS/orders/7/actions/retry", true, isSameOrderList],
  ["/store/SNS/orders", "/store/CLK/orders", false, isSameOrderList],
  ["/orders", "/store/SNS/orders", false, isSameOrderList],
  ["/store/CLK/products?code=A", "/store/CLK/products/1?code=A&group=G", true, isSameProductList],
  ["/store/CLK/products?code=A", "/store/CLK/products", false, isSameProductList],
  ["/store/CLK/products?code=A", "/store/RBK/products?code=A", false, isSameProductList],
  ["/returns/?status=hold", "/returns/1?status=hold&tab=history", true, isSameExoList],
  ["/returns/?status=hold", "/returns/?status=new", false, isSameExoList],
  ["/returns/", "/store/SNS/returns", false, isSameExoList],
  [rulesPath("SNS", { query: "a" }), "/store/SNS/customrules/1?q=a&tab=raw", true, isSameRuleList],
  [rulesPath("SNS", { query: "a" }), rulesPath("SNS"), false, isSameRuleList],
  ["/edi/myer/interchanges?type=A", "/edi/myer/interchanges/x?type=A", true, edi.isSameInterchangeList],
  ["/edi/myer/interchanges?type=ORDERS", "/edi/myer/interchanges", false, edi.isSameInterchangeList],
  [edi.ediOrdersPath(), edi.interchangesPath(), false, edi.isSameInterchangeList],
  [edi.ediOrdersPath(), edi.interchangesPath(), false, edi.isSameEdiOrderList],
  [edi.ediOrdersPath(), edi.ediOrderPath({ id: "o", tab: "history" }), true, edi.isSameEdiOrderList],
])("is '%s' the same list as '%s', whatever is open over it? %s", (one, other, same, isSame) => {
  expect(isSame(new URL(one, "http://portal"), new URL(other, "http://portal"))).toBe(same);
});
