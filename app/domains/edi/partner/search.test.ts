import { describe, expect, test } from "vitest";
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
import {
  ediOrderSearch,
  type InterchangeFilter,
  interchangeSearch,
  interchangeView,
  segmentSearch,
} from "./search.ts";

const read = interchangeSearch.read;
const everyInterchange = interchangeSearch.every;

describe("the filter of the interchanges", () => {
  test("stands in the URL whole", () => {
    const filter: InterchangeFilter = {
      ...everyInterchange,
      documentId: "a b",
      controlReference: "00&1",
      documentIdentifier: "PO?",
      direction: "outbound",
      acknowledged: "no",
      types: ["CONTRL", "DESADV"],
      mode: "all",
      states: ["hold"],
      fileName: "a.edi",
      page: 3,
    };
    expect(read(interchangesPath(filter))).toEqual(filter);
  });

  test.each([
    "?direction=sideways&acknowledged=perhaps&type=NOPE&mode=some&page=-1",
    "?page=1e99&type=&direction=",
    "?page=two&acknowledged=1",
  ])("%s falls back to no filter", (search) => {
    expect(read(search)).toEqual(everyInterchange);
  });

  test("every type once, in their own order", () => {
    expect(read("?type=DESADV&type=CONTRL&type=DESADV").types).toEqual(["CONTRL", "DESADV"]);
  });
});

test("ids of any kind stay one segment of a path", () => {
  const id = "a/b?c#d";
  expect(interchangePath({ id })).toBe("/edi/myer/interchanges/a%2Fb%3Fc%23d");
  expect(segmentsPath(id, { page: 2 })).toBe("/edi/myer/interchanges/a%2Fb%3Fc%23d/segments?page=2");
  expect(threadPath(id)).toBe("/edi/myer/orders/a%2Fb%3Fc%23d/thread");
});

test("a detail keeps the list's filter, and its own tab", () => {
  const filter = ediOrderSearch.read("?order=77&page=2");
  expect(ediOrderPath({ id: "o", tab: "history", at: 3 }, filter)).toBe(
    "/edi/myer/orders/o?order=77&page=2&tab=history&at=3",
  );
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

test("segments are asked for by page or by number", () => {
  expect(segmentSearch.read("?segment=250")).toEqual({ page: 1, segment: 250, message: "" });
  expect(segmentSearch.read("?segment=-3&page=4")).toEqual({ page: 4, message: "" });
  expect(segmentSearch.read("?segment=")).toEqual(segmentSearch.every);
});
