import { describe, expect, test } from "vitest";
import { exo } from "#contract/exos.ts";
import { type DetailContext, toExoDetail, toExoNotShown } from "./detail.ts";
import { toExoList } from "./list.ts";
import { initialsOf } from "./model.ts";
import { exoSearch, exoView } from "./search.ts";
import { shownDuration } from "./summary.ts";

const context = (search = ""): DetailContext => {
  const view = exoView.read(`?${search}`);
  return {
    scope: undefined,
    filter: exoSearch.read("?status=hold"),
    view,
    username: "riley",
    related: [],
  };
};

const whole = {
  id: 7,
  name: "EXO-7",
  status: { code: "hold", stream: "return/automatic", step: "await-ap21-return-received" },
  source_store: "Reebok",
  source_type: "shopify",
  original_order_id: 1001,
  ra_number: "",
  email_address: "kim@x.example",
  created_at: "2026-11-20T01:00:00Z",
  actions: [{ key: "resume", name: "Resume" }, { key: "" }, { no: "key" }],
  exchange: {
    Customer: { FirstName: "Kim", LastName: "Lee", Ap21CustomerCode: "C1", Ap21CustomerIdx: 5 },
    Items: [
      {
        Title: "Boot",
        Quantity: -2,
        Cost: 10,
        Total: "-20",
        ReturnReasonCode: "SIZE_TOO_BIG",
        Tags: ["a", null, 7],
      },
      { Title: "Shoe", Quantity: 1, Cost: "odd", Photos: [{ SourceId: "p1" }, {}] },
    ],
  },
};

const detail = (document: object = whole, search = "") =>
  toExoDetail(exo.parse(document), document, context(search));

const summary = (document: object = whole) => {
  const shown = detail(document);
  if (shown.tab !== "summary") throw new Error("expected the summary");
  return shown.summary;
};

describe("the head", () => {
  test("says where the EXO stands and links on", () => {
    expect(detail()).toMatchObject({
      id: "7",
      standing: { label: "On Hold", stream: "Return, automatic", step: "Await AP21 return order received" },
      closeTo: "/returns/?status=hold",
      here: "/returns/7?status=hold",
    });
    expect(detail().actions).toEqual([
      { label: "Resume", href: "/returns/7/actions/resume?status=hold&from=detail" },
    ]);
  });

  test("an empty username is offered no actions", () => {
    expect(toExoDetail(exo.parse(whole), whole, { ...context(), username: "" }).actions).toEqual([]);
  });

  test("every tab is a URL with the list's filter", () => {
    expect(detail().tabs.map(({ href }) => href)).toEqual([
      "/returns/7?status=hold",
      "/returns/7?status=hold&tab=references",
      "/returns/7?status=hold&tab=history",
      "/returns/7?status=hold&tab=document",
      "/returns/7?status=hold&tab=timeline",
    ]);
  });
});

describe("the summary", () => {
  test("parts what comes back from what goes out, with signs and prices", () => {
    const [back, out] = summary().lists ?? [];
    expect(back).toMatchObject({ heading: "Return items", total: "2 units, -$20.00" });
    expect(back?.items[0]).toMatchObject({
      quantity: "-2",
      unitPrice: "$10.00",
      reason: "Size too Big",
      tags: ["a", "7"],
    });
    expect(out?.items[0]).toMatchObject({
      quantity: "+1",
      unitPrice: { text: "odd", note: "Not a number" },
    });
    expect(out?.items[0]?.photos).toMatchObject([
      { pictureHref: "/returns/7/blobs/p1" },
      { alt: "Photo 2 of Shoe" },
    ]);
  });

  test("a line without a price is in no sum, and the sum says so; a price that can be reckoned is", () => {
    const items = [
      { Title: "Told", Quantity: -1, Cost: 20, Total: -19 },
      { Title: "Reckoned", Quantity: -3, Cost: 10 },
      { Title: "Unknown", Quantity: -1 },
    ];
    const [back] = summary({ id: 1, exchange: { Items: items } }).lists ?? [];
    expect(back).toMatchObject({
      total: "5 units, -$49.00",
      unpriced: "without 1 line whose price is not known",
    });
    expect(back?.items.map(({ linePrice, reckoned }) => [linePrice, reckoned])).toEqual([
      ["-$19.00", "Unit price × quantity is -$20.00"],
      ["-$30.00", "Unit price × quantity: no line price was sent"],
      [undefined, undefined],
    ]);
    const [unknown] = summary({ id: 1, exchange: { Items: items.slice(2) } }).lists ?? [];
    expect(unknown).toMatchObject({ total: "1 unit, price not known", unpriced: "" });
  });

  test.each([
    [{ id: 1 }],
    [{ id: 1, exchange: null, histories: "x" }],
    [{ id: 1, exchange: { Items: [null, 7] } }],
  ])("holds for %j", (document) => expect(() => summary(document)).not.toThrow());

  test("says that there is no exchange", () => {
    expect(summary({ id: 1 }).lists).toBeUndefined();
  });

  test.each([
    ["Kim Lee", "", "KL"],
    ["", "kim.lee.906@x.example", "KL"],
    ["", "kim@x.example", "K"],
    ["", "", ""],
    ["Élodie O'Brien-Smith", "", "ÉS"],
  ])("initials of %s %s are %s", (name, email, expected) => expect(initialsOf(name, email)).toBe(expected));

  test.each([
    [40, "0.1 s"],
    [1234, "1.2 s"],
    [61_000, "61 s"],
    [600_000, "10 min"],
    [7_200_000, "2 h"],
    [432_000_000, "5 days"],
  ])("%i ms reads %s", (ms, expected) => expect(shownDuration(ms)).toBe(expected));
});

describe("the document", () => {
  const shown = (document: object, search = "tab=document") => {
    const found = detail(document, search);
    if (found.tab !== "document") throw new Error("expected the document");
    return found;
  };

  test("is the item as sent; the toggle leads to the other display", () => {
    expect(JSON.parse(shown(whole).document.text)).toEqual(whole);
    expect(shown(whole)).toMatchObject({ treeHref: "/returns/7?status=hold&tab=document&as=text" });
    expect(shown(whole, "tab=document&as=text").document).toMatchObject({ asTree: false, isCut: false });
  });

  test("a very long one is cut, and says so", () => {
    const histories = Array.from({ length: 5000 }, (_, index) => ({
      action: "note",
      message: `record ${index}`,
    }));
    const { document } = shown({ id: 1, histories });
    expect(document.isCut).toBe(true);
    expect(document.text.length).toBeLessThan(20_000);
    expect(document.text).toContain("and 4900 more");
  });
});

test("an EXO that is not there says so; another failure is shown", () => {
  const error = { statusLine: "Not Found", code: 404, message: "x", correlationId: "c", advice: "" };
  expect(toExoNotShown("9", { error }, context()).explanation).toContain("9 was not found");
  expect(toExoNotShown("9", { error: { ...error, code: 500 } }, context()).error?.code).toBe(500);
});

describe("the list", () => {
  const listOf = (...rows: unknown[]) =>
    toExoList(
      { rows: rows.map((raw) => ({ readable: true, row: exo.parse(raw), raw })), page: 1, pages: 1 },
      "riley",
    );

  test("shows RA# or N/A, and the name or the id", () => {
    expect(listOf(whole, { id: "x", ra_number: "RA1" }).rows).toMatchObject([
      { row: { name: "EXO-7", cells: { order: { orderId: "1001", raNumber: "N/A" } } } },
      { row: { name: "x", cells: { order: { raNumber: "RA1" }, status: { label: "No status" } } } },
    ]);
  });

  test("moves while one of its EXOs does", () => {
    expect(listOf(whole).moves).toBe(false);
    expect(listOf(whole, { id: 1, status: { code: "active" } }).moves).toBe(true);
  });

  test("rows that could not be read keep their place", () => {
    const rows = toExoList(
      { rows: [{ readable: false, id: "b", problem: "id: odd", raw: {} }], page: 1, pages: 1 },
      "r",
    ).rows;
    expect(rows).toEqual([{ unreadable: { key: "unreadable-0", id: "b", problem: "id: odd" } }]);
  });
});
