import { expect, test } from "vitest";
import { openerSearch } from "#app/search/opener.ts";
import {
  ediOrderPath,
  ediOrdersPath,
  interchangePath,
  interchangesPath,
  isEdiDetailPath,
  isSameEdiOrderList,
  isSameInterchangeList,
  segmentsPath,
  threadPath,
} from "./paths.ts";
import { ediOrderSearch, interchangeView } from "./search.ts";

test("ids of any kind stay one segment of a path", () => {
  const id = "a/b?c#d";
  expect(interchangePath({ id })).toBe("/edi/myer/interchanges/a%2Fb%3Fc%23d");
  expect(segmentsPath(id, { page: 2 })).toBe("/edi/myer/interchanges/a%2Fb%3Fc%23d/segments?page=2");
  expect(threadPath(id)).toBe("/edi/myer/orders/a%2Fb%3Fc%23d/thread");
});

test("a detail keeps the list's filter, and its own tab", () => {
  const filter = ediOrderSearch.read("?order=77&page=2");
  const path = ediOrderPath({ id: "o", tab: "history", at: 3 }, filter);
  expect(path).toBe("/edi/myer/orders/o?order=77&page=2&tab=history&at=3");
  const asked = "?tab=nope&at=x&as=text&from=detail";
  expect(interchangeView.read(asked)).toEqual({ tab: "status", at: 1, asText: true });
  expect(openerSearch.read(asked)).toEqual({ opener: "detail" });
});

test("the same list is another one only for another filter", () => {
  const url = (path: string) => new URL(path, "https://portal.test");
  const list = url("/edi/myer/interchanges?type=ORDERS");
  expect(isSameInterchangeList(list, url("/edi/myer/interchanges/x?type=ORDERS&tab=history"))).toBe(true);
  expect(isSameInterchangeList(list, url("/edi/myer/interchanges?type=ORDERS&type=CONTRL"))).toBe(false);
  const orders = url(ediOrdersPath());
  expect(isSameInterchangeList(orders, url(interchangesPath()))).toBe(false);
  expect(isSameEdiOrderList(orders, url(interchangesPath()))).toBe(false);
  expect(isSameEdiOrderList(orders, url(ediOrderPath({ id: "o", tab: "history" })))).toBe(true);
  expect(isEdiDetailPath("/edi/myer/interchanges/x")).toBe(true);
  expect(isEdiDetailPath("/edi/myer/interchanges/x/segments")).toBe(false);
});
