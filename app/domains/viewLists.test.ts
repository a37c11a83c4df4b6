import { beforeAll, expect, test } from "vitest";

let opened: (href: string) => { href: string; permission: string; alias: string | undefined } | undefined;
beforeAll(async () => {
  const [{ viewLists }, { openedList }] = await Promise.all([
    import("./viewLists.server.ts"),
    import("#app/savedViews/viewList.server.ts"),
  ]);
  opened = (href) => openedList(viewLists, href);
});

test("a view opens the first page of its list; what the list does not know any more falls back [views#what, views#older]", () => {
  expect(opened("/orders/?status=INVALID&page=7&gone=1#top")?.href).toBe("/orders/?status=INVALID");
  expect(opened("/returns/?status=hold&step=Not+a+step")?.href).toBe("/returns/?status=hold");
  expect(opened("/edi/myer/interchanges?state=nonsense&direction=inbound")?.href).toBe(
    "/edi/myer/interchanges?direction=inbound",
  );
  expect(opened("/orders/?hide=store&density=roomy&columns=1")?.href).toBe(
    "/orders/?hide=store&density=roomy",
  );
  expect(opened("/products/?q=boot&refresh=1")?.href).toBe("/products/?q=boot");
});

test("a store's list keeps its store, whatever letters its alias has", () => {
  const list = opened(`/store/${encodeURIComponent("M&S #1")}/orders?q=a%26b`);
  expect(list).toMatchObject({
    alias: "M&S #1",
    permission: "store/orders",
    href: "/store/M%26S%20%231/orders?q=a%26b",
  });
  expect(opened("/store/%E0%A4%A/orders")).toBeUndefined();
});

test.each([
  "",
  "/",
  "/login",
  "//elsewhere.example/orders/",
  "https://elsewhere.example/orders/",
  "/orders/1",
  "/today",
])("%j is no list", (href) => expect(opened(href)).toBeUndefined());
