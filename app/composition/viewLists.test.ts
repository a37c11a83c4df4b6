import { beforeAll, expect, test } from "vitest";

let opened: (href: string) => { href: string; permission: string; alias: string | undefined } | undefined;
beforeAll(async () => {
  const [{ viewLists }, { openedList }] = await Promise.all([
    import("./viewLists.server.ts"),
    import("#app/features/views/viewList.server.ts"),
  ]);
  opened = (href) => openedList(viewLists, href);
});

test("a view opens the first page of its list; values that the list no longer knows fall back [views#what, views#older]", () => {
  const interchanges = "/edi/myer/interchanges?direction=inbound";
  const lists = {
    "/orders/?status=INVALID&page=7&gone=1#top": "/orders/?status=INVALID",
    "/returns/?status=hold&step=Not+a+step": "/returns/?status=hold",
    "/edi/myer/interchanges?state=nonsense&direction=inbound": interchanges,
    "/orders/?hide=store&density=roomy&columns=1": "/orders/?hide=store&density=roomy",
    "/products/?q=boot&refresh=1": "/products/?q=boot",
  };
  for (const [saved, href] of Object.entries(lists)) expect(opened(saved)?.href).toBe(href);
});

test("an older view whose search text is longer or spelt otherwise than today's opens with as much as is looked for [views#older, addresses#long-filter]", () => {
  expect(opened("/orders/?q=O%E2%80%99Brien")?.href).toBe("/orders/?q=O%27Brien");
  // The field says so of a text of this length.
  expect(opened(`/orders/?q=${"n".repeat(400)}`)?.href).toBe(`/orders/?q=${"n".repeat(200)}`);
});

test("a store's list keeps its store, whatever letters its alias has", () => {
  const list = opened(`/store/${encodeURIComponent("M&S #1")}/orders?q=a%26b`);
  const href = "/store/M%26S%20%231/orders?q=a%26b";
  expect(list).toMatchObject({ alias: "M&S #1", permission: "store/orders", href });
  expect(opened("/store/%E0%A4%A/orders")).toBeUndefined();
});

test("an address elsewhere, of a record, or of no list is no list", () => {
  const elsewhere = ["//elsewhere.example/orders/", "https://elsewhere.example/orders/"];
  for (const href of ["", "/", "/login", "/orders/1", "/today", ...elsewhere])
    expect(opened(href), href).toBeUndefined();
});
